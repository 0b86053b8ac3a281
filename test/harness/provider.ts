import { SELLER_RIGHTS } from '../../src/domain/authorization/rights.ts';
import { createIdentity, type IdentityOptions } from '../../src/identity/oidc.ts';
import { json, startScriptedProvider } from './scripted-provider.ts';

type CacheTimes = { positiveMs?: number; negativeMs?: number };

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const access = { active: true, token_type: 'Bearer' };
const own = { ...access, gty: 'client_credentials' };
const ALL_RIGHTS = 'seller-api:pricing:read seller-api:notifications:read seller-api:notifications:write';

/** The introspection response of each known token (RFC 7662 2.2). Every other token is `active: false`. */
const tokens: Record<string, () => object> = {
  seller: () => ({ ...own, exp: inAnHour(), client_id: 'app-1', seller_id: 'S1' }),
  'other-seller': () => ({ ...own, exp: inAnHour(), client_id: 'app-1', seller_id: 'S2' }),
  delegated: () => ({ ...access, exp: inAnHour(), client_id: 'app-2', sub: 'u1', seller_id: 'S1', scope: ALL_RIGHTS }),
  'no-rights': () => ({ ...access, exp: inAnHour(), client_id: 'app-2', sub: 'u1', seller_id: 'S1', scope: 'openid' }),
  operator: () => ({ ...own, exp: inAnHour(), client_id: 'op', scope: 'operator:market:write' }),
  expired: () => ({ ...own, exp: inAnHour() - 3700, client_id: 'app-1', seller_id: 'S1' }),
  refresh: () => ({ active: true, token_type: 'refresh_token', exp: inAnHour(), client_id: 'app-2', seller_id: 'S1' }),
};

/** `for.SELLER` is that seller's own token. */
function ownTokenOf(token: string): object | undefined {
  const [, sellerId] = /^for\.(.+)$/.exec(token) ?? [];
  return sellerId === undefined
    ? undefined
    : { ...own, exp: inAnHour(), client_id: `app-of-${sellerId}`, seller_id: sellerId };
}

/** `owner.of.SELLER` is the token of the console for a member of the seller: it has every right by its name. */
function consoleTokenOf(token: string): object | undefined {
  const [, member, sellerId] = /^([\w-]+)\.of\.(.+)$/.exec(token) ?? [];
  if (sellerId === undefined) return undefined;
  const grant = { client_id: 'console', sub: `${member}-of-${sellerId}`, seller_id: sellerId };
  return { ...access, exp: inAnHour(), ...grant, scope: SELLER_RIGHTS.join(' ') };
}

/** `APP.for.SELLER` is the token of an application that the seller authorized. */
function delegatedTokenOf(token: string): object | undefined {
  const [, clientId, sellerId] = /^([\w-]+)\.for\.(.+)$/.exec(token) ?? [];
  if (sellerId === undefined) return undefined;
  const grant = { client_id: clientId, sub: `user-of-${sellerId}`, seller_id: sellerId, scope: ALL_RIGHTS };
  return { ...access, exp: inAnHour(), ...grant };
}

/** `own.writes.SELLER` is the token of an own application that has every right by its name, `APP.writes.SELLER` that of a delegated one. */
function writingTokenOf(token: string): object | undefined {
  const [, clientId, sellerId] = /^([\w-]+)\.writes\.(.+)$/.exec(token) ?? [];
  if (sellerId === undefined) return undefined;
  if (clientId === 'own')
    return { ...own, exp: inAnHour(), client_id: `app-of-${sellerId}`, seller_id: sellerId, rights: SELLER_RIGHTS };
  const grant = { client_id: clientId, sub: `user-of-${sellerId}`, seller_id: sellerId };
  return { ...access, exp: inAnHour(), ...grant, scope: SELLER_RIGHTS.join(' ') };
}

/** `account.only.SELLER` is the token of the console for a member that may read the account, and neither prices nor notifications. */
function accountTokenOf(token: string): object | undefined {
  const [, sellerId] = /^account\.only\.(.+)$/.exec(token) ?? [];
  if (sellerId === undefined) return undefined;
  const grant = { client_id: 'console', sub: `reader-of-${sellerId}`, seller_id: sellerId };
  return { ...access, exp: inAnHour(), ...grant, scope: 'seller-api:account:read' };
}

