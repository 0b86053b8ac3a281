import assert from 'node:assert/strict';
import type { InjectOptions } from 'fastify';
import { oauth } from '../../src/http/answers/envelope.ts';
import type { PathGroup } from '../../src/http/app/path-group.ts';
import { authorizationRoutes } from '../../src/http/routes/authorization/routes.ts';
import type { Identity } from '../../src/identity/identity.ts';
import type { IdentityOptions } from '../../src/identity/oidc.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { identityAt, type ScriptedProvider, startScriptedProvider } from '../harness/scripted-provider.ts';

/** Stands wherever a secret can: no log line may hold it. */
export const SECRET = 'hush-4711-hush-4711-hush-4711-hush-4711-hush-4711';
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
export const FORM = 'application/x-www-form-urlencoded';

export const groupsWith = (identity: Identity): PathGroup[] => [
  {
    prefix: '/auth/v4',
    tag: 'Authorization',
    guard: 'counted',
    envelope: oauth,
    exact: true,
    routes: [authorizationRoutes(identity)],
  },
];

export const formTo = (
  path: string,
  fields: Record<string, string> | string,
  headers: Record<string, string> = {},
): InjectOptions => ({
  method: 'POST',
  url: `/auth/v4/${path}`,
  headers: { 'content-type': FORM, ...headers },
  payload: new URLSearchParams(fields).toString(),
});

export const jsonTo = (path: string, payload: unknown, headers: Record<string, string> = {}): InjectOptions => ({
  method: 'POST',
  url: `/auth/v4/${path}`,
  headers: { 'content-type': 'application/json', ...headers },
  payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
});

/** The authorization endpoints in the real frame, before a stand-in of the provider. */
export class AuthService {
  readonly provider: ScriptedProvider;
  readonly identity: Identity;
  readonly service: TestApp;

  private constructor(provider: ScriptedProvider, identity: Identity, service: TestApp) {
    this.provider = provider;
    this.identity = identity;
    this.service = service;
  }

  static async start(): Promise<AuthService> {
    return AuthService.startAt(await startScriptedProvider());
  }

  static async startAt(provider: ScriptedProvider, options: Partial<IdentityOptions> = {}): Promise<AuthService> {
    const identity = identityAt(provider.origin, options);
    return new AuthService(provider, identity, await startApp({ groups: groupsWith(identity), logLevel: 'trace' }));
  }

  /** Every answer of the group, whatever it is, is for one reader only. */
  async send(request: InjectOptions) {
    const answer = await this.service.app.inject(request);
    assert.equal(answer.headers['cache-control'], 'no-store', answer.body);
    assert.equal(answer.headers.pragma, 'no-cache');
    return answer;
  }

  /** The service itself rejects the request, with the status at the start of `name`. It sends nothing to the provider. */
  async assertRejected([name, request, error, description]: RejectedRequest): Promise<void> {
    this.provider.received.length = 0;
    const answer = await this.send(request);
    assert.equal(answer.statusCode, Number(name.slice(0, 3)), answer.body);
    const { error: code, error_description, ...more } = answer.json();
    assert.equal(code, error, answer.body);
    assert.match(error_description, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    if (description) assert.match(error_description, description);
    assert.deepEqual(more, {});
    assert.equal(answer.headers.location, undefined);
    if (answer.statusCode === 401) assert.match(String(answer.headers['www-authenticate']), /^Basic /);
    assert.equal(this.provider.received.length, 0, 'the provider got a request');
  }

  /** Call it last: no secret of the requests so far is in the log, at its most verbose level. */
  assertNothingSecretLogged(): void {
    assert.ok(this.service.logLines.length > 5);
    const secrets = ['hush-4711', 'own-secret-0815', CHALLENGE, btoa(`app:${SECRET}`), 'a.example'];
    const leaks = this.service.logLines.filter((line) => secrets.some((secret) => line.includes(secret)));
    assert.deepEqual(leaks, []);
  }

  async close(): Promise<void> {
    await this.service.app.close();
    await this.provider.close();
    await this.identity.close();
  }
}

/** Its name starts with the expected status. `error` and `description` are those of the answer. */
export type RejectedRequest = readonly [name: string, request: InjectOptions, error: string, description?: RegExp];
