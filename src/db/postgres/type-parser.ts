import pg from 'pg';

const oid = { bool: 16, int8: 20, numeric: 1700 };

/** The driver returns these as text, or as true and false. `sum` of integers is numeric. */
export const getTypeParser: typeof pg.types.getTypeParser = (type: number, format?: unknown) => {
  if (type === oid.int8 || type === oid.numeric) return toNumber;
  if (type === oid.bool) return (text: string) => (text === 't' ? 1 : 0);
  return pg.types.getTypeParser(type, format as 'text');
};

function toNumber(text: string): number {
  const value = Number(text);
  // As `node:sqlite` does: a rounded number must not look like the right one.
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError(`Value is too large to be represented as a JavaScript number: ${text}`);
  }
  return value;
}
