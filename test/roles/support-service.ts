import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readConfig } from '../../src/config/config.ts';
import type { Db } from '../../src/db/db.ts';
import type { OperatorRefusal } from '../../src/domain/accounts/operator-operations.ts';
import type { BegunSupport } from '../../src/domain/accounts/support-session.ts';
import type { Caller } from '../../src/domain/authorization/rights.ts';
import { createIdentity } from '../../src/identity/oidc.ts';
import { accountByEmail } from '../../src/idp/accounts.ts';
import { createLog } from '../../src/log/log.ts';
import { StopSequence } from '../../src/processes/stop-sequence.ts';
import { createApi } from '../../src/roles/api/api-server.ts';
import { rateLimitsOf } from '../../src/roles/api/limits.ts';
import { identityOptionsOf } from '../../src/roles/identity/identity.ts';
import { openService } from '../../src/roles/service/service.ts';
import { egressPolicyOf } from '../../src/roles/settings/egress-policy.ts';
import { makeDemoDestinations } from '../../src/roles/start/demo.ts';
import type { Engine } from '../db/engines.ts';
import { basic, freshDb, serviceClient, startTestIdp } from '../idp/harness.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Request = { method?: string; payload?: unknown; headers?: Record<string, string> };

export type SupportService = Awaited<ReturnType<typeof startSupportService>>;

/** The demo's API as `npm start` composes it, in this process, with a real provider and without a worker: nothing happens by itself. */
export async function startSupportService(engine: Engine) {
  const database = await engine.fresh();
  const folder = mkdtempSync(join(tmpdir(), 'support-test-'));
  const { databaseUrl } = database.config;
  const config = readConfig({
    ...{
      PORT: '0',
      DATA_DIR: folder,
      OPERATOR_KEY: 'a key of this test, which nobody else uses',
      PRICE_CHANGES: 'direct',
    },
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  });
  const log = createLog('silent');
  const stops = new StopSequence();
  const service = await openService(config, { role: 'all', log, stops, createsDemo: true });
  await makeDemoDestinations(service.db, service.notifications, 'http://127.0.0.1:8083');
  const idp = await startTestIdp(await freshDb(engine));
  const identity = createIdentity(identityOptionsOf(config, { issuer: idp.issuer, client: serviceClient }, log));
  /** The callers of all requests that count as usage. */
  const counted: (Caller | undefined)[] = [];
  const app: FastifyInstance = await createApi(service, {
    ...{
      identity,
      policy: egressPolicyOf(config, { isDemo: true }),
      readiness: {},
      serviceUrl: () => 'http://127.0.0.1',
    },
    ...{ limits: rateLimitsOf(config), countUsage: (caller) => void counted.push(caller) },
  });
  const operatorId = (await accountByEmail(idp.db, 'operator@store.example'))?.id ?? '';

  const call = async (token: string, url: string, { method = 'GET', payload, headers = {} }: Request = {}) => {
    const answer = await app.inject({
      ...{ method: method as Method, url, headers: { authorization: `Bearer ${token}`, ...headers } },
      ...(payload === undefined ? {} : { payload: payload as object }),
    });
    return {
      status: answer.statusCode,
      text: answer.body,
      body: answer.body !== '' && String(answer.headers['content-type']).includes('json') ? answer.json() : undefined,
    };
  };

  return {
    ...{ app, call, counted, config, idp, identity, operatorId, db: service.db, market: service.market },
    async ownToken(client: string): Promise<string> {
      const headers = { ...basic(client, `${client}secret`), 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await app.inject({
        method: 'POST',
        url: '/auth/v4/token',
        headers,
        payload: 'grant_type=client_credentials',
      });
      return answer.json().access_token;
    },
    async begin(sellerId: string, reason = 'Ticket 4711'): Promise<BegunSupport> {
      const actor = { id: operatorId, from: '203.0.113.9', requestId: 'r1' };
      const begun = await identity.operate('beginSupport', { sellerId, reason, minutes: 60 }, actor);
      if ('refused' in begun) throw new Error(JSON.stringify(begun satisfies OperatorRefusal));
      return begun;
    },
    async close() {
      await app.close();
      await identity.close();
      await idp.close();
      await stops.run();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The rows of all tables, each table as a sorted text. */
export async function contentsOf(db: Db): Promise<Record<string, string>> {
  const sql =
    db.engine === 'sqlite'
      ? "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
      : "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY table_name";
  const tables = await db.all<{ name: string }>(sql);
  const contents: Record<string, string> = {};
  for (const { name } of tables) {
    const rows = await db.all<object>(`SELECT * FROM ${name}`);
    contents[name] = rows
      .map((row) => JSON.stringify(row))
      .sort()
      .join('\n');
  }
  return contents;
}
