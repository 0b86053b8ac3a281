import {
  type AskedCredentials,
  type CredentialPage,
  type CredentialPosition,
  type ExpiringCredential,
  isCredentialPosition,
} from '../domain/authorization/expiring-credential.ts';
import { isObject } from '../domain/is-object.ts';
import type { Discovery } from './discovery.ts';
import { basicAuthorization, type IntrospectionCredential } from './introspection.ts';
import { jsonObjectIn } from './json-object.ts';
import { providerUnavailable, type Upstream } from './upstream.ts';

/** Only the embedded provider knows. Rejects with `Fault('ServiceUnavailable')` when it gives no complete answer. */
export async function expiringCredentials(
  parts: { credential: IntrospectionCredential; discovery: Discovery; upstream: Upstream },
  type: AskedCredentials,
  after: CredentialPosition | undefined,
): Promise<CredentialPage> {
  const { credential, discovery, upstream } = parts;
  // Beside the introspection endpoint, at whichever address the service reaches that.
  const url = new URL('expiring', await discovery.endpoint('introspection')).href;
  const headers = { authorization: basicAuthorization(credential), 'content-type': 'application/json' };
  const body = JSON.stringify({ type, after });
  const { status, text } = await upstream.send('expiring', url, { method: 'POST', headers, body });
  const { credentials, next } = (status === 200 ? jsonObjectIn(text) : undefined) ?? {};
  if (!Array.isArray(credentials) || !credentials.every(isCredential))
    throw providerUnavailable(`expiring: status ${status} without an answer`);
  return {
    credentials: credentials as unknown as ExpiringCredential[],
    next: isCredentialPosition(next) ? next : undefined,
  };
}

function isCredential(value: unknown): boolean {
  if (!isObject(value as never)) return false;
  const { id, sellerId, application, createdMs, endsMs } = value as ExpiringCredential;
  return (
    [id, sellerId, application].every((one) => typeof one === 'string') &&
    [createdMs, endsMs].every(Number.isSafeInteger)
  );
}
