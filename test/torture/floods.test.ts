import { deepEqual, ok } from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Flood,
  type FloodRequest,
  type HonestAnswer,
  HonestClient,
  madeUpToken,
  withoutToken,
  wrongClient,
} from '../harness/flood.ts';
import { type ServiceProcess, startService } from '../harness/process.ts';
import { until } from '../harness/until.ts';
import { percentile } from './overload.ts';

const CONNECTIONS = 2_000;
/** How many answers to a flood may pass while one honest request waits. */
const MAX_PASSED = 100;
const PATH = '/products/pricing/v4/items/ITEM000001/offers?MarketplaceId=STORE_US&ItemCondition=New';
const SELLER = 'demoseller:demosellersecret';
/** Tokens are renewed after 80 % of this. */
const CACHE_SECONDS = 2;
const ROUNDS = 60;
/** The heap grows and shrinks by as much at rest. */
const HEAP_MB = 40;

describe(`a service that ${CONNECTIONS} connections of one address flood`, () => {
  let service: ServiceProcess;
  let origin: string;
  let admin: string;
  let honest: HonestClient;
  let token: string;
  let flood: Flood | undefined;
  before(async () => {
    service = startService({ LOG_LEVEL: 'warn', IDP_CACHE_SECONDS: String(CACHE_SECONDS) });
    origin = await service.address();
    admin = await service.printed(/(http:\S+)\/metrics/);
    honest = new HonestClient(origin);
    token = accessTokenIn((await honest.requestToken(SELLER)).body);
  });
  afterEach(() => flood?.stop());
  after(async () => {
    honest.close();
    await service.end();
  });

  const gauge = async (name: string) => {
    const lines = (await (await fetch(`${admin}/metrics`)).text()).split('\n');
    return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1));
  };
  const isQuiet = async () =>
    (await gauge('http_refusals_held')) === 0 &&
    (await gauge('http_senders')) === 0 &&
    (await gauge('http_requests_in_progress')) === 0 &&
    (await gauge('identity_provider_pending')) === 0;
  const heapMegabytes = async () => (await gauge('nodejs_heap_size_used_bytes')) / 2 ** 20;

  const floods: Record<string, FloodRequest> = {
    'made-up tokens': madeUpToken(PATH),
    'no token': withoutToken(PATH),
    'unknown clients': wrongClient(),
    'wrong secrets of a client': wrongClient('demorival'),
  };
  for (const [name, request] of Object.entries(floods)) {
    it(`with ${name} refuses no valid token and no honest token request, and lets 100 answers pass at most`, async (t) => {
      await until('the service is quiet', isQuiet, 60_000);
      const before = await heapMegabytes();
      const running = await Flood.start(origin, CONNECTIONS, request);
      flood = running;
      await until(
        'the flood is connected',
        async () => (await gauge('http_connections{server="api"}')) >= CONNECTIONS,
        60_000,
      );
      const passed: number[] = [];
      const durations: number[] = [];
      const statuses: Record<string, number> = {};
      const ask = async (send: () => Promise<HonestAnswer>) => {
        const answered = running.answers;
        const answer = await send();
        passed.push(running.answers - answered);
        durations.push(answer.ms);
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        return answer;
      };
      for (let n = 0; n < ROUNDS; n += 1) {
        await ask(() => honest.get(PATH, token));
        const { body, status } = await ask(() => honest.requestToken(SELLER));
        // A token that nobody has seen yet.
        if (status === 200) await ask(() => honest.get(PATH, accessTokenIn(body)));
        await sleep(100);
      }
      const most = Math.max(...passed);
      const sorted = durations.toSorted((a, b) => a - b);
      t.diagnostic(
        `passed ${most} at most; p50 ${percentile(sorted, 50).toFixed(1)} ms, p99 ${percentile(sorted, 99).toFixed(1)} ms; the flood: ${JSON.stringify(running.statuses)}`,
      );
      running.stop();
      await until('the service is quiet', isQuiet, 60_000);
      await until(
        'the heap is as before',
        async () => {
          // The runtime collects garbage when there is new.
          for (let n = 0; n < 200; n += 1) await honest.get(PATH, token);
          return (await heapMegabytes()) < before + HEAP_MB;
        },
        60_000,
      );
      t.diagnostic(`heap: ${before.toFixed(0)} MB before, ${(await heapMegabytes()).toFixed(0)} MB after`);
      deepEqual(statuses, { 200: 3 * ROUNDS });
      ok(most <= MAX_PASSED, `${most} answers to the flood passed`);
      for (const status of Object.keys(running.statuses)) ok(['401', '429', '503'].includes(status), status);
    });
  }
});

const accessTokenIn = (body: string) => (JSON.parse(body) as { access_token: string }).access_token;
