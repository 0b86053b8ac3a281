import type { Db, Sql } from '../db/db.ts';
import { isNamedRight, rightsWith, SELLER_RIGHTS, type SellerRight } from '../domain/authorization/rights.ts';
import { rightsOfRole } from '../domain/authorization/roles.ts';
import { removeRecordsOf } from './cleanup.ts';
import {
  clientOwner,
  deleteClient,
  insertClient,
  ownApplication,
  ownApplicationById,
  setOwnRights,
} from './clients.ts';
import { type Member, memberById, touchSeller } from './members.ts';
import { mayChange } from './own-applications.ts';
import { endSecretIn, type RotatedSecret, rotateSecretIn } from './secret-rotation.ts';
import { randomHex } from './secrets.ts';

/*
 * The changes that members make to their seller's own applications. Each runs in one transaction that first updates the seller's row,
 * as changes of the team do, and only then reads who may do what: a member who is removed or gets a lower role at the same moment
 * changes nothing any more, and the bound on applications holds (decisions 52 and 59).
 */

export const MAX_APPLICATIONS = 50;

/** Why nothing was changed. `missing`: the seller has no such application. */
export type ChangeRefusal = 'not allowed' | 'missing' | 'changed meanwhile' | 'too many';

/** Who changes which application. */
export type OwnApplicationChange = { sellerId: string; actorId: string; clientId: string; now: number };

/** Records the change in its transaction, with names and kinds only. */
export type OnApplicationChange = (tx: Sql, details: Readonly<Record<string, unknown>>) => Promise<void>;

export type NewApplication = OwnApplicationChange & {
  name: string;
  /** Rights by name. Those that the member does not have are left out. */
  named: readonly string[];
  secretExpiresAt: number | undefined;
};

/** The secret in clear text, for the only time. `changed meanwhile`: there is an application with this id, as when a form is sent twice. */
export function createApplication(
  db: Db,
  application: NewApplication,
  onChange: OnApplicationChange,
): Promise<{ secret: string } | ChangeRefusal> {
  const { sellerId, actorId, clientId, name, named, secretExpiresAt, now } = application;
  const secret = randomHex(32);
  return asMember(db, application, async (tx, actor) => {
    if (!mayChange(actor.role, [])) return 'not allowed';
    if ((await clientOwner(tx, clientId)) !== undefined) return 'changed meanwhile';
    const count = "SELECT COUNT(*) AS n FROM idp_client WHERE seller_id = $1 AND kind = 'seller'";
    if (Number((await tx.get<{ n: number }>(count, [sellerId]))?.n) >= MAX_APPLICATIONS) return 'too many';
    const rights = rightsWith(named).filter((right) => rightsOfRole(actor.role).includes(right));
    await insertClient(tx, {
      ...{ id: clientId, kind: 'seller', name, sellerId, rights, secret, secretExpiresAt },
      ...{ metadata: ownApplication, createdBy: actorId, createdAt: now },
    });
    await onChange(tx, { id: clientId, name, rights });
    return { secret };
  });
}

/** `secretsVersion` is what the member saw: two tabs, or a form that is sent twice, rotate once. */
export function rotateApplicationSecret(
  db: Db,
  change: OwnApplicationChange & { secretsVersion: number; overlapMs: number; expiresAt: number | undefined },
  onChange: OnApplicationChange,
): Promise<RotatedSecret | ChangeRefusal> {
  const { clientId, actorId: createdBy, secretsVersion, overlapMs, expiresAt, now } = change;
  return changeApplication(db, change, async (tx) => {
    const select = 'SELECT secrets_version AS version FROM idp_client WHERE id = $1';
    const present = await tx.get<{ version: number }>(select, [clientId]);
    if (present?.version !== secretsVersion) return 'changed meanwhile';
    const rotated = await rotateSecretIn(tx, { clientId, overlapMs, expiresAt, createdBy, now });
    if (rotated === undefined) return 'missing';
    await onChange(tx, { id: clientId, overlapHours: overlapMs / 3_600_000 });
    return rotated;
  });
}

