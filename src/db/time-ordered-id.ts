import { randomBytes } from 'node:crypto';

/** Unguessable, and sorted by time: new rows are neighbours in an index. */
export function timeOrderedId(prefix: string, nowMs: number): string {
  return firstIdAt(prefix, nowMs) + randomBytes(12).toString('hex');
}

/** Sorts before every id created at this time or later. */
export function firstIdAt(prefix: string, nowMs: number): string {
  return `${prefix}_${Math.max(0, nowMs).toString(16).padStart(12, '0')}`;
}

/** When an id was made; undefined when it is none with this prefix. */
export function idTimeMs(prefix: string, id: string): number | undefined {
  if (!id.startsWith(`${prefix}_`)) return undefined;
  const hex = id.slice(prefix.length + 1, prefix.length + 13);
  return /^[0-9a-f]{12}$/.test(hex) ? Number.parseInt(hex, 16) : undefined;
}
