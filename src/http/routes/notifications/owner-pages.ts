import type { FastifyRequest } from 'fastify';
import type { Destination } from '../../../domain/notifications/destination.ts';
import { type SenderNames, senderNames } from '../../../domain/notifications/texts/sender-names.ts';
import type { MarketFacts } from '../../../market/market-facts.ts';
import { type Html, html } from '../../../pages/html.ts';
import type { Page } from '../../../pages/page.ts';

/** Empty when the text cannot be a token: then no destination is found. */
export function tokenOf(request: FastifyRequest): string {
  const { token } = request.params as { token: string };
  return /^[\w.-]{1,128}$/.test(token) ? token : '';
}

/** No referrer: the address of the page is the token. */
export const notice = (heading: string, body: Html, width?: 'wide'): Page => ({
  title: heading,
  site: 'Notifications',
  body: html`<h1>${heading}</h1>
${body}`,
  ...(width === undefined ? {} : { width }),
  policy: { formAction: "'self'", referrer: 'no-referrer', cacheControl: 'no-store' },
});

/** Masks the address: the reader of the page may not be its owner. Its owner can still recognise it. */
export function maskedAddress({ settings }: Destination): string {
  const { email, sms } = settings;
  if (sms)
    return `${sms.phoneNumber.slice(0, 3)}${'•'.repeat(Math.max(0, sms.phoneNumber.length - 5))}${sms.phoneNumber.slice(-2)}`;
  const [name = '', domain = ''] = (email?.address ?? '').split('@');
  return `${name.slice(0, 1)}•••@${domain}`;
}

export async function namesOf(facts: MarketFacts, { sellerId }: Destination): Promise<SenderNames> {
  return senderNames({ sellerId, seller: await facts.seller(sellerId), marketplaces: await facts.marketplaces() });
}
