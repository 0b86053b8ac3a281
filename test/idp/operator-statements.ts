import assert from 'node:assert/strict';
import type { Db } from '../../src/db/db.ts';
import { removeAccount } from '../../src/idp/accounts.ts';
import { changeOperator, inviteOperator, operatorsAfter } from '../../src/idp/operator/operator-team.ts';

/** Runs every statement about the operator's people, for the guard of query plans. */
export async function useOperators(db: Db): Promise<void> {
  const actor = { id: 'olga', from: '::1', requestId: 'r' };
  const context = { db, nowMs: 1, actor, wakeMail: () => undefined };
  const held = ['operator:admin', 'operator:support'] as const;
  for (const name of ['olga', 'otto'])
    await inviteOperator(context, { email: `${name}@market.example`, rights: ['operator:admin'], held });
  const [first] = await operatorsAfter(db, '', 5);
  assert.ok(first);
  const { accountId, email } = first;
  const changed = await changeOperator(context, { accountId, rights: ['operator:support'], isDisabled: true, held });
  assert.ok(changed && !('refused' in changed));
  await removeAccount(db, email);
}
