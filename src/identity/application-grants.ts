import type {
  ApplicationGrants,
  DelegatedApplication,
  SellerMember,
} from '../domain/authorization/delegated-application.ts';
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

/**
 * Which of these people still work for their seller; undefined when the provider, of an older version, does not say. Rejects as
 * `grantedApplications` does.
 */
export async function enabledMembers(
  parts: ServiceParts,
  members: readonly SellerMember[],
): Promise<((member: SellerMember) => boolean) | undefined> {
  const { status, text } = await askOwnProvider(parts, 'grants', { applications: [], members });
  const answer = status === 200 ? jsonObjectIn(text) : undefined;
  if (answer === undefined) throw providerUnavailable(`grants: status ${status} without an answer`);
  if (!Array.isArray(answer.members)) return undefined;
  const keys = new Set((answer.members as unknown as SellerMember[]).map(memberKeyOf));
  return (member) => keys.has(memberKeyOf(member));
}

const memberKeyOf = ({ sellerId, memberId }: SellerMember) => `${sellerId}\n${memberId}`;
const keyOf = ({ sellerId, application }: DelegatedApplication) => `${sellerId}\n${application}`;
