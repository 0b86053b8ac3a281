import type { FastifyInstance } from 'fastify';
import type { Destination } from '../../../domain/notifications/destination.ts';
import type { SenderNames } from '../../../domain/notifications/texts/sender-names.ts';
import type { MarketFacts } from '../../../market/market-facts.ts';
import type { Notifications } from '../../../notifications/notifications.ts';
import { html } from '../../../pages/html.ts';
import type { Page } from '../../../pages/page.ts';
import { sendPage } from '../../answers/send-page.ts';
import { MAX_FORM_BYTES } from '../../requests/any-form.ts';
import { maskedAddress, namesOf, notice, tokenOf } from './owner-pages.ts';

/**
 * The page behind the link in a confirmation message (decision 27). It has a button, because mail scanners follow links but
 * press no buttons. It needs no JavaScript.
 */
export const confirmationRoutes = (notifications: Notifications, facts: MarketFacts) => (scope: FastifyInstance) => {
  const schema = { hide: true };

  scope.get('/links/:token', {
    schema,
    handler: async (request, reply) => {
      const token = tokenOf(request);
      const found = await notifications.confirmations.find(token);
      if (found === undefined) return sendPage(reply, 404, unknownPage);
      if (found === 'expired') return sendPage(reply, 410, expiredPage(token));
      return sendPage(reply, 200, questionPage(found, await namesOf(facts, found), token));
    },
  });

  scope.post('/links/:token', {
    schema,
    bodyLimit: MAX_FORM_BYTES,
    handler: async (request, reply) => {
      const token = tokenOf(request);
      const { confirmations, stopLinks } = notifications;
      const found = await confirmations.find(token);
      const result = await confirmations.confirm(token);
      if (result === 'confirmed' && typeof found === 'object')
        return sendPage(reply, 200, thanksPage(stopLinks.tokenOf(found)));
      return result === 'expired' ? sendPage(reply, 410, expiredPage(token)) : sendPage(reply, 404, unknownPage);
    },
  });

  scope.post('/links/:token/stop', {
    schema,
    bodyLimit: MAX_FORM_BYTES,
    handler: async (request, reply) => {
      const result = await notifications.confirmations.stop(tokenOf(request));
      return result === 'stopped' ? sendPage(reply, 200, stoppedPage) : sendPage(reply, 404, unknownPage);
    },
  });
};

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

/** An SMS has no room for the link to stop, so a phone has it from here. */
const thanksPage = (stopToken: string) =>
  notice(
    'Notifications are confirmed',
    html`<p>Notifications will be sent to your address from now on. You can close this page.</p>
<p>To stop them later, keep this link: <a href="../stops/${stopToken}">stop notifications to this address</a>.</p>`,
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
