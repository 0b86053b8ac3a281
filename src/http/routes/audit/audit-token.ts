import { hash } from 'node:crypto';
import type { AuditPosition } from '../../../domain/audit/audit-entry.ts';
import { Fault } from '../../../domain/fault.ts';

/** A token for the entry after which the next page begins. Its checksum detects a token that was cut or changed. */
export function writeAuditToken({ atMs, number }: AuditPosition): string {
  const position = `${atMs}.${number}`;
  return Buffer.from(`${position}.${checksumOf(position)}`).toString('base64url');
}

/** Throws a fault when the token is not valid. */
export function readAuditToken(token: string): AuditPosition {
  const text = Buffer.from(token, 'base64url').toString('latin1');
  const [, atMs, number] = /^(\d{1,15})\.(\d{1,15})\.[\w-]{16}$/.exec(text) ?? [];
  const position = { atMs: Number(atMs), number: Number(number) };
  if (atMs !== undefined && writeAuditToken(position) === token) return position;
  throw new Fault('InvalidInput', {
    message: 'nextToken is not valid.',
    details: 'Query parameter nextToken must be the nextToken of the last answer of this operation, unchanged.',
  });
}

const checksumOf = (position: string) => hash('sha256', `audit\n${position}`, 'base64url').slice(0, 16);
