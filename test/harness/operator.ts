import assert from 'node:assert/strict';

export type Plain = Record<string, unknown>;

/** What the operator's endpoint answers. */
export type Report = { added: number; changed: number; unchanged: number; rejected: number };

/** An operator that changes the market through the API. `base` is called for each request: a restarted service has another port. */
export class Operator {
  readonly #base: () => string;
  readonly #token: string;

  constructor(base: () => string, token = 'operator') {
    this.#base = base;
    this.#token = token;
  }

  /** Applies records; fails when one is rejected. */
  async change(records: readonly Plain[], requestId?: string): Promise<Report> {
    const answer = await fetch(`${this.#base()}/operator/v1/changes`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/x-ndjson',
        ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
      },
      body: records.map((record) => JSON.stringify(record)).join('\n'),
    });
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    const report = JSON.parse(text) as Report;
    assert.equal(report.rejected, 0, text);
    return report;
  }
}
