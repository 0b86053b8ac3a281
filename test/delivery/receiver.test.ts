// run: without coverage

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { siteLinks } from '../../src/pages/site-links.ts';
import { type DemoReceiver, startDemoReceiver } from '../../src/receiver/demo-receiver.ts';
import { eventExamples } from '../../src/wire/notifications/events/event-examples.ts';
import { event } from './outgoing-message.ts';

let receiver: DemoReceiver;
describe('the demo receiver', () => {
  beforeEach(async () => {
    receiver = await startDemoReceiver({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => receiver.close());

  type Shown = { time: string; path: string; headers: Record<string, string>; body: string; encoding: string };

  const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}, path = '/hook') =>
    fetch(receiver.address + path, { method: 'POST', body, headers });
  const shown = async () =>
    ((await (await fetch(`${receiver.address}/deliveries.json`)).json()) as { deliveries: Shown[] }).deliveries;
  const page = async (path = '/') => (await fetch(receiver.address + path)).text();

  describe('a delivery', () => {
    it('is accepted on any path, and the newest is shown first', async () => {
      const headers = { 'webhook-id': event.id, 'webhook-timestamp': '1', 'webhook-signature': 'v1,abc= v1,def=' };
      assert.equal((await post(JSON.stringify(event), headers, '/a/b?c=d')).status, 204);
      assert.equal((await post('second')).status, 204);
      const [second, first] = await shown();
      assert.equal(second?.body, 'second');
      assert.equal(first?.path, '/a/b?c=d');
      assert.deepEqual(JSON.parse(first?.body ?? ''), event);
      assert.equal(first?.headers['webhook-id'], event.id);
      const html = await page();
      assert.ok(html.indexOf('second') < html.indexOf('TEST_NOTIFICATION'));
      for (const part of [event.id, 'v1,abc= v1,def=', '&quot;sellerId&quot;: &quot;A1DEMOSELLER&quot;']) {
        assert.ok(html.includes(part), part);
      }
    });

    it('with a known webhook-id on the same path is marked as a repeat', async () => {
      const repeats = async () => (await page()).match(/>repeat</g)?.length ?? 0;
      for (const path of ['/one', '/two', '/one?shop=1']) await post('{}', { 'webhook-id': 'a' }, path);
      await post('{}', { 'webhook-id': 'b' }, '/one');
      await post('{}', {}, '/one');
      await post('{}', {}, '/one');
      assert.equal(await repeats(), 0, 'two destinations may get one notification');
      await post('{}', { 'webhook-id': 'a' }, '/one');
      assert.equal(await repeats(), 1);
    });

    it('is one line that opens; a line that is opened pauses the page, so that no refresh closes it', async () => {
      for (const body of ['first', 'second']) await post(body);
      assert.equal((await page()).match(/<details class="delivery" id="d\d"><summary>/g)?.length, 2);
      const [, link = ''] = /href="(\/\?paused=1)#d1"/.exec(await page()) ?? [];
      const opened = await page(link);
      assert.doesNotMatch(opened, /http-equiv/);
      assert.deepEqual(opened.match(/id="d\d" open/g), ['id="d1" open']);
      assert.doesNotMatch(await page('/?paused=%3Cb%3E'), /" open|<b>/);
    });

    it('of Web Push is called encrypted, and lacks no signature', async () => {
      await post(Uint8Array.of(0xff, 0, 0x80), { 'content-encoding': 'aes128gcm', ttl: '60' }, '/push');
      assert.match(await page(), /Push message, encrypted/);
      assert.doesNotMatch(await page(), /no signature/);
      await post('{}');
      assert.match(await page(), /It has no signature headers/);
    });

    it('is dropped when 100 newer ones have arrived', async () => {
      for (let n = 1; n <= 103; n++) await post(String(n));
      const deliveries = await shown();
      assert.equal(deliveries.length, 100);
      assert.deepEqual([deliveries[0]?.body, deliveries[99]?.body], ['103', '4']);
    });

    it('may have a body of 1 MiB and not a byte more', async () => {
      assert.equal((await post('x'.repeat(1024 * 1024))).status, 204);
      assert.equal((await post('x'.repeat(1024 * 1024 + 1))).status, 413);
      assert.equal((await shown()).length, 1);
      const html = await page();
      assert.ok(html.length < 100_000);
      assert.match(html, /… and \d+ more characters/);
    });

    it('is dropped when all bodies together exceed 16 Mi characters', async () => {
      for (let n = 0; n < 20; n++) await post('x'.repeat(1024 * 1024));
      assert.equal((await shown()).length, 16);
    });

    it('is shown without the headers that carry credentials', async () => {
      const secrets = [
        'authorization',
        'proxy-authorization',
        'cookie',
        'x-api-key',
        'x-access-token',
        'x-shop-secret',
      ];
      await post('{}', { ...Object.fromEntries(secrets.map((name) => [name, 'open sesame'])), 'x-shop': 'one' });
      const [delivery] = await shown();
      assert.equal(delivery?.headers['x-shop'], 'one');
      assert.doesNotMatch(JSON.stringify(delivery) + (await page()), /open sesame/);
    });

    it('that is nested too deeply to be indented is shown as it came', async () => {
      await post('['.repeat(100_000) + ']'.repeat(100_000));
      assert.match(await page(), /\[{20000}\n… and 180000 more characters/);
    });

    it('with a body that is not text is shown as base64', async () => {
      await post(Uint8Array.of(0xff, 0, 0x80));
      const [delivery] = await shown();
      assert.deepEqual([delivery?.encoding, delivery?.body], ['base64', '/wCA']);
      assert.match(await page(), /Not text/);
    });
  });

  describe('an event of the market', () => {
    const money = (Amount: number) => ({ CurrencyCode: 'USD', Amount });
    const price = (listing: number, shipping = 0) => ({
      ...{ LandedPrice: money(listing + shipping), ListingPrice: money(listing), Shipping: money(shipping) },
    });
    const about = (type: string, data: object) => JSON.stringify({ type, subject: 'ITEM1', data });
    const holder = (sellerId: string, listing: number) => ({
      ...{ ...price(listing, 1), sellerId, belongsToRequester: sellerId === 'ME' },
    });
    const own = {
      ...{ SellerSKU: 'MY-SKU', OwnPrice: price(20), IsBuyBoxWinner: false },
      ...{
        WinningPrice: { resultStatus: 'VALID_FOEP', ListingPrice: money(17.5) },
        NetAtWinningPrice: { Net: money(14) },
      },
    };
    /** The text of the page without tags and without the bodies. */
    const read = async () =>
      (await page())
        .replaceAll(/<pre[\s\S]*?<\/pre>/g, '')
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ');

    it('shows its outcome, item and prices at a glance', async () => {
      const lost = { Change: 'LOST', ItemCondition: 'New', Cause: 'priceChange', PriceDifference: money(-2.5) };
      const boxes = { BuyBoxPrice: holder('RIVAL', 16.5), PreviousBuyBoxPrice: holder('ME', 19) };
      await post(about('BUY_BOX_CHANGED', { ...lost, ...boxes, MyOffers: [own] }));
      const text = await read();
      assert.match(text, /BUY_BOX_CHANGED LOST ITEM1 · New RIVAL holds the buy box now at 17\.50 USD with shipping;/);
      assert.match(text, /before: you at 20\.00 USD with shipping\. 17\.50 USD wins it back, net 14\.00 USD/);
      assert.match(text, /Difference −2\.50 USD Cause priceChange/);
      assert.match(text, /Your MY-SKU 20\.00 USD; 17\.50 USD would win, net 14\.00 USD after fees/);
    });

    it('says that a price which wins loses money, and groups thousands', async () => {
      const loses = { ...own, NetAtWinningPrice: { Net: money(-0.4) } };
      const boxes = { BuyBoxPrice: holder('RIVAL', 1233.5), PreviousBuyBoxPrice: holder('ME', 1999) };
      await post(about('BUY_BOX_CHANGED', { Change: 'LOST', ...boxes, MyOffers: [loses] }));
      const text = await read();
      assert.match(text, /17\.50 USD would win, but each sale loses 0\.40 USD after fees/);
      assert.match(text, /RIVAL holds the buy box now at 1,234\.50 USD with shipping;/);
    });

    it('about a lost buy box says in its row the price that wins it back, and for which of several offers', async () => {
      const rowOf = async (MyOffers: object[], Change = 'LOST') => {
        await post(about('BUY_BOX_CHANGED', { Change, BuyBoxPrice: holder('RIVAL', 16.5), MyOffers }));
        return /class="glance">([^<]*)</.exec(await page())?.[1] ?? '';
      };
      const { WinningPrice: _price, NetAtWinningPrice: _net, ...hopeless } = own as Record<string, unknown>;
      assert.match(await rowOf([own]), /before: nobody\. 17\.50 USD wins it back, net 14\.00 USD after fees\.$/);
      assert.match(await rowOf([hopeless, own]), / 17\.50 USD for MY-SKU wins it back/);
      for (const row of [await rowOf([hopeless]), await rowOf([]), await rowOf([own], 'WON')])
        assert.doesNotMatch(row, /wins it back/);
    });

    it('says who holds the buy box when it is the reader, and when it is nobody', async () => {
      const winner = { ...own, IsBuyBoxWinner: true };
      await post(about('BUY_BOX_CHANGED', { Change: 'WON', BuyBoxPrice: holder('ME', 16), MyOffers: [winner] }));
      assert.match(await read(), /WON ITEM1 You hold the buy box now at 17\.00 USD with shipping; before: nobody\./);
      assert.match(await read(), /Your MY-SKU 20\.00 USD; it holds the buy box/);
      await post(about('BUY_BOX_CHANGED', { Change: 'NONE', PreviousBuyBoxPrice: holder('RIVAL', 16) }));
      assert.match(await read(), /NONE ITEM1 Nobody holds the buy box now; before: RIVAL at 17\.00 USD/);
    });

    it('shows the offers, and the gates that an offer fails', async () => {
      const offers = [
        { MyOffer: false, SellerId: 'RIVAL', ListingPrice: money(15), Shipping: money(0.5), IsBuyBoxWinner: true },
        { MyOffer: true, SellerId: 'ME', ListingPrice: money(20) },
      ];
      await post(about('ANY_OFFER_CHANGED', { Summary: { TotalOfferCount: 2 }, Offers: offers }));
      assert.match(await read(), /2 offers on the item; the lowest in this condition: 15\.50 USD\./);
      assert.match(await read(), /Offer 1 15\.50 USD, RIVAL, holds the buy box Offer 2 20\.00 USD, yours/);
      const failing = { SellerSKU: 'MY-SKU', Health: 'UNHEALTHY', OwnPrice: price(20) };
      const gates = { FailingGates: [{ Explanation: 'It is above the threshold.' }] };
      await post(about('PRICING_HEALTH', { Health: 'UNHEALTHY', Offers: [{ ...failing, ...gates }] }));
      assert.match(
        await read(),
        /UNHEALTHY ITEM1 An offer of yours is not eligible for the buy box of consumers any more\./,
      );
      assert.match(await read(), /Your MY-SKU UNHEALTHY, 20\.00 USD\. It is above the threshold\./);
      await post(about('PRICING_HEALTH', { Health: 'RECOVERED', Offers: [] }));
      assert.match(await read(), /RECOVERED ITEM1 An offer of yours is eligible for the buy box of consumers again\./);
    });

    it('about fees shows what a promotion takes off, and what listings pay before and after', async () => {
      await post(JSON.stringify(eventExamples.FEE_PROMOTION));
      assert.match(
        await read(),
        /FEE_PROMOTION BEGINS STORE_US A promotion on a fee of one listing of yours: 50 % less\./,
      );
      assert.match(await read(), /Your DEMO-SKU-14 2\.55 USD less/);
      await post(JSON.stringify(eventExamples.FEE_CHANGED));
      assert.match(
        await read(),
        /FEE_CHANGED STORE_US The fees of 2 of your listings change on 2040-01-01T00:00:00\.000Z\./,
      );
      assert.match(await read(), /Together 0\.30 USD Your DEMO-SKU-13 7\.53 USD, then 7\.68 USD/);
    });

    it('of any other form is shown, too', async () => {
      const odd = [
        null,
        1,
        [],
        { Change: ['LOST'], MyOffers: {}, Offers: [null] },
        { Offers: [{ ListingPrice: 'x' }] },
      ];
      const money = { PriceDifference: { CurrencyCode: 'usd', Amount: 1 }, Change: 'constructor' };
      for (const kind of ['BUY_BOX_CHANGED', 'ANY_OFFER_CHANGED', 'PRICING_HEALTH'])
        for (const data of [...odd, money]) await post(JSON.stringify({ type: kind, subject: 7, data }));
      assert.equal((await page()).match(/<details class="delivery"/g)?.length, 18);
    });
  });

  describe('the page', () => {
    it('says that nothing has arrived yet', async () => assert.match(await page(), /Nothing has arrived yet/));

    it('escapes untrusted content and forbids scripts', async () => {
      const attack = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`;
      const type = `</h2>${attack}`;
      await post(JSON.stringify({ type, attack }), { 'webhook-id': attack, 'x-a': attack }, '/%3Cscript%3E');
      await post(attack);
      const word = {
        Change: attack,
        Cause: attack,
        BuyBoxPrice: { sellerId: attack },
        MyOffers: [{ SellerSKU: attack }],
      };
      await post(JSON.stringify({ type: 'BUY_BOX_CHANGED', subject: attack, data: word }));
      const answer = await fetch(`${receiver.address}/`);
      assert.doesNotMatch(await answer.text(), /<script|<img/);
      const policy = answer.headers.get('content-security-policy') ?? '';
      assert.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; /);
      assert.doesNotMatch(policy, /unsafe|script-src/);
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(answer.headers.get('cache-control'), 'no-store');
    });

    it('has the header of the other pages, with links to them', async () => {
      assert.doesNotMatch(await page(), /<nav/);
      const links = siteLinks('https://api.example/seller', '');
      const linked = await startDemoReceiver({ port: 0, host: '127.0.0.1', links });
      const text = await (await fetch(linked.address)).text();
      await linked.close();
      assert.match(text, /<a class="brand" href="https:\/\/api\.example\/seller\/">/);
      for (const [path, name] of [
        ['/', 'Start'],
        ['/console', 'Console'],
        ['/docs', 'API reference'],
        ['/guides', 'Guides'],
      ] as const)
        assert.ok(text.includes(`<a href="https://api.example/seller${path}">${name}</a>`), name);
    });

    it('refreshes itself until it is paused', async () => {
      assert.match(await page(), /<meta http-equiv="refresh" content="\d+">/);
      assert.doesNotMatch(await page('/?paused'), /http-equiv/);
    });

    it('is not served under a foreign host name (DNS rebinding)', async () => {
      const request = httpRequest(`${receiver.address}/deliveries.json`, {
        headers: { host: 'rebound.example:8083' },
      }).end();
      const [answer] = await once(request, 'response');
      answer.resume();
      assert.equal(answer.statusCode, 421);
    });

    it('is the only one: other paths are a 404, other methods a 405 with Allow', async () => {
      assert.equal((await fetch(`${receiver.address}/other`)).status, 404);
      const answer = await fetch(receiver.address, { method: 'DELETE' });
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET, HEAD, OPTIONS, POST']);
      const head = await fetch(receiver.address, { method: 'HEAD' });
      assert.deepEqual([head.status, await head.text()], [200, '']);
    });
  });

  describe('the server', () => {
    it('survives a sender that disconnects in the middle of a request', async () => {
      const socket = connect(Number(new URL(receiver.address).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf');
      await post('first');
      socket.destroy();
      assert.equal((await post('second')).status, 204);
      assert.deepEqual(
        (await shown()).map(({ body }) => body),
        ['second', 'first'],
      );
    });

    it('does not start on a port in use', async () => {
      const port = Number(new URL(receiver.address).port);
      await assert.rejects(startDemoReceiver({ port, host: '127.0.0.1' }), { code: 'EADDRINUSE' });
    });

    it('closes at once, with its open connections', async () => {
      const other = await startDemoReceiver({ port: 0, host: '127.0.0.1' });
      const socket = connect(Number(new URL(other.address).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.on('error', () => undefined);
      await other.close();
      if (!socket.closed) await once(socket.resume(), 'close');
    });
  });
});