export function endApplicationSecret(
  db: Db,
  change: OwnApplicationChange & { secretId: string },
  onChange: OnApplicationChange,
): Promise<'done' | ChangeRefusal> {
  const { clientId, secretId, now } = change;
  return changeApplication(db, change, async (tx) => {
    if (!(await endSecretIn(tx, clientId, secretId, now))) return 'changed meanwhile';
    await onChange(tx, { id: clientId });
    return 'done';
  });
}

/** Adds and removes rights by name. Only owners do: they have them all. The change is one against what the owner saw. */
export function changeApplicationRights(
  db: Db,
  change: OwnApplicationChange & { added: readonly string[]; removed: readonly string[] },
  onChange: OnApplicationChange,
): Promise<'done' | ChangeRefusal> {
  const { clientId, added, removed } = change;
  return changeApplication(db, change, async (tx, actor, before) => {
    if (actor.role !== 'owner') return 'not allowed';
    const isLeft = (right: SellerRight) => before.includes(right) || added.includes(right);
    const after = SELLER_RIGHTS.filter((right) => isLeft(right) && !(isNamedRight(right) && removed.includes(right)));
    if (after.join() === before.join()) return 'done';
    await setOwnRights(tx, clientId, after);
    await onChange(tx, { id: clientId, before, after });
    return 'done';
  });
}

/** `enable` only what a member disabled: what the operator disabled, the operator enables. */
export function setApplicationDisabled(
  db: Db,
  change: OwnApplicationChange & { state: 'disabled' | 'enabled' },
  onChange: OnApplicationChange,
): Promise<'done' | ChangeRefusal> {
  const { clientId, actorId, state, now } = change;
  return changeApplication(db, change, async (tx) => {
    const updated =
      state === 'disabled'
        ? await tx.run(
            'UPDATE idp_client SET disabled_at = $2, disabled_by = $3 WHERE id = $1 AND disabled_at IS NULL',
            [clientId, now, actorId],
          )
        : await tx.run(
            'UPDATE idp_client SET disabled_at = NULL, disabled_by = NULL WHERE id = $1 AND disabled_by IS NOT NULL',
            [clientId],
          );
    if (updated === 0) return 'changed meanwhile';
    await onChange(tx, { id: clientId });
    return 'done';
  });
}

/** With its secrets and tokens. */
export async function removeApplication(
  db: Db,
  change: OwnApplicationChange,
  onChange: OnApplicationChange,
): Promise<'done' | ChangeRefusal> {
  const { clientId } = change;
  const result = await changeApplication(db, change, async (tx) => {
    await deleteClient(tx, clientId);
    await onChange(tx, { id: clientId });
    return 'done' as const;
  });
  if (result === 'done') await removeRecordsOf(db, 'client_id', clientId);
  return result;
}

function changeApplication<T>(
  db: Db,
  change: OwnApplicationChange,
  work: (tx: Sql, actor: Member, rights: readonly SellerRight[]) => Promise<T | ChangeRefusal>,
): Promise<T | ChangeRefusal> {
  return asMember(db, change, async (tx, actor) => {
    const application = await ownApplicationById(tx, change.clientId);
    if (application?.sellerId !== change.sellerId) return 'missing';
    return mayChange(actor.role, application.rights) ? work(tx, actor, application.rights) : 'not allowed';
  });
}

function asMember<T>(
  db: Db,
  { sellerId, actorId }: OwnApplicationChange,
  work: (tx: Sql, actor: Member) => Promise<T | ChangeRefusal>,
): Promise<T | ChangeRefusal> {
  return db.transaction(async (tx) => {
    await touchSeller(tx, sellerId);
    const actor = await memberById(tx, actorId);
    return actor?.sellerId === sellerId ? work(tx, actor) : 'not allowed';
  });
}
