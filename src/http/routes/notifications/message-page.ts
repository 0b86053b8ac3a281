import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CONSOLE_PATH } from '../../../domain/authorization/console-client.ts';
import { type ConsoleLink, needsHomeMarketplace } from '../../../domain/notifications/texts/console-link.ts';
import { wantedNames } from '../../../domain/notifications/texts/event-names.ts';
import { eventsText, type MessageText, type TextEntry } from '../../../domain/notifications/texts/event-text.ts';
import type { Fact } from '../../../domain/notifications/texts/summary-parts.ts';
import type { MarketFacts } from '../../../market/market-facts.ts';
import type { Message } from '../../../notifications/deliveries/message.ts';
import type { Notifications } from '../../../notifications/notifications.ts';
import { type Html, html } from '../../../pages/html.ts';
import type { Page } from '../../../pages/page.ts';
import { sendPage } from '../../answers/send-page.ts';
import { notice } from './owner-pages.ts';

/**
 * The page behind the link in every message about events: what the message says, without a length limit, and what to do. No sign-in:
 * the reader may be on a phone that never had one, and the id in the link is as secret as the message.
 */
export const messagePageRoutes =
  (notifications: Notifications, facts: MarketFacts, consoleClientId: string | undefined) =>
  (scope: FastifyInstance) => {
    scope.get('/:messageId', {
      schema: { hide: true },
      handler: async (request, reply) => {
        const message = await notifications.messages.find(messageIdOf(request));
        if (message === undefined) return sendPage(reply, 404, unknownPage);
        const names = await facts.names(wantedNames(message.events));
        // Relative: the service may be behind a path prefix. Without a client nobody can sign in to the console.
        const consoleUrl = consoleClientId === undefined ? undefined : `..${CONSOLE_PATH}`;
        const homeMarketplaceId = needsHomeMarketplace(message.events)
          ? await facts.homeMarketplace(message.destination.sellerId)
          : undefined;
        const options = { names, consoleUrl, homeMarketplaceId, maxEntries: message.events.length };
        const text = eventsText(message.events, options);
        return sendPage(reply, 200, messagePage(text, stopTokenOf(notifications, message)));
      },
    });
  };

/** Empty when the text cannot be an id: then no message is found. */
function messageIdOf(request: FastifyRequest): string {
  const { messageId } = request.params as { messageId: string };
  return /^[\w-]{1,64}$/.test(messageId) ? messageId : '';
}

/** Only while the address is the one that got the message: its next owner's messages are not for this reader to stop. */
function stopTokenOf({ stopLinks }: Notifications, { destination, isUnchanged }: Message) {
  const hasOwner = destination.type === 'EMAIL' || destination.type === 'SMS';
  return hasOwner && isUnchanged ? stopLinks.tokenOf(destination) : undefined;
}

function messagePage({ subject, entries }: MessageText, stopToken: string | undefined): Page {
  const [only] = entries;
  const isSingle = entries.length === 1 && only !== undefined;
  return notice(
    isSingle ? only.headline : subject,
    html`${isSingle ? single(only) : html`<ul class="told">${entries.map(entryItem)}</ul>`}
${stopToken !== undefined && stopLink(stopToken)}`,
    isSingle ? undefined : 'wide',
  );
}

function single({ about, sentences, prices, advice, adviceDetail, warning, facts, link }: TextEntry): Html {
  return html`${about !== '' && html`<p class="about">${about}</p>\n`}${prices.length > 0 && pricePair(prices)}${sentences.map((sentence) => html`<p>${sentence}</p>\n`)}
<div class="note advice"><p class="soft small">What to do</p><p><strong>${advice}</strong></p>${adviceDetail !== '' && html`<p>${adviceDetail}</p>`}</div>
${warning !== '' && html`<div class="note bad"><h2>Loses money</h2><p>${warning}</p></div>\n`}${link && html`<p><a class="button" href="${link.url}">${link.label}</a></p>\n`}<dl class="facts">${facts.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`;
}

const pricePair = (prices: readonly Fact[]) =>
  html`<dl class="prices">${prices.map(([label, amount]) => html`<div><dt>${label}</dt><dd>${amount}</dd></div>`)}</dl>\n`;

function entryItem({ headline, about, sentences, advice, adviceDetail, warning, place, link }: TextEntry): Html {
  const text = [headline && `${headline}.`, ...sentences].filter((one) => one !== '').join(' ');
  return html`<li>${about !== '' && html`<h2>${about}</h2>`}
<p>${text}</p><p><strong>${advice}</strong> ${adviceDetail}</p>${warning !== '' && html`<p><span class="chip bad-word">Loses money</span> ${warning}</p>`}<p class="soft small">${place}</p>${link && html`<p>${anchor(link)}</p>`}</li>`;
}

const anchor = ({ label, url }: ConsoleLink) => html`<a href="${url}">${label}</a>`;

/** Relative: the service may be behind a path prefix. */
const stopLink = (token: string) =>
  html`<div class="foot small"><p><a href="../confirmations/v4/stops/${token}">Stop these notifications</a></p></div>`;

const unknownPage = notice(
  'This message is no longer here',
  html`<p>It is too old, its notifications have been removed, or the link is incomplete.</p>`,
);
