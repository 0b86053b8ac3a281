import type { EventEmitter } from 'node:events';
import type { Configuration, KoaContextWithOIDC, default as OidcProvider } from 'oidc-provider';
import type { Sql } from '../db/db.ts';
import { EMBEDDED_CONSOLE_CLIENT } from '../domain/authorization/console-client.ts';
import { isOperatorRight } from '../domain/authorization/operator-rights.ts';
import { redirectUriProblem } from '../domain/authorization/redirect-uri.ts';
import { isNamedRight } from '../domain/authorization/rights.ts';
import { Fault } from '../domain/fault.ts';
import { issueCodesToMembers } from './chosen-member.ts';
import { type ClientSecretCheck, clientSecretCheck, type SecretClient } from './client-secret.ts';
import { operatorClientRights, ownApplicationById, recordClientUse } from './clients.ts';
import { exchangeCode, type GrantHandler } from './code-exchange.ts';
import { withoutLoopbackPort } from './command-line-client.ts';
import { configurationOf, type OwnFields, type ProviderOptions } from './configuration.ts';
import { nameConsolePerson } from './console-person.ts';
import { errors, Provider } from './oidc-library.ts';
import { isOperatorConsole } from './operator/operator-console-client.ts';
import { operatorRightsOf } from './operator/operator-people.ts';
import type { ProviderKeys } from './provider-keys.ts';
import { introspectSupport } from './support/support-introspection.ts';

/** The names of parameters, as the library takes them. */
type Names = Parameters<OidcProvider['registerGrantType']>[2];

/** The library with our own rules for what it registers itself. */
class OwnProvider extends Provider {
  /** Drops `response_mode=form_post`: the library's page for it has a script and none of our headers. */
  override registerResponseMode(...mode: Parameters<OidcProvider['registerResponseMode']>): void {
    if (mode[0] !== 'form_post') super.registerResponseMode(...mode);
  }

  override registerGrantType<Params extends object>(
    name: string,
    handler: GrantHandler<Params>,
    ...rest: Names[]
  ): void {
    super.registerGrantType<Params>(name, name === 'authorization_code' ? exchangeCode(handler) : handler, ...rest);
  }
}

export function createProvider(options: ProviderOptions, keys: ProviderKeys): OidcProvider {
  const { db, issuer, log, now } = options;
  const configuration = configurationOf(options, keys);
  const provider = new OwnProvider(issuer, configuration);
  // The library trusts `X-Forwarded-Proto` and Host, both of which `request-target.ts` sets from the public address.
  provider.proxy = true;
  overrideClientChecks(provider, clientSecretCheck(options));
  grantClientCredentials(provider);
  issueCodesToMembers(provider);
  limitToGrants(provider);
  describeOwnTokens(provider, db);
  refreshOperatorRights(provider, db);
  introspectSupport(provider, { db, now, serviceClientId: options.serviceClient.id });
  nameConsolePerson(provider, db);
  correctGrantTypeErrors(provider);
  correctResponseModes(provider);
  explainRefusedSessions(provider, configuration.renderError);
  provider.on('server_error', (ctx, error) => {
    log.error({ err: error, route: routeOf(ctx) }, 'a request to the provider failed');
    answerUnavailable(ctx, error);
  });
  (provider as EventEmitter).on('error', (error: unknown) =>
    log.error({ err: error }, 'a request to the provider failed'),
  );
  provider.on('grant.revoked', (ctx) => log.warn({ clientId: ctx.oidc.client?.clientId }, 'a grant was revoked'));
  provider.on('grant.success', ({ oidc }) => {
    const clientId = oidc.client?.clientId;
    if (clientId === undefined) return;
    Promise.resolve(recordClientUse(db, clientId, now())).catch((error: unknown) => {
      log.warn({ err: error }, 'the last use of a client was not recorded');
    });
  });
  // The console learns whose data it will show, and notices when another seller has signed in.
  provider.on('authorization.success', ({ oidc }, response) => {
    if (oidc.client?.clientId !== EMBEDDED_CONSOLE_CLIENT) return;
    Object.assign(response ?? {}, { seller_id: (oidc.account as { sellerId?: string })?.sellerId });
  });
  provider.on('registration_create.success', (_ctx, client) => {
    log.info({ clientId: client.clientId }, 'an application was registered');
  });
  return provider;
}

/** The store cannot do it now: the library would answer 500, after which clients do not try again. */
function answerUnavailable(ctx: KoaContextWithOIDC, error: unknown): void {
  if (!(error instanceof Fault) || error.code !== 'ServiceUnavailable') return;
  const hasPage = typeof ctx.body === 'string';
  ctx.status = 503;
  ctx.set('Retry-After', String(error.hints.retryAfterSeconds ?? 1));
  if (hasPage) return;
  ctx.body = { error: 'temporarily_unavailable', error_description: 'the provider cannot reach its store; try again' };
}

type RedirectingClient = Pick<OwnFields, 'any_loopback_port'> & { redirectUris?: readonly string[] };

