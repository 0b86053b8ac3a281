import type { Db, Sql } from '../../db/db.ts';
import type {
  ApplicationAccount,
  OperatorActor,
  OperatorOperations,
  PersonAccount,
  SellerAccounts,
} from '../../domain/accounts/operator-operations.ts';
import { setAccountDisabled } from '../accounts.ts';
import { type ChangeMaker, recordChange } from '../audit-entries.ts';
import { setClientDisabled, setClientVerified } from '../clients.ts';
import { setSellerDisabled } from '../sellers.ts';
import { applicationById } from './application-accounts.ts';
import { personById, sellerById } from './seller-accounts.ts';

/*
 * The changes that the operator makes by the API. Each has its entry in the audit log, in its transaction, with who did it; one that
 * concerns sellers has an entry for each of them, which that seller reads. Undefined: there is no such seller, account or application.
 */

/** The store, the time, and who asks. `wakeMail` sends what was queued, after the commit. */
export type OperatorContext = { db: Db; nowMs: number; actor: OperatorActor; wakeMail: () => void };

type Asked<Operation extends keyof OperatorOperations> = OperatorOperations[Operation]['asks'];

export async function changeSeller(
  context: OperatorContext,
  { sellerId, isDisabled }: Asked<'changeSeller'>,
): Promise<SellerAccounts | undefined> {
  const operation = isDisabled ? 'disableSeller' : 'enableSeller';
  await setSellerDisabled(context.db, { sellerId, disabledAt: isDisabled ? context.nowMs : null }, (tx) =>
    record(tx, context, operation, { sellerId }),
  );
  return sellerById(context.db, sellerId);
}

export async function changeAccount(
  context: OperatorContext,
  { accountId, isDisabled }: Asked<'changeAccount'>,
): Promise<PersonAccount | undefined> {
  const { db, nowMs } = context;
  const person = await personById(db, accountId);
  if (person === undefined) return undefined;
  const { email, sellers } = person;
  const operation = isDisabled ? 'disableAccount' : 'enableAccount';
  await setAccountDisabled(db, { email, disabledAt: isDisabled ? nowMs : null }, async (tx) => {
    const concerned = sellers.length === 0 ? [{}] : sellers.map(({ sellerId }) => ({ sellerId }));
    for (const seller of concerned) await record(tx, context, operation, { accountId, email, ...seller });
  });
  return personById(db, accountId);
}

export async function changeApplication(
  context: OperatorContext,
  { clientId, isDisabled, isVerified }: Asked<'changeApplication'>,
): Promise<ApplicationAccount | undefined> {
  const { db, nowMs } = context;
  const application = await applicationById(db, clientId);
  if (application === undefined) return undefined;
  const { sellerId } = application;
  const recordOne = (tx: Sql, operation: string) =>
    record(tx, context, operation, { id: clientId, ...(sellerId !== null && { sellerId }) });
  if (isDisabled !== undefined)
    await setClientDisabled(db, { id: clientId, disabledAt: isDisabled ? nowMs : null }, (tx) =>
      recordOne(tx, isDisabled ? 'disableApplication' : 'enableApplication'),
    );
  if (isVerified !== undefined)
    await setClientVerified(db, { id: clientId, verifiedAt: isVerified ? nowMs : null }, (tx) =>
      recordOne(tx, isVerified ? 'verifyApplication' : 'unverifyApplication'),
    );
  return applicationById(db, clientId);
}

export function record(
  tx: Sql,
  { actor, nowMs }: OperatorContext,
  operation: string,
  details: { readonly sellerId?: string; readonly [name: string]: unknown },
): Promise<void> {
  return recordChange(tx, makerOf({ actor, nowMs }), { operation, details, sellerId: details.sellerId });
}

/** Who makes a change, for the audit log. */
export const makerOf = ({ actor, nowMs }: Pick<OperatorContext, 'actor' | 'nowMs'>): ChangeMaker => ({
  ...{ atMs: nowMs, from: actor.from, requestId: actor.requestId },
  who: { type: 'operator', id: actor.id },
});
