import { Counter, type Registry } from 'prom-client';
import { CHANNEL_TYPES } from '../../domain/notifications/destination.ts';
import type { DestinationFailure } from '../../domain/notifications/status-reason.ts';
import type { TallyObserver } from '../../notifications/tally.ts';

const FAILURES: readonly DestinationFailure[] = ['DELIVERY_FAILED', 'DESTINATION_GONE'];

/** The counters of deliveries that were not sent at once. Labels are types of destinations and words of the API, never ids. */
export function tallyCountersIn(registry: Registry): TallyObserver {
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const held = counter('notification_held_total', 'Deliveries that began to wait, by channel and reason.', [
    ...['channel', 'reason'],
  ]);
  const superseded = counter('notification_superseded_total', 'Deliveries that a newer event replaced, by channel.', [
    'channel',
  ]);
  const filtered = counter('notification_filtered_total', 'Events kept back by a filter, by channel and filter key.', [
    ...['channel', 'filter'],
  ]);
  const suspended = counter('notification_suspended_total', 'Destinations suspended, by channel and reason.', [
    ...['channel', 'reason'],
  ]);
  // From the start: Prometheus takes the first value of a series that appears later for no increase.
  for (const channel of CHANNEL_TYPES) for (const reason of FAILURES) suspended.inc({ channel, reason }, 0);
  return (tally) => {
    for (const { what, channel, why, count } of tally.entries()) {
      if (what === 'held') held.inc({ channel, reason: why }, count);
      else if (what === 'superseded') superseded.inc({ channel }, count);
      else if (what === 'filtered') filtered.inc({ channel, filter: why }, count);
      else suspended.inc({ channel, reason: why }, count);
    }
  };
}
