import { randomBytes } from 'node:crypto';

/** Unguessable, and sorted by time: new rows are neighbours in an index. */
export function timeOrderedId(prefix: string, nowMs: number): string {
  return firstIdAt(prefix, nowMs) + randomBytes(12).toString('hex');
}

/** Sorts before every id created at this time or later. */
export function firstIdAt(prefix: string, nowMs: number): string {
  return `${prefix}_${Math.max(0, nowMs).toString(16).padStart(12, '0')}`;
}
