// run: without coverage

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { detailsText } from '../../console/operator/audit/words.ts';
import { canCancel, countsText, isMoving, stateOf, unstoredText } from '../../console/operator/imports/words.ts';
import { actorKindText, actorText } from '../../console/operator/parts/actor-words.ts';
import { IMPORT_STATES } from '../../src/domain/market/import-run.ts';

describe('an entry of the audit log in a line', () => {
  const cases: readonly [name: string, details: Record<string, unknown>, text: string][] = [
    ['nothing', {}, ''],
    [
      'keys of records, counted, with the first one',
      {
        records: {
          offer: { changed: [['STORE_US', 'A1', 'SKU-1']] },
          priceGuard: { added: [['M1', 'I1'], 'M2'], removed: ['M3'] },
          item: { added: [] },
        },
      },
      'offer: 1 changed (STORE_US A1 SKU-1); price guard: 2 added (M1 I1, …), 1 removed (M3); item: ',
    ],
    [
      'fee schedules with version and day',
      {
        command: 'import',
        count: 2,
        feeSchedules: [
          {
            ...{ effect: 'changed', marketplaceId: 'M1', scheduleId: 'm1-2026', version: '3' },
            effectiveFrom: '2026-01-01T00:00:00Z',
          },
          { effect: 'removed', marketplaceId: 'M2', effectiveFrom: '2026-02-01T00:00:00Z' },
        ],
      },
      'm1-2026, version 3, in M1 from 2026-01-01: changed; fee schedule in M2 from 2026-02-01: removed; command import; count 2',
    ],
    [
      'lists and objects by their short values',
      { files: ['a.csv', 'b.csv'], imported: [{ file: 'a.csv', added: 3, rejected: 1 }], listings: { count: 2 } },
      'files a.csv and b.csv; imported file a.csv, added 3, rejected 1',
    ],
    ['an import that was asked to be quiet', { quiet: true }, 'sellers are not told (--quiet)'],
    ['an import that was asked not to be', { quiet: false }, 'sellers are told (--loud)'],
    [
      'an import that was quiet in some marketplaces',
      { exitCode: 0, quietMarketplaces: ['M1', 'M2'] },
      'exitCode 0; sellers are not told of the changes in M1 and M2',
    ],
    ['an import that was quiet in none', { exitCode: 0, quietMarketplaces: [] }, 'exitCode 0'],
    ['what the release before wrote of every import that was asked nothing', { quiet: 'first load' }, ''],
    [
      'a file by its size, without the digest, and a reason without the end of its sentence',
      { fileName: 'a.csv', sha256: '88d5', bytes: 14_450, reason: 'Ticket 1.', until: '2026-11-19T14:53:41.704Z' },
      'fileName a.csv; 14.5 kB; reason Ticket 1; until 2026-11-19T14:53:41.704Z',
    ],
    ['markup as it is', { fileName: '<b>x</b>' }, 'fileName <b>x</b>'],
  ];
  for (const [name, details, text] of cases) it(`shows ${name}`, () => assert.equal(detailsText({ details }), text));

  it('leaves out the seller that the entry is about, and names any other', () => {
    const details = { sellerId: 'A1', sessionId: 's' };
    assert.equal(detailsText({ details, sellerId: 'A1' }), 'sessionId s');
    assert.equal(detailsText({ details, sellerId: 'A2' }), 'sellerId A1; sessionId s');
  });
});

describe('who did something', () => {
  it('is a person by the address, an application by name, and otherwise the id', () => {
    assert.equal(actorText({ type: 'operator', id: '7a9e', email: 'olga@market.example' }), 'olga@market.example');
    assert.equal(actorText({ type: 'client', id: 'op', name: 'Price feed' }), 'Price feed');
    assert.equal(actorText({ type: 'user', id: 'root' }), 'root');
    assert.equal(actorText({ type: 'service', id: 'worker' }), 'the service');
    assert.equal(actorText({ id: '7a9e' }), '7a9e');
  });

  it('has a kind in words, and is gone where the service says so', () => {
    assert.equal(actorKindText({ type: 'operator', id: '7a9e', email: 'olga@market.example' }), '(operator)');
    assert.equal(actorKindText({ type: 'client', id: 'op', name: 'Price feed' }), '(application op)');
    assert.equal(actorKindText({ id: 'op', name: 'Price feed' }), '(application op)');
    assert.equal(actorKindText({ type: 'operator', id: '7a9e', isRemoved: true }), '(operator, the account is gone)');
    assert.equal(
      actorKindText({ type: 'client', id: 'op', isRemoved: true }),
      '(application, the application is gone)',
    );
    assert.equal(actorKindText({ id: '7a9e', isRemoved: true }), '(the account is gone)');
    assert.equal(actorKindText({ type: 'service', id: 'worker' }), '');
    assert.equal(actorKindText({ type: 'robot', id: 'r2' }), '(robot)');
  });
});

describe('the state of an import', () => {
  it('has words for every state of the service', () => {
    for (const state of IMPORT_STATES) assert.notEqual(stateOf(state, 0).label, state);
  });

  it('is good only when it is done and lost no line', () => {
    const tones = IMPORT_STATES.map((state) => [state, stateOf(state, 0).tone, stateOf(state, 1).tone] as const);
    assert.deepEqual(
      tones.filter(([, without]) => without === 'good'),
      [['DONE', 'good', 'warn']],
    );
    assert.deepEqual(stateOf('DONE', 2), { label: 'Written, lines lost', tone: 'warn' });
    assert.ok(tones.every(([state, without, lost]) => state === 'DONE' || without === lost));
  });

  it('that the service may add is shown as it is, and does not go on', () => {
    assert.deepEqual(stateOf('PAUSED', 3), { label: 'PAUSED', tone: 'neutral' });
    assert.equal(isMoving({ state: 'PAUSED' }), false);
  });

  it('says whether it goes on by itself, and whether it can be cancelled', () => {
    const of = (is: (one: { state: string }) => boolean) => IMPORT_STATES.filter((state) => is({ state }));
    assert.deepEqual(of(isMoving), ['UPLOADING', 'CHECK_QUEUED', 'CHECKING', 'APPLY_QUEUED', 'APPLYING']);
    assert.deepEqual(of(canCancel), IMPORT_STATES.slice(0, IMPORT_STATES.indexOf('DONE')));
  });
});

describe('the counts of an import', () => {
  it('begin with the lost lines', () => {
    const counts = { added: 1_200, changed: 0, unchanged: 3, removed: 0, absent: 0, rejected: 1 };
    assert.equal(countsText(counts), '1 line rejected, 1,200 added, 0 changed, 0 removed, 3 unchanged');
    assert.match(countsText({ ...counts, rejected: 2 }), /^2 lines rejected, /);
  });

  it('say where the rejected lines of a command are that cannot be downloaded', () => {
    assert.equal(unstoredText('command', 3, 3), undefined);
    assert.equal(unstoredText('upload', 3, 0), undefined);
    assert.equal(unstoredText('command', 3, 0), 'The rejected lines are in the file that the command named.');
    assert.match(unstoredText('command', 250_000, 100_000) ?? '', /the first 100,000 are here, are in the file/);
  });
});
