import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Fault } from '../../domain/fault.ts';
import { html } from '../../pages/html.ts';
import type { Page } from '../../pages/page.ts';
import { headersOf, httpStatusOf } from './envelope.ts';
import { loggedFault } from './failure.ts';
import { sendPage } from './send-page.ts';
import { canSendFailure, cleanHead, closeConnection } from './unwritable-answer.ts';

/** Answers a person in a browser: the same status and words as for programs, as a page with ways on. */
export function sendFailurePage(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (!canSendFailure(reply)) {
    closeConnection(error, request, reply);
    return;
  }
  const fault = loggedFault(error, request);
  cleanHead(request, reply);
  void reply.headers(headersOf(fault)).header('vary', 'accept');
  sendPage(reply, httpStatusOf[fault.code], failurePage(fault, reply.server.publicPath));
}

const failurePage = ({ code, problems }: Fault, base: string): Page => ({
  title: code === 'NotFound' ? 'Page not found' : 'Error',
  policy: { formAction: "'none'", referrer: 'no-referrer', cacheControl: 'no-store' },
  body: html`<h1>${code === 'NotFound' ? 'Page not found' : 'This did not work'}</h1>
${problems.map(({ message, details }) => html`<p>${message}</p>\n<p class="small soft">${details}</p>\n`)}<ul><li><a href="${base}/">Start page</a></li><li><a href="${base}/console">Seller console</a></li><li><a href="${base}/guides">Guides</a></li></ul>`,
});
