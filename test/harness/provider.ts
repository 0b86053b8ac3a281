import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createIdentity } from '../../src/identity/oidc.ts';

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const access = { active: true, token_type: 'Bearer' };
const ALL = 'seller-api:pricing:read seller-api:notifications:read seller-api:notifications:write';

/** What the provider says about each token (RFC 7662 2.2); any other is `active: false`. */
const tokens: Record<string, () => object> = {
  seller: () => ({ ...access, exp: inAnHour(), client_id: 'app-1', seller_id: 'S1' }),
  'other-seller': () => ({ ...access, exp: inAnHour(), client_id: 'app-1', seller_id: 'S2' }),
  delegated: () => ({ ...access, exp: inAnHour(), client_id: 'app-2', sub: 'u1', seller_id: 'S1', scope: ALL }),
  'no-rights': () => ({ ...access, exp: inAnHour(), client_id: 'app-2', sub: 'u1', seller_id: 'S1', scope: 'openid' }),
  operator: () => ({ ...access, exp: inAnHour(), client_id: 'op', scope: 'operator:market:write' }),
  expired: () => ({ ...access, exp: inAnHour() - 3700, client_id: 'app-1', seller_id: 'S1' }),
  refresh: () => ({ active: true, token_type: 'refresh_token', exp: inAnHour(), client_id: 'app-2', seller_id: 'S1' }),
};

/** `for.SELLER` is that seller's own token. */
function ownTokenOf(token: string): object | undefined {
  const [, sellerId] = /^for\.(.+)$/.exec(token) ?? [];
  return sellerId === undefined
    ? undefined
    : { ...access, exp: inAnHour(), client_id: `app-of-${sellerId}`, seller_id: sellerId };
}

/** A provider's introspection endpoint on a real socket, and the service's own view of it. */
export async function startProvider(cache: { positiveMs?: number; negativeMs?: number } = {}) {
  const revoked = new Set<string>();
  let questions = 0;
  const answer = async (request: IncomingMessage) => {
    questions += 1;
    const token = new URLSearchParams(await text(request)).get('token') ?? '';
    return (revoked.has(token) ? undefined : (tokens[token]?.() ?? ownTokenOf(token))) ?? { active: false };
  };
  const server: Server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    answer(request).then(
      (claims) => response.end(JSON.stringify(claims)),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const identity = identityAt(port, cache);
  return {
    identity,
    revoke: (token: string) => revoked.add(token),
    restore: (token: string) => revoked.delete(token),
    get questions() {
      return questions;
    },
    async close() {
      await identity.close();
      server.close();
    },
  };
}

export function identityAt(port: number, cache: { positiveMs?: number; negativeMs?: number } = {}) {
  const issuer = `http://127.0.0.1:${port}`;
  return createIdentity({
    issuer,
    endpoints: { introspection: `${issuer}/introspect` },
    introspection: { clientId: 'service', clientSecret: 'secret', method: 'basic' },
    cache,
    timeoutMs: 1_000,
  });
}
