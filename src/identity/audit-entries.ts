import type { Discovery } from './discovery.ts';
import { basicAuthorization, type IntrospectionCredential } from './introspection.ts';
import { jsonObjectIn } from './json-object.ts';
import { providerUnavailable, type Upstream } from './upstream.ts';

/**
 * The oldest entries of the audit log that wait at the embedded provider. `stored` are the ids of those that the service has stored: the
 * provider removes them first. Rejects with `Fault('ServiceUnavailable')` when it gives no complete answer.
 */
export async function waitingAuditEntries(
  parts: { credential: IntrospectionCredential; discovery: Discovery; upstream: Upstream },
  stored: readonly string[],
): Promise<readonly unknown[]> {
  const { credential, discovery, upstream } = parts;
  // Beside the introspection endpoint, at whichever address the service reaches that.
  const url = new URL('audit', await discovery.endpoint('introspection')).href;
  const headers = { authorization: basicAuthorization(credential), 'content-type': 'application/json' };
  const body = JSON.stringify({ stored });
  const { status, text } = await upstream.send('audit', url, { method: 'POST', headers, body });
  const { entries } = (status === 200 ? jsonObjectIn(text) : undefined) ?? {};
  if (!Array.isArray(entries)) throw providerUnavailable(`audit: status ${status} without entries`);
  return entries;
}
