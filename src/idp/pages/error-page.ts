import { html } from '../../pages/html.ts';
import type { Page } from '../../pages/page.ts';
import { providerPage } from './provider-page.ts';

type ErrorView = {
  basePath: string;
  code: string;
  details?: string | undefined;
  /** Whether it is a page of the account itself: no application takes part. */
  isOwnPage?: boolean;
  /** Where the person goes on. */
  next?: { readonly href: string; readonly label: string } | undefined;
};

/** Title and advice are for the person who reads the page, code and details for the application's developer. */
export function providerErrorPage({ basePath, code, details, isOwnPage = false, next }: ErrorView): Page {
  const [title, advice] = (isOwnPage && ownPageExplanation(code, details)) || explanationOf(code, details);
  const link = next
    ? html`<a href="${next.href}">${next.label}</a>`
    : isOwnPage
      ? html`<a href="${basePath}/account">Your account</a>`
      : html`<a href="${basePath}/grants">Connected applications</a>`;
  return providerPage({
    title,
    body: html`<h1>${title}</h1>
<p>${advice}</p>
<dl class="facts small"><dt>Error</dt><dd><code>${code}</code></dd>${
      details === undefined ? undefined : html`<dt>Details</dt><dd>${details}</dd>`
    }</dl>
<p class="small">${link}</p>`,
  });
}

/** Undefined when the explanation for all pages is right. */
function ownPageExplanation(code: string, details = ''): [string, string] | undefined {
  if (/session|expired/.test(details))
    return [
      'This page has expired',
      'It was open for too long, or cookies are not allowed. Open it again and try again.',
    ];
  if (code === 'access_denied')
    return ['You cannot do this', `${details[0]?.toUpperCase()}${details.slice(1).replace(/\.$/, '')}.`];
  if (code === 'invalid_request')
    return ['This did not work', 'Nothing was changed. Go back, load the page again and try again.'];
  return undefined;
}

function explanationOf(code: string, details: string | undefined): [string, string] {
  if (/session|expired/.test(details ?? '')) {
    return [
      'This page has expired',
      'It was open for too long, or was already used. Go back to the application and connect it again.',
    ];
  }
  switch (code) {
    case 'invalid_client':
      return [
        'Unknown application',
        'The application that sent you here is not registered. It got no access to your account.',
      ];
    case 'invalid_redirect_uri':
      return [
        'The application gave a wrong address',
        'It asked to send you to an address that it has not registered. You stay here, and it got no access to your account.',
      ];
    case 'not_found':
      return ['There is no such page', 'The address may be mistyped, or the page no longer exists.'];
    case 'too_many_requests':
      return ['Too many attempts', 'Wait a moment, then try again.'];
    case 'temporarily_unavailable':
    case 'server_error':
      return ['Something went wrong here', 'This is not your fault, and nothing has changed. Try again in a moment.'];
    case 'access_denied':
      return ['Access denied', 'The application got no access to your account.'];
    default:
      return [
        'The request of the application is not valid',
        'The application got no access to your account. Go back, and send its developer the error below.',
      ];
  }
}
