import { randomBytes } from 'node:crypto';
import { type AccessTokens, accessTokensOf, type ReadToken } from './access-tokens.ts';
import type { ClaimRules } from './claims.ts';
import { Discovery, type ProviderEndpoint } from './discovery.ts';
import { type JsonObject, jsonObjectIn } from './json-object.ts';
import type { IdentityOptions } from './oidc.ts';
import { delegatedTokenVerdict, ownTokenVerdict } from './own-token-verdict.ts';
import { claimLines, untypedDanger, verdictOn } from './token-verdict.ts';
import { Upstream } from './upstream.ts';

/** One line of the report. `problem` makes the examination fail. */
export type ProviderFinding = { readonly kind: 'ok' | 'note' | 'problem'; readonly text: string };

/** Client credentials that the operator gives for the examination. */
export type ExaminedClient = { readonly id: string; readonly secret: string };

/** Tokens of an authorization, as the provider names them. */
export type GrantedTokens = Readonly<Partial<Record<'access_token' | 'refresh_token' | 'id_token', string>>>;

/** Where each is set; the discovery document has the others. */
const settingOf = (name: ProviderEndpoint) => (name === 'jwks' ? 'IDP_JWKS_URI' : `IDP_${name.toUpperCase()}_ENDPOINT`);

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
    const url = await this.endpoint('token');
    if (url === undefined) return undefined;
    const authorization = `Basic ${btoa([client.id, client.secret].map(encodeURIComponent).join(':'))}`;
    const request = {
      method: 'POST' as const,
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization },
      body: new URLSearchParams(fields).toString(),
    };
    const answer = await this.#try(what, this.#upstream.send('token', url, request), isRequired);
    const body = answer && jsonObjectIn(answer.text);
    if (typeof body?.access_token === 'string') return body as GrantedTokens;
    const reason = typeof body?.error === 'string' ? ` and the error ${JSON.stringify(body.error.slice(0, 60))}` : '';
    if (answer) this.add(isRequired ? 'problem' : 'note', `${what}: status ${answer.status}${reason}, no token`);
    return undefined;
  }

  /** Judges the tokens of an authorization, and says whether IDP_UNTYPED_TOKENS=accept is safe. */
  async checkGrantedTokens(tokens: GrantedTokens): Promise<void> {
    if (tokens.access_token) {
      const claims = await this.#judge('the access token of an authorization', tokens.access_token, true);
      const verdict = claims && delegatedTokenVerdict(claims, this.#rules);
      if (verdict) this.add(verdict.kind, verdict.text);
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
