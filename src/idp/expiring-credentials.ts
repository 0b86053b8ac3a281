import type { IncomingMessage } from 'node:http';
import type { Sql } from '../db/db.ts';
import { EMBEDDED_CONSOLE_CLIENT } from '../domain/authorization/console-client.ts';
import {
  ASKED_CREDENTIALS,
  type AskedCredentials,
  type CredentialPosition,
  type CredentialType,
  type ExpiringCredential,
  FIRST_NOTICE_MS,
  isCredentialPosition,
} from '../domain/authorization/expiring-credential.ts';
import { OFFLINE_ACCESS } from '../domain/authorization/rights.ts';
import { isObject } from '../domain/is-object.ts';
import { scopesOf } from './connections.ts';
import { grantEnd, renewalEnd } from './lifetimes.ts';
import { type Answer, badServiceRequest, serviceRequest } from './service-endpoint.ts';

const PAGE = 200;

/** A credential, and who should act: the member who gave the access or created the secret, if one did. */
export type EndingCredential = ExpiringCredential & { readonly memberId: string | undefined };
export type EndingPage = {
  readonly credentials: readonly EndingCredential[];
  readonly next?: CredentialPosition | undefined;
};

/** Answers only the seller service: which secrets and accesses end within 30 days. The service tells sellers and their applications. */
export async function answerExpiring(
  req: IncomingMessage,
  { db, serviceClient, now }: { db: Sql; serviceClient: { id: string; secret: string }; now: () => number },
): Promise<Answer> {
  const request = await serviceRequest(req, serviceClient);
  if ('refusal' in request) return request.refusal;
  const asked = questionIn(request.value);
  if (asked === undefined) return badServiceRequest(`type must be ${ASKED_CREDENTIALS.join(' or ')}`);
  const { credentials, next } = await endingCredentials(db, asked.type, now(), asked.after);
  // Who gave it is the provider's own business: the service tells the seller as a whole.
  return { status: 200, body: { credentials: credentials.map((one) => ({ ...one, memberId: undefined })), next } };
}

type Question = { type: AskedCredentials; after: CredentialPosition | undefined };

function questionIn(value: unknown): Question | undefined {
  const { type, after } = isObject(value) ? value : {};
  const known = ASKED_CREDENTIALS.find((one) => one === type);
  if (known === undefined || (after !== undefined && !isCredentialPosition(after))) return undefined;
  return { type: known, after };
}

/** A page of credentials that have not ended and end within 30 days, in the order of their ends. */
export function endingCredentials(
  db: Sql,
  type: AskedCredentials,
  nowMs: number,
  after: CredentialPosition = { endsMs: nowMs, id: '\uffff' },
): Promise<EndingPage> {
  const untilMs = nowMs + FIRST_NOTICE_MS;
  return type === 'GRANT' ? endingGrants(db, after, untilMs) : endingSecrets(db, after, untilMs, type);
}

type EndingRow = {
  id: string;
  /** Null when it belongs to no seller, empty when to the operator. */
  sellerId: string | null;
  application: string;
  name: string | null;
  createdMs: number;
  endsMs: number;
  memberId: string | null;
  /** 0 when its application, its seller or its person is disabled. */
  isEnabled: number;
};

/*
 * Both statements first take a page in the order of the ends, and only then look at whose it is: the store reads no more than a page.
 */

/** Secrets of sellers' applications, or of the operator's. Those of applications that registered themselves belong to nobody here. */
async function endingSecrets(
  db: Sql,
  { endsMs, id }: CredentialPosition,
  untilMs: number,
  type: 'CLIENT_SECRET' | 'OPERATOR_SECRET',
): Promise<EndingPage> {
  // The operator has few applications, whose secrets must not wait behind those of all sellers.
  const isAsked =
    type === 'CLIENT_SECRET' ? '' : " AND client_id IN (SELECT id FROM idp_client WHERE kind = 'operator')";
  const rows = await db.all<EndingRow>(
    `SELECT s.id, CASE WHEN c.kind = 'operator' THEN '' ELSE c.seller_id END AS "sellerId", s.client_id AS application, c.name,
       s.created_at AS "createdMs",
       s.expires_at AS "endsMs", s.created_by AS "memberId",
       CASE WHEN c.disabled_at IS NULL AND o.disabled_at IS NULL THEN 1 ELSE 0 END AS "isEnabled"
     FROM (SELECT id, client_id, created_at, created_by, expires_at FROM idp_client_secret
         WHERE (expires_at, id) > ($1, $2) AND expires_at <= $3${isAsked} ORDER BY expires_at, id LIMIT ${PAGE}) AS s
       LEFT JOIN idp_client c ON c.id = s.client_id LEFT JOIN idp_seller o ON o.seller_id = c.seller_id
     ORDER BY s.expires_at, s.id`,
    [endsMs, id, untilMs],
  );
  const asked = rows.filter(({ sellerId }) => (sellerId === '') === (type === 'OPERATOR_SECRET'));
  return {
    credentials: asked.flatMap((row) => credentialOf(row, 'CLIENT_SECRET')),
    next: nextAfter(rows.at(PAGE - 1)),
  };
}

/** Accesses that applications renew themselves. Without that each access needs a person anyway. */
async function endingGrants(db: Sql, { endsMs, id }: CredentialPosition, untilMs: number): Promise<EndingPage> {
  const rows = await db.all<EndingRow & { payload: string }>(
    `SELECT g.id, m.seller_id AS "sellerId", g.client_id AS application, c.name, g.created_at AS "createdMs",
       g.expires_at AS "endsMs", g.account_id AS "memberId", g.payload,
       CASE WHEN a.disabled_at IS NULL AND o.disabled_at IS NULL AND c.disabled_at IS NULL THEN 1 ELSE 0 END AS "isEnabled"
     FROM (SELECT id, client_id, account_id, created_at, expires_at, payload FROM idp_record
         WHERE kind = 'Grant' AND (expires_at, id) > ($1, $2) AND expires_at <= $3 ORDER BY expires_at, id LIMIT ${PAGE}) AS g
       LEFT JOIN idp_member m ON m.id = g.account_id LEFT JOIN idp_account a ON a.id = m.account_id
       LEFT JOIN idp_seller o ON o.seller_id = m.seller_id LEFT JOIN idp_client c ON c.id = g.client_id
     ORDER BY g.expires_at, g.id`,
    [grantEnd(endsMs), id, grantEnd(untilMs)],
  );
  const renewed = rows.filter(
    ({ application, payload }) => application !== EMBEDDED_CONSOLE_CLIENT && scopesOf(payload).includes(OFFLINE_ACCESS),
  );
  const credentials = renewed.flatMap((row) => credentialOf({ ...row, endsMs: renewalEnd(row.endsMs) }, 'GRANT'));
  return { credentials, next: nextAfter(rows.at(PAGE - 1), renewalEnd) };
}

/** After the last row of a full page. */
const nextAfter = (last: EndingRow | undefined, endOf = (ms: number) => ms): CredentialPosition | undefined =>
  last && { endsMs: endOf(last.endsMs), id: last.id };

function credentialOf(row: EndingRow, type: CredentialType): EndingCredential[] {
  const { id, sellerId, application, name, createdMs, endsMs, memberId, isEnabled } = row;
  if (sellerId === null || isEnabled === 0) return [];
  const named = name === null ? {} : { name };
  return [{ id, type, sellerId, application, createdMs, endsMs, ...named, memberId: memberId ?? undefined }];
}
