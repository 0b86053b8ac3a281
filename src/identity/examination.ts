import { randomBytes } from 'node:crypto';
import type { Right } from '../domain/authorization/rights.ts';
import { callerOfClaims } from '../domain/authorization/token-caller.ts';
import { type AccessTokens, accessTokensOf, type ReadToken } from './access-tokens.ts';
import type { ClaimRules } from './claims.ts';
import { authenticatedBy } from './client-auth.ts';
import { Discovery, type ProviderEndpoint } from './discovery.ts';
import { discoveryHints } from './discovery-hints.ts';
import { basicAuthorization } from './introspection.ts';
import { type JsonObject, jsonObjectIn } from './json-object.ts';
import type { IdentityOptions } from './oidc.ts';
import { delegatedTokenVerdict, ownTokenVerdict } from './own-token-verdict.ts';
import type { ProviderFinding } from './provider-finding.ts';
import { type Parameters, targetParameters } from './provider-parameters.ts';
import { redirectFinding } from './redirect-probe.ts';
import { jwtHeaderIn } from './signed-tokens.ts';
import { claimLines, untypedDanger, verdictOn } from './token-verdict.ts';
import { Upstream, type UpstreamAnswer } from './upstream.ts';

/** Client credentials that the operator gives for the examination. */
export type ExaminedClient = { readonly id: string; readonly secret: string };

/** Tokens of an authorization, as the provider names them. */
export type GrantedTokens = Readonly<Partial<Record<'access_token' | 'refresh_token' | 'id_token', string>>>;

/** Where each is set; the discovery document has the others. */
const settingOf = (name: ProviderEndpoint) => (name === 'jwks' ? 'IDP_JWKS_URI' : `IDP_${name.toUpperCase()}_ENDPOINT`);

/** The provider has issued the token a moment ago, so it is neither expired nor revoked. */
function inactiveReason(token: string): string {
  const isJwt = jwtHeaderIn(token) !== undefined;
  const remedy = isJwt ? `, or verify its JWTs without introspection: IDP_TOKEN_FORMAT=jwt` : '';
  return `the provider has just issued that token. Most likely the service's client may not introspect the tokens of other clients: allow it at the provider, or bind tokens to an API that includes the service (IDP_RESOURCE, IDP_AUDIENCE_PARAMETER, an audience)${remedy}`;
}

const NOT_ROTATED =
  'whoever copies one can use it as long as its owner, and nobody notices. Let the provider give a new one at each use (RFC 9700 4.14)';

/** Examines a provider with the same parts that serve requests, and says what it finds. No token or secret is in a finding. */
export class Examination {
  readonly findings: ProviderFinding[] = [];
  readonly #options: IdentityOptions;
  readonly #rules: ClaimRules;
  readonly #upstream: Upstream;
  readonly #discovery: Discovery;
  readonly #tokens: AccessTokens;