function overrideClientChecks(provider: OidcProvider, isRightSecret: ClientSecretCheck): void {
  const { prototype } = provider.Client;
  prototype.compareClientSecret = function (this: SecretClient, secret: string) {
    const ctx = Provider.ctx;
    if (ctx === undefined) throw new Error('A client secret is compared outside of a request.');
    return isRightSecret(this, secret, ctx);
  };
  // An exact match (spec 5.7): the library lets every native application change the port of a loopback address, and here only the
  // command line may. An address from the time of older rules is rejected as well.
  prototype.redirectUriAllowed = function (this: RedirectingClient, uri: string) {
    const registered = this.any_loopback_port === true ? withoutLoopbackPort(uri) : uri;
    return this.redirectUris?.includes(registered) === true && redirectUriProblem(uri) === undefined;
  };
  // `fragment` remains for errors about response types that have it as their default; none of them is supported.
  prototype.responseModeAllowed = (mode: string | undefined, responseType: string | undefined) =>
    mode === undefined || mode === 'query' || responseType?.includes('token') === true;
  // `registration.ts` checks both. The library wants e-mail addresses as contacts, which RFC 7591 2 does not, and rejects
  // https://localhost for an application that also has a private scheme, which decision 12 allows.
  const { Schema } = provider.Client as unknown as { Schema: { prototype: Record<string, () => void> } };
  Schema.prototype.checkContacts = () => {};
  Schema.prototype.redirectUris = () => {};
}

/** Replaces the library's grant: it accepts and ignores `scope` (spec 5.5), and the client's registration decides the rights. */
function grantClientCredentials(provider: OidcProvider): void {
  provider.registerGrantType('client_credentials', async (ctx) => {
    const client = ctx.oidc.client as NonNullable<typeof ctx.oidc.client> & OwnFields;
    const scope = (client.rights ?? []).join(' ');
    const token = new provider.ClientCredentials({ client, scope });
    ctx.oidc.entity('ClientCredentials', token);
    const value = await token.save();
    ctx.body = { access_token: value, expires_in: token.expiration, token_type: token.tokenType };
  });
}

/**
 * A service at which this provider is a foreign one (IDP_ISSUER) wants a proof that a token is the application's own, and believes
 * the claim `rights`, but not the scope (decision 51). Added to the introspection answer, not to the token, so that tokens of an
 * earlier release have it as well.
 */
function describeOwnTokens(provider: OidcProvider, db: Sql): void {
  provider.use(async (ctx, next) => {
    await next();
    const body = ctx.body as { active?: boolean; seller_id?: string; scope?: string; rights?: unknown } | undefined;
    const clientId = ctx.oidc?.entities.ClientCredentials?.clientId;
    if (body?.active !== true || clientId === undefined) return;
    const { rights: _, ...rest } = body;
    const isSeller = body.seller_id !== undefined;
    const held = isSeller ? (await ownApplicationById(db, clientId))?.rights : await operatorClientRights(db, clientId);
    const scope = leftOf(body.scope, held);
    const rights = scope?.split(' ').filter((right) => isNamedRight(right) || isOperatorRight(right)) ?? [];
    ctx.body = { ...rest, scope, gty: 'client_credentials', ...(rights.length > 0 && { rights }) };
  });
}

/**
 * An access token has no more rights than its grant has now: a lower role has cut it since (decision 52). The grant is
 * read within the rights of its member (`member-records.ts`).
 */
function limitToGrants(provider: OidcProvider): void {
  provider.use(async (ctx, next) => {
    await next();
    const body = ctx.body as { active?: boolean; scope?: string } | undefined;
    const { AccessToken, Grant } = ctx.oidc?.entities ?? {};
    if (body?.active !== true || AccessToken === undefined || Grant === undefined) return;
    const { scope: _, ...rest } = body;
    const scope = Grant.getOIDCScopeFiltered(AccessToken.scopes);
    ctx.body = scope === '' ? rest : { ...rest, scope };
  });
}

/** A right that the application lost is lost to its tokens at once. One that it was given counts in its next token. */
function leftOf(scope: string | undefined, rights: readonly string[] = []): string | undefined {
  return (
    scope
      ?.split(' ')
      .filter((right) => rights.includes(right))
      .join(' ') || undefined
  );
}

/** The rights that a person of the operator has now: those that the token was given may have been taken away since. */
function refreshOperatorRights(provider: OidcProvider, db: Sql): void {
  provider.use(async (ctx, next) => {
    await next();
    const token = ctx.oidc?.entities.AccessToken;
    const body = ctx.body as { active?: boolean } | undefined;
    if (ctx.oidc?.route !== 'introspection' || body?.active !== true || !isOperatorConsole(token?.clientId)) return;
    ctx.body = { ...body, rights: await operatorRightsOf(db, token?.accountId ?? '') };
  });
}

/** A grant type that the client may not use is `unauthorized_client` (RFC 6749 5.2); the library says `invalid_request`. */
function correctGrantTypeErrors(provider: OidcProvider): void {
  provider.use(async (ctx, next) => {
    await next();
    const body = ctx.body as { error?: string; error_description?: string } | undefined;
    if (ctx.path === '/token' && body?.error_description === 'requested grant type is not allowed for this client') {
      ctx.body = { ...body, error: 'unauthorized_client' };
    }
  });
}

/** The library's discovery document lists response modes that are not registered here. */
function correctResponseModes(provider: OidcProvider): void {
  provider.use(async (ctx, next) => {
    await next();
    const body = ctx.body as { response_modes_supported?: string[] } | undefined;
    if (body?.response_modes_supported !== undefined) ctx.body = { ...body, response_modes_supported: ['query'] };
  });
}

/** The library stores a session outside of its own handling of errors. The adapter refuses one whose password was replaced. */
function explainRefusedSessions(provider: OidcProvider, render: Configuration['renderError']): void {
  provider.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      if (!(error instanceof errors.AccessDenied)) throw error;
      ctx.status = error.statusCode;
      await render?.(
        ctx as KoaContextWithOIDC,
        { error: error.error, error_description: error.error_description ?? '' },
        error,
      );
    }
  });
}

function routeOf(ctx: KoaContextWithOIDC): string {
  return ctx.oidc?.route ?? 'unknown';
}
