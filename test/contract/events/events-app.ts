import assert from 'node:assert/strict';
import { AuditLog } from '../../../src/audit/audit-log.ts';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import type { ApplyOptions } from '../../../src/market/apply-call.ts';
import { type MarketOptions, openMarket } from '../../../src/market/market.ts';
import { MarketEvents } from '../../../src/market/projections/events/event-queue.ts';
import { dispatchBatch } from '../../../src/notifications/dispatch/dispatch-batch.ts';
import { startDispatcher } from '../../../src/notifications/dispatch/dispatcher.ts';
import { UsageReader } from '../../../src/usage/usage-reader.ts';
import type { Engine } from '../../db/engines.ts';
import { startApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { startProvider } from '../../harness/provider.ts';
import { recordOf } from '../../harness/record-of.ts';
import { until } from '../../harness/until.ts';
import { type Plain, settle } from '../../market/market-fixture.ts';
import { notificationsOn } from '../../notifications/notification-store.ts';

export type EventsApp = Awaited<ReturnType<typeof openEvents>>;

type EventsOptions = MarketOptions & { logLevel?: string };

/** Small: one event often takes several batches. */
const PIECE = { events: 3, rows: 4 };

/** Market, pricing answers, events and their dispatcher on one store, with a clock that only the test moves. */
export async function openEvents(engine: Engine, { logLevel = 'silent', ...options }: EventsOptions = {}) {
  const database = await engine.migrated();
  const db = await database.open();
  const store = notificationsOn(db);
  const market = openMarket(db, () => store.clock.now, { seal: store.key, ...options });
  const provider = await startProvider();
  const auditLog = new AuditLog(db);
  const { app, logLines, metricsText } = await startApp({
    groups: pathGroupsOf({
      ...{ ...bareService, market, notifications: store.notifications, auditLog },
      identity: provider.identity,
      usage: new UsageReader(db, () => store.clock.now),
      consoleClientId: 'console',
    }),
    guards: { bearer: bearerGuard(provider.identity, createRateLimits(GENEROUS_PLAN)) },
    logLevel,
  });
  const api = {
    ...store,
    app,
    ...{ logLines, metricsText },
    auditLog,
    market,
    databaseConfig: database.config,
    /** Applies records in one transaction; fails when one is rejected. */
    async apply(records: readonly Plain[], options: Partial<ApplyOptions> = {}) {
      const outcomes = await market.writer.apply(records.map(recordOf), { boards: 'now', ...options });
      for (const outcome of outcomes) assert.equal(typeof outcome, 'string', JSON.stringify(outcome));
    },
    /** The body of a GET as one seller. */
    async get(sellerId: string, url: string) {
      const answer = await app.inject({ url, headers: { authorization: `Bearer for.${sellerId}` } });
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json();
    },
    /** The body of the answer to a POST of one seller. */
    async post(sellerId: string, url: string, payload: Plain) {
      const headers = { authorization: `Bearer for.${sellerId}` };
      const answer = await app.inject({ method: 'POST', url, headers, payload });
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json();
    },
    /** All events of a seller after a sequence, and the sequence of the last one. */
    async events(sellerId: string, after = 0) {
      const events = [];
      let latest = after;
      for (;;) {
        const page = await api.get(sellerId, `/notifications/v4/events?after=${latest}`);
        if (page.events.length === 0) return { events, latest: page.latestSequence as number };
        events.push(...page.events);
        latest = Number(page.events.at(-1).sequence);
      }
    },
    /** Addresses all open events, in small batches. */
    async dispatch() {
      const parts = { source: market.events, events: store.notifications.events };
      for (let isMore = true; isMore; ) {
        const batch = await db.transaction(async (tx) => {
          const looked = await market.events.next(tx, PIECE.events, []);
          return dispatchBatch(tx, parts, { looked, limits: PIECE });
        });
        isMore = batch.looked.length > 0;
      }
    },
    /** Tells all that is due about fees, in batches of about this many listings. Returns the number of batches. */
    async publishFees(limit = 25) {
      for (let batches = 0; ; batches += 1) {
        const isDone = await db.transaction(async (tx) => {
          const events = await market.feeEvents.nextBatch(tx, store.clock.now, limit);
          await store.notifications.events.append(tx, events ?? []);
          return events === undefined;
        });
        if (isDone) return batches;
      }
    },
    /**
     * Starts dispatchers that work against each other, as in several workers, each on connections of its own. Their clock runs
     * fast, so that leases end all the time. Returns a function that waits until all events are addressed, and one that stops them.
     */
    async startDispatchers(count: number) {
      const now = () => store.clock.now + Math.round(performance.now() * 1_000);
      const failures: unknown[] = [];
      const running = await Promise.all(
        Array.from({ length: count }, async () => {
          const own = await database.open();
          const dispatcher = startDispatcher({
            ...{ db: own, now, pollMs: 1, source: new MarketEvents(own, () => store.clock.now) },
            events: notificationsOn(own).notifications.events,
            transaction: (work) => own.transaction(work),
            onDispatched: () => undefined,
            onFailure: (error) => failures.push(error),
            onPostponed: (_item, error) => failures.push(error),
          });
          return dispatcher;
        }),
      );
      const open = async () => (await market.events.depth()).open;
      return {
        async settled() {
          await until('no event is open', async () => failures.length > 0 || (await open()) === 0, 60_000);
          assert.deepEqual([await open(), failures], [0, []]);
        },
        stop: () => Promise.all(running.map((one) => one.stop())),
      };
    },
    /** Rebuilds all boards that are due, as the worker does. */
    settle: () => settle(market),
    async close() {
      await app.close();
      await provider.close();
    },
  };
  return api;
}