/** `alone~pricing-read.SELLER` is the token of the console for a member that has these rights, and no other one. */
function tokenWithRightsAlone(token: string): object | undefined {
  const [, names = '', sellerId] = /^alone((?:~[a-z]+-[a-z]+)+)\.(.+)$/.exec(token) ?? [];
  if (sellerId === undefined) return undefined;
  const rights = names.slice(1).split('~');
  const grant = { client_id: 'console', sub: `member-of-${sellerId}`, seller_id: sellerId };
  const scope = rights.map((name) => `seller-api:${name.replace('-', ':')}`).join(' ');
  return { ...access, exp: inAnHour(), ...grant, scope };
}

/**
 * `with~limits-write~costs-read.recent.SELLER` is the token of a person who has just signed in, with the basic rights and these;
 * `former` in place of `recent`: an hour ago; `unknown`: the provider does not tell; `own`: of the seller's own application.
 */
function tokenWithRights(token: string): object | undefined {
  const [, names = '', who, sellerId] = /^with([\w~-]*)\.(recent|former|unknown|own)\.(.+)$/.exec(token) ?? [];
  if (sellerId === undefined) return undefined;
  const named = names.split('~').filter((name) => name !== '');
  const rights = named.map((name) => `seller-api:${name.replace('-', ':')}`);
  if (who === 'own') return { ...own, exp: inAnHour(), client_id: `app-of-${sellerId}`, seller_id: sellerId, rights };
  const grant = { client_id: 'app-2', sub: 'u1', seller_id: sellerId, scope: [ALL_RIGHTS, ...rights].join(' ') };
  const authTime = Math.floor(Date.now() / 1000) - (who === 'former' ? 3600 : 5);
  return { ...access, exp: inAnHour(), ...grant, ...(who !== 'unknown' && { auth_time: authTime }) };
}

/**
 * `operator~sellers~read` is the token of an application of the operator that has this right; `person~sellers~read` that of a person who
 * has just signed in to the operator console, `second~sellers~read` that of another one, `former~sellers~read` of one who did an hour ago.
 * `person~market~write+sellers~read` has two rights.
 */
function operatorTokenOf(token: string): object | undefined {
  const [, who, names] = /^(operator|person|second|former)~([a-z~+]+)$/.exec(token) ?? [];
  if (names === undefined) return undefined;
  const rights = names.split('+').map((right) => `operator:${right.replaceAll('~', ':')}`);
  if (who === 'operator') return { ...own, exp: inAnHour(), client_id: 'op', rights };
  const authTime = Math.floor(Date.now() / 1000) - (who === 'former' ? 3600 : 5);
  return {
    ...access,
    exp: inAnHour(),
    client_id: 'operator-console',
    sub: who === 'second' ? 'oskar' : 'olga',
    rights,
    auth_time: authTime,
  };
}

const known = (token: string) =>
  tokens[token]?.() ??
  [
    ownTokenOf,
    operatorTokenOf,
    consoleTokenOf,
    accountTokenOf,
    delegatedTokenOf,
    writingTokenOf,
    tokenWithRights,
    tokenWithRightsAlone,
  ]
    .map((claimsOf) => claimsOf(token))
    .find((claims) => claims !== undefined);

/** A provider that introspects the tokens above, and the service's view of it. */
export async function startProvider(cache: CacheTimes = {}, onCaller?: IdentityOptions['onCaller']) {
  const revoked = new Set<string>();
  const provider = await startScriptedProvider();
  provider.paths.set('/introspect', (response, request, raw) => {
    const token = new URLSearchParams(request.body).get('token') ?? '';
    const claims = revoked.has(token) ? undefined : known(token);
    json(200, claims ?? { active: false })(response, request, raw);
  });
  const identity = introspectionOnly(provider.origin, cache, onCaller);
  return {
    identity,
    revoke: (token: string) => revoked.add(token),
    restore: (token: string) => revoked.delete(token),
    /** How many introspection requests arrived. */
    get introspections() {
      return provider.at('/introspect').length;
    },
    async close() {
      await identity.close();
      await provider.close();
    },
  };
}

/** The service's view of a provider of which it uses introspection alone, without discovery. */
export function introspectionOnly(origin: string, cache: CacheTimes = {}, onCaller?: IdentityOptions['onCaller']) {
  return createIdentity({
    issuer: origin,
    endpoints: { introspection: `${origin}/introspect` },
    introspection: { clientId: 'service', clientSecret: 'secret', method: 'basic' },
    claimRules: { operatorClients: ['op'], operatorConsole: 'operator-console' },
    cache,
    onCaller,
    timeoutMs: 20_000,
  });
}
