import { BackgroundLoop } from '../../src/async/background-loop.ts';
import { dispatchBatch } from '../../src/notifications/dispatch/dispatch-batch.ts';
import type { DispatchOptions } from '../../src/notifications/dispatch/event-dispatch.ts';
import { holdFormerLease, isHeldByOther } from './former-lease.ts';

const LEASE = 'dispatcher';
const LEASE_MS = 3_000;
const POLL_MS = 50;
const LIMITS = { events: 25, rows: 50 };

/** Addresses events as a process of the release before does: all of them, while it holds the one lease. */
export function startFormerDispatcher(parts: DispatchOptions): { stop(): Promise<void> } {
  const { source, db, now, transaction, onDispatched, onFailure } = parts;
  let token = 0;
  return new BackgroundLoop({
    name: 'test',
    async turn() {
      if ((await source.next(db, 1, [])).length === 0) return POLL_MS;
      if (await isHeldByOther(db, LEASE, token, now())) return POLL_MS;
      const done = await transaction(
        async (tx) => {
          const nowMs = now();
          const held = await holdFormerLease(tx, LEASE, token, { nowMs, untilMs: nowMs + LEASE_MS });
          if (held === undefined) return undefined;
          const looked = await source.next(tx, LIMITS.events, []);
          return { held, batch: await dispatchBatch(tx, parts, { looked, limits: LIMITS }) };
        },
        { timeoutMs: 5_000, seesLatest: true },
      );
      if (done === undefined) return POLL_MS;
      token = done.held;
      onDispatched(done.batch);
      return 0;
    },
    pauseAfterFailureMs: 1_000,
    onFailure,
  });
}
