import type { EventEmitter } from 'node:events';
import type { Configuration, KoaContextWithOIDC, default as OidcProvider } from 'oidc-provider';
import type { Db } from '../db/db.ts';
import { DELEGABLE_SCOPES, OPERATOR_RIGHT, SELLER_RIGHTS, withSellerRights } from '../domain/authorization/rights.ts';
import type { Log } from '../log.ts';
import { accountById } from './accounts.ts';
import { adapterOver } from './adapter.ts';
import type { TrustsPeer } from './address.ts';
import { type ClientSecretCheck, clientSecretCheck, type SecretClient } from './client-secret.ts';
import { noteClientUse, ownApplication } from './clients.ts';
import type { Keys } from './keeping.ts';
import { errors, Provider } from './oidc.ts';
import { errorPage } from './pages.ts';
import { judgeRegistration } from './registration.ts';
import { hashGenerated, randomHex } from './secrets.ts';

export type ProviderOptions = {
  db: Db;
  issuer: string;
  serviceClient: { id: string; secret: string };
  demo: boolean;
  demoAnywhere: boolean;
  trustsPeer: TrustsPeer;
  initialAccessToken: string | undefined;
  refreshGraceSeconds: number;
  log: Log;
  now: () => number;
};

/** Our own fields of a client, beside the registered ones: see `clients.ts`. */
type OwnFields = { seller_id?: string; operator?: boolean; demo?: boolean };
const OWN_FIELDS = ['seller_id', 'operator', 'demo'] satisfies (keyof OwnFields)[];

const DAY = 86_400;
const YEAR = 365 * DAY;
/** Decision 14. */
const ACCESS_TOKEN_SECONDS = 900;
export const SESSION_SECONDS = 8 * 3600;

/** The library's page for `response_mode=form_post` has a script and none of our headers: there is no such mode here. */
class ProviderWithoutForms extends Provider {
  override registerResponseMode(...mode: Parameters<OidcProvider['registerResponseMode']>): void {
    if (mode[0] !== 'form_post') super.registerResponseMode(...mode);
  }
}

export function createProvider(options: ProviderOptions, keys: Keys): OidcProvider {
  const { db, issuer, log, now } = options;
  const provider = new ProviderWithoutForms(issuer, configurationOf(options, keys));
  // The public address decides what is https and where endpoints are, not the Host header: `request-target.ts` writes both.
  provider.proxy = true;
  judgeClients(provider, clientSecretCheck(options));
  grantClientCredentials(provider);
  nameGrantTypeErrors(provider);
  nameResponseModes(provider);
  provider.on('server_error', (ctx, error) => log.error({ err: error, route: routeOf(ctx) }, 'the provider failed'));
  (provider as EventEmitter).on('error', (error: unknown) => log.error({ err: error }, 'the provider failed'));
  provider.on('grant.revoked', (ctx) => log.warn({ clientId: ctx.oidc.client?.clientId }, 'a grant was ended'));
  provider.on('grant.success', ({ oidc }) => {
    const clientId = oidc.client?.clientId;
    if (clientId === undefined) return;
    Promise.resolve(noteClientUse(db, clientId, now())).catch((error: unknown) => {
      log.warn({ err: error }, 'the use of a client was not noted');
    });
  });
  provider.on('registration_create.success', (_ctx, client) => {
    log.info({ clientId: client.clientId }, 'an application was registered');
  });
  return provider;
}

function configurationOf(options: ProviderOptions, { cookieKeys, signingKeys }: Keys): Configuration {
  const { db, issuer, serviceClient, initialAccessToken } = options;
  const basePath = new URL(issuer).pathname.replace(/\/$/, '');
  const registrationIsOpen = options.demo && initialAccessToken === undefined;
  return {
    adapter: adapterOver(db, options),
    clients: [
      {
        // The seller service itself: it may ask about tokens and gets none.
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
        // Only the service may ask, and never about a refresh token, which "active" would pass off as an access token.
        allowedPolicy: (_ctx, client, token) => client.clientId === serviceClient.id && token.kind !== 'RefreshToken',
      },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => client.clientId === token.clientId },
      registration: {
        enabled: true,
        // `true` asks for a token of the adapter, of which there is none: closed.
        initialAccessToken: initialAccessToken ?? !registrationIsOpen,
        idFactory: () => randomHex(16),
        secretFactory: () => randomHex(32),
        issueRegistrationAccessToken: false,
      },
    },
    scopes: [...DELEGABLE_SCOPES, OPERATOR_RIGHT],
    responseTypes: ['code'],
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    extraClientMetadata: {
      properties: OWN_FIELDS,
      // With a context it is a registration, where the whole body is judged once; without, a client from our tables.
      validator: (ctx, key, _value, metadata) => {
        if (ctx !== undefined && key === OWN_FIELDS[0]) judgeRegistration(ctx.oidc.body ?? {}, metadata);
      },
    },
    // Not a parameter: the one place where a request's scope can be completed once the client is known (decision 9).
    extraParams: { 'seller-rights': completeScope },
    extraTokenClaims: (ctx, token) => {
      const sellerId =
        token.kind === 'AccessToken'
          ? (ctx.oidc.account as { sellerId?: string } | undefined)?.sellerId
          : (token.client as OwnFields | undefined)?.seller_id;
      return sellerId === undefined ? undefined : { seller_id: sellerId };
    },
    findAccount: async (_ctx, id) => {
      const account = await accountById(db, id);
      return account && { accountId: id, sellerId: account.sellerId, claims: () => ({ sub: id }) };
    },
    // Every authorization is a grant of its own and is consented to: nothing is given because something was before.
    loadExistingGrant: async ({ oidc }) => {
      const grantId = oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
    },
    interactions: { url: (_ctx, { uid }) => `${basePath}/interaction/${uid}` },
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      ClientCredentials: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: 60,
      IdToken: ACCESS_TOKEN_SECONDS,
      Interaction: 3600,
      Session: SESSION_SECONDS,
      // A year from the first one, however often it is rotated. The grant outlives it, or it would end refreshing early.
      RefreshToken: (_ctx, token) => Math.max(1, (token.iiat ?? 0) + YEAR - Math.floor(Date.now() / 1000)),
      Grant: YEAR + DAY,
    },
    fetch: () => Promise.reject(new Error('The provider makes no requests of its own.')),
    renderError: (ctx, out) => {
      if (ctx.accepts('html', 'json') === 'json') {
        ctx.body = out;
        return;
      }
      const { html, headers } = errorPage({ basePath, code: out.error, details: out.error_description });
      ctx.set(headers);
      ctx.body = html;
    },
  };
}

