// run: without coverage

import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import fc from 'fast-check';
import { withEngines } from '../db/engines.ts';
import { drawnAlike, isTorture } from '../harness/scale.ts';
import { openEvents } from './event-store.ts';
import { MISHAPS, type Mishap } from './mishap.ts';
import { OrderStory, type Story, type StoryEvent, sellerOf } from './order-story.ts';

const event = (itemId: string, to: number, isPoison = false): StoryEvent => ({ itemId, from: 0, to, isPoison });

/** Nothing goes wrong but poisoned events, and batches grow: 50 rows, then 75, 113 ... */
const calm = (receivers: number, events: readonly StoryEvent[]): Story => ({
  ...{ receivers, batches: [{ transaction: 0, events }], mishaps: [], paces: ['fast'], clockMs: [0] },
});

withEngines('the order of events', (engine) => {
  let store: Awaited<ReturnType<typeof openEvents>>;
  before(async () => {
    store = await openEvents(await engine.migrated());
    await store.webhook(sellerOf(0));
  });
  beforeEach(() => {
    for (const list of [store.postponed, store.failures, store.batches]) list.length = 0;
  });

  const play = async (story: Story): Promise<OrderStory> => {
    const played = new OrderStory(store, story);
    await played.play();
    await played.assertInOrder();
    return played;
  };

  test('an item with more receivers than rows in a batch keeps its order when its neighbour fails', async () => {
    const revisions = Array.from({ length: 4 }, () => event('LARGE', 120));
    await play(calm(120, [event('POISON', 1, true), ...revisions]));
    assert.ok(store.postponed.length > 0 && store.postponed.every((item) => item === 'POISON'), `${store.postponed}`);
    assert.ok(store.batches.length > 4, 'the first revision took more than one transaction');
  });

  test('a postponement that ends while events are dispatched one by one lets no later event pass', async () => {
    const others = Array.from({ length: 6 }, (_, n) => event(`OTHER${n}`, 3));
    const events = [event('POISON', 3, true), ...others, event('POISON', 3), event('POISON', 2)];
    await play({ ...calm(3, events), clockMs: [400] });
    assert.ok(store.postponed.length > 1, `${store.postponed}`);
  });

  test('a failure of any statement changes neither the order nor the numbers', async () => {
    const events = [event('LARGE', 60), event('SMALL', 3), event('LARGE', 60), event('SMALL', 9)];
    const story: Story = { ...calm(60, events), paces: ['fast', 'fast', 'fast', 'slow'] };
    const { statements } = await play(story);
    const places = statements.flatMap((count, transaction) =>
      Array.from({ length: count }, (_, statement) => ({ transaction, statement })),
    );
    assert.ok(statements.length > 2 && places.length > 30, `${statements}`);
    const stride = isTorture ? 1 : 8;
    for (const place of places.filter((_, n) => n % stride === 0)) {
      const { happened } = await play({ ...story, mishaps: [{ kind: 'statement', ...place }] });
      assert.ok(happened.has('statement'), `statement ${place.statement} of transaction ${place.transaction}`);
    }
  });

  const receivers = fc.integer({ min: 100, max: 300 });
  const storyEvent = fc.record({
    itemId: fc.constantFrom('A', 'A', 'A', 'B', 'C'),
    from: fc.constantFrom(0, 0, 7),
    to: fc.integer({ min: 20, max: 300 }),
    isPoison: fc.constantFrom(false, false, true),
  });
  /** One of each kind at least, each in a transaction of its own. */
  const mishaps = fc
    .shuffledSubarray(Array.from({ length: 20 }).keys().toArray(), { minLength: 7, maxLength: 14 })
    .chain((transactions) => fc.tuple(...transactions.map((transaction, n) => mishapIn(transaction, n))));
  const mishapIn = (transaction: number, n: number): fc.Arbitrary<Mishap> =>
    fc.record({
      kind: n < MISHAPS.length ? fc.constant(MISHAPS[n] as Mishap['kind']) : fc.constantFrom(...MISHAPS),
      ...{ transaction: fc.constant(transaction), statement: fc.nat(17) },
    });
  const stories = fc.record({
    receivers,
    batches: fc.array(
      fc.record({ transaction: fc.nat(20), events: fc.array(storyEvent, { minLength: 2, maxLength: 5 }) }),
      { minLength: 1, maxLength: 2 },
    ),
    mishaps,
    paces: fc.array(fc.constantFrom('slow', 'fast', 'fast'), { minLength: 1, maxLength: 6 }),
    clockMs: fc.array(fc.constantFrom(0, 0, 400, 1_100, 3_100), { minLength: 1, maxLength: 5 }),
  });

  test('sequences follow revisions, whatever fails, whoever holds the lease and however large the batches are', async () => {
    const happened = new Set<string>();
    const property = fc.asyncProperty(stories, async (drawn) => {
      const inRange = ({ from, to, ...one }: StoryEvent) => ({ ...one, from, to: Math.min(to, drawn.receivers) });
      const batches = drawn.batches
        .map((batch) => ({ ...batch, events: batch.events.map(inRange) }))
        .sort((a, b) => a.transaction - b.transaction);
      const played = await play({ ...drawn, batches });
      for (const kind of played.happened) happened.add(kind);
    });
    await fc.assert(property, drawnAlike(3, 150));
    assert.deepEqual(happened, new Set(MISHAPS));
    assert.ok(new Set(store.batches).size > 5 && store.postponed.length > 0);
  });
});
