import type { Sql } from './db.ts';

/** What the service remembers of itself from start to start: its own keys, whether it is a demo, how far its work is. */
export type FactName =
  | 'operator key'
  | 'operator key check'
  | 'demo'
  | 'demo destinations'
  | 'engine time'
  | 'boards version'
  | 'vapid private key';

export async function factOf(sql: Sql, name: FactName): Promise<string | undefined> {
  return (await sql.get<{ value: string }>('SELECT value FROM service_fact WHERE name = $1', [name]))?.value;
}

/** The first who says it is believed: of two processes that start at once both then go on with the same. */
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
