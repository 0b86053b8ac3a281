import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Destination } from '../../../domain/notifications/destination.ts';
import { type SenderNames, senderNames } from '../../../domain/notifications/sender-names.ts';
import type { MarketFacts } from '../../../market/market-facts.ts';
import type { Confirmations } from '../../../notifications/confirmation.ts';
import { type Html, html } from '../../../pages/html.ts';
import { type Page, renderPage } from '../../../pages/page.ts';

export type ConfirmationParts = {
  notifications: { confirmations: Pick<Confirmations, 'find' | 'confirm' | 'stop' | 'confirmByCode'> };
  facts: Pick<MarketFacts, 'seller' | 'marketplaces'>;
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
    const token = tokenOf(request);
    const found = await parts.notifications.confirmations.find(token);
    if (found === undefined) return show(reply, 404, unknownPage);
    if (found === 'expired') return show(reply, 410, expiredPage(token));
    return show(reply, 200, questionPage(found, await namesOf(parts.facts, found), token));
  });

  scope.post('/links/:token', { schema, bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
    const token = tokenOf(request);
    const result = await parts.notifications.confirmations.confirm(token);
    if (result === 'confirmed') return show(reply, 200, thanksPage);
    return result === 'expired' ? show(reply, 410, expiredPage(token)) : show(reply, 404, unknownPage);
  });

  scope.post('/links/:token/stop', { schema, bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
    const result = await parts.notifications.confirmations.stop(tokenOf(request));
    return result === 'stopped' ? show(reply, 200, stoppedPage) : show(reply, 404, unknownPage);
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

async function namesOf(facts: ConfirmationParts['facts'], { sellerId }: Destination): Promise<SenderNames> {
  return senderNames({ sellerId, seller: await facts.seller(sellerId), marketplaces: await facts.marketplaces() });
}

function questionPage(destination: Destination, { seller, marketplace }: SenderNames, token: string): Page {
  const kind = destination.type === 'SMS' ? 'phone number' : 'e-mail address';
  return notice(
    'Confirm notifications',
    html`<p>The seller <strong>${seller}</strong> asked ${marketplace ?? 'this marketplace'} to send notifications about offers, prices
and fees to your ${kind} <strong>${maskedAddress(destination)}</strong>.</p>
<p>Nothing is sent unless you confirm. If you did not expect this, close this page, or stop such messages.</p>
<form method="post"><button class="main wide-button">Yes, send them to me</button></form>
${stopForm(token)}`,
  );
}

/** Relative: the service may be behind a path prefix. */
const stopForm = (token: string) =>
  html`<form method="post" action="${token}/stop"><button class="wide-button second">No, stop these messages</button></form>`;

const thanksPage = notice(
  'Notifications are confirmed',
  html`<p>Notifications will be sent to your address from now on. You can close this page.</p>`,
);

const stoppedPage = notice(
  'These messages are stopped',
  html`<p>No notifications will be sent to your address, and no seller can have you asked again for 30 days. You can close this page.</p>`,
);

const expiredPage = (token: string) =>
  notice(
    'This link has expired',
    html`<p>Links are valid for 24 hours. Nothing was changed. The seller can send you a new one.</p>
<p>If you do not want that, stop these messages.</p>
${stopForm(token)}`,
  );

const unknownPage = notice(
  'This link is no longer valid',
  html`<p>It was already used, was replaced by a newer one, or is incomplete. Nothing was changed now.</p>`,
);
