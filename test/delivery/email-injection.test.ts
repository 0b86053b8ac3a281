// run: without coverage

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import PostalMime from 'postal-mime';
import type { EmailSender } from '../../src/delivery/mail/email.ts';
import type { OutgoingMessage } from '../../src/delivery/message-sender.ts';
import { EVENT_KINDS } from '../../src/domain/notifications/notification.ts';
import { badAddresses } from './bad-addresses.ts';
import { type MailServer, mailServer, senderTo } from './mail-server.ts';
import { event, outgoingMessage } from './outgoing-message.ts';

let server: MailServer;
let sender: EmailSender;
const email = (address: string) => outgoingMessage('EMAIL', { email: { address } });

/** What sending one message puts on the wire: the commands, and the messages between them. */
async function traffic(one: OutgoingMessage): Promise<{ result: string; commands: string[]; messages: string[] }> {
  const before = server.wire().length;
  const { result } = await sender.send(one);
  let rest = server.wire().slice(before);
  const commands: string[] = [];
  const messages: string[] = [];
  while (rest !== '') {
    const line = rest.slice(0, rest.indexOf('\r\n'));
    rest = rest.slice(line.length + 2);
    commands.push(line);
    if (line !== 'DATA') continue;
    const end = rest.indexOf('\r\n.\r\n');
    messages.push(rest.slice(0, end + 2));
    rest = rest.slice(end + 5);
  }
  return { result, commands: commands.filter((line) => !line.startsWith('EHLO ')), messages };
}

/** Asserts that exactly one message goes to exactly this address, with no other command or header. */
async function assertOnly(one: OutgoingMessage, address: string): Promise<string> {
  const { result, commands, messages } = await traffic(one);
  assert.equal(result, 'delivered');
  assert.deepEqual(
    commands.map((line) => line.replace(/ (?:BODY|SIZE)=\S+/g, '')),
    ['MAIL FROM:<notifications@store.example>', `RCPT TO:<${address}>`, 'DATA'],
  );
  assert.equal(messages.length, 1);
  const { headers, to, cc, bcc } = await PostalMime.parse(messages[0] ?? '');
  const names = headers.map(({ key }) => key).toSorted();
  assert.deepEqual(names, [
    ...['auto-submitted', 'content-type', 'date', 'from', 'list-unsubscribe', 'list-unsubscribe-post'],
    ...['message-id', 'mime-version', 'subject', 'to'],
  ]);
  assert.deepEqual([to?.map((one) => one.address), cc, bcc], [[address], undefined, undefined]);
  return messages[0] ?? '';
}

describe('over SMTP,', () => {
  before(async () => {
    server = await mailServer();
    sender = senderTo(server.port);
  });
  after(async () => {
    sender.close();
    await server.close();
  });

  describe('a text that is no e-mail address', () => {
    for (const address of badAddresses) {
      it(`sends nothing: ${JSON.stringify(address).slice(0, 50)}`, async () => {
        const { result, commands } = await traffic(email(address));
        assert.deepEqual({ result, commands }, { result: 'refused', commands: [] });
      });
    }
  });

  describe('any address', () => {
    it('gets one message, or nothing is sent', async () => {
      const pieces = fc.constantFrom(
        'a',
        'shop',
        '@',
        '.',
        'b.example',
        ',',
        '<',
        '>',
        '"',
        '\r\n',
        ' ',
        ':',
        '(',
        "'",
        '+',
      );
      const almost = fc.array(pieces, { minLength: 1, maxLength: 6 }).map((parts) => `a${parts.join('')}@b.example`);
      let sent = 0;
      await fc.assert(
        fc.asyncProperty(fc.oneof(almost, fc.emailAddress(), fc.string()), async (address) => {
          const { result, commands } = await traffic(email(address));
          if (result === 'refused') return assert.deepEqual(commands, []);
          sent += 1;
          const recipients = commands.filter((line) => line.startsWith('RCPT'));
          assert.deepEqual(recipients, [`RCPT TO:<${address}>`]);
          assert.equal(commands.length, 3);
        }),
        { numRuns: 150 },
      );
      assert.ok(sent > 20, `enough of them are addresses: ${sent}`);
    });

    for (const address of [
      "o'hara+shop@b.example",
      'a@xn--bcher-kva.example',
      'a.b_c-d@x-1.example',
      '!#$%&*/=?^_`{|}~@b.example',
    ]) {
      it(`with unusual characters is the only recipient: ${address}`, async () => {
        await assertOnly(email(address), address);
      });
    }
  });

  describe('text that a seller wrote', () => {
    const evil = 'x\r\n.\r\nMAIL FROM:<e@evil.example>\r\nBcc: e@evil.example\r\n\r\n<b>evil</b>';
    const data = {
      ...{
        payloadVersion: evil,
        sellerId: evil,
        marketplaceId: evil,
        testScenario: evil,
        SellerSKU: evil,
        message: evil,
      },
      ...{ ItemCondition: evil, FeeType: evil, PromotionId: evil, EffectiveFrom: evil, storeItemId: evil },
      ...{
        BuyBoxPrice: { sellerId: evil, LandedPrice: { CurrencyCode: evil, Amount: 1 } },
        Summary: { TotalOfferCount: evil },
      },
    };

    for (const type of EVENT_KINDS) {
      it(`is no command, header, link or markup in an e-mail about ${type}`, async () => {
        const body = JSON.stringify({ ...event, type, id: evil, subject: evil, time: evil, data });
        const one = outgoingMessage('EMAIL', { email: { address: 'owner@shop.example' } }, { body });
        one.destination.name = evil;
        one.delivery.deliveryId = evil;
        const message = await assertOnly(one, 'owner@shop.example');
        const { text = '', html = '', subject = '' } = await PostalMime.parse(message);
        // The delivery id is in the Message-ID, without the characters that are not allowed there.
        const [headers = ''] = message.split('\r\n\r\n');
        assert.doesNotMatch(headers.replace(/^Message-ID:\s+<.*>/m, ''), /^(?:Bcc|MAIL FROM)|evil\.example/m);
        assert.doesNotMatch(subject, /\n/);
        assert.doesNotMatch(text + html + subject, /evil\.example|<b>/);
        // The name of a promotion and the SKU of a price change are shown, as one line; every other value is of a form that it must not have.
        if (type !== 'FEE_PROMOTION' && type !== 'PRICE_CHANGED')
          assert.doesNotMatch(text + html + subject, /evil|MAIL FROM/);
      });
    }
  });

  describe('the recorded traffic', () => {
    it('covers all messages above', () => {
      assert.match(server.wire(), /^EHLO \S+\r\nMAIL FROM:<notifications@store\.example>/);
      assert.ok(server.received.length > 30);
    });
  });
});