function judgeClients(provider: OidcProvider, isRightSecret: ClientSecretCheck): void {
  const { prototype } = provider.Client;
  prototype.compareClientSecret = function (this: SecretClient, given: string) {
    const ctx = Provider.ctx;
    if (ctx === undefined) throw new Error('A client secret is compared outside of a request.');
    return isRightSecret(this, given, ctx);
  };
  // Exactly (spec 5.7): the library lets native applications change the port of a loopback address.
  prototype.redirectUriAllowed = function (this: { redirectUris?: readonly string[] }, uri: string) {
    return this.redirectUris?.includes(uri) === true;
  };
  // A fragment is left to errors of response types that have it as their default, none of which is supported.
  prototype.responseModeAllowed = (mode: string | undefined, responseType: string | undefined) =>
    mode === undefined || mode === 'query' || responseType?.includes('token') === true;
  // `registration.ts` checks both. The library wants e-mail addresses as contacts, which RFC 7591 2 does not, and rejects
  // https://localhost for an application that also has a private scheme, which decision 12 allows.
  const { Schema } = provider.Client as unknown as { Schema: { prototype: Record<string, () => void> } };
  Schema.prototype.checkContacts = () => {};
  Schema.prototype.redirectUris = () => {};
}

/** In place of the library's: `scope` is accepted and ignored (spec 5.5), the rights are those of the client's kind. */
function grantClientCredentials(provider: OidcProvider): void {
  provider.registerGrantType('client_credentials', async (ctx) => {
    const client = ctx.oidc.client as NonNullable<typeof ctx.oidc.client> & OwnFields;
    const scope = client.operator ? OPERATOR_RIGHT : SELLER_RIGHTS.join(' ');
    const token = new provider.ClientCredentials({ client, scope });
    ctx.oidc.entity('ClientCredentials', token);
    const value = await token.save();
    ctx.body = { access_token: value, expires_in: token.expiration, token_type: token.tokenType };
  });
}

/** RFC 6749 5.2 has a code of its own for a grant type that the client may not use; the library says invalid_request. */
function nameGrantTypeErrors(provider: OidcProvider): void {
  provider.use(async (ctx, next) => {
    await next();
    const body = ctx.body as { error?: string; error_description?: string } | undefined;
    if (ctx.path === '/token' && body?.error_description === 'requested grant type is not allowed for this client') {
      ctx.body = { ...body, error: 'unauthorized_client' };
    }
  });
}

/** The library's discovery names its own, whatever is registered. */
function nameResponseModes(provider: OidcProvider): void {
  provider.use(async (ctx, next) => {
    await next();
    const body = ctx.body as { response_modes_supported?: string[] } | undefined;
    if (body?.response_modes_supported !== undefined) ctx.body = { ...body, response_modes_supported: ['query'] };
  });
}

function completeScope(ctx: KoaContextWithOIDC): void {
  const { params, client } = ctx.oidc;
  if (params === undefined || client === undefined) return;
  const allowed = (client.scope ?? '').split(' ');
  // As it was sent: by now the library has dropped the scopes that it does not know.
  const other = namesIn(ctx.query.scope).find((scope) => !DELEGABLE_SCOPES.includes(scope));
  if (other !== undefined) throw new errors.InvalidScope('requested scope is not allowed', other);
  params.scope = withSellerRights(namesIn(params.scope), allowed).join(' ');
}

function namesIn(scope: unknown): string[] {
  return typeof scope === 'string' ? scope.split(' ').filter((name) => name !== '') : [];
}

function routeOf(ctx: KoaContextWithOIDC): string {
  return ctx.oidc?.route ?? 'unknown';
}
