import { setTimeout as sleep } from 'node:timers/promises';
import type { MaybePromise } from '../domain/maybe-promise.ts';

/** Reads again and again until what it read is as wanted. Undefined when it is not by then. */
export async function poll<T>(
  read: () => MaybePromise<T>,
  isWanted: (result: T) => boolean,
  { everyMs, forMs }: { everyMs: number; forMs: number },
): Promise<T | undefined> {
  for (let left = Math.ceil(forMs / everyMs); left > 0; left -= 1) {
    await sleep(everyMs);
    const result = await read();
    if (isWanted(result)) return result;
  }
  return undefined;
}
