import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { makeDemoMarket } from '../../../src/cli/demo/make.ts';
import { EVENT_KINDS } from '../../../src/domain/notifications/notification.ts';
import { onEngine } from '../../db/engines.ts';
import { eventProblem } from '../../harness/event-check.ts';
import { type EventsApp, openEvents } from './events-app.ts';

/* The examples of docs/events.md are what the demo seller gets when its commands are run on a fresh demo. */

type Event = { id: string; type: string; subject: string; data: { [name: string]: unknown } };

const page = readFileSync(new URL('../../../docs/events.md', import.meta.url), 'utf8');
const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => JSON.parse(text) as Event);
const changes = [...page.matchAll(/^change '(\[[\s\S]*?\])'$/gm)].map(([, text = '']) => JSON.parse(text));

onEngine('sqlite', 'the examples of docs/events.md', (engine) => {
  let app: EventsApp;
  let events: Event[];
  let shown: Event[];
  before(async () => {
    app = await openEvents(engine);
    await makeDemoMarket(app.db, app.clock.now);
    await app.get('A1DEMOSELLER', '/notifications/v4/events');
    for (const [n, records] of changes.entries()) await app.apply(records, { requestId: `request-${n + 1}` });
    await app.dispatch();
    // The later schedule of the demo: its first notice, and then its promotion.
    for (const time of ['2039-12-02T00:00:00Z', '2040-01-01T00:00:00Z']) {
      app.clock.now = Date.parse(time);
      await app.publishFees();
    }
    ({ events } = await app.events('A1DEMOSELLER'));
    shown = [...events, ...(await priceChanged())];
  });
  after(() => app.close());

  /** The own price change of price-changes.md, on another fresh demo: one in which sellers change prices. */
  const priceChanged = async (): Promise<Event[]> => {
    const direct = await openEvents(engine, { priceChanges: 'direct' });
    await makeDemoMarket(direct.db, direct.clock.now);
    await direct.get('A1DEMOSELLER', '/notifications/v4/events');
    await direct.market.priceChanges.submit({
      ...{ marketplaceId: 'STORE_US', sellerId: 'A1DEMOSELLER', requestId: 'request-3' },
      changes: [{ sku: 'DEMO-SKU-26', customer: 'Consumer', strategy: { type: 'win' } }],
      by: { clientId: 'demoseller', isConsole: false },
    });
    await direct.dispatch();
    const found = await direct.events('A1DEMOSELLER');
    await direct.close();
    return found.events.filter(({ type }) => type === 'PRICE_CHANGED');
  };

  test('there is one of each kind that the market gives', () => {
    const kinds = examples.map(({ type }) => type).sort();
    const fees = ['FEE_CHANGED', 'FEE_PROMOTION'];
    assert.deepEqual(kinds, ['ANY_OFFER_CHANGED', 'BUY_BOX_CHANGED', ...fees, 'PRICE_CHANGED', 'PRICING_HEALTH']);
    assert.equal(changes.length, 2);
  });

  for (const example of examples) {
    test(`${example.type} is what its command gives, but for ids, and fits its schema`, () => {
      const about = ({ type, subject, data }: Event) => JSON.stringify([type, subject, data.PromotionId]);
      const sent = shown.find((one) => about(one) === about(example));
      const { PriceChangeId } = sent?.data ?? {};
      const data = { ...example.data, ...(PriceChangeId !== undefined && { PriceChangeId }) };
      assert.deepEqual({ ...example, id: sent?.id, data }, sent);
      assert.equal(typeof example.data.PriceChangeId, typeof PriceChangeId);
      assert.equal(eventProblem(example), undefined);
    });
  }

  test('a test notification is the one kind without a sequence, is not among the events, and the guide says so', async () => {
    const numbered = await Promise.all(
      EVENT_KINDS.map(async (kind) => [
        kind,
        'sequence' in (await app.get('A1DEMOSELLER', `/notifications/v4/schemas/${kind}`)).properties,
      ]),
    );
    assert.deepEqual(
      numbered.flatMap(([kind, isNumbered]) => (isNumbered ? [] : [kind])),
      ['TEST_NOTIFICATION'],
    );
    await app.post('A1DEMOSELLER', '/notifications/v4/destinations', { type: 'PULL' });
    await app.post('A1DEMOSELLER', '/notifications/v4/subscriptions/PULL/testNotification', {});
    const published = (await app.events('A1DEMOSELLER')).events.map(({ id }) => id);
    assert.deepEqual(
      published,
      events.map(({ id }) => id),
    );
    assert.match(page, /^A `TEST_NOTIFICATION` has neither `sequence` nor `previoussequence`/m);
    assert.match(page, /^\| `sequence` \|.*A `TEST_NOTIFICATION` has none \|$/m);
  });

  test('every word of Change and Cause is described', async () => {
    const fieldsOf = async (kind: string): Promise<Record<string, { description: string }>> =>
      (await app.get('A1DEMOSELLER', `/notifications/v4/schemas/${kind}`)).properties.data.properties;
    const { Change, Cause } = await fieldsOf('BUY_BOX_CHANGED');
    for (const field of [Change, Cause, (await fieldsOf('FEE_PROMOTION')).Change]) {
      const [list = ''] = field?.description.split(';') ?? [];
      for (const word of list.split(', ')) assert.match(page, new RegExp(`^\\|.*\`${word}\``, 'm'));
    }
  });
});
