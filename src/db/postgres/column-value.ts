import type { Value } from '../db.ts';
import { type ColumnType, checkValue } from '../sql-text.ts';

/** Rejects a value that a column of this type cannot take. The server would reject it later, or convert it. */
export function checkColumnValue(type: ColumnType, value: Value): void {
  checkValue(value);
  if (value === null || canTake(type, value)) return;
  throw new TypeError(
    `A column of type ${type} cannot take ${typeof value === 'number' ? value : `a ${typeof value}`}.`,
  );
}

function canTake(type: ColumnType, value: Value): boolean {
  if (type === 'text') return typeof value === 'string';
  if (type === 'bigint') return Number.isSafeInteger(value);
  return type === 'bytea' ? value instanceof Uint8Array : typeof value === 'number';
}
