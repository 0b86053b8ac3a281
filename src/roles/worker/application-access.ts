import { repeatSweep, type Sweeper } from '../../db/sweep.ts';
import type { Identity } from '../../identity/identity.ts';
import { followGrants } from '../../notifications/applications/application-access.ts';
import { followDisabledSellers } from '../../notifications/applications/disabled-sellers.ts';
import { endUnused } from '../../notifications/applications/unused-applications.ts';
import type { OpenedService } from '../service/service.ts';

/**
 * Suspends the destinations of applications that have lost their access to a seller (decision 38), and of disabled sellers (decision 55).
 * `onQueued` is called after deliveries were queued.
 */
export function watchApplications(service: OpenedService, provider: Identity, onQueued: () => void): Sweeper {
  const { config, log, db, now, key, market, metrics, notifications } = service;
  const suspending = { db, now, sellerEvents: notifications.events, onTally: metrics.tallied };
  const unusedParts = { ...suspending, key, contactOf: (id: string) => market.facts.seller(id) };
  const endThoseUnused = async () => {
    const changes = await endUnused(unusedParts, config.delegatedDestinationDays);
    if (changes.warned + changes.suspended === 0) return;
    onQueued();
    log.info(changes, 'sellers were told of unused applications, or the destinations of these were suspended');
  };
  const followSellers = async () => {
    const disabled = await provider.disabledSellers();
    const changes = disabled && (await followDisabledSellers(suspending, disabled));
    if (changes === undefined || changes.suspended + changes.resumed === 0) return;
    onQueued();
    log.info(
      changes,
      'the destinations of sellers were suspended or resumed, as the operator disabled or enabled them',
    );
  };
  const run = async () => {
    // First: then the destinations of their applications have the right reason.
    await followSellers();
    if (!(await provider.knowsGrants())) return endThoseUnused();
    const changes = await followGrants(suspending, (applications) => provider.grantedApplications(applications));
    if (changes.suspended + changes.resumed === 0) return;
    onQueued();
    log.info(changes, 'the destinations of applications were suspended or resumed, as their sellers decided');
  };
  return repeatSweep('application access', run, config.grantCheckSeconds * 1_000, {
    onFailure: (error) =>
      log.warn(
        { err: error },
        'the identity provider does not say which sellers and applications have access; nothing is changed',
      ),
    onTurn: service.work.watch('applications'),
  });
}
