import { Random } from '../../src/cli/seed/random.ts';
import type { Callers } from './callers.ts';
import type { LoadRequest } from './load.ts';
import type { BenchListing } from './market.ts';

/** Each item equally often, in random order. */
export const spread = ({ listings, requests }: Callers, requestOf: (listing: BenchListing, n: number) => LoadRequest) =>
  shuffled(listings).slice(0, requests).map(requestOf);

/** Four fifths of the requests on a twentieth of the items. */
export function skewed(
  { listings, requests }: Callers,
  requestOf: (listing: BenchListing) => LoadRequest,
): LoadRequest[] {
  const mixed = shuffled(listings);
  const popular = mixed.slice(0, Math.ceil(mixed.length / 20));
  const others = mixed.slice(popular.length);
  const random = randomStream(2);
  return Array.from({ length: requests }, () => requestOf(random.pick(random.chance(0.8) ? popular : others)));
}

/** Each seller equally often. */
export function ofSellers(
  { bySeller, requests: most }: Callers,
  requestOf: (own: BenchListing[], n: number) => LoadRequest,
): LoadRequest[] {
  const rounds = Math.ceil(most / 5 / bySeller.length);
  const requests: LoadRequest[] = [];
  for (let n = 0; n < rounds; n += 1) for (const own of bySeller) requests.push(requestOf(own, n));
  return requests;
}

/** `count` listings that are not neighbours, each once, and different ones for each `n`. */
export function pick(own: readonly BenchListing[], n: number, count: number): BenchListing[] {
  // A prime that does not divide the length: its multiples visit every place.
  const stride = [7, 11, 13].find((prime) => own.length % prime !== 0) ?? 1;
  return Array.from({ length: count }, (_, k) => own[(n * count + k * stride) % own.length] as BenchListing);
}

function randomStream(stream: number): Random {
  const random = new Random(1);
  random.startStream(stream, 0);
  return random;
}

function shuffled<T>(list: readonly T[]): T[] {
  const random = randomStream(1);
  const mixed = [...list];
  for (let n = mixed.length - 1; n > 0; n -= 1) {
    const other = random.below(n + 1);
    [mixed[n], mixed[other]] = [mixed[other] as T, mixed[n] as T];
  }
  return mixed;
}
