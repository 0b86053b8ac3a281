import type { IncomingMessage } from 'node:http';
import type { Sql } from '../db/db.ts';
import type { DelegatedApplication, SellerMember } from '../domain/authorization/delegated-application.ts';
import { isObject } from '../domain/is-object.ts';
import { type Answer, badServiceRequest, serviceRequest } from './service-endpoint.ts';

/**
 * Answers only the seller service: which of the applications that it names still have a grant of their seller
 * (decision 38), and the names of all of them, and which of the members that it names still work for their seller. The service suspends the notification destinations of the others, and notifies
 * their sellers.
 */
export async function applicationGrants(
  req: IncomingMessage,
  { db, serviceClient, now }: { db: Sql; serviceClient: { id: string; secret: string }; now: () => number },
): Promise<Answer> {
  const request = await serviceRequest(req, serviceClient);
  if ('refusal' in request) return request.refusal;
  const asked = applicationsIn(request.value);
  if (asked === undefined) return badServiceRequest('applications must be a list');
  const [granted, names] = [await grantedOf(db, asked, now()), await namesOf(db, asked)];
  return { status: 200, body: { granted, names, members: await enabledOf(db, membersIn(request.value)) } };
}

function applicationsIn(value: unknown): DelegatedApplication[] | undefined {
  const { applications } = isObject(value) ? value : {};
  const isAll = Array.isArray(applications) && applications.every(isApplication);
  return isAll ? (applications as DelegatedApplication[]) : undefined;
}

const isApplication = (value: unknown) =>
  isObject(value as never) &&
  typeof (value as DelegatedApplication).sellerId === 'string' &&
  typeof (value as DelegatedApplication).application === 'string';

/** Absent in requests of the version before. */
function membersIn(value: unknown): SellerMember[] {
  const { members } = isObject(value) ? value : {};
  return Array.isArray(members) ? (members as SellerMember[]).filter(isMember) : [];
}

const isMember = ({ sellerId, memberId }: SellerMember) => typeof sellerId === 'string' && typeof memberId === 'string';

/** Those who still work for their seller, unless person or seller are disabled. */
async function enabledOf(db: Sql, members: readonly SellerMember[]): Promise<SellerMember[]> {
  return db.many<SellerMember>(
    `SELECT k.column1 AS "sellerId", k.column2 AS "memberId" FROM (VALUES {rows: text, text}) AS k
       JOIN idp_seller ON idp_seller.seller_id = k.column1 AND idp_seller.disabled_at IS NULL
       JOIN idp_member ON idp_member.id = k.column2 AND idp_member.seller_id = k.column1
       JOIN idp_account ON idp_account.id = idp_member.account_id AND idp_account.disabled_at IS NULL`,
    members.map(({ sellerId, memberId }) => [sellerId, memberId]),
  );
}

/**
 * A grant of any member of the seller counts, unless person, seller or application are disabled. Whether it has a token that is still valid
 * does not count: a refresh may follow.
 */
async function grantedOf(
  db: Sql,
  asked: readonly DelegatedApplication[],
  now: number,
): Promise<DelegatedApplication[]> {
  return db.many<DelegatedApplication>(
    `SELECT DISTINCT k.column1 AS "sellerId", k.column2 AS application
     FROM (VALUES {rows: text, text, bigint}) AS k
       JOIN idp_seller ON idp_seller.seller_id = k.column1 AND idp_seller.disabled_at IS NULL
       JOIN idp_member ON idp_member.seller_id = k.column1
       JOIN idp_account ON idp_account.id = idp_member.account_id AND idp_account.disabled_at IS NULL
       JOIN idp_record ON idp_record.account_id = idp_member.id AND idp_record.kind = 'Grant'
         AND idp_record.client_id = k.column2 AND idp_record.expires_at > k.column3
       LEFT JOIN idp_client ON idp_client.id = k.column2
     WHERE idp_client.disabled_at IS NULL`,
    asked.map(({ sellerId, application }) => [sellerId, application, now]),
  );
}

async function namesOf(db: Sql, asked: readonly DelegatedApplication[]): Promise<Record<string, string>> {
  const rows = await db.many<{ id: string; name: string }>(
    `SELECT idp_client.id, idp_client.name FROM (VALUES {rows: text}) AS k JOIN idp_client ON idp_client.id = k.column1
     WHERE idp_client.name IS NOT NULL`,
    Array.from(new Set(asked.map(({ application }) => application)), (id) => [id]),
  );
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]));
}
