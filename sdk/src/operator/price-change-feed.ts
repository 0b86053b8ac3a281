import { failure } from '../api-error.ts';
import { followNumbers, type NumberedList } from '../loops/numbered.ts';
import type { OnRetry } from '../loops/persist.ts';
import type { OperatorOperations } from './generated/sdk.gen.ts';
import type { PriceChangeFeedLine } from './generated/types.gen.ts';

/** Price changes after `after` are not kept any more. Those from `oldestNumber` to `latestNumber` are. */
export type PriceChangeGap = { after: number; oldestNumber: number; latestNumber: number };

/**
 * Called when price changes were missed: export the market, which has what they did. Return the number after which to go on, such as
 * `gap.latestNumber`; without one, the loop goes on with the oldest change that is kept.
 */
export type OnPriceChangeGap = (
  gap: PriceChangeGap,
  // biome-ignore lint/suspicious/noConfusingVoidType: an async function that returns nothing, as callers write it.
) => number | undefined | void | Promise<number | undefined | void>;

export type PriceChangeFeedOptions = {
  /** The `number` of the last change that you have. Default: begin with the oldest one that is kept. */
  after?: number | string | undefined;
  /** Changes per request: 1 to 500. Default: 100. */
  limit?: number | undefined;
  /** False: end after the last change that there is. Default: wait for more, until the signal aborts. */
  follow?: boolean | undefined;
  /** How long one request waits for a change: up to 60. Default: 20. */
  waitSeconds?: number | undefined;
  /** Default: the loop throws an ApiError with the code `PriceChangesMissed`. */
  onGap?: OnPriceChangeGap | undefined;
  /** Called with each failure after which the loop goes on: no connection, 429, 5xx. Such failures end a loop with `follow: false`. */
  onRetry?: OnRetry | undefined;
  /** Ends the loop and its waiting: it throws the signal's reason. */
  signal?: AbortSignal | undefined;
};

/** The price changes of a marketplace in the order of their numbers, each one once. */
export function followPriceChanges(
  client: Pick<OperatorOperations, 'getPriceChangeFeed'>,
  MarketplaceId: string,
  { after, limit, follow = true, waitSeconds = 20, onGap = throwMissed, onRetry, signal }: PriceChangeFeedOptions,
): AsyncGenerator<PriceChangeFeedLine, void, undefined> {
  const list: NumberedList<PriceChangeFeedLine> = {
    names: { elements: 'price changes', number: 'number' },
    async read(from) {
      const page = await client.getPriceChangeFeed({
        query: { MarketplaceId, after: from, ...(limit !== undefined && { limit }) },
        ...(follow && { headers: { prefer: `wait=${waitSeconds}` } }),
        signal,
      });
      const { lines: elements, oldestNumber: oldest, latestNumber: latest, truncated, hasMore } = page;
      return { elements, oldest, latest, truncated, hasMore };
    },
    numberOf: ({ number }) => number,
    onGap: (from, { oldest, latest }) => onGap({ after: from, oldestNumber: oldest, latestNumber: latest }),
  };
  return followNumbers(list, { after, follow, onRetry, signal });
}

function throwMissed({ after, oldestNumber, latestNumber }: PriceChangeGap): never {
  throw failure(
    'PriceChangesMissed',
    `Price changes after ${after} are not kept any more.`,
    `Those from ${oldestNumber} are. Export the market, then go on after ${latestNumber}; or pass onGap.`,
    { status: 200 },
  );
}
