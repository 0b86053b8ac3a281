import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { migrate } from '../../src/db/migrate.ts';
import { openDb } from '../../src/db/open.ts';
import { accountByEmail } from '../../src/idp/accounts.ts';
import { invitationLink, invitationOfLink, invite, openInvitations } from '../../src/idp/invitations.ts';
import { idpMigrations } from '../../src/idp/migrations.ts';
import { doDying } from '../idp/kills/dying.ts';
import { makerOf, person, rolesOf, SELLER } from '../idp/people.ts';

const EMAIL = 'new@y.example';

test('a provider that is killed while an invitation is accepted leaves the link valid, or the person a member', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'acceptance-'));
  const file = join(folder, 'idp.db');
  const db = await openDb({ file });
  await migrate(db, idpMigrations);
  const owner = await person(db, 'owner', 'owner');
  await invite(db, { sellerId: SELLER, email: EMAIL, role: 'analyst' }, makerOf(owner, Date.now()));
  const [open] = await openInvitations(db, SELLER, Date.now());
  const { token } = (await invitationLink(db, open?.id ?? '', Date.now())) ?? assert.fail();
  const attempt = (dyingAt: number) => doDying({ file }, dyingAt, { kind: 'accept invitation', token });

  let kills = 0;
  for (; kills < 30; kills++) {
    assert.ok((await attempt(kills + 1)).isKilled);
    if ((await invitationOfLink(db, token, Date.now())) === undefined) break;
    assert.deepEqual(await rolesOf(db), { owner: 'owner' });
    assert.equal(await accountByEmail(db, EMAIL), undefined);
  }
  assert.ok(kills >= 8, `killed at ${kills} steps`);
  // The last one was killed after the commit, before it could answer: the person has the chosen password and signs in.
  assert.deepEqual(await rolesOf(db), { owner: 'owner', new: 'analyst' });
  assert.equal((await attempt(0)).output, 'no invitation');
  await db.close();
  rmSync(folder, { recursive: true });
});
