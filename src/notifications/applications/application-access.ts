import type { ApplicationGrants, DelegatedApplication } from '../../domain/authorization/delegated-application.ts';
import { DAY_MS } from '../../domain/duration.ts';
import {
  owningApplications,
  recordName,
  recordOwner,
  resumeDestinations,
  type SuspensionContext,
  suspendDestinations,
} from './delegated-application.ts';

/** Asks the provider; see `Identity.grantedApplications`. */
export type AskGrants = (applications: readonly DelegatedApplication[]) => Promise<ApplicationGrants>;

/**
 * Suspends the destinations of applications whose grant has ended, and resumes those of applications that have one again
 * (decision 38). Rejects when the provider does not answer: then nothing is known, and nothing changes. Returns how many
 * applications were suspended and resumed.
 */
export async function followGrants(
  parts: SuspensionContext,
  askGrants: AskGrants,
): Promise<{ suspended: number; resumed: number }> {
  const { db, now } = parts;
  const changes = { suspended: 0, resumed: 0 };
  for await (const page of owningApplications(db)) {
    const grants = await askGrants(page.map(({ sellerId, application }) => ({ sellerId, application })));
    for (const one of page) {
      const nowMs = now();
      // Before a suspension, which tells it.
      await recordName(db, one, grants.nameOf(one));
      if (grants.isGranted(one)) {
        // If the operator changes to a provider that cannot be asked, the days without use count from here.
        if ((one.usedMs ?? 0) < nowMs - DAY_MS) await recordOwner(db, one.sellerId, one.application, nowMs);
        if (one.withdrawn === 0) continue;
        await resumeDestinations(db, one, nowMs);
        changes.resumed += 1;
      } else if (one.withdrawn < one.destinations) {
        await suspendDestinations(parts, one, 'APPLICATION_WITHDRAWN', nowMs);
        changes.suspended += 1;
      }
    }
  }
  return changes;
}
