import { randomBytes } from 'node:crypto';

/** Unguessable, and in the order of time: new rows then stand together in an index. */
export function timeOrderedId(prefix: string, nowMs: number): string {
  return firstIdAt(prefix, nowMs) + randomBytes(12).toString('hex');
}

/** Before every id that was made then or later. */
export function firstIdAt(prefix: string, nowMs: number): string {
  return `${prefix}_${Math.max(0, nowMs).toString(16).padStart(12, '0')}`;
}
