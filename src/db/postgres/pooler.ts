import pg from 'pg';

const LIMIT_MS = 3_000;

/**
 * Whether a pooler such as pgbouncer is between this machine and the server: it names its own process at the connection, the
 * server names another one in the session. Undefined when that cannot be learned.
 */
export async function isThroughPooler(databaseUrl: string): Promise<boolean | undefined> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: LIMIT_MS,
    query_timeout: LIMIT_MS,
    application_name: 'marketplace-seller-service (doctor)',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const { processID } = client as unknown as { processID: number | null };
    return processID === null ? undefined : rows[0]?.pid !== processID;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}
