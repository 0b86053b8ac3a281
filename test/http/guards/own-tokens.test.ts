import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { readConfig } from '../../../src/config/config.ts';
import { BASIC_RIGHTS, OPERATOR_RIGHT, type Right } from '../../../src/domain/authorization/rights.ts';
import { GENEROUS_PLAN } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { createRateLimits } from '../../../src/http/guards/rate-limit.ts';
import { createIdentity } from '../../../src/identity/oidc.ts';
import { createLog } from '../../../src/log/log.ts';
import { identityOptionsOf } from '../../../src/roles/identity/identity.ts';
import { startApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { json, type ScriptedProvider, startScriptedProvider } from '../../harness/scripted-provider.ts';

const READ = 'seller-api:pricing:read';
const RIGHTS: readonly Right[] = [...BASIC_RIGHTS, OPERATOR_RIGHT];

/** A route for each right. Each says which seller the request acts for. */
const routes = (scope: FastifyInstance) => {
  for (const [at, right] of RIGHTS.entries())
    scope.get(`/right/${at}`, { config: { right }, schema: { operationId: `right${at}` } }, (request) => ({
      seller: request.caller?.sellerId ?? null,
    }));
};

/**
 * A provider whose introspection names no person, as RFC 7662 2.2 allows. The ids of sellers' clients are their SellerIds. The
 * application S2 is named like a seller, and another seller consented to one right of it.
 */
const base = { active: true, token_type: 'Bearer', client_id: 'S2' };
const answers: Readonly<Record<string, object>> = {
  consented: { ...base, scope: READ },
  'consented-offline': { ...base, scope: `${READ} offline_access` },
  'consented-openid': { ...base, scope: `openid ${READ}` },
  'consented-by-s2-itself': { ...base, sub: 'S2', scope: `${READ} openid` },
  'own-by-gty': { ...base, gty: 'client_credentials', scope: READ },
  'own-by-sub': { ...base, sub: 'S2', scope: READ },
  'feed-consented': { ...base, client_id: 'feed', scope: OPERATOR_RIGHT },
  'feed-consented-openid': { ...base, client_id: 'feed', scope: `${OPERATOR_RIGHT} openid` },
  'feed-own': { ...base, client_id: 'feed', sub: 'feed', scope: OPERATOR_RIGHT },
};

/** For each token: what its use of each right is answered, with IDP_OWN_TOKENS=proven (the default) and =without-person. */
const own = '200 200 200 403';
const table: readonly [token: string, proven: string, withoutPerson: string][] = [
  ['consented', '401 401 401 401', own],
  ['consented-offline', '403 403 403 403', '403 403 403 403'],
  ['consented-openid', '403 403 403 403', '403 403 403 403'],
  ['consented-by-s2-itself', '403 403 403 403', '403 403 403 403'],
  ['own-by-gty', own, own],
  ['own-by-sub', own, own],
  ['feed-consented', '401 401 401 401', '403 403 403 200'],
  ['feed-consented-openid', '403 403 403 403', '403 403 403 403'],
  ['feed-own', '403 403 403 200', '403 403 403 200'],
  ['unknown', '401 401 401 401', '401 401 401 401'],
];

describe('own tokens at a provider that names no person', () => {
  let provider: ScriptedProvider;
  const cleanups: (() => Promise<unknown>)[] = [];
  before(async () => {
    provider = await startScriptedProvider();
    provider.paths.set('/introspect', (response, request, raw) => {
      const token = new URLSearchParams(request.body).get('token') ?? '';
      json(200, answers[token] ?? { active: false })(response, request, raw);
    });
  });
  after(async () => {
    for (const cleanup of cleanups) await cleanup();
    await provider.close();
  });

  /** The service with these settings, as an operator writes them. */
  async function start(settings: Record<string, string> = {}) {
    const config = readConfig({
      IDP_ISSUER: provider.origin,
      IDP_INTROSPECTION_CLIENT_ID: 'service',
      IDP_INTROSPECTION_CLIENT_SECRET: 'own-secret-0815',
      IDP_SELLER_CLAIMS: 'client_id',
      IDP_OPERATOR_CLIENTS: 'feed',
      ...settings,
    });
    const logLines: string[] = [];
    const log = createLog('info', { write: (line) => void logLines.push(line) });
    const client = { id: 'service', secret: 'own-secret-0815' };
    const options = identityOptionsOf(config, { issuer: provider.origin, client }, log);
    const identity = createIdentity({ ...options, timeoutMs: 20_000 });
    const bearer = bearerGuard(identity, createRateLimits(GENEROUS_PLAN));
    const groups = pathGroupsOf(bareService).filter(({ prefix }) => prefix === '/products/pricing/v4');
    const { app } = await startApp({
      groups: groups.map((group) => ({ ...group, routes: [routes] })),
      guards: { bearer },
    });
    cleanups.push(
      () => app.close(),
      () => identity.close(),
    );
    const use = (token: string, at: number) =>
      app.inject({ url: `/products/pricing/v4/right/${at}`, headers: { authorization: `Bearer ${token}` } });
    return { use, logLines };
  }

  for (const [column, settings] of [{}, { IDP_OWN_TOKENS: 'without-person' }].entries()) {
    describe(`IDP_OWN_TOKENS=${settings.IDP_OWN_TOKENS ?? 'proven'}`, () => {
      let service: Awaited<ReturnType<typeof start>>;
      before(async () => {
        service = await start(settings);
      });
      for (const [token, ...expected] of table) {
        test(`${expected[column]} to the token "${token}"`, async () => {
          const answered: number[] = [];
          for (const at of RIGHTS.keys()) {
            const { statusCode, body } = await service.use(token, at);
            answered.push(statusCode);
            if (statusCode === 200)
              assert.deepEqual(JSON.parse(body), { seller: RIGHTS[at] === OPERATOR_RIGHT ? null : 'S2' });
          }
          assert.equal(answered.join(' '), expected[column]);
        });
      }
    });
  }

  test('401 says what to do, and the log has the reason and the remedy, without the token', async () => {
    const { use, logLines } = await start();
    const answer = await use('consented', 0);
    assert.equal(answer.statusCode, 401);
    assert.match(String(answer.headers['www-authenticate']), /error="invalid_token"/);
    assert.match(
      answer.json().errors[0].details,
      /does not tell whose it is.+ask the operator: the log of the service has the reason/,
    );
    const [line = ''] = logLines.filter((text) => text.includes('a token was refused'));
    assert.match(line, /no sign of the grant.+gty=client_credentials.+IDP_OWN_TOKENS=without-person/);
    assert.doesNotMatch(logLines.join(), /consented|0815/);
  });
});
