import type { Db, Sql } from '../../db/db.ts';
import { BATCH_ROWS, repeatSweep, type Sweeper, sweep } from '../../db/sweep.ts';
import {
  CREDENTIAL_TYPES,
  type CredentialPosition,
  dueNotice,
} from '../../domain/authorization/expiring-credential.ts';
import { DAY_MS } from '../../domain/duration.ts';
import type { Log } from '../../log/log.ts';
import { type EndingCredential, endingCredentials } from '../expiring-credentials.ts';
import { membersOf } from '../members.ts';
import { queueMail } from './mail-queue.ts';

const INTERVAL_MS = 600_000;

type NoticeOptions = { db: Db; now: () => number; log: Pick<Log, 'warn'>; wake: () => void };

/** Queues e-mails about secrets and accesses that end soon, 30, 7 and 1 days before. */
export function startExpiryMails({ db, now, log, wake }: NoticeOptions): Sweeper {
  const run = async () => {
    if ((await queueExpiryMails(db, now())) > 0) wake();
  };
  return repeatSweep('expiry mails', run, INTERVAL_MS, {
    onFailure: (error) =>
      log.warn({ err: error }, 'e-mails about secrets that end soon were not queued; the next run tries again'),
  });
}

/** Each notice once: it is recorded in the transaction that queues its messages. Returns how many notices were queued. */
export async function queueExpiryMails(db: Db, nowMs: number): Promise<number> {
  let queued = 0;
  for (const type of CREDENTIAL_TYPES) {
    let after: CredentialPosition | undefined;
    do {
      const page = await endingCredentials(db, type, nowMs, after);
      for (const credential of page.credentials) if (await queueNotice(db, credential, nowMs)) queued += 1;
      after = page.next;
    } while (after !== undefined);
  }
  await removePast(db, nowMs - DAY_MS);
  return queued;
}

async function queueNotice(db: Db, credential: EndingCredential, nowMs: number): Promise<boolean> {
  const days = dueNotice(credential, nowMs);
  if (days === undefined || (await isQueued(db, credential, days))) return false;
  return db.transaction(async (tx) => {
    const { id, type, application, name, endsMs } = credential;
    const inserted = await tx.run(
      `INSERT INTO idp_credential_notice (credential_id, days_before, ends_at) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING`,
      [id, days, endsMs],
    );
    if (inserted === 0) return false;
    const facts = { type, application: name ?? application, endsMs };
    for (const accountId of await concernedBy(tx, credential))
      await queueMail(tx, { kind: 'credential expiring', accountId, facts }, nowMs);
    return true;
  });
}

async function isQueued(db: Sql, { id }: EndingCredential, days: number): Promise<boolean> {
  const query = 'SELECT 1 AS found FROM idp_credential_notice WHERE credential_id = $1 AND days_before = $2';
  return (await db.get(query, [id, days])) !== undefined;
}

/**
 * The person who gave the access or created the secret. For a secret of the operator, or of somebody who has left, those who may
 * create another one: owners and developers.
 */
async function concernedBy(tx: Sql, { sellerId, memberId }: EndingCredential): Promise<string[]> {
  const members = await membersOf(tx, sellerId);
  const giver = members.find(({ id }) => id === memberId);
  const concerned = giver ? [giver] : members.filter(({ role }) => role === 'owner' || role === 'developer');
  return concerned.map(({ accountId }) => accountId);
}

function removePast(db: Sql, before: number): Promise<number> {
  const batch = () =>
    db.run(
      `DELETE FROM idp_credential_notice WHERE (credential_id, days_before) IN (
         SELECT credential_id, days_before FROM idp_credential_notice WHERE ends_at < $1 LIMIT ${BATCH_ROWS})`,
      [before],
    );
  return sweep([batch]);
}
