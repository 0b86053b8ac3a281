import assert from 'node:assert/strict';
import type { Db } from '../../src/db/db.ts';
import { removeAccount } from '../../src/idp/accounts.ts';
import { changeOperator, inviteOperator, operatorsAfter } from '../../src/idp/operator/operator-team.ts';
import { beginSupport, endSupport } from '../../src/idp/support/support-changes.ts';
import { supportByToken, supportSessions } from '../../src/idp/support/support-sessions.ts';

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
  await useSupport(db, accountId);
  await removeAccount(db, email);
}

/** Every statement about support sessions. */
async function useSupport(db: Db, operatorId: string): Promise<void> {
  await db.run("INSERT INTO idp_seller (seller_id, version, created_at) VALUES ('S9', 0, 1)");
  await db.run('UPDATE idp_account SET disabled_at = NULL WHERE id = $1', [operatorId]);
  const context = { db, nowMs: 1, actor: { id: operatorId, from: '::1', requestId: 'r' }, wakeMail: () => undefined };
  for (const repeat of [false, true]) {
    const asks = { sellerId: 'S9', reason: 'x', minutes: 5, key: 'k' };
    const begun = await beginSupport(context, asks);
    assert.ok(begun && 'token' in begun, String(repeat));
    assert.ok(await supportByToken(db, begun.token, 2));
    if (repeat) await endSupport(context, begun);
  }
  await supportSessions(db, { sellerId: 'S9', limit: 5 });
  await supportSessions(db, { limit: 5, before: { atMs: 5, id: 'x' } });
}
