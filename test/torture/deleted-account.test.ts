import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate } from '../../src/db/migrate.ts';
import { insertAccount, removeAccount } from '../../src/idp/accounts.ts';
import { adapterOver } from '../../src/idp/adapter.ts';
import { insertMember, membershipsOf } from '../../src/idp/members.ts';
import { idpMigrations } from '../../src/idp/migrations.ts';
import { insertAttempt } from '../../src/idp/sign-in-attempts.ts';
import { createLog } from '../../src/log/log.ts';
import { withEngines } from '../db/engines.ts';
import { doDying } from '../idp/kills/dying.ts';

const PERSONAL = ['idp_sign_in', 'idp_sign_in_attempt', 'idp_member'] as const;
const MAX_STEPS = 100;

withEngines('deletion of an own account under kill -9', (engine) => {
  test('at each of its steps leaves all or nothing of the person, and the deletion can go on', async (t) => {
    const database = await engine.fresh();
    const db = await database.open();
    await migrate(db, idpMigrations);
    const adapters = adapterOver(db, { refreshGraceSeconds: 0, now: Date.now, log: createLog('silent') });

    async function person(id: string): Promise<string[]> {
      const account = { id, email: `${id}@x.example`, passwordHash: 'x', sellerId: `${id}-S1`, createdAt: 1 };
      await db.transaction((tx) => insertAccount(tx, account));
      await db.transaction((tx) =>
        insertMember(tx, { sellerId: `${id}-S2`, accountId: id, role: 'owner', createdAt: 1 }),
      );
      const members = (await membershipsOf(db, id)).map((member) => member.id);
      await adapters('Session').upsert(`${id} cookie`, { uid: `${id} uid`, accountId: id, loginTs: 1 }, 600);
      for (const accountId of members) {
        await adapters('Grant').upsert(`${accountId} g`, { accountId, clientId: 'app' }, 600);
        await adapters('RefreshToken').upsert(`${accountId} r`, { accountId, clientId: 'app', grantId: 'g' }, 600);
      }
      await insertAttempt(db, { atMs: 1, accountId: id, outcome: 'signed in', device: 'd', address: '::1' });
      return members;
    }

    const countOf = async (sql: string, ids: readonly string[]) => {
      let count = 0;
      for (const id of ids) count += (await db.all(sql, [id])).length;
      return count;
    };

    let killed = 0;
    for (let dyingAt = 1; dyingAt <= MAX_STEPS; dyingAt += 1) {
      const id = `p${dyingAt}`;
      const members = await person(id);
      const { isKilled } = await doDying(database.config, dyingAt, {
        ...{ kind: 'delete account', id, email: `${id}@x.example` },
      });
      const isThere = (await countOf('SELECT 1 AS one FROM idp_account WHERE id = $1', [id])) === 1;
      for (const table of PERSONAL) {
        const left = await countOf(`SELECT 1 AS one FROM ${table} WHERE account_id = $1`, [id]);
        assert.equal(left, isThere ? (table === 'idp_member' ? 2 : 1) : 0, `${table} at step ${dyingAt}`);
      }
      const grants = await countOf("SELECT 1 AS one FROM idp_record WHERE kind = 'Grant' AND account_id = $1", members);
      assert.equal(grants, isThere ? 2 : 0, `grants at step ${dyingAt}`);
      for (const member of members) {
        const token = await adapters('RefreshToken').find(`${member} r`);
        assert.equal(token !== undefined, isThere, `a token at step ${dyingAt}`);
      }
      const again = await removeAccount(db, `${id}@x.example`);
      assert.equal(again.kind, isThere ? 'removed' : 'missing');
      if (!isKilled) break;
      killed += 1;
    }
    t.diagnostic(`${killed} kills`);
    assert.ok(killed > 10 && killed < MAX_STEPS - 1, `${killed}`);
  });
});
