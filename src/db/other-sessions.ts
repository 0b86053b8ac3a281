import { APPLICATION_NAME, type Db } from './db.ts';

/** Whether other processes of the service are connected to the database. Those that were idle for half a minute may be overlooked. */
export async function hasOtherSessions(db: Db): Promise<boolean> {
  const found = await db.get<{ sessions: number }>(
    'SELECT CAST(COUNT(*) AS INTEGER) AS sessions FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
    [APPLICATION_NAME],
  );
  const { inUse, idle } = db.use.connections();
  return (found?.sessions ?? 0) > inUse + idle;
}
