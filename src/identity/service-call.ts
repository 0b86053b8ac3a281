import type { Discovery } from './discovery.ts';
import { basicAuthorization, type IntrospectionCredential } from './introspection.ts';
import type { Upstream, UpstreamAnswer } from './upstream.ts';

/** What a request of the service to its own provider needs. */
export type ServiceParts = { credential: IntrospectionCredential; discovery: Discovery; upstream: Upstream };

/**
 * Asks an endpoint of the embedded provider that answers only the service. It is beside the introspection endpoint, at whichever address
 * the service reaches that.
 */
export async function askOwnProvider(
  { credential, discovery, upstream }: ServiceParts,
  name: string,
  question: object,
): Promise<UpstreamAnswer> {
  const url = new URL(name, await discovery.endpoint('introspection')).href;
  const headers = { authorization: basicAuthorization(credential), 'content-type': 'application/json' };
  return upstream.send(name, url, { method: 'POST', headers, body: JSON.stringify(question) });
}
