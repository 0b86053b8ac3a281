import type { onSendHookHandler } from 'fastify';
import { html } from '../../../pages/html.ts';
import { type Page, writePage } from '../../../pages/page.ts';
import { prefersPage } from '../../requests/prefers-page.ts';

/**
 * Shows a seller in the browser why an authorization cannot continue. It has no link: the service does not know the
 * application, so it knows no safe way back.
 */
function authorizationErrorPage(status: number, error: string, description: string): Page {
  const isTemporary = status >= 500 || status === 429;
  const heading = isTemporary
    ? 'You cannot connect an application at the moment'
    : 'This application cannot be connected';
  const advice = isTemporary
    ? 'Nothing was changed in your account. Wait a little, then start again from the application.'
    : 'The link that brought you here is not right. Nothing was changed in your account. Go back to the application and start again; if that does not help, send its makers what is below.';
  return {
    title: heading,
    site: 'Account',
    body: html`<h1>${heading}</h1>
<p>${advice}</p>
<dl class="facts small"><dt>Error</dt><dd><code>${error}</code></dd><dt>Details</dt><dd>${description}</dd></dl>`,
    policy: { formAction: "'none'", referrer: 'no-referrer', cacheControl: 'no-store' },
  };
}

/** Turns every error answer of a route into a page when the browser prefers one. */
export const failuresAsPage: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  if (reply.statusCode < 400 || typeof payload !== 'string') return done(null, payload);
  reply.header('vary', 'accept');
  if (!prefersPage(request.headers.accept)) return done(null, payload);
  const { error, error_description } = JSON.parse(payload) as { error: string; error_description: string };
  const page = writePage(authorizationErrorPage(reply.statusCode, error, error_description), reply.server.brand);
  reply.headers(page.headers);
  done(null, page.html);
};
