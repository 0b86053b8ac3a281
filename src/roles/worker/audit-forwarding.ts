import { entriesIn, takeEntries } from '../../audit/forwarding.ts';
import { repeatSweep, type Sweeper, sweep } from '../../db/sweep.ts';
import type { Identity } from '../../identity/identity.ts';
import type { OpenedService } from '../service/service.ts';

/** An owner who looks at the log after a change waits no longer than this. */
const IDLE_MS = 5_000;

/** Brings what the embedded provider records, such as a changed member or a withdrawn grant, into the audit log. */
export function followProviderAudit({ db, log, work }: OpenedService, provider: Identity): Sweeper {
  // The next call tells the provider, which removes them then.
  let stored: string[] = [];
  const takeBatch = async () => {
    const entries = entriesIn(await provider.waitingAuditEntries(stored));
    await takeEntries(db, entries);
    stored = entries.map(({ entry_id }) => entry_id);
    return stored.length;
  };
  const run = async (signal: AbortSignal) => {
    if (await provider.hasAuditEntries()) await sweep([takeBatch], signal);
  };
  return repeatSweep('audit forwarding', run, IDLE_MS, {
    onFailure: (err) =>
      log.warn({ err }, 'changes at the identity provider cannot be brought into the audit log now; trying again'),
    onTurn: work.watch('provider audit'),
  });
}
