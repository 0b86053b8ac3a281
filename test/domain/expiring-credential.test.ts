import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueNotice } from '../../src/domain/authorization/expiring-credential.ts';
import { DAY_MS } from '../../src/domain/duration.ts';

const noticeOf = (lifeDays: number, daysLeft: number) => {
  const facts = { id: 's', type: 'CLIENT_SECRET', sellerId: 'S1', application: 'erp' } as const;
  return dueNotice({ ...facts, createdMs: 0, endsMs: lifeDays * DAY_MS }, (lifeDays - daysLeft) * DAY_MS);
};

test('a notice is due from its days before the end until the next one is, and never after the end', () => {
  const due = [31, 30, 7.1, 7, 1.1, 1, 0.1, 0, -1].map((daysLeft) => noticeOf(365, daysLeft));
  assert.deepEqual(due, [undefined, 30, 30, 7, 7, 1, 1, undefined, undefined]);
});

test('a credential that never had so many days gets no notice of them', () => {
  assert.deepEqual(
    [noticeOf(30, 30), noticeOf(20, 19), noticeOf(20, 7), noticeOf(1, 0.5)],
    [undefined, undefined, 7, undefined],
  );
});
