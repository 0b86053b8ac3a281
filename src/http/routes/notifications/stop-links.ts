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
 * The page behind the link in every e-mail. Opening it changes nothing, because mail scanners follow links; its button, or the
 * one-click request of a mail program (RFC 8058), stops the messages.
 */
export const stopLinkRoutes = (notifications: Notifications, facts: MarketFacts) => (scope: FastifyInstance) => {
  const schema = { hide: true };

  scope.get('/stops/:token', {
    schema,
    handler: async (request, reply) => {
      const found = await notifications.stopLinks.find(tokenOf(request));
      if (found === undefined) return sendPage(reply, 404, unknownPage);
      return sendPage(reply, 200, questionPage(found, await namesOf(facts, found)));
    },
  });

  scope.post('/stops/:token', {
    schema,
    bodyLimit: MAX_FORM_BYTES,
    handler: async (request, reply) => {
      const result = await notifications.stopLinks.stop(tokenOf(request));
      return result === 'stopped' ? sendPage(reply, 200, stoppedPage) : sendPage(reply, 404, unknownPage);
    },
  });
};

function questionPage(destination: Destination, { seller, marketplace }: SenderNames): Page {
  return notice(
    'Stop notifications',
    html`<p>The seller <strong>${seller}</strong> has notifications of ${marketplace ?? 'this marketplace'} sent to
<strong>${maskedAddress(destination)}</strong>.</p>
<form method="post"><button class="main wide-button">Stop these notifications</button></form>`,
  );
}

const stoppedPage = notice(
  'These notifications are stopped',
  html`<p>The seller can send them to your address again only if you agree. You can close this page.</p>`,
);

const unknownPage = notice(
  'This link is no longer valid',
  html`<p>The notifications that it belongs to have been removed, or go to another address. Nothing was changed now.</p>`,
);
