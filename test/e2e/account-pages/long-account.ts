import assert from 'node:assert/strict';
import type { Db } from '../../../src/db/db.ts';
import { BASIC_RIGHTS, NAMED_RIGHTS } from '../../../src/domain/authorization/rights.ts';
import { insertAccount } from '../../../src/idp/accounts.ts';
import { insertClient } from '../../../src/idp/clients.ts';
import { askForFactorHelp } from '../../../src/idp/factors/factor-help.ts';
import { changeFactors } from '../../../src/idp/factors/factors.ts';
import { insertPasskey } from '../../../src/idp/factors/passkeys.ts';
import { invitationLink, invite, openInvitations } from '../../../src/idp/invitations.ts';
import { createLink } from '../../../src/idp/links.ts';
import { insertMember, membershipsOf } from '../../../src/idp/members.ts';
import { hashPassword } from '../../../src/idp/password-hash.ts';
import { insertAttempt } from '../../../src/idp/sign-in-attempts.ts';
import { insertSupport } from '../../../src/idp/support/support-sessions.ts';
import { makerOf } from '../../idp/people.ts';

/** A name without a place where a line could break. */
const long = (start: string, length: number) => start.padEnd(length, 'abcdefghijklmnopqrstuvwxyz');
const longEmail = (start: string) => `${long(start, 46)}@store.example`;

export const SELLER = long('ASELLER', 64);
const OTHER_SELLER = long('AOTHER', 64);
export const OWN_APPLICATION = long('OwnApplication', 64);
export const CONNECTED_APPLICATION = long('ConnectedApplication', 64);
export const PASSWORD = 'amber kettle orbit lanes';

/** The owner of a large team whose names are all long. */
export const OWNER = longEmail('owner');
const GUEST = longEmail('guest');

const MEMBERS = 12;
const APPLICATIONS = 8;
const SESSIONS = 10;
const DEVICE = 'Samsung Internet on Android';
const ADDRESS = '2001:db8:85a3:8d3:1319:8a2e:370:7348';

/** The member of the team who has connected applications and created secrets. */
export type LongAccount = { colleagueId: string };

/** Stores the owner, the team, its applications and the sessions. */
export async function addLongAccount(db: Db): Promise<LongAccount> {
  const now = Date.now();
  const passwordHash = await hashPassword(PASSWORD);
  await insertAccount(db, { id: 'owner', email: OWNER, passwordHash, sellerId: SELLER, createdAt: now });
  await db.transaction((tx) =>
    insertMember(tx, { sellerId: OTHER_SELLER, accountId: 'owner', role: 'analyst', createdAt: now }),
  );
  const ownerId = await memberId(db, 'owner');
  for (let number = 1; number < MEMBERS; number += 1) {
    const account = { id: `colleague-${number}`, email: longEmail(`colleague${number}`), passwordHash: 'x' };
    await insertAccount(db, { ...account, sellerId: SELLER, createdAt: now }, 'manager');
  }
  await db.run("UPDATE idp_account SET disabled_at = $1 WHERE id = 'colleague-2'", [now]);
  const colleagueId = await memberId(db, 'colleague-1');
  assert.equal(
    await invite(db, { sellerId: SELLER, email: GUEST, role: 'developer' }, makerOf(ownerId, now)),
    'invited',
  );
  for (let number = 1; number <= APPLICATIONS; number += 1) await addApplications(db, number, { ownerId, colleagueId });
  for (let number = 2; number <= SESSIONS; number += 1) await addSession(db, `session-${number}`, now - number);
  const support = { sellerId: SELLER, operatorId: 'olga', begunMs: now, untilMs: now + 3_600_000 };
  const reason = `Ticket 4711 ${'ReasonWithoutAnySpace'.repeat(20)} <b>bold</b>`;
  for (const [sessionId, untilMs] of [
    ['live', now + 3_600_000],
    ['past', now],
  ] as const)
    await insertSupport(db, { ...support, sessionId, reason, untilMs }, sessionId);
  return { colleagueId };
}

const memberId = async (db: Db, accountId: string) =>
  (await membershipsOf(db, accountId)).find(({ sellerId }) => sellerId === SELLER)?.id ?? '';

/** One of the seller's own, and one that two members have connected. */
async function addApplications(
  db: Db,
  number: number,
  members: { ownerId: string; colleagueId: string },
): Promise<void> {
  const createdAt = Date.now();
  const own = { id: `own-${number}`, kind: 'seller', name: OWN_APPLICATION, sellerId: SELLER, secret: 's' } as const;
  const rights = [...BASIC_RIGHTS, ...NAMED_RIGHTS];
  await insertClient(db, { ...own, rights, metadata: {}, createdAt, createdBy: members.colleagueId });
  const id = `connected-${number}`;
  await insertClient(db, { id, kind: 'dynamic', name: CONNECTED_APPLICATION, metadata: {}, createdAt });
  const payload = JSON.stringify({ openid: { scope: [...BASIC_RIGHTS, ...NAMED_RIGHTS, 'offline_access'].join(' ') } });
  for (const accountId of Object.values(members))
    await db.run(
      `INSERT INTO idp_record (kind, id, payload, grant_id, account_id, client_id, created_at, used_at, expires_at)
       VALUES ('Grant', $1, $2, $1, $3, $4, $5, $5, $6)`,
      [`${id}-${accountId}`, payload, accountId, id, createdAt, createdAt + 1e9],
    );
}

async function addSession(db: Db, id: string, signedInAt: number): Promise<void> {
  await db.run(
    `INSERT INTO idp_record (kind, id, payload, uid, account_id, created_at, expires_at)
     VALUES ('Session', $1, '{}', $1, 'owner', $2, $3)`,
    [id, signedInAt, signedInAt + 1e9],
  );
  await db.run(
    `INSERT INTO idp_sign_in (id, account_id, device, address, signed_in_at, used_at, ended)
     VALUES ($1, 'owner', $2, $3, $4, $4, 0)`,
    [id, DEVICE, ADDRESS, signedInAt],
  );
  const attempt = { atMs: signedInAt, accountId: 'owner', device: DEVICE, address: ADDRESS };
  await insertAttempt(db, { ...attempt, outcome: 'wrong second step' });
}

/** After the sign-in, which would otherwise have a second step. */
export async function addPasskeyAndHelp(db: Db): Promise<void> {
  const now = Date.now();
  const passkey = { id: 'passkey', accountId: 'owner', name: long('Passkey', 60), publicKey: 'AA', signCount: 0 };
  await changeFactors(db, 'owner', (tx) => insertPasskey(tx, { ...passkey, transports: [], createdAt: now }));
  await db.transaction((tx) => askForFactorHelp(tx, { accountId: 'owner', now, from: '' }));
}

/** What the e-mails of the account link to. */
export async function mailedLinks(db: Db): Promise<Record<'reset' | 'invitation' | 'factor-help', string>> {
  const nowMs = Date.now();
  const own = { subjectId: 'owner', nowMs, lifetimeMs: 1e6 };
  const [invitation] = await openInvitations(db, SELLER, nowMs);
  return {
    reset: await createLink(db, { ...own, kind: 'reset' }),
    invitation: (await invitationLink(db, invitation?.id ?? '', nowMs))?.token ?? '',
    'factor-help': await createLink(db, { ...own, kind: 'factor help' }),
  };
}
