import { decimalsOf, fromMinor, toMinor } from '../../amounts.ts';
import { client } from '../../api.ts';
import { elementOf, type Sale } from './ask.ts';
import { type Edge, edgesOf, gridOf, type Point } from './curve.ts';
import { type Channel, channels } from './fee-words.ts';

const GRID = 30;
/** One batch has at most so many estimates. */
const BATCH = 20;
/** Small tiers may lie between the prices of the grid: the prices beside an edge can show another edge. */
const ROUNDS = 3;

export type Curve = {
  /** In minor units, rising. */
  readonly prices: readonly number[];
  readonly net: Readonly<Record<Channel, readonly (number | null)[]>>;
  readonly edges: readonly Edge[];
};

/** Net proceeds at prices from 0 to the end, and at both sides of every edge. */
export async function askCurve(sale: Sale, end: number, signal: AbortSignal): Promise<Curve> {
  const decimals = decimalsOf(sale.marketplace.currency);
  const shipping = toMinor(sale.shipping, decimals);
  const points: Record<Channel, Map<number, Point>> = { FS: new Map(), SELLER: new Map() };
  let edges: Edge[] = [];
  let wanted = gridOf(end, GRID);
  const asked = new Set<number>();
  for (let round = 0; round < ROUNDS && wanted.length > 0; round += 1) {
    await askPoints(sale, wanted, points, signal);
    for (const price of wanted) asked.add(price);
    edges = edgesOf([...points.FS.values(), ...points.SELLER.values()], shipping, decimals, end);
    wanted = edges.flatMap(({ last }) => [last, last + 1]).filter((price) => !asked.has(price));
  }
  const prices = [...asked].toSorted((a, b) => a - b);
  const netOf = (channel: Channel) =>
    prices.map((price) => {
      const found = points[channel].get(price);
      return found ? price + shipping - toMinor(found.estimate.TotalFeesEstimate.Amount, decimals) : null;
    });
  return { prices, net: { FS: netOf('FS'), SELLER: netOf('SELLER') }, edges };
}

async function askPoints(
  sale: Sale,
  prices: readonly number[],
  points: Readonly<Record<Channel, Map<number, Point>>>,
  signal: AbortSignal,
): Promise<void> {
  const decimals = decimalsOf(sale.marketplace.currency);
  const all = channels.flatMap((channel) => prices.map((price) => ({ channel, price })));
  const batches = Array.from({ length: Math.ceil(all.length / BATCH) }, (_, n) =>
    all.slice(n * BATCH, (n + 1) * BATCH),
  );
  await Promise.all(
    batches.map(async (batch) => {
      const body = batch.map(({ channel, price }) => elementOf(sale, channel, fromMinor(price, decimals)));
      const results = await client.getFeesEstimates({ body, query: { explain: true }, signal });
      for (const [n, { channel, price }] of batch.entries()) {
        const estimate = results[n]?.FeesEstimate;
        if (estimate) points[channel].set(price, { price, estimate });
      }
    }),
  );
}
