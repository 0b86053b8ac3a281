import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Fault } from '../../domain/fault.ts';
import { html } from '../../pages/html.ts';
import { type Page, writePage } from '../../pages/page.ts';
import { siteLinks } from '../../pages/site-links.ts';
import { headersOf, httpStatusOf } from './envelope.ts';
import { loggedFault } from './failure.ts';
import { PreparedContent } from './prepared-content.ts';
import { canSendFailure, cleanHead, closeConnection } from './unwritable-answer.ts';

/** Answers a person in a browser: the same status and words as for programs, as a page with ways on. */
export async function sendFailurePage(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!canSendFailure(reply)) {
    closeConnection(error, request, reply);
    return reply;
  }
  const fault = loggedFault(error, request);
  cleanHead(request, reply);
  const { brand, publicPath } = reply.server;
  const { html: text, headers } = writePage(failurePage(fault, publicPath), brand);
  void reply.code(httpStatusOf[fault.code]).headers(headersOf(fault));
  return new PreparedContent(text, { ...headers, Vary: 'Accept' }, { isSentOnce: true }).send(request, reply);
}

const failurePage = ({ code, problems }: Fault, base: string): Page => ({
  title: code === 'NotFound' ? 'Page not found' : 'Error',
  links: siteLinks(base, ''),
  policy: { formAction: "'none'", referrer: 'no-referrer', cacheControl: 'no-store' },
  body: html`<h1>${code === 'NotFound' ? 'Page not found' : 'This did not work'}</h1>
${problems.map(({ message, details }) => html`<p>${message}</p>\n<p class="small soft">${details}</p>\n`)}<ul><li><a href="${base}/">Start page</a></li><li><a href="${base}/console">Seller console</a></li><li><a href="${base}/guides">Guides</a></li></ul>`,
});
