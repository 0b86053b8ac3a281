import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { OPERATOR_RIGHTS } from '../domain/authorization/operator-rights.ts';
import { DELEGABLE_SCOPES, isSellerRight, type Right, withBasicRights } from '../domain/authorization/rights.ts';
import { writePage } from '../pages/page.ts';
import { accountById } from './accounts.ts';
import { adapterOver } from './adapter.ts';
import { accountFinder, promptsWithChoice } from './chosen-member.ts';
import type { Clients } from './client-address.ts';
import { type Disabling, ownApplication } from './clients.ts';
import { reusableGrant } from './console-grants.ts';
import { isSetUpDue } from './factors/second-step-rule.ts';
import { ACCESS_TOKEN_SECONDS, GRANT_SECONDS, SESSION_SECONDS, YEAR_SECONDS } from './lifetimes.ts';
import { errors } from './oidc-library.ts';
import { isOperatorConsole } from './operator/operator-console-client.ts';
import { providerErrorPage } from './pages/error-page.ts';
import type { ProviderKeys } from './provider-keys.ts';
import { checkRegistration } from './registration.ts';
import { hashGenerated, randomHex } from './secrets.ts';
import type { IdpOptions } from './start.ts';

/** The options of the provider, complete, and who its clients are. */
export type ProviderOptions = Required<Omit<IdpOptions, LeftOut>> & {
  issuer: string;
  clients: Clients;
  /** Sends what was queued, after the commit. */
  wakeMail: () => void;
  /** Whether the process is about to end: see `RunningIdp.drain`. */
  isDraining: () => boolean;
};
type LeftOut = 'host' | 'port' | 'createsDemo' | 'trustProxy' | 'maxConnections' | 'clientDays' | 'mail';

/** Our own fields of a client, beside the registered ones: see `clients.ts`. */
export type OwnFields = {
  seller_id?: string;
  operator?: boolean;
  demo?: boolean;
  disabled?: Disabling;
  /** The operator has verified whose application it is. */
  verified?: boolean;
  rights?: Right[];
  /** Its loopback redirect URI is accepted with every port: see `command-line-client.ts`. */
  any_loopback_port?: boolean;
};
const OWN_FIELDS = [
  ...(['seller_id', 'operator', 'demo', 'disabled', 'verified', 'rights', 'any_loopback_port'] as const),
] satisfies (keyof OwnFields)[];

