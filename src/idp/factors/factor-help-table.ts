import type { Sql } from '../../db/db.ts';
import { DAY_MS } from '../../domain/duration.ts';

/** A request of a person who lost every factor: see `factor-help.ts`. */
export type FactorHelp = {
  readonly askedAt: number;
  /** When the person is told again, or, after the last day, the factors are removed; null when that is done. */
  readonly nextAt: number | null;
  readonly daysLeft: number;
  /** The operator who asked for the removal at once. */
  readonly operatorId: string | null;
  /** Since then the person has to set up new factors. */
  readonly removedAt: number | null;
};

type HelpRow = {
  asked_at: number;
  days_left: number;
  next_at: number | null;
  operator_id: string | null;
  removed_at: number | null;
};

/** Undefined when nobody asked for help, or it was stopped. */
export async function factorHelpOf(db: Sql, accountId: string): Promise<FactorHelp | undefined> {
  const row = await db.get<HelpRow>('SELECT * FROM idp_factor_help WHERE account_id = $1', [accountId]);
  return row && helpOf(row);
}

type WaitingHelp = { accountId: string; email: string; help: FactorHelp };

/** Help that waits, of the accounts whose ids come after `after`, in their order: at most `limit`. */
export async function waitingHelp(db: Sql, after: string, limit: number): Promise<WaitingHelp[]> {
  const rows = await db.all<HelpRow & { account_id: string; email: string }>(
    `SELECT h.*, (SELECT a.email FROM idp_account a WHERE a.id = h.account_id) AS email FROM idp_factor_help h
     WHERE h.account_id > $1 AND h.next_at IS NOT NULL ORDER BY h.account_id LIMIT $2`,
    [after, limit],
  );
  return rows.map((row) => ({ accountId: row.account_id, email: row.email, help: helpOf(row) }));
}

const helpOf = (row: HelpRow): FactorHelp => ({
  askedAt: row.asked_at,
  nextAt: row.next_at,
  daysLeft: row.days_left,
  operatorId: row.operator_id,
  removedAt: row.removed_at,
});

/** When the factors are removed at the earliest; undefined when they are already. */
export const removalTimeOf = ({ nextAt, daysLeft }: FactorHelp): number | undefined =>
  nextAt === null ? undefined : nextAt + (daysLeft - 1) * DAY_MS;

/** With a new factor, or with the account. */
export async function removeFactorHelp(tx: Sql, accountId: string): Promise<void> {
  await tx.run('DELETE FROM idp_factor_help WHERE account_id = $1', [accountId]);
}
