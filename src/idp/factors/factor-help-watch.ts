import type { Db } from '../../db/db.ts';
import { BATCH_ROWS, repeatSweep, type Sweeper, sweep } from '../../db/sweep.ts';
import { MINUTE_MS } from '../../domain/duration.ts';
import type { Log } from '../../log/log.ts';
import { passHelpDay } from './factor-help.ts';

const INTERVAL_MS = 10 * MINUTE_MS;

type WatchOptions = {
  readonly db: Db;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly now: () => number;
  /** Sends the e-mails that were queued. */
  readonly wakeMail: () => void;
};

/** Goes on with requests for help with lost factors, day by day, in the background. */
export function watchFactorHelp(options: WatchOptions): Sweeper {
  return repeatSweep('factor help', (signal) => passHelpDays(options, signal), INTERVAL_MS, {
    onFailure: (err) =>
      options.log.warn({ err }, 'requests for help with lost factors wait; the next turn tries again'),
  });
}

/** Passes the day of every request whose day is over. */
export async function passHelpDays({ db, log, now, wakeMail }: WatchOptions, signal?: AbortSignal): Promise<void> {
  const batch = async () => {
    const due = await db.all<{ account_id: string }>(
      `SELECT account_id FROM idp_factor_help WHERE next_at <= $1 ORDER BY next_at LIMIT ${BATCH_ROWS}`,
      [now()],
    );
    const who = { type: 'service', id: 'identity provider' } as const;
    for (const { account_id: accountId } of due) {
      const isPassed = await db.transaction((tx) => passHelpDay(tx, { accountId, who, now: now(), from: '' }));
      if (isPassed) log.info({ accountId }, 'a day of a request for help with lost factors is over');
    }
    if (due.length > 0) wakeMail();
    return due.length;
  };
  await sweep([batch], signal);
}
