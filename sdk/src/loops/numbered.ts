import { failure } from '../api-error.ts';
import { endRound, type OnRetry, persist } from './persist.ts';

/** A page of a list whose elements have numbers. Elements up to `oldest` - 1 are not kept any more; `latest` is the last one. */
type NumberedPage<Element> = {
  elements: readonly Element[];
  oldest: number;
  latest: number;
  /** Elements after the requested number are not kept any more. */
  truncated: boolean;
  hasMore: boolean;
};

/** A list that grows at its end. */
export type NumberedList<Element> = {
  /** What its elements are called, and their numbers. */
  names: { elements: string; number: string };
  read(after: number): Promise<NumberedPage<Element>>;
  numberOf(element: Element): number;
  /** Called when elements were missed. Returns after which number to go on; undefined: with the oldest one that is kept. */
  // biome-ignore lint/suspicious/noConfusingVoidType: an async function that returns nothing, as callers write it.
  onGap(after: number, page: NumberedPage<Element>): number | undefined | void | Promise<number | undefined | void>;
};

export type NumberedOptions = {
  /** The number of the last element that the caller has. Undefined: begin with the oldest one that is kept. */
  after: number | string | undefined;
  /** False: end after the last element that there is. */
  follow: boolean;
  onRetry?: OnRetry | undefined;
  signal?: AbortSignal | undefined;
};

/** The elements in the order of their numbers, each one once. */
export async function* followNumbers<Element>(
  list: NumberedList<Element>,
  { after: start, follow, onRetry, signal }: NumberedOptions,
): AsyncGenerator<Element, void, undefined> {
  let after = numberIn(start ?? 0, list);
  /** A loop that begins with the oldest element has not missed those before it. */
  let isOldestRight = start === undefined;
  /** Everything up to here existed before the current request. */
  let knownLatest = 0;
  for (;;) {
    const startedMs = performance.now();
    const page = await (follow ? persist(() => list.read(after), { signal, onRetry }) : list.read(after));
    if (page.truncated && !isOldestRight) {
      const next = await list.onGap(after, page);
      if (typeof next === 'number') {
        after = Math.max(page.oldest - 1, numberIn(next, list));
        continue;
      }
    }
    isOldestRight = false;
    const asked = after;
    for (const element of page.elements) {
      const number = list.numberOf(element);
      if (!(number > after)) continue;
      after = number;
      signal?.throwIfAborted();
      yield element;
    }
    if (page.hasMore && after === asked) throw noProgress(list);
    after = Math.max(after, page.oldest - 1);
    if (page.hasMore) continue;
    if (!follow) return;
    // Not every caller sees all elements. Without this, those that it never sees would look missed one day.
    after = Math.max(after, knownLatest);
    knownLatest = page.latest;
    if (page.elements.length === 0) await endRound(startedMs, signal);
  }
}

function numberIn(value: number | string, { names }: Pick<NumberedList<never>, 'names'>): number {
  const number = value === '' ? Number.NaN : Number(value);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  throw new RangeError(`A ${names.number} must be an integer from 0 on, not ${JSON.stringify(value)}.`);
}

const noProgress = ({ names }: Pick<NumberedList<never>, 'names'>) =>
  failure(
    'InvalidAnswer',
    `The ${names.elements} do not end.`,
    'The service says that there are more, and sends none.',
  );
