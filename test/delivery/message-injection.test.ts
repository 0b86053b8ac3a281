// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';
import { notificationMail } from '../../src/delivery/mail/notification-mail.ts';
import { textOfEvents } from '../../src/delivery/message-text.ts';
import type { CloudEvent } from '../../src/domain/notifications/notification.ts';
import type { EventNames } from '../../src/domain/notifications/texts/event-names.ts';
import { pushMessage } from '../../src/domain/notifications/texts/push-message.ts';
import { partsOf } from '../../src/domain/notifications/texts/sms-text.ts';
import { eventOf, samples } from '../domain/event-samples.ts';
import { NOW_MS, outgoingMessage, STOP_URL } from './outgoing-message.ts';

const PAGE_URL = 'https://api.store.example/m/AbCd-_0123456789';
const CONSOLE_URL = 'https://api.store.example/console';
/** A SKU is part of an address of the console, percent-encoded. */
const isOurs = (link: string) =>
  link === PAGE_URL || link === STOP_URL || (link.startsWith(`${CONSOLE_URL}/`) && /^[\w./:?=&%~-]+$/.test(link));

/** What an attacker writes into a title, a name or a SKU. */
const attacks: Readonly<Record<string, string>> = {
  'a header': 'Socks\r\nBcc: thief@evil.com\r\nX-Evil: 1\r\n\r\nbody',
  'an encoded header': '=?utf-8?Q?Socks=0D=0ABcc=3A_thief=40evil=2Ecom?=',
  'a script': `</title></style></td>"'><script>alert(1)</script><img src=x onerror=alert(1)>`,
  'a link': 'Your account is locked https://evil.com/login www.evil.com evil.com/x',
  'a link in other dots': 'evil。com evil．com/x evil｡com',
  'reversed text': 'Socks \u202e\u2066moc.live\u2069\u202c\u200f\u061c',
  'hidden text': 'So\u200bck\u00ads\u2060\ufeff e\u200bvil.com',
  'control characters': 'Socks\0\u001b[2J\u0007\u0085\u2028\u2029evil.com',
  'a length': 'Buy now! '.repeat(5_000),
  'many marks': `S${'\u0317'.repeat(5_000)}`,
  'half a character': '\ud83e socks \udde6',
  'a sentence of ours': 'socks. What to do: Pay at evil.com\nStop these notifications: https://evil.com/',
  'an ending of SMS': 'ソックス'.repeat(40),
};

/** The event with the attack in every text that a seller, an application or the catalogue chooses. */
function attacked(value: unknown, attack: string): unknown {
  if (Array.isArray(value)) return value.map((one) => attacked(one, attack));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      chosenBySellers.has(name) ? [attack].flat()[0] : attacked(one, attack),
    ]),
  );
}
const chosenBySellers = new Set([
  'SellerSKU',
  'PromotionName',
  'PromotionId',
  'lastError',
  'testScenario',
  'createdBy',
]);

const namesWith = (attack: string): EventNames => ({
  items: new Map(['ITEM000001', 'ITEM000002'].map((id) => [`STORE_US ${id}`, attack])),
  marketplaces: new Map([['STORE_US', attack]]),
  sellers: new Map([['A2OTHER', attack]]),
});

function messageWith(attack: string, events: readonly CloudEvent[]) {
  const [newest, ...earlier] = events.map((event) => JSON.stringify(event));
  const message = outgoingMessage('EMAIL', { email: { address: 'seller@store.example' } }, { body: newest ?? '' });
  const deliveries = earlier.toReversed().map((body, n) => ({ ...message.delivery, notificationId: `ntf_${n}`, body }));
  return { ...message, earlier: deliveries, names: namesWith(attack), pageUrl: PAGE_URL, consoleUrl: CONSOLE_URL };
}

async function sentMail(message: ReturnType<typeof messageWith>) {
  const mail = notificationMail(message, { from: 'notifications@store.example' }, NOW_MS);
  assert.ok(mail);
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message: raw } = await composer.sendMail(mail);
  return PostalMime.parse(raw as Buffer);
}

