import { type Sql, violatedConstraint } from '../../db/db.ts';
import type { OperatorOperations, OperatorRefusal } from '../../domain/accounts/operator-operations.ts';
import {
  type BegunSupport,
  isLiveSupport,
  type ShownSupport,
  SUPPORT_TOKEN_PREFIX,
  type SupportSession,
  shownSupport,
} from '../../domain/accounts/support-session.ts';
import { MINUTE_MS } from '../../domain/duration.ts';
import { type ChangeMaker, recordChange } from '../audit-entries.ts';
import { operatorClientRights } from '../clients.ts';
import { memberById } from '../members.ts';
import { makerOf, type OperatorContext } from '../operator/operator-changes.ts';
import { operatorRightsOf } from '../operator/operator-people.ts';
import { digest, randomHex } from '../secrets.ts';
import { endSupportSession, insertSupport, replaceToken, supportById } from './support-sessions.ts';

/* Who begins and ends support sessions (decision 55). Both are in the audit log, where the seller reads them. */

type Asked<Operation extends keyof OperatorOperations> = OperatorOperations[Operation]['asks'];

/**
 * Begins a session. The same key and content give the same session again, with another token: the one before is accepted no more, because
 * nobody can read it again.
 */
export async function beginSupport(
  context: OperatorContext,
  { sellerId, reason, minutes, key }: Asked<'beginSupport'>,
): Promise<BegunSupport | OperatorRefusal | undefined> {
  const { db, actor, nowMs } = context;
  if (!(await maySupport(db, actor.id))) return NO_RIGHT;
  const seller = await db.get<{ disabled_at: number | null }>(
    'SELECT disabled_at FROM idp_seller WHERE seller_id = $1',
    [sellerId],
  );
  if (seller === undefined) return undefined;
  if (seller.disabled_at !== null) return disabledSeller(sellerId);
  const sessionId = key === undefined ? randomHex(16) : digest(`support ${actor.id} ${key}`);
  const token = `${SUPPORT_TOKEN_PREFIX}${randomHex(32)}`;
  const times = { begunMs: nowMs, untilMs: nowMs + minutes * MINUTE_MS };
  const session: SupportSession = { sessionId, sellerId, operatorId: actor.id, reason, ...times };
  const earlier = await supportById(db, sessionId);
  if (earlier !== undefined) return repeated(context, earlier, session, token);
  try {
    await db.transaction(async (tx) => {
      await insertSupport(tx, session, token);
      const details = { sessionId, sellerId, reason, until: new Date(session.untilMs).toISOString() };
      await recordChange(tx, makerOf(context), { operation: 'beginSupport', sellerId, details });
    });
  } catch (error) {
    // A request with the same key was faster.
    const other = violatedConstraint(error) === 'unique' ? await supportById(db, sessionId) : undefined;
    if (other === undefined) throw error;
    return repeated(context, other, session, token);
  }
  return { ...shownSupport(session, nowMs), token, isRepeated: false };
}

async function repeated(
  { db, nowMs }: OperatorContext,
  earlier: SupportSession,
  asked: SupportSession,
  token: string,
): Promise<BegunSupport | OperatorRefusal> {
  const lengthOf = ({ untilMs, begunMs }: SupportSession) => untilMs - begunMs;
  const isSame =
    earlier.sellerId === asked.sellerId && earlier.reason === asked.reason && lengthOf(earlier) === lengthOf(asked);
  if (!isSame) return { refused: 'key reused' };
  if (!(await replaceToken(db, earlier.sessionId, token, nowMs))) return ENDED;
  return { ...shownSupport(earlier, nowMs), token, isRepeated: true };
}

/** Ends a session of any person of the operator. One that has ended already is given as it is. */
export function endSupport(
  context: OperatorContext,
  { sessionId }: Asked<'endSupport'>,
): Promise<ShownSupport | undefined> {
  return endedBy(context, makerOf(context), { sessionId, by: 'operator' });
}

/** Ends a session at this seller, for one of its owners. */
export async function endSellerSupport(
  context: OperatorContext,
  { sellerId, sessionId }: Asked<'endSellerSupport'>,
): Promise<ShownSupport | OperatorRefusal | undefined> {
  const { db, actor } = context;
  const member = await memberById(db, actor.id);
  if (member?.sellerId !== sellerId || member.role !== 'owner') return OWNERS_ONLY;
  const maker: ChangeMaker = { ...makerOf(context), who: { type: 'member', id: member.id } };
  return endedBy(context, maker, { sessionId, by: 'owner', sellerId });
}

type End = { readonly sessionId: string; readonly by: 'owner' | 'operator'; readonly sellerId?: string };

/** Undefined when there is none with this id, at this seller. */
export async function endedBy(
  { db, nowMs }: Pick<OperatorContext, 'db' | 'nowMs'>,
  maker: ChangeMaker,
  { sessionId, by, sellerId }: End,
): Promise<ShownSupport | undefined> {
  const found = await supportById(db, sessionId);
  if (found === undefined || (sellerId !== undefined && found.sellerId !== sellerId)) return undefined;
  if (!isLiveSupport(found, nowMs)) return shownSupport(found, nowMs);
  await db.transaction(async (tx) => {
    if (!(await endSupportSession(tx, { id: sessionId, nowMs, by }))) return;
    const details = { sessionId, sellerId: found.sellerId };
    await recordChange(tx, maker, { operation: 'endSupport', sellerId: found.sellerId, details });
  });
  const ended = await supportById(db, sessionId);
  return ended && shownSupport(ended, nowMs);
}

/** Whether a person of the operator, or its application, has the right now. */
export async function maySupport(db: Sql, operatorId: string): Promise<boolean> {
  if ((await operatorRightsOf(db, operatorId)).includes('operator:support')) return true;
  const isEnabled = await db.get('SELECT id FROM idp_client WHERE id = $1 AND disabled_at IS NULL', [operatorId]);
  return isEnabled !== undefined && (await operatorClientRights(db, operatorId))?.includes('operator:support') === true;
}

const NO_RIGHT: OperatorRefusal = {
  refused: 'conflict',
  message: 'You do not have the right operator:support any more.',
  details: 'Somebody took it away, or disabled your account. Sign in again to see what you may do.',
};

const ENDED: OperatorRefusal = {
  refused: 'conflict',
  message: 'This support session has ended.',
  details: 'Begin another one: send a new Idempotency-Key.',
};

const OWNERS_ONLY: OperatorRefusal = {
  refused: 'conflict',
  message: 'Only an owner of the seller ends support sessions.',
  details: 'Ask an owner. The page "Team" of the identity provider says who they are.',
};

const disabledSeller = (sellerId: string): OperatorRefusal => ({
  refused: 'conflict',
  message: `Seller ${sellerId} is disabled.`,
  details: 'Nobody sees its console now, as its own people do not. Enable it first.',
});
