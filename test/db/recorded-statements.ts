import type { Db, Row, Sql } from '../../src/db/db.ts';

/** A statement that ran, with its last values, and how often it ran. */
export type Recorded = { sql: string; rows: readonly Row[] | undefined; params: Row; runs: number };

/** A step of a plan that reads all of a table or of an index, or all that a marketplace or a destination has. */
export type WideRead = { step: string; sql: string };

/** The same store, and every statement that it ran, by its text. `before` looks at each one before it runs. */
export function recording(
  db: Db,
  before?: (statement: Recorded) => Promise<void>,
): { db: Db; statements: Map<string, Recorded> } {
  const statements = new Map<string, Recorded>();
  const record = <S extends Sql>(target: S): S =>
    new Proxy(target, {
      get: (from, name) => {
        const value = Reflect.get(from, name);
        if (typeof value !== 'function') return value;
        if (name === 'transaction') {
          return (work: (tx: Sql) => unknown, ...rest: unknown[]) =>
            value.call(from, (tx: Sql) => work(record(tx)), ...rest);
        }
        return (...args: unknown[]) => {
          const [sql, values = []] = args;
          const isMany = name === 'many';
          if (typeof sql !== 'string') return value.apply(from, args);
          const recorded = {
            sql,
            rows: isMany ? (values as Row[]) : undefined,
            params: isMany ? [] : (values as Row),
            runs: (statements.get(sql)?.runs ?? 0) + 1,
          };
          if (!isMany || (values as Row[]).length > 0 || !statements.has(sql)) statements.set(sql, recorded);
          return before === undefined ? value.apply(from, args) : before(recorded).then(() => value.apply(from, args));
        };
      },
    });
  return { db: record(db), statements };
}

/** A statement without line breaks. */
export const oneLine = (sql: string): string => sql.replace(/\s+/g, ' ').trim();
