import { repeatSweep, type Sweeper } from '../../db/sweep.ts';
import type { LostAccess, ReportSchedule } from '../../domain/reports/schedule.ts';
import type { Identity } from '../../identity/identity.ts';
import { type AskLostAccess, startDue } from '../../reports/schedules/start-due.ts';
import { unusedAmong } from '../../reports/schedules/unused-makers.ts';
import type { OpenedService } from '../service/service.ts';

const INTERVAL_MS = 5_000;

/** Asks for the reports of schedules when they are due. */
export function startScheduledReports(service: OpenedService, provider: Identity | undefined): Sweeper {
  const { config, log, db, now, reports } = service;
  const days = config.delegatedDestinationDays;
  const lostAccess: AskLostAccess = async (schedules) =>
    provider ? lostAccessAt(provider, schedules, () => unusedAmong(db, schedules, now(), days)) : new Map();
  const run = async () => {
    const started = await startDue({ db, now, reports, lostAccess });
    if (started > 0) log.info({ started }, 'regular reports were asked for');
  };
  return repeatSweep('report schedules', run, INTERVAL_MS, {
    onFailure: (error) => log.warn({ err: error }, 'regular reports cannot be asked for now; trying again'),
    onTurn: service.work.watch('report schedules'),
  });
}

/**
 * Another provider than the embedded one may not tell what was withdrawn: then an application that has shown no token for long counts as
 * without access (decision 38), as for its destinations. Of people nobody can tell; downloads need a token in any case.
 */
export async function lostAccessAt(
  provider: Pick<Identity, 'knowsGrants' | 'grantedApplications' | 'enabledMembers' | 'disabledSellers'>,
  schedules: readonly ReportSchedule[],
  unused: () => Promise<ReadonlySet<ReportSchedule>>,
): Promise<ReadonlyMap<ReportSchedule, LostAccess>> {
  const lost = new Map<ReportSchedule, LostAccess>();
  if (await provider.knowsGrants()) {
    const delegated = schedules.flatMap(({ sellerId, application }) =>
      application ? [{ sellerId, application }] : [],
    );
    const personal = schedules.flatMap(({ sellerId, application, memberId }) =>
      memberId !== undefined && application === undefined ? [{ sellerId, memberId }] : [],
    );
    const grants = delegated.length > 0 ? await provider.grantedApplications(delegated) : undefined;
    const isMember = personal.length > 0 ? await provider.enabledMembers(personal) : undefined;
    for (const one of schedules) {
      const { sellerId, application, memberId } = one;
      if (application !== undefined && grants?.isGranted({ sellerId, application }) === false)
        lost.set(one, 'ApplicationWithdrawn');
      else if (application === undefined && memberId !== undefined && isMember?.({ sellerId, memberId }) === false)
        lost.set(one, 'MemberRemoved');
    }
  } else for (const one of await unused()) lost.set(one, 'ApplicationUnused');
  // Last: it is the reason for the others.
  const disabled = await provider.disabledSellers();
  for (const one of schedules) if (disabled?.has(one.sellerId)) lost.set(one, 'SellerDisabled');
  return lost;
}
