import type { ApplicationGrants, DelegatedApplication } from '../domain/authorization/delegated-application.ts';
import { isObject } from '../domain/is-object.ts';
import type { Discovery } from './discovery.ts';
import { basicAuthorization, type IntrospectionCredential } from './introspection.ts';
import { jsonObjectIn } from './json-object.ts';
import { providerUnavailable, type Upstream } from './upstream.ts';

/**
 * Which of these applications still have a grant of their seller. Only the embedded provider knows. Rejects with
 * `Fault('ServiceUnavailable')` when it gives no complete answer: that must not look like a withdrawal.
 */
export async function grantedApplications(
  parts: { credential: IntrospectionCredential; discovery: Discovery; upstream: Upstream },
  applications: readonly DelegatedApplication[],
): Promise<ApplicationGrants> {
  const { credential, discovery, upstream } = parts;
  // Beside the introspection endpoint, at whichever address the service reaches that.
  const url = new URL('grants', await discovery.endpoint('introspection')).href;
  const headers = { authorization: basicAuthorization(credential), 'content-type': 'application/json' };
  const body = JSON.stringify({ applications });
  const { status, text } = await upstream.send('grants', url, { method: 'POST', headers, body });
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
