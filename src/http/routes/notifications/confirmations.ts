import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Destination } from '../../../domain/notifications/destination.ts';
import type { Confirmations } from '../../../notifications/confirmation.ts';
import { type Html, html } from '../../../pages/html.ts';
import { type Page, renderPage } from '../../../pages/page.ts';

export type ConfirmationParts = {
  notifications: { confirmations: Pick<Confirmations, 'find' | 'confirm' | 'confirmByCode'> };
};

/** The button sends an empty form, and nothing in it is read. */
const MAX_BODY_BYTES = 1024;

/**
 * The page behind the link in a confirmation message (decision 27). It has a button, because mail scanners follow links but
 * press no buttons. It needs no JavaScript.
 */
export const confirmationRoutes = (parts: ConfirmationParts) => (scope: FastifyInstance) => {
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (_request, _body, done) =>
    done(null, {}),
  );
  const schema = { hide: true };

  scope.get('/links/:token', { schema }, async (request, reply) => {
    const found = await parts.notifications.confirmations.find(tokenOf(request));
    if (found === undefined) return show(reply, 404, unknownPage);
    return found === 'expired' ? show(reply, 410, expiredPage) : show(reply, 200, questionPage(found));
  });

  scope.post('/links/:token', { schema, bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
    const result = await parts.notifications.confirmations.confirm(tokenOf(request));
    if (result === 'confirmed') return show(reply, 200, thanksPage);
    return result === 'expired' ? show(reply, 410, expiredPage) : show(reply, 404, unknownPage);
  });
};

/** Empty when the text cannot be a token: then no destination is found. */
function tokenOf(request: FastifyRequest): string {
  const { token } = request.params as { token: string };
  return /^[\w.-]{1,128}$/.test(token) ? token : '';
}

const show = (reply: FastifyReply, status: number, page: Page) =>
  reply.code(status).headers(page.headers).send(page.html);

/** No referrer: the address of the page is the token. */
const notice = (heading: string, body: Html): Page =>
  renderPage({
    title: heading,
    site: 'Marketplace notifications',
    body: html`<h1>${heading}</h1>
${body}`,
    policy: { formAction: "'self'", referrer: 'no-referrer', cacheControl: 'no-store' },
  });

/** Masks the address: the reader of the page may not be its owner. Its owner can still recognise it. */
function maskedAddress({ settings }: Destination): string {
  const { email, sms } = settings;
  if (sms)
    return `${sms.phoneNumber.slice(0, 3)}${'•'.repeat(Math.max(0, sms.phoneNumber.length - 5))}${sms.phoneNumber.slice(-2)}`;
  const [name = '', domain = ''] = (email?.address ?? '').split('@');
  return `${name.slice(0, 1)}•••@${domain}`;
}

function questionPage(destination: Destination): Page {
  const kind = destination.type === 'SMS' ? 'phone number' : 'e-mail address';
  return notice(
    'Confirm notifications',
    html`<p>A seller asked this marketplace to send notifications about offers, prices and fees to your ${kind}
<strong>${maskedAddress(destination)}</strong>.</p>
<p>Nothing is sent unless you confirm. If you did not expect this, close this page.</p>
<form method="post"><button class="main wide-button">Yes, send them to me</button></form>`,
  );
}

const thanksPage = notice(
  'Notifications are confirmed',
  html`<p>Notifications will be sent to your address from now on. You can close this page.</p>`,
);

const expiredPage = notice(
  'This link has expired',
  html`<p>Links are valid for 24 hours. Nothing was changed. The seller can send you a new one.</p>`,
);

const unknownPage = notice(
  'This link is no longer valid',
  html`<p>It was already used, was replaced by a newer one, or is incomplete. Nothing was changed now.</p>`,
);
