import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOperatorClient, type OperatorClient, type PriceChangeFeed } from '../../sdk/src/operator/index.ts';

/*
 * The program of an operator that follows the price changes of sellers. It keeps its position in one file and its own prices in another.
 * It dies by SIGKILL at the step with this name, when it comes there the second time. Without a name it ends when it has everything.
 */

/** What is after one of them is before the next: `after its prices` is before sending, `after sending` is before its position. */
export const STEPS = [
  ...(['before reading', 'after reading', 'before its prices', 'after its prices'] as const),
  ...(['after sending', 'after its position'] as const),
] as const;

/** What the operator's system has: written whole, so that prices and decisions are always of the same moment. */
export type OperatorPrices = {
  /** In cents, by SKU. */
  prices: Record<string, number>;
  /** What became of each change, by its id: sent again after a crash, whatever its state is then. */
  decided: Record<string, { outcome: 'applied' | 'rejected'; termsAsOf: string }>;
};

type Line = PriceChangeFeed['lines'][number];

class PriceKeeper {
  readonly #client: OperatorClient;
  readonly #folder: string;
  readonly #dyingAt: string;
  #timesThere = 0;

  constructor(baseUrl: string, folder: string, dyingAt: string) {
    this.#client = createOperatorClient({ baseUrl, credentials: () => 'operator' });
    this.#folder = folder;
    this.#dyingAt = dyingAt;
  }

  async run(): Promise<void> {
    for (;;) {
      const { after } = this.#load('position', { after: 0 });
      const system = this.#load<OperatorPrices>('prices', { prices: {}, decided: {} });
      this.#step('before reading');
      const headers = this.#dyingAt === '' ? {} : { prefer: 'wait=5' };
      const query = { MarketplaceId: 'M1', after, limit: 100 };
      const { lines, nextAfter } = await this.#client.getPriceChangeFeed({ query, headers });
      this.#step('after reading');
      if (lines.length === 0 && this.#dyingAt === '') return;
      decide(system, lines);
      this.#step('before its prices');
      this.#save('prices', system);
      this.#step('after its prices');
      await this.#send(system, lines);
      this.#step('after sending');
      this.#save('position', { after: nextAfter });
      this.#step('after its position');
    }
  }

  #step(name: (typeof STEPS)[number]): void {
    if (name !== this.#dyingAt) return;
    this.#timesThere += 1;
    if (this.#timesThere === 2) process.kill(process.pid, 'SIGKILL');
  }

  #load<T>(name: string, none: T): T {
    const file = join(this.#folder, name);
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : none;
  }

  #save(name: string, value: unknown): void {
    const file = join(this.#folder, name);
    writeFileSync(`${file}.new`, JSON.stringify(value));
    renameSync(`${file}.new`, file);
  }

  async #send({ decided }: OperatorPrices, lines: readonly Line[]): Promise<void> {
    const outcomes = lines.flatMap(({ change: { priceChangeId } }) => {
      const known = decided[priceChangeId];
      return known === undefined ? [] : [{ priceChangeId, ...known }];
    });
    if (outcomes.length === 0) return;
    const answer = await this.#client.settlePriceChanges({ body: { outcomes } });
    for (const { priceChangeId, problem } of answer.outcomes)
      if (problem !== undefined) throw new Error(`${priceChangeId}: ${problem}`);
  }
}

const centsOf = ({ change }: Line) => Math.round((change.after?.listingPrice ?? 0) * 100);

/** Decides on what waits, and takes over what was applied. Every seventh price is refused. */
function decide(system: OperatorPrices, lines: readonly Line[]): void {
  for (const line of lines) {
    const { priceChangeId: id, sku, state } = line.change;
    if (state === 'APPLIED' || state === 'OVERRIDDEN') {
      if (system.decided[id] === undefined) system.prices[sku] = centsOf(line);
    } else if (state === 'PENDING' && system.decided[id] === undefined) {
      const outcome = centsOf(line) % 7 === 0 ? 'rejected' : 'applied';
      system.decided[id] = { outcome, termsAsOf: new Date().toISOString() };
      if (outcome === 'applied') system.prices[sku] = centsOf(line);
    }
  }
}

if (import.meta.main) {
  const [baseUrl = '', folder = '', dyingAt = ''] = process.argv.slice(2);
  await new PriceKeeper(baseUrl, folder, dyingAt).run();
}
