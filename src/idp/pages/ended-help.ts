import { stopFactorHelp } from '../factors/factor-help.ts';
import { factorHelpOf } from '../factors/factor-help-table.ts';
import type { Exchange } from './exchange.ts';

/** After a sign-in with a factor: the factors are not lost, so a request for help is stopped. */
export async function endFactorHelp(exchange: Exchange, accountId: string): Promise<void> {
  const { db, now } = exchange;
  const help = await factorHelpOf(db, accountId);
  if (help === undefined || help.nextAt === null) return;
  const step = { accountId, now: now(), from: exchange.requestFacts().address };
  await db.transaction((tx) => stopFactorHelp(tx, step));
  exchange.wakeMail();
}
