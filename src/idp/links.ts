import { randomBytes } from 'node:crypto';
import type { Sql } from '../db/db.ts';
import { digest } from './secrets.ts';

/** What a link in an e-mail lets its reader do, once. */
type LinkKind = 'reset' | 'invitation' | 'factor help';

/** `subjectId`: the account that it is for, or the invitation. */
type NewLink = { kind: LinkKind; subjectId: string; nowMs: number; lifetimeMs: number };

/** Makes the token of a link. Only its digest is stored. */
export async function createLink(db: Sql, { kind, subjectId, nowMs, lifetimeMs }: NewLink): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db.run('INSERT INTO idp_link (id, kind, account_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)', [
    digest(token),
    kind,
    subjectId,
    nowMs,
    nowMs + lifetimeMs,
  ]);
  return token;
}
