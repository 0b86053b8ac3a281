import assert from 'node:assert/strict';
import type { ConsoleHarness } from '../../console/harness.ts';

type Line = { readonly number: number; readonly change: { readonly priceChangeId: string; readonly sku: string } };
type Asked = { readonly method?: string; readonly body?: string; readonly headers: Record<string, string> };
type Outcome = { readonly outcome: 'applied' | 'rejected'; readonly reason?: string };

/** The operator's system with `PRICE_CHANGES=confirmed`: it follows the feed of a marketplace, and says what it did with each change. */
export class OperatorSystem {
  readonly #harness: ConsoleHarness;
  #token = '';
  #after = 0;

  constructor(harness: ConsoleHarness) {
    this.#harness = harness;
  }

  /** Waits for the next changes, decides on each by its SKU, and sends the outcomes. Returns the SKUs. */
  async decide(outcomeOf: (sku: string) => Outcome): Promise<string[]> {
    const query = new URLSearchParams({ MarketplaceId: 'STORE_US', after: String(this.#after) });
    const { lines, nextAfter } = (await this.#ask(`?${query}`, {
      headers: { prefer: 'wait=10' },
    })) as { lines: Line[]; nextAfter: number };
    this.#after = nextAfter;
    const outcomes = lines.map(({ change: { priceChangeId, sku } }) => ({ priceChangeId, ...outcomeOf(sku) }));
    const settled = (await this.#ask('/outcomes', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ outcomes }),
    })) as { outcomes: { problem?: string }[] };
    for (const { problem } of settled.outcomes) assert.equal(problem, undefined);
    return lines.map(({ change }) => change.sku);
  }

  async #ask(path: string, { headers, ...rest }: Asked) {
    this.#token ||= await this.#harness.tokenOf('demooperator', 'demooperatorsecret');
    const answer = await fetch(`${this.#harness.base}/operator/v1/priceChanges${path}`, {
      ...rest,
      headers: { ...headers, authorization: `Bearer ${this.#token}` },
    });
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    return JSON.parse(text) as unknown;
  }
}
