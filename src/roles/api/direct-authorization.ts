import { setTimeout } from 'node:timers/promises';
import type { DirectAuthorization } from '../../console/console-page.ts';
import type { Identity } from '../../identity/identity.ts';

/** The console's page does not wait longer for the provider's document: it has another way to the provider. */
const WAIT_MS = 200;

/**
 * Where `/auth/v4/authorize` would send a request with this scope. Undefined while the provider does not answer, and where its endpoint has
 * a query of its own, which a browser would write in another form than the operator.
 */
export async function directAuthorizationOf(
  identity: Pick<Identity, 'authorizationEndpoint' | 'authorizationScope'>,
  scope: string,
): Promise<DirectAuthorization | undefined> {
  const endpoint = await Promise.race([
    identity.authorizationEndpoint().catch(() => undefined),
    setTimeout(WAIT_MS, undefined, { ref: false }),
  ]);
  if (endpoint === undefined || new URL(endpoint).search !== '') return undefined;
  return { endpoint, scope: identity.authorizationScope(scope) };
}
