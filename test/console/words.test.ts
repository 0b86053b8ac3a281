// run: without coverage

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { deliveryStates } from '../../console/states/delivery.ts';
import { destinationStates } from '../../console/states/destination.ts';
import { importStates } from '../../console/states/import.ts';
import { listingStates } from '../../console/states/listing.ts';
import { priceChangeStates } from '../../console/states/price-change.ts';
import { reportStates } from '../../console/states/report.ts';
import { wordsIn } from '../../console/states/state-words.ts';
import { IMPORT_STATES } from '../../src/domain/market/import-run.ts';
import { DELIVERY_STATES } from '../../src/domain/notifications/delivery.ts';
import { RECEIPT_STATES } from '../../src/domain/price-changes/receipt.ts';
import { OFFER_STATES } from '../../src/domain/pricing/offer-state.ts';
import { REPORT_STATES } from '../../src/domain/reports/report.ts';

const root = new URL('../../', import.meta.url);
const patterns = [
  'console/**/*.ts',
  'src/domain/notifications/texts/*.ts',
  'src/receiver/*.ts',
  'src/http/routes/**/*.ts',
];
const documents = ['README.md', 'sdk/README.md', 'docs/*.md', 'openapi.json'];

/** Other words for the net of a sale, and a state that is not true beside a price that wins. */
const wrong: readonly RegExp[] = [
  /\b(?:leaves?|left|keeps?|kept)\b[^.\n]{0,50}\bafter fees/i,
  /\byou keep\b[^.\n]{0,30}\b(?:sale|fees)/i,
  /\bleft for you\b|\bwhat a (?:sale|price) leaves\b/i,
  /['">`](?:Cannot|Can) win\b/i,
  /\boffers? (?:of yours )?can(?:not)? win the buy box(?! at any price)/i,
];

describe('words', () => {
  it('for the net of a sale and for an offer that fails a gate are the same everywhere', () => {
    const files = globSync([...patterns, ...documents], { cwd: root });
    assert.ok(files.length > 200);
    const found = files.flatMap((file) => {
      const text = readFileSync(new URL(file, root), 'utf8');
      return wrong.flatMap((pattern) => pattern.exec(text)?.[0] ?? []).map((words) => `${file}: ${words}`);
    });
    assert.deepEqual(found, []);
  });
});

const STATE =
  'PENDING|SENDING|DELIVERED|STORED|DEAD|EXPIRED|CANCELL?ED|SUPERSEDED|FILTERED|IN_QUEUE|IN_PROGRESS|FATAL|ACCEPTED|APPLIED|UNCHANGED|' +
  'REJECTED|REPLACED|OVERRIDDEN|CHECK_QUEUED|CHECKING|CHECKED|APPLYING|REFUSED|FAILED|ACTIVE|INACTIVE|SUSPENDED|PENDING_VERIFICATION|' +
  'ENABLED|DISABLED|winning|losing|noCompetition|unhealthy|inactive';
/** A state with a word of its own; sentences about a state end with a full stop. */
const WORD_OF_STATE = new RegExp(`\\b(?:${STATE}): (?:\\{ \\w+: )?'[A-Za-z][^'.]{2,30}'`);

describe('words of states', () => {
  it('are in the tables of console/states alone', () => {
    const files = globSync('console/**/*.ts', { cwd: root });
    const textOf = (file: string) => readFileSync(new URL(file, root), 'utf8');
    const [tables, others] = [true, false].map((isTable) =>
      files.filter((file) => file.startsWith('console/states/') === isTable),
    );
    assert.ok((tables ?? []).filter((file) => WORD_OF_STATE.test(textOf(file))).length >= 6);
    const found = (others ?? []).flatMap((file) => {
      const [word] = WORD_OF_STATE.exec(textOf(file)) ?? [];
      return word === undefined ? [] : [`${file}: ${word}`];
    });
    assert.deepEqual(found, []);
  });

  it('have one word for one state wherever it occurs, a capital letter, and every state of the API', () => {
    const tables = { listingStates, deliveryStates, destinationStates, importStates, reportStates, priceChangeStates };
    const labels = new Map<string, string>();
    // A report that is done can be downloaded; an import that is done is written.
    for (const [state, { label }] of Object.values(tables).flatMap((table) => Object.entries(table))) {
      assert.match(label, /^[A-Z]/);
      if (state !== 'DONE') assert.equal(label, labels.get(state) ?? label, state);
      labels.set(state, label);
    }
    assert.deepEqual(Object.keys(deliveryStates).toSorted(), [...DELIVERY_STATES].toSorted());
    assert.deepEqual(Object.keys(priceChangeStates), [...RECEIPT_STATES]);
    assert.deepEqual(Object.keys(importStates), [...IMPORT_STATES]);
    assert.deepEqual(Object.keys(reportStates), [...REPORT_STATES]);
    assert.deepEqual(Object.keys(listingStates), [...OFFER_STATES]);
    assert.deepEqual(wordsIn(reportStates, 'SLEEPING'), { label: 'SLEEPING', tone: 'neutral' });
  });
});