  constructor(options: IdentityOptions, rules: ClaimRules) {
    this.#options = options;
    this.#rules = rules;
    this.#upstream = new Upstream(options.timeoutMs ?? 5_000);
    this.#discovery = new Discovery(options, this.#upstream, () => performance.now());
    const clocks = { monotonic: () => performance.now(), now: Date.now };
    const parts = { discovery: this.#discovery, upstream: this.#upstream, ...clocks };
    this.#tokens = accessTokensOf(options, rules, parts);
  }

  /** What every authorization and token request to this provider has. */
  get parameters(): Parameters {
    return targetParameters(this.#options);
  }

  close(): Promise<void> {
    return this.#upstream.close();
  }

  /** Undefined, with a finding, when it cannot be found. */
  endpoint(name: ProviderEndpoint): Promise<string | undefined> {
    return this.#try(`the ${name} endpoint`, this.#discovery.endpoint(name), name !== 'registration');
  }

  /** Finds the endpoints, from the document or the settings. */
  async discover(): Promise<void> {
    const format = this.#options.tokens?.format ?? 'introspect';
    const needed = { introspect: ['introspection'], jwt: ['jwks'], both: ['introspection', 'jwks'] } as const;
    for (const name of ['authorization', 'token', ...needed[format], 'registration'] as const) {
      const isConfigured = this.#options.endpoints?.[name] !== undefined;
      const source = isConfigured ? `from ${settingOf(name)}` : 'from the discovery document';
      const url = await this.endpoint(name);
      if (url !== undefined) this.add('ok', `${name} endpoint: ${new URL(url).href} (${source})`);
    }
    // Without a document every endpoint is set, and found above.
    const hints = await discoveryHints(this.#discovery, this.#options.clientAuth).catch(() => []);
    for (const hint of hints) this.add('note', hint);
  }

  /** Introspects a token that cannot exist: checks the service's own client. Fetches the keys of signed tokens. */
  async checkOwnClient(): Promise<void> {
    const keys = await this.#try('the keys of signed tokens', this.#tokens.keyCount(), true);
    if (keys !== undefined) this.add('ok', `keys of signed tokens: ${keys} in the provider's key set`);
    if (!this.#tokens.introspects) return;
    const what = 'introspection with the own client of the service';
    const read = await this.#read(what, randomBytes(16).toString('hex'));
    if (read === undefined || 'refusal' in read) return;
    if (read.claims.active === false) this.add('ok', "introspection: the provider accepts the service's own client");
    else this.add('problem', 'introspection: the provider calls a made-up token active');
  }

  /** Gets a token by client_credentials, introspects it and judges it. `isSeller`: it must act for a seller. */
  async checkOwnToken(client: ExaminedClient, scope: string | undefined, isSeller: boolean): Promise<void> {
    const form = { grant_type: 'client_credentials', ...(scope ? { scope } : {}) };
    const tokens = await this.requestToken(client, form, isSeller);
    if (!tokens?.access_token) return;
    const claims = await this.#judge(`a token of ${client.id} by client_credentials`, tokens.access_token, isSeller);
    const verdict = claims && ownTokenVerdict(claims, this.#rules);
    // For a seller's client the refusal is a finding already.
    if (verdict && !(isSeller && verdict.kind === 'problem')) this.add(verdict.kind, verdict.text);
  }

  /** The provider's answer to a token request, without the service's own checks. */
  async requestToken(
    client: ExaminedClient,
    fields: Record<string, string>,
    isRequired = true,
  ): Promise<GrantedTokens | undefined> {
    const what = `${fields.grant_type} for the client ${client.id}`;
    const answer = await this.#try(what, this.#askForToken(client, fields), isRequired);
    const body = answer && jsonObjectIn(answer.text);
    if (typeof body?.access_token === 'string') return body as GrantedTokens;
    const reason = typeof body?.error === 'string' ? ` and the error ${JSON.stringify(body.error.slice(0, 60))}` : '';
    if (answer) this.add(isRequired ? 'problem' : 'note', `${what}: status ${answer.status}${reason}, no token`);
    return undefined;
  }

  async #askForToken(client: ExaminedClient, fields: Record<string, string>): Promise<UpstreamAnswer> {
    const url = await this.#discovery.endpoint('token');
    const form = new URLSearchParams(fields);
    for (const [name, value] of this.parameters) form.append(name, value);
    const given = basicAuthorization({ clientId: client.id, clientSecret: client.secret });
    const sent = authenticatedBy(this.#options.clientAuth ?? 'as-sent', { form, authorization: given });
    const { authorization } = sent;
    return this.#upstream.send('token', url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...(authorization && { authorization }) },
      body: sent.form.toString(),
    });
  }

  /** Whether codes reach only the registered address. `addressOf` gives an authorization request with another one. */
  async checkRedirects(registered: string, addressOf: (redirectUri: string) => string): Promise<void> {
    const finding = await this.#try(
      'redirect addresses',
      redirectFinding(this.#upstream, registered, addressOf),
      false,
    );
    if (finding) this.findings.push(finding);
  }

  /** Uses the refresh token twice: does the provider give another one, and is the first one refused then? */
  async checkRotation(client: ExaminedClient, { refresh_token: first }: GrantedTokens): Promise<void> {
    if (first === undefined) return;
    const fields = { grant_type: 'refresh_token', refresh_token: first };
    const renewed = await this.requestToken(client, fields);
    if (renewed === undefined) return;
    const { refresh_token: next = first } = renewed;
    const again = await this.#try('a used refresh token', this.#askForToken(client, fields), false);
    if (again === undefined) return;
    if (next === first) this.add('note', `refresh tokens do not rotate: ${NOT_ROTATED}`);
    else if (typeof jsonObjectIn(again.text)?.access_token === 'string')
      this.add('note', `a refresh token still works after the provider gave another one: ${NOT_ROTATED}`);
    else this.add('ok', 'refresh tokens rotate: one that was used is refused');
  }

  /** Judges the tokens of an authorization, and says whether IDP_UNTYPED_TOKENS=accept is safe. */
  async checkGrantedTokens(tokens: GrantedTokens, notAsked: Right): Promise<void> {
    if (tokens.access_token) {
      const claims = await this.#judge('the access token of an authorization', tokens.access_token, true);
      const verdict = claims && delegatedTokenVerdict(claims, this.#rules);
      if (verdict) this.add(verdict.kind, verdict.text);
      if (claims) this.#checkConsent(claims, notAsked);
    }
    const others = (['refresh_token', 'id_token'] as const).filter((name) => tokens[name] !== undefined);
    for (const name of ['refresh_token', 'id_token']) {
      if (!others.some((other) => other === name)) this.add('note', `the provider gave no ${name}`);
    }
    const dangers: string[] = [];
    for (const name of others) {
      const read = await this.#read(`the claims of the ${name}`, tokens[name] ?? '');
      if (read === undefined) return;
      const { isGood, text } = verdictOn(read, this.#rules);
      this.add(isGood ? 'problem' : 'ok', `the ${name}, sent as an access token, is ${text}`);
      const danger = untypedDanger(read, this.#rules);
      if (danger !== undefined) dangers.push(`${name}: ${danger}`);
    }
    this.#judgeUntyped(others.length, dangers);
  }

  /** The request names all basic rights but one. */
  #checkConsent(claims: JsonObject, notAsked: Right): void {
    const caller = callerOfClaims(claims, this.#rules);
    if ('problem' in caller || caller.sellerId === undefined) return;
    if (caller.rights.has(notAsked))
      this.add(
        'problem',
        `the token has ${notAsked}, which nobody asked for: applications get more than sellers consent to`,
      );
    else this.add('ok', 'the token has no right that was not asked for');
  }

  #judgeUntyped(tokenCount: number, dangers: readonly string[]): void {
    const setting = 'IDP_UNTYPED_TOKENS=accept';
    const isSet = this.#rules.untypedTokens === 'accept';
    if (dangers.length > 0) {
      this.add(isSet ? 'problem' : 'note', `${setting} is NOT safe with this provider: ${dangers.join('; ')}`);
    } else if (tokenCount === 2) this.add('ok', `${setting} is safe with this provider`);
    else this.add('note', `${setting}: not certain, because only some kinds of tokens could be tried`);
  }

  /** The claims of the token. */
  async #judge(what: string, token: string, mustBeGood: boolean): Promise<JsonObject | undefined> {
    const read = await this.#read(`the claims of ${what}`, token);
    if (read === undefined) return undefined;
    const claims = 'claims' in read ? read.claims : undefined;
    if (claims) this.add('note', `${what} has the claims:\n${claimLines(claims, token).join('\n')}`);
    const { isGood, text } = verdictOn(read, this.#rules);
    this.add(isGood ? 'ok' : mustBeGood ? 'problem' : 'note', `${what} is ${text}`);
    if (claims?.active === false) this.add('note', inactiveReason(token));
    return claims;
  }

  #read(what: string, token: string): Promise<ReadToken | undefined> {
    return this.#try(what, this.#tokens.read(token), true);
  }

  async #try<T>(what: string, work: Promise<T>, isRequired: boolean): Promise<T | undefined> {
    try {
      return await work;
    } catch (error) {
      const { cause, message } = error as Error;
      const reason = cause instanceof Error ? cause.message : message;
      this.add(isRequired ? 'problem' : 'note', `${what}: ${reason}`);
      return undefined;
    }
  }

  add(kind: ProviderFinding['kind'], text: string): void {
    this.findings.push({ kind, text });
  }
}
