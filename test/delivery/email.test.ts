import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import PostalMime from 'postal-mime';
import type { EmailSender } from '../../src/delivery/mail/email.ts';
import { type MailServer, mailServer, senderTo } from './mail-server.ts';
import { outgoingMessage, STOP_URL } from './outgoing-message.ts';
import { soon } from './receiver.ts';

let server: MailServer;
let sender: EmailSender;
const stop = async () => {
  sender.close();
  await server.close();
};

const email = (attempts = 1) => outgoingMessage('EMAIL', { email: { address: 'owner@shop.example' } }, { attempts });
const confirmation = {
  url: 'https://api.store.example/confirm?a=1&b="<x>',
  code: '482913',
  expiresMs: Date.parse('2026-11-16T09:30:00Z'),
  names: { seller: 'Demo Seller', marketplace: 'Store US' },
};

async function start(others: { timeoutMs?: number } = {}): Promise<void> {
  server = await mailServer();
  sender = senderTo(server.port, others);
}

/** The message that arrived last. */
async function last() {
  const { raw, ...envelope } = server.received.at(-1) ?? assert.fail('nothing arrived');
  return { ...envelope, ...(await PostalMime.parse(raw)), raw: raw.toString('latin1'), envelope };
}

describe('an e-mail', () => {
  afterEach(stop);

  it('arrives with a text and an HTML part, and its answer is the reply of the server', async () => {
    await start();
    assert.deepEqual(await sender.send(email()), {
      result: 'delivered',
      code: 250,
      answer: '250 2.0.0 Ok: queued as 4XyZ',
    });
    const { envelope, headers, text = '', html = '', attachments } = await last();
    assert.deepEqual(
      { from: envelope.from, to: envelope.to },
      { from: 'notifications@store.example', to: ['owner@shop.example'] },
    );
    const { 'content-type': type = '', ...others } = Object.fromEntries(headers.map(({ key, value }) => [key, value]));
    assert.match(type, /^multipart\/alternative; boundary=/);
    assert.deepEqual(others, {
      from: 'notifications@store.example',
      to: 'owner@shop.example',
      subject: 'Test notification',
      'message-id': '<dl_0000000000000000000000000000000a@store.example>',
      date: 'Sun, 15 Nov 2026 09:30:00 +0000',
      'auto-submitted': 'auto-generated',
      'list-unsubscribe': `<${STOP_URL}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'mime-version': '1.0',
    });
    assert.equal(headers.length, 10, 'each header once');
    assert.match(
      text,
      /^Test notification\n\nThis is a test notification\.\n.*Marketplace: STORE_US\n.*\n-- \nYou get this because the seller "Demo & Sons" has /s,
    );
    assert.ok(
      text.includes(`\nSent by Store Inc., the operator of Store US.\nStop these notifications: ${STOP_URL}\n`),
      text,
    );
    assert.match(html, /^<!doctype html>.*<h1 [^>]*>Test notification<\/h1>.*STORE_US.*Demo &amp; Sons/s);
    assert.ok(html.includes(`href="${STOP_URL}"`));
    assert.deepEqual(attachments, []);
  });

  it('has no text that the seller wrote', async () => {
    await start();
    await sender.send(email());
    const { raw, text, html } = await last();
    assert.doesNotMatch(`${raw}${text}${html}`, /gr=C3=BC|grüße|testScenario|🧦/);
  });

  it('has one Message-ID for all attempts of a delivery, and another for another delivery', async () => {
    await start();
    const ids: (string | undefined)[] = [];
    for (const one of [email(1), email(2)]) {
      await sender.send(one);
      ids.push((await last()).messageId);
    }
    const other = email();
    other.delivery.deliveryId = 'dl_2\r\nBcc: x@y.example';
    await sender.send(other);
    ids.push((await last()).messageId);
    assert.deepEqual(ids, [
      '<dl_0000000000000000000000000000000a@store.example>',
      '<dl_0000000000000000000000000000000a@store.example>',
      '<dl_2__Bcc__x_y_example@store.example>',
    ]);
  });

  it('that asks for confirmation has the link twice and its expiry, and nothing of the event', async () => {
    await start();
    assert.equal((await sender.send({ ...email(), confirmation })).result, 'delivered');
    const { subject, text = '', html = '' } = await last();
    assert.equal(subject, 'Confirm notifications from Store US');
    assert.match(
      text,
      /The seller "Demo Seller" asked Store US .*\nhttps:\/\/api\.store\.example\/confirm\?a=1&b="<x>\n.*16 Nov 2026, 09:30 UTC.*ignore it/s,
    );
    assert.equal(html.match(/href="https:\/\/api\.store\.example\/confirm\?a=1&amp;b=&quot;&lt;x&gt;"/g)?.length, 2);
    // Grouped, large and apart from other text.
    assert.match(text, /^Code: 482 913$/m);
    assert.match(html, /<p [^>]*font-size:30px[^>]*>482 913<\/p>/);
    assert.match(html, /16 Nov 2026, 09:30 UTC.*ignore it/s);
    assert.doesNotMatch(text + html, /A1DEMOSELLER|STORE_US|ntf_|grüße|Test notification|"<x>"/);
  });
});

describe('the connection', () => {
  afterEach(stop);

  it('is reused for the next message', async () => {
    await start();
    for (let sent = 0; sent < 3; sent++) assert.equal((await sender.send(email())).result, 'delivered');
    assert.equal(server.connections(), 1);
  });

  it('that the server closed while it was idle costs no attempt', async () => {
    await start();
    await sender.send(email());
    server.cut();
    assert.equal((await sender.send(email())).result, 'delivered');
    assert.deepEqual([server.received.length, server.connections()], [2, 2]);
  });

  it('is one of at most ten, and each of many messages arrives once', async () => {
    // A message waits a part of this for a free connection: enough for a busy machine.
    await start({ timeoutMs: 20_000 });
    const messages = Array.from({ length: 60 }, (_, index) => {
      const one = email();
      one.delivery.deliveryId = `dl_${index}`;
      return one;
    });
    const outcomes = await Promise.all(messages.map((one) => sender.send(one)));
    assert.deepEqual(
      outcomes.filter(({ result }) => result !== 'delivered'),
      [],
    );
    const ids = server.received.map(({ raw }) => /^Message-ID: <(dl_\d+)@/m.exec(raw.toString())?.[1]);
    assert.equal(new Set(ids).size, 60);
    assert.equal(ids.length, 60);
    assert.ok(server.connections() <= 10, String(server.connections()));
  });

  it('closes with the sender, and nothing is sent after that', async () => {
    await start();
    await sender.send(email());
    sender.close();
    const { result } = await sender.send(email());
    assert.equal(result, 'failed');
    assert.equal(server.received.length, 1);
    assert.ok(await soon(() => server.open() === 0), 'no socket is left');
  });
});