/** The settings of the library: which features, scopes, lifetimes and pages the provider has. */
export function configurationOf(options: ProviderOptions, { cookieKeys, signingKeys }: ProviderKeys): Configuration {
  const { db, issuer, serviceClient, initialAccessToken } = options;
  const basePath = new URL(issuer).pathname.replace(/\/$/, '');
  const isSignInDue = async (accountId: string) => {
    const account = await accountById(db, accountId);
    return account !== undefined && isSetUpDue(db, account, options.secondFactor);
  };
  const registrationIsOpen = options.demo && initialAccessToken === undefined;
  return {
    adapter: adapterOver(db, options),
    clients: [
      {
        // The seller service itself: it may introspect tokens and gets none.
        ...ownApplication,
        grant_types: [],
        client_id: serviceClient.id,
        client_secret: hashGenerated(serviceClient.secret),
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    jwks: { keys: signingKeys },
    cookies: { keys: cookieKeys, long: { signed: true, path: '/' }, short: { signed: true } },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: {
        enabled: true,
        // Only the service may introspect, and no refresh token: "active" would make it look like an access token.
        allowedPolicy: (_ctx, client, token) => client.clientId === serviceClient.id && token.kind !== 'RefreshToken',
      },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => client.clientId === token.clientId },
      registration: {
        enabled: true,
        // `true` wants a token from the adapter, which has none: registration is closed.
        initialAccessToken: initialAccessToken ?? !registrationIsOpen,
        idFactory: () => randomHex(16),
        secretFactory: () => randomHex(32),
        issueRegistrationAccessToken: false,
      },
    },
    scopes: [...DELEGABLE_SCOPES, ...OPERATOR_RIGHTS],
    responseTypes: ['code'],
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    // Shows the service that this provider answers which grants sellers have withdrawn, which sellers are disabled, what changed here,
    // and how its store is: see `application-grants.ts`, `disabled-sellers.ts`, `audit-entries.ts`, `store-health.ts`; `operator/` does what the operator asks for.
    discovery: {
      application_grants_endpoint: `${issuer.replace(/\/$/, '')}/token/grants`,
      disabled_sellers_endpoint: `${issuer.replace(/\/$/, '')}/token/sellers`,
      operator_endpoint: `${issuer.replace(/\/$/, '')}/token/operator`,
      audit_entries_endpoint: `${issuer.replace(/\/$/, '')}/token/audit`,
      expiring_credentials_endpoint: `${issuer.replace(/\/$/, '')}/token/expiring`,
      health_endpoint: `${issuer.replace(/\/$/, '')}/health/ready`,
    },
    extraClientMetadata: {
      properties: OWN_FIELDS,
      // The library calls it for each property. With a context it is a registration, whose whole body is checked once;
      // without one it is a stored client.
      validator: (ctx, key, _value, metadata) => {
        if (ctx !== undefined && key === OWN_FIELDS[0]) checkRegistration(ctx.oidc.body ?? {}, metadata);
      },
    },
    // This is no real parameter: its check is the only hook that can complete the scope when the client is known (decision 9).
    extraParams: { 'seller-rights': completeScope },
    extraTokenClaims: (ctx, token) => {
      if (token.kind === 'AccessToken')
        return {
          ...accountClaims(ctx.oidc.account as FoundAccount | undefined),
          ...signInTime(ctx.oidc.entities),
        };
      const { operator, seller_id, rights } = (token.client ?? {}) as OwnFields;
      // A service at which this provider is a foreign one (IDP_ISSUER) believes the claim, but not the scope (decision 39).
      return operator ? { rights } : sellerClaim(seller_id);
    },
    findAccount: accountFinder(db),
    // Every authorization needs its own consent and gets its own grant, whatever the seller granted before. The console excepted.
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId;
      return grantId === undefined ? reusableGrant(oidc, db, options.now()) : oidc.provider.Grant.find(grantId);
    },
    interactions: { policy: promptsWithChoice(isSignInDue), url: (_ctx, { uid }) => `${basePath}/interaction/${uid}` },
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      ClientCredentials: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: 60,
      IdToken: ACCESS_TOKEN_SECONDS,
      Interaction: 3600,
      Session: SESSION_SECONDS,
      // A year from the first token; rotation does not prolong it.
      RefreshToken: (_ctx, token) => Math.max(1, (token.iiat ?? 0) + YEAR_SECONDS - Math.floor(Date.now() / 1000)),
      Grant: GRANT_SECONDS,
    },
    fetch: () => Promise.reject(new Error('The provider makes no requests of its own.')),
    renderError: (ctx, out) => {
      // A session that cannot be stored fails the request after the redirect, which may have a code, was prepared.
      ctx.remove('Location');
      if (ctx.accepts('html', 'json') === 'json') {
        ctx.body = out;
        return;
      }
      const page = providerErrorPage({ basePath, code: out.error, details: out.error_description });
      const { html, headers } = writePage(page, options.brand);
      ctx.set(headers);
      ctx.body = html;
    },
  };
}

/** What `findAccount` found. */
type FoundAccount = { readonly sellerId?: string; readonly operatorRights?: readonly string[] };

/** An operator's account acts for no seller. */
const accountClaims = ({ sellerId, operatorRights }: FoundAccount = {}) =>
  operatorRights === undefined ? sellerClaim(sellerId) : { rights: operatorRights };

const sellerClaim = (sellerId: string | undefined) => (sellerId === undefined ? undefined : { seller_id: sellerId });

type SignedIn = { readonly authTime?: number | undefined } | undefined;

/**
 * When the person signed in: of the code, and the same after each refresh. A silent authorization has the time of the session, so
 * that only a new sign-in makes it later.
 */
function signInTime({ AuthorizationCode, RotatedRefreshToken, RefreshToken }: Record<string, unknown>) {
  const { authTime } = ((AuthorizationCode ?? RotatedRefreshToken ?? RefreshToken) as SignedIn) ?? {};
  return authTime === undefined ? undefined : { auth_time: authTime };
}

/** An authorization request that names no seller right asks for the basic ones that the client registered (decisions 9 and 51). */
function completeScope(ctx: KoaContextWithOIDC): void {
  const { params, client } = ctx.oidc;
  if (params === undefined || client === undefined) return;
  const allowed = (client.scope ?? '').split(' ');
  // From the query: the library has already dropped unknown scopes from `params`.
  const delegable = isOperatorConsole(client.clientId) ? allowed : DELEGABLE_SCOPES;
  const foreign = namesIn(ctx.query.scope).find((scope) => !delegable.includes(scope));
  if (foreign !== undefined) throw new errors.InvalidScope('requested scope is not allowed', foreign);
  if (isOperatorConsole(client.clientId)) return;
  const names = withBasicRights(namesIn(params.scope), allowed);
  // Its registration has rights by name only, which nobody has without naming them (decision 51).
  if (!names.some(isSellerRight)) {
    const text = 'the scope has to name a right of the application';
    throw new errors.InvalidScope(text, names.join(' '));
  }
  params.scope = names.join(' ');
}

function namesIn(scope: unknown): string[] {
  return typeof scope === 'string' ? scope.split(' ').filter((name) => name !== '') : [];
}
