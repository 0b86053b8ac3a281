import type { Db, Sql } from './db.ts';

/**
 * Values that the service stores about itself across restarts. This module gives them no meaning; the names are listed here
 * so that no two modules choose the same one. They are in the stores of operators: never change one.
 */
export type FactName =
  | 'audit head'
  | 'audit horizon'
  | 'audited settings'
  | 'operator key'
  | 'operator notes'
  | 'operator key check'
  | 'demo'
  | 'demo destinations'
  | 'demo history'
  | 'embedded provider'
  | 'engine time'
  | 'events swept'
  | 'boards version'
  | 'history horizon'
  | 'history swept'
  | 'move'
  | 'vapid private key'
  | 'write probe';

export async function factOf(sql: Sql, name: FactName): Promise<string | undefined> {
  return (await sql.get<{ value: string }>('SELECT value FROM service_fact WHERE name = $1', [name]))?.value;
}

/** Stores a value unless there is one: two processes that start at once then use the same value. */
export async function keepFact(sql: Sql, name: FactName, value: string): Promise<void> {
  await sql.run('INSERT INTO service_fact (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [name, value]);
}

export async function setFact(sql: Sql, name: FactName, value: string): Promise<void> {
  await sql.run(
    `INSERT INTO service_fact (name, value) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [name, value],
  );
}

/**
 * Deletes a secret value. SQLite would leave its bytes in the file, as free space: a value of the same length overwrites them
 * first.
 */
export async function eraseFact(db: Db, name: FactName): Promise<void> {
  await db.transaction(async (tx) => {
    const value = (await factOf(tx, name)) ?? '';
    await tx.run('UPDATE service_fact SET value = $2 WHERE name = $1', [name, '0'.repeat(value.length)]);
    await tx.run('DELETE FROM service_fact WHERE name = $1', [name]);
  });
}
