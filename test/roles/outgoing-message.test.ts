import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { notificationMail } from '../../src/delivery/mail/notification-mail.ts';
import { textOfEvents } from '../../src/delivery/message-text.ts';
import type { EventKind } from '../../src/domain/notifications/notification.ts';
import { openMarket } from '../../src/market/market.ts';
import { messageFor } from '../../src/roles/worker/outgoing-message.ts';
import { onEngine } from '../db/engines.ts';
import { recordOf } from '../harness/record-of.ts';
import { openMessages } from '../notifications/message-store.ts';

const marketplace = (marketplaceId: string, isDefault: boolean) => ({
  ...{ kind: 'marketplace', marketplaceId, name: marketplaceId, countryCode: 'US', currency: 'USD', isDefault },
});
const SELLER = {
  ...{ kind: 'seller', sellerId: 'S1', plan: 'Professional', feedbackRating: 99, feedbackCount: 5 },
  ...{ featuredMerchant: true, email: 'seller@store.example' },
};

onEngine('sqlite', 'the message of the worker', (engine) => {
  let store: Awaited<ReturnType<typeof openMessages>>;
  before(async () => {
    store = await openMessages(await engine.migrated());
  });
  beforeEach(() => store.empty());

  async function sent(
    type: 'EMAIL' | 'SMS' | 'MOBILE_PUSH',
    environment: Record<string, string>,
    kind: EventKind = 'BUY_BOX_CHANGED',
  ) {
    await store.person(type);
    await store.publish('S1', 1, kind);
    const [claimed] = await store.queue.claim(1);
    assert.ok(claimed);
    const { notifications, db, clock } = store;
    const config = readConfig({ PUBLIC_URL: 'https://store.example/shop', ...environment });
    return messageFor({ config, notifications, market: openMarket(db, () => clock.now) }, claimed);
  }
  const LISTING = 'https://store.example/shop/console/marketplaces/STORE_US/listings/DEMO-SKU-1';

  test('about a lost buy box has a button to the listing in its marketplace, below the public address', async () => {
    const message = await sent('EMAIL', {});
    const mail = notificationMail(message, { from: 'notifications@store.example' }, store.clock.now);
    assert.ok(String(mail?.text).includes(`\nOpen the listing: ${LISTING}\n`), String(mail?.text));
    assert.match(String(mail?.html), new RegExp(`<a href="${LISTING}"[^>]*>Open the listing</a>`));
    assert.match(String(mail?.subject), /^You lost the buy box/);
  });

  for (const type of ['SMS', 'MOBILE_PUSH'] as const)
    test(`by ${type} has one link: to its page, which has the others`, async () => {
      const { short, push } = textOfEvents(await sent(type, {}));
      assert.match(type === 'SMS' ? short : (push.url ?? ''), /https:\/\/store\.example\/shop\/m\/[\w-]+$/);
    });

  test('about a suspended destination links to it in the default marketplace of the seller', async () => {
    const records = [marketplace('STORE_CA', false), marketplace('STORE_US', true), SELLER];
    await openMarket(store.db, () => store.clock.now).writer.apply(records.map(recordOf), { boards: 'now' });
    const message = await sent('EMAIL', {}, 'DESTINATION_SUSPENDED');
    const mail = notificationMail(message, { from: 'notifications@store.example' }, store.clock.now);
    const console = 'https://store.example/shop/console/';
    assert.match(
      String(mail?.text),
      new RegExp(`\\nOpen the destination: ${console}marketplaces/STORE_US/notifications/ch_`),
    );
    for (const part of [mail?.text, mail?.html])
      assert.doesNotMatch(String(part), new RegExp(`${console}(?!marketplaces/STORE_US/)`));
  });

  test('links to no console that has no client at the provider', async () => {
    const provider = {
      IDP_ISSUER: 'https://idp.example',
      IDP_INTROSPECTION_CLIENT_ID: 'a',
      IDP_INTROSPECTION_CLIENT_SECRET: 'b',
    };
    const { body } = textOfEvents(await sent('EMAIL', provider));
    assert.doesNotMatch(body, /console/);
    await store.empty();
    const withClient = textOfEvents(await sent('EMAIL', { ...provider, CONSOLE_CLIENT_ID: 'console' }));
    assert.ok(withClient.body.includes(LISTING));
  });
});
