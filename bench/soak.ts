import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { freePort } from '../test/harness/free-port.ts';
import { programOptions } from '../test/harness/program-options.ts';
import { callersOf } from './requests/callers.ts';
import { marketInto } from './requests/kept-market.ts';
import { addOperator, operatorToken } from './requests/operator.ts';
import { startService } from './requests/service.ts';
import { priceChanges } from './soak/changes.ts';
import { mixOf, sendPaced, type Tally } from './soak/load.ts';
import { addReceivers } from './soak/receivers.ts';
import { judge, readSample, type Sample, table } from './soak/samples.ts';

const usage = `Runs everything that npm start runs under a steady mix of all kinds of requests, while prices change and sellers are told.

  npm run soak -- [--minutes 10] [--rate 150] [--changes 5]

    --rate     requests a second
    --changes  price changes a second

  Prints samples of memory and event loop delay. Exit code 1: memory grows, the event loop is blocked, a request fails, or
  events do not arrive.
`;
const options = {
  minutes: { type: 'string', default: '10' },
  rate: { type: 'string', default: '150' },
  changes: { type: 'string', default: '5' },
} as const;
const { values } = programOptions(usage, () => parseArgs({ options }));
const ITEMS = 20_000;
const SAMPLE_MS = 5_000;
const KEY = 'a key that only this run uses, and that is long enough';

const folder = mkdtempSync(join(tmpdir(), 'soak-'));
const dataDir = join(folder, 'data');
const receiver = fork(fileURLToPath(new URL('./soak/counting-receiver.ts', import.meta.url)));
const [{ port: receiverPort }] = (await once(receiver, 'message')) as [{ port: number }];
let received = 0;
receiver.on('message', (report: { received: number }) => {
  received = report.received;
});

const market = await marketInto(dataDir, ITEMS);
const operator = await addOperator(join(dataDir, 'idp.db'));
const adminPort = await freePort();
const settings: Record<string, string> = {
  ADMIN_PORT: String(adminPort),
  OPERATOR_KEY: KEY,
  NOTIFY_EGRESS_ALLOW: '127.0.0.1',
  LOG_LEVEL: 'info',
};
const service = await startService({ dataDir, settings });
process.stdout.write(`${market.offers} offers, pid ${service.pid}, log ${join(dataDir, 'service.log')}\n`);
let exitCode = 1;
try {
  const callers = await callersOf(market, service.base);
  const listings = await addReceivers(callers, service.base, `http://127.0.0.1:${receiverPort}/`);
  const stopAt = performance.now() + Number(values.minutes) * 60_000;
  const isOver = () => performance.now() > stopAt;
  const tally: Tally = { sent: 0, failed: new Map(), waitsMs: [] };
  const changing: Tally = { sent: 0, failed: new Map(), waitsMs: [] };
  const token = await operatorToken(service.base, operator);
  const loads = Promise.all([
    sendPaced(service.base, mixOf(callers), { perSecond: Number(values.rate), isOver, tally }),
    sendPaced(service.base, priceChanges(listings, token), {
      perSecond: Number(values.changes),
      isOver,
      tally: changing,
    }),
  ]);
  const samples: Sample[] = [];
  const began = performance.now();
  process.stdout.write(table.head);
  while (!isOver()) {
    await sleep(SAMPLE_MS);
    const sample = await readSample(adminPort, [service.pid, service.provider.pid], performance.now() - began);
    samples.push(sample);
    process.stdout.write(table.row(sample, tally.sent, changing.sent, received));
  }
  await loads;
  await sleep(SAMPLE_MS);
  const problems = judge(samples, { tally, changing, received });
  for (const problem of problems) process.stdout.write(`PROBLEM: ${problem}\n`);
  exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await service.stop();
  receiver.disconnect();
  const lines = readFileSync(join(dataDir, 'service.log'), 'utf8').split('\n');
  const errors = lines.filter((line) => /"level":"(error|fatal)"/.test(line));
  if (errors.length > 0) process.stdout.write(`${errors.length} errors in the log, the first: ${errors[0]}\n`);
  rmSync(folder, { recursive: true, force: true });
}
process.exit(exitCode);
