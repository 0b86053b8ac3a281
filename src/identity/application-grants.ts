import type { ApplicationGrants, DelegatedApplication } from '../domain/authorization/delegated-application.ts';
import { isObject } from '../domain/is-object.ts';
import { jsonObjectIn } from './json-object.ts';
import { askOwnProvider, type ServiceParts } from './service-call.ts';
import { providerUnavailable } from './upstream.ts';

/**
 * Which of these applications still have a grant of their seller. Only the embedded provider knows. Rejects with
 * `Fault('ServiceUnavailable')` when it gives no complete answer: that must not look like a withdrawal.
 */
export async function grantedApplications(
  parts: ServiceParts,
  applications: readonly DelegatedApplication[],
): Promise<ApplicationGrants> {
  const { status, text } = await askOwnProvider(parts, 'grants', { applications });
  const { granted, names } = (status === 200 ? jsonObjectIn(text) : undefined) ?? {};
  if (!Array.isArray(granted) || !granted.every(isObject))
    throw providerUnavailable(`grants: status ${status} without an answer`);
  const keys = new Set((granted as unknown as DelegatedApplication[]).map(keyOf));
  const known = new Map(isObject(names) ? Object.entries(names) : []);
  return {
    isGranted: (application) => keys.has(keyOf(application)),
    nameOf({ application }) {
      const name = known.get(application);
      return typeof name === 'string' ? name : undefined;
    },
  };
}

const keyOf = ({ sellerId, application }: DelegatedApplication) => `${sellerId}\n${application}`;
