import type { onSendHookHandler } from 'fastify';
import { escapeHtml } from '../../../domain/html.ts';
import { htmlPage, pageHeaders } from '../../server/html-page.ts';

/**
 * Shows a seller in the browser why an authorization cannot continue. It has no link: the service does not know the
 * application, so it knows no safe way back.
 */
export function authorizationErrorPage(status: number, error: string, description: string): string {
  const isTemporary = status >= 500 || status === 429;
  const heading = isTemporary
    ? 'You cannot connect an application at the moment'
    : 'This application cannot be connected';
  const advice = isTemporary
    ? 'Nothing was changed in your account. Wait a little, then start again from the application.'
    : 'The link that brought you here is not right. Nothing was changed in your account. Go back to the application and start again; if that does not help, send its makers what is below.';
  return htmlPage(
    heading,
    `<p>${advice}</p>
<dl>
<dt>Error</dt><dd><code>${escapeHtml(error)}</code></dd>
<dt>Description</dt><dd>${escapeHtml(description)}</dd>
</dl>`,
  );
}

/** Turns every error answer of a route into a page when the browser prefers one. */
export const failuresAsPage: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  if (reply.statusCode < 400 || typeof payload !== 'string') return done(null, payload);
  reply.header('vary', 'accept');
  if (!prefersPage(request.headers.accept)) return done(null, payload);
  const { error, error_description } = JSON.parse(payload) as { error: string; error_description: string };
  reply.headers(pageHeaders('no forms'));
  done(null, authorizationErrorPage(reply.statusCode, error, error_description));
};

/** `Accept` must name HTML and prefer it to JSON: programs often accept anything. */
function prefersPage(accept = ''): boolean {
  const page = weightOf('text/html', accept);
  return page > 0 && page > weightOf('application/json', accept);
}

/** The weight of a media type that is named in `Accept` (RFC 9110 12.5.1); 0 when it is not. */
function weightOf(type: string, accept: string): number {
  const range = accept.split(',').find((one) => one.split(';', 1)[0]?.trim().toLowerCase() === type);
  if (range === undefined) return 0;
  const weight = Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1);
  return Number.isNaN(weight) ? 0 : weight;
}
