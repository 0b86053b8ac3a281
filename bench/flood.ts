import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  Flood,
  type FloodRequest,
  HonestClient,
  madeUpToken,
  withoutToken,
  wrongClient,
} from '../test/harness/flood.ts';
import { cleanUpAtExit } from './clean-up.ts';
import { cpuMicrosOf } from './requests/cpu.ts';
import { type RunningService, startService } from './requests/service.ts';

const PATH = '/products/pricing/v4/items/ITEM000001/offers?MarketplaceId=STORE_US&ItemCondition=New';
const SELLER = 'demoseller:demosellersecret';
const PAUSE_MS = 20;

const floods: Readonly<Record<string, FloodRequest | undefined>> = {
  nothing: undefined,
  'made-up tokens': madeUpToken(PATH),
  'no token': withoutToken(PATH),
  'unknown clients': wrongClient(),
};

/**
 * `npm run bench -- flood [--connections N] [--requests N]`: how long requests of one honest caller take while another address floods the
 * service: reads with a cached token, the first read with a new token, and token requests.
 */
export async function runFloodBench(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { connections: { type: 'string', default: '2000' }, requests: { type: 'string', default: '300' } },
  });
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-flood-'));
  cleanUpAtExit(dataDir);
  const service = await startService({ dataDir, settings: { LOG_LEVEL: 'warn' } });
  const title = `${values.connections} connections send | cached token, ms: p50, p99 | new token | token request | not 200 | answers to the flood, a second | cores`;
  process.stdout.write(`| ${title} |\n|---|---|---|---|---|---|---|\n`);
  try {
    for (const [name, request] of Object.entries(floods)) {
      const flood = request && (await Flood.start(service.base, Number(values.connections), request));
      // Until its connections are accepted.
      await sleep(2_000);
      process.stdout.write(`| ${name} | ${await rowOf(service, flood, Number(values.requests))} |\n`);
      flood?.stop();
      await sleep(1_000);
    }
  } finally {
    await service.stop();
  }
}

async function rowOf(service: RunningService, flood: Flood | undefined, requests: number): Promise<string> {
  const honest = new HonestClient(service.base);
  const durations: Record<'cached' | 'fresh' | 'token', number[]> = { cached: [], fresh: [], token: [] };
  const cpuMicros = () => cpuMicrosOf(service.pid) + cpuMicrosOf(service.provider.pid);
  const [beganMs, answers, cpu] = [performance.now(), flood?.answers ?? 0, cpuMicros()];
  let failed = 0;
  let token = accessTokenIn((await honest.requestToken(SELLER)).body);
  for (let n = 0; n < requests; n += 1) {
    const issued = await honest.requestToken(SELLER);
    if (issued.status === 200) token = accessTokenIn(issued.body);
    const fresh = await honest.get(PATH, token);
    const cached = await honest.get(PATH, token);
    for (const [kind, { status, ms }] of Object.entries({ token: issued, fresh, cached })) {
      durations[kind as keyof typeof durations].push(ms);
      if (status !== 200) failed += 1;
    }
    await sleep(PAUSE_MS);
  }
  honest.close();
  const seconds = (performance.now() - beganMs) / 1_000;
  const rate = Math.round(((flood?.answers ?? 0) - answers) / seconds);
  const cores = ((cpuMicros() - cpu) / 1e6 / seconds).toFixed(2);
  const { cached, fresh, token: tokens } = durations;
  return [...[cached, fresh, tokens].map(percentilesOf), failed, rate, cores].join(' | ');
}

const accessTokenIn = (body: string) => (JSON.parse(body) as { access_token: string }).access_token;

function percentilesOf(durations: readonly number[]): string {
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
  return `${at(0.5).toFixed(1)}, ${at(0.99).toFixed(1)}`;
}