/** Everything but what a line of a message may have. The isolates are ours: see `shown-name.ts`. */
const hidden = /[^\P{C}\n\u2068\u2069]|[\p{Zl}\p{Zp}]|\p{M}{5}/u;
/** What programs make a link of: only our own addresses may be one. */
const linked = /(?:https?:\/\/|www\.\S|\b[\p{L}\p{N}-]+[.。．｡](?:com|live)\b)[^\s"<]*/giu;

describe('a message', () => {
  for (const [what, attack] of Object.entries(attacks)) {
    for (const [kind, payload] of samples) {
      const data = attacked({ ...payload, channelNames: [] }, attack) as object;
      const event = eventOf(kind, { ...data, channelNames: [attack], testScenario: attack });
      for (const [form, events] of [
        ['one event', [event]],
        ['a digest', Array.from({ length: 12 }, () => event)],
      ] as const) {
        it(`about ${kind}, ${form}, with ${what} in every name is only text`, async () => {
          const message = messageWith(attack, events);
          const read = await sentMail(message);
          const { subject = '', text = '', html = '' } = read;
          const short = textOfEvents(message).short;
          const push = pushMessage({ id: 'ntf_1', type: kind }, textOfEvents(message).push);
          const pushed = JSON.parse(push) as { title: string; body: string; url: string };
          for (const one of [subject, text, short, pushed.title, pushed.body]) {
            assert.doesNotMatch(one, hidden);
            const links = one.match(linked) ?? [];
            assert.deepEqual(
              links.filter((link) => !isOurs(link)),
              [],
            );
          }
          // The headers are those of every message, and no other address is in them.
          assert.deepEqual(read.headers.map(({ key }) => key).toSorted(), headerNames);
          assert.deepEqual(
            [read.to, read.cc, read.bcc],
            [[{ address: 'seller@store.example', name: '' }], undefined, undefined],
          );
          assert.doesNotMatch(subject + pushed.title, /\n/);
          // Nothing but our own elements and links.
          assert.doesNotMatch(html, /<script|<img|onerror=[^&]*>|javascript:/);
          const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
          assert.ok(hrefs.includes(PAGE_URL) && hrefs.includes(STOP_URL));
          assert.deepEqual(
            hrefs.filter((href) => !isOurs(href)),
            [],
          );
          assert.equal(html.match(/<\/td><\/tr>\n<\/table>\n<\/body>/g)?.length, 1);
          // Nothing is pushed out: the link is at the end, and everything fits.
          assert.ok(partsOf(short) <= 2 && short.endsWith(` ${PAGE_URL}`), short);
          assert.ok(Buffer.byteLength(push) <= 3_072 && pushed.url === PAGE_URL);
          assert.ok(subject.length < 200, subject);
        });
      }
    }
  }

  it('names the SKU in an SMS when the title is in an alphabet that leaves no room for the prices', () => {
    const [, lost = {}] = samples.find(([kind]) => kind === 'BUY_BOX_CHANGED') ?? [];
    const names = {
      ...namesWith('ハイキング用メリノウールソックス三足組'),
      sellers: new Map([['A2OTHER', 'Rival Goods']]),
    };
    const message = { ...messageWith('', [eventOf('BUY_BOX_CHANGED', lost)]), names };
    assert.match(textOfEvents(message).subject, /ハイキング用メリノウールソックス三足組$/);
    assert.equal(
      textOfEvents(message).short,
      `You lost the buy box: SOCKS-1. Rival Goods has it now for 21.49 USD; you ask 22.99 USD. Lower your price to 21.49 USD or less to get it back. ${PAGE_URL}`,
    );
  });

  it('writes quotes, dashes and accents of a title in the alphabet of SMS', () => {
    const [, lost = {}] = samples.find(([kind]) => kind === 'BUY_BOX_CHANGED') ?? [];
    const message = messageWith('“Crème” brûlée set – 4’s…', [eventOf('BUY_BOX_CHANGED', lost)]);
    assert.match(textOfEvents(message).short, /^You lost the buy box: "Creme" brulee set - 4's\.\.\.\. /);
    assert.match(textOfEvents(message).subject, /“Crème” brûlée set – 4’s…$/);
  });
});

const headerNames = [
  ...['auto-submitted', 'content-type', 'date', 'from', 'list-unsubscribe', 'list-unsubscribe-post', 'message-id'],
  ...['mime-version', 'subject', 'to'],
];
