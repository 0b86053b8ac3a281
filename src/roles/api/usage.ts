import type { CountUsage } from '../../http/app/request-log.ts';
import type { StopSequence } from '../../processes/stop-sequence.ts';
import { UsageCounter } from '../../usage/usage-counter.ts';
import { startUsageWriter, UsageWriter } from '../../usage/usage-writer.ts';
import type { OpenedService } from '../service/service.ts';

/** Counts the requests of this process, and writes the counts until it stops: after its last request. */
export function startUsage(
  { db, now, log }: Pick<OpenedService, 'db' | 'now' | 'log'>,
  stops: StopSequence,
): CountUsage {
  const counter = new UsageCounter(now);
  const writer = startUsageWriter(new UsageWriter(db, counter, now), (err) =>
    log.warn({ err }, 'usage cannot be written now; trying again'),
  );
  stops.add('background', () => writer.stop());
  return (caller, answer) => counter.count(caller, answer);
}
