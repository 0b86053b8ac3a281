import type { Delivery, Destination } from 'marketplace-seller-sdk';
import { destinationStates, FAILING } from '../../states/destination.ts';
import { type StateWords, wordsIn } from '../../states/state-words.ts';
import { isRetried } from './words.ts';

export type Health = StateWords & {
  /** One sentence; empty when the word says it. */
  readonly why: string;
};

/** Why nothing arrives, where the status says it. */
const causes: Readonly<Record<string, string>> = {
  PENDING_VERIFICATION: 'Its owner has not agreed yet: it gets no events.',
  INACTIVE: 'It gets no events until you switch it on.',
  SUSPENDED: 'Nothing is sent to it.',
};

/** All attempts failed, or no receiver fetched it in time. */
export const hasFailed = (delivery: Delivery): boolean =>
  delivery.state === 'DEAD' || delivery.state === 'EXPIRED' || isRetried(delivery);
const hasArrived = ({ state }: Delivery) => state === 'DELIVERED' || state === 'STORED';

/** How a destination does, by its status and its newest deliveries, the newest first. */
export function healthOf({ status }: Pick<Destination, 'status'>, newest: readonly Delivery[]): Health {
  const cause = causes[status];
  if (cause) return { ...wordsIn(destinationStates, status), why: cause };
  const tried = newest.filter((delivery) => hasFailed(delivery) || hasArrived(delivery));
  const failed = tried.filter(hasFailed).length;
  if (tried.length === 0) return { tone: 'neutral', label: 'Ready', why: 'Nothing was sent yet.' };
  if (failed === 0) return { tone: 'good', label: 'Delivering', why: '' };
  const of =
    tried.length === 1 ? 'The last one did not arrive.' : `${failed} of the last ${tried.length} did not arrive.`;
  const first = tried[0];
  if (first && hasFailed(first)) return { ...FAILING, why: of };
  return { tone: 'warn', label: 'Some fail', why: of };
}
