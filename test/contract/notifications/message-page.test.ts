import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DAY_MS } from '../../../src/domain/duration.ts';
import type { EventKind } from '../../../src/domain/notifications/notification.ts';
import { openMarket } from '../../../src/market/market.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { recordOf } from '../../harness/record-of.ts';
import { good, ME, type NotificationApi, openNotificationApi } from './notifications-app.ts';

const TITLE = 'Socks <script>alert(1)</script> "evil.com"';
const records = [
  { kind: 'item', marketplaceId: 'STORE_US', itemId: 'ITEM000001', category: 'home', attributes: { Title: TITLE } },
  {
    ...{
      kind: 'seller',
      sellerId: 'A2DEMORIVAL',
      name: 'Rival & Sons',
      plan: 'Professional',
      email: 'rival@store.example',
    },
    ...{ feedbackRating: 99, feedbackCount: 5, featuredMerchant: true },
  },
];

withEnginesInTorture('the page of a message', (engine) => {
  let api: NotificationApi;
  before(async () => {
    api = await openNotificationApi(engine);
    const market = openMarket(api.db, Date.now);
    await market.writer.apply(records.map(recordOf), { boards: 'now' });
  });
  after(() => api.close());

  /** Sends so many events of a kind to a new destination, and gives the id of their message. */
  async function sent(body: object, kind: EventKind, count = 1) {
    api.clock.now += DAY_MS;
    const { channelId } = await api.create({ eventTypes: [kind], windowSeconds: 0, ...body });
    await api.publish(ME, count, kind);
    const claimed = await api.queue.claim(50);
    await api.settle(claimed, { result: 'delivered' });
    const one = claimed.find(({ destination }) => destination.destinationId === channelId);
    assert.ok(one?.delivery.messageId && one.earlier.length === count - 1);
    return { channelId, messageId: one.delivery.messageId };
  }
  const open = (messageId: string) => api.app.inject({ method: 'GET', url: `/m/${messageId}` });
  const email = { type: 'EMAIL' };
  const linkTo = (path: string) =>
    new RegExp(`<a (?:class="button" )?href="${RegExp.escape(path)}">Open the listing</a>`);

  test('200 without a token: names, both prices, what to do; nothing of it is cached, indexed or passed on', async () => {
    const { messageId } = await sent(email, 'BUY_BOX_CHANGED');
    const page = await open(messageId);
    assert.equal(page.statusCode, 200);
    const main = page.body.slice(page.body.indexOf('<main'));
    assert.match(main, /Socks &lt;script&gt;alert\(1\)&lt;\/script&gt; &quot;evil\. com&quot;/);
    assert.match(main, /The seller Rival &amp; Sons has it now for 22\.50 USD; you ask 22\.99 USD\./);
    assert.match(main, /What to do.*Lower your price to 22\.50 USD or less/s);
    assert.doesNotMatch(main, /<script|ITEM000001|A2DEMORIVAL|A1DEMOSELLER|demo@store|ch_\w+<|ntf_/);
    assert.equal(page.headers['cache-control'], 'no-store');
    assert.equal(page.headers['referrer-policy'], 'no-referrer');
    assert.match(page.body, /<meta name="robots" content="noindex">/);
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/);
    assert.equal(page.headers['set-cookie'], undefined);
  });

  test('200 links to the listing in its marketplace, and to each listing of a digest, below any path of a proxy', async () => {
    const path = '../console/marketplaces/STORE_US/listings/';
    const { messageId } = await sent(email, 'BUY_BOX_CHANGED');
    assert.match((await open(messageId)).body, linkTo(`${path}DEMO-SKU-1`));
    const digest = await open((await sent(email, 'PRICING_HEALTH', 2)).messageId);
    assert.equal(digest.body.match(new RegExp(linkTo(`${path}DEMO-SKU-20`), 'g'))?.length, 2);
  });

  test('200 links from a suspended destination to the console in the default marketplace of the seller, also from an SMS', async () => {
    for (const body of [email, { type: 'SMS' }]) {
      const { messageId } = await sent(body, 'DESTINATION_SUSPENDED');
      const page = (await open(messageId)).body;
      assert.match(
        page,
        /<a class="button" href="\.\.\/console\/marketplaces\/STORE_US\/notifications\/ch_\w+">Open the destination</,
      );
    }
  });

  test('200 a digest shows all its events, newest first, also those that the message has no room for', async () => {
    const { messageId } = await sent(email, 'ANY_OFFER_CHANGED', 25);
    const { body } = await open(messageId);
    assert.equal(body.match(/<li>/g)?.length, 25);
    assert.match(body, /<h1>The offers changed 25 times: Socks/);
  });

  test('the link to stop works without sign-in, for this destination alone', async () => {
    const other = await sent(email, 'PRICING_HEALTH');
    for (const body of [email, { type: 'SMS' }]) {
      const { channelId, messageId } = await sent(body, 'PRICING_HEALTH');
      const [, link = ''] =
        /<a href="\.\.(\/confirmations\/v4\/stops\/[^"]+)">/.exec((await open(messageId)).body) ?? [];
      assert.match((await api.app.inject({ method: 'GET', url: link })).body, /<button/);
      // RFC 8058: as a mail program sends it, without cookies.
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const stop = { method: 'POST', url: link, headers, payload: 'List-Unsubscribe=One-Click' } as const;
      assert.equal((await api.app.inject(stop)).statusCode, 200);
      assert.equal(good(await api.get(`/destinations/${channelId}`)).status, 'INACTIVE');
      assert.equal(good(await api.get(`/destinations/${other.channelId}`)).status, 'ACTIVE');
    }
  });

  test('who got a message cannot stop those to the next owner of the address', async () => {
    const { channelId, messageId } = await sent(email, 'PRICING_HEALTH');
    api.clock.now += 1;
    good(await api.patch(`/destinations/${channelId}`, { emailConfig: { address: 'next@elsewhere.example' } }));
    const page = await open(messageId);
    assert.equal(page.statusCode, 200);
    assert.doesNotMatch(page.body, /stops\/|elsewhere/);
  });

  test('404 ids that do not exist or are no ids, and messages of deleted destinations', async () => {
    const { channelId, messageId } = await sent(email, 'BUY_BOX_CHANGED');
    for (const id of [
      'x',
      'A'.repeat(16),
      messageId.slice(1),
      `${messageId}A`,
      "'%20OR%201=1",
      '%00',
      '..%2f',
      'x'.repeat(200),
    ]) {
      const page = await open(id);
      assert.equal(page.statusCode, 404, id);
      assert.match(page.body, /This message is no longer here/, id);
    }
    assert.equal((await api.delete(`/destinations/${channelId}`)).statusCode, 204);
    assert.equal((await open(messageId)).statusCode, 404);
  });

  test('404 a message of an application whose access was withdrawn', async () => {
    const { channelId, messageId } = await sent(email, 'BUY_BOX_CHANGED');
    await api.db.run("UPDATE destination SET status = 'WITHDRAWN' WHERE channel_id = $1", [channelId]);
    assert.equal((await open(messageId)).statusCode, 404);
  });

  test('405 for anything but reading', async () => {
    const answer = await api.app.inject({ method: 'POST', url: '/m/AAAAAAAAAAAAAAAA' });
    assert.equal(answer.statusCode, 405);
  });
});
