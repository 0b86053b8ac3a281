import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { commandsOf } from '../harness/documented-commands.ts';
import { compileCache, projectFolder, ServiceProcess } from '../harness/process.ts';
import { isTorture, testInTorture } from '../harness/scale.ts';
import { endedWell } from './ended-well.ts';
import { testSdkDocuments } from './sdk-documents.ts';

/** Its commands need the installed package: sdk-documents.ts. */
const COMMAND_LINE = 'docs/command-line.md';

const pages = globSync(['*.md', 'docs/*.md', 'src/**/*.md'], { cwd: projectFolder }).sort();
const textOf = (page: string) => readFileSync(join(projectFolder, page), 'utf8');

/** As a reader has it: not the Node of `node_modules/.bin`, which npm puts first while it runs the tests. */
const PATH = (process.env.PATH ?? '')
  .split(':')
  .filter((folder) => !folder.includes('node_modules'))
  .join(':');

/** Written by commands, so the folder of the reader has copies of its own. */
const COPIED = ['docs', 'openapi.json', 'package.json', 'package-lock.json', '.npmrc', 'plans'];

/** The files of the operator in docs/market-data.md: two marketplaces, and a seller, an item and offers in one of them. */
const marketplace = {
  kind: 'marketplace',
  marketplaceId: 'STORE_UK',
  name: 'Store UK',
  countryCode: 'GB',
  currency: 'GBP',
};
const item = { kind: 'item', marketplaceId: 'STORE_UK', itemId: 'PAN', category: 'home', weightKg: 2.5 };
const offerFields = [
  'marketplaceId',
  'sellerId',
  'sku',
  'itemId',
  'condition',
  'subCondition',
  'channel',
  'listingPrice',
  'quantity',
];
const offer = (sku: string) => ['STORE_UK', 'A9UK', sku, 'PAN', 'New', 'New', 'SELLER', 5, 1];
const offerRecord = { kind: 'offer', ...Object.fromEntries(offerFields.map((name, n) => [name, offer('A')[n]])) };
const FILES: Record<string, string | Buffer> = {
  'marketplaces.jsonl': JSON.stringify(marketplace),
  'sellers.csv': 'sellerId,plan,feedbackRating,feedbackCount,featuredMerchant\nA9UK,Professional,98,10,yes\n',
  'items.jsonl.gz': gzipSync(JSON.stringify(item)),
  'offers.jsonl': JSON.stringify(offerRecord),
  'offers.csv.gz': gzipSync(`${offerFields}\n${offer('B')}\n`),
  'changes.jsonl': JSON.stringify({ ...offerRecord, quantity: 7 }),
};

/**
 * npm itself takes a second for each script. The README, whose table has every script of the other pages, shows that npm runs
 * them; other pages run them with the same arguments by `node --run`.
 */
const RUN_WITHOUT_NPM =
  'npm() { [ "$1" = run ] || { command npm "$@"; return; }; shift; node_modules/.bin/node --run "$@"; }';

/** What a reader replaces: the words in capital letters, and folders that may not exist here. */
const REPLACED: [RegExp, string][] = [
  [/ FILE\.\.\./g, ' marketplaces.jsonl'],
  [/ DIR\b/g, ' out/$RANDOM'],
  [/--seller ID\b/g, '--seller A1DEMOSELLR'],
  [/\/backups\//g, 'out/'],
  // Any size shows that it works.
  [/--items 1000\b/g, '--items 20'],
];

const portOf = (host = '') => host.split(':').at(-1) ?? '';

describe('the commands of the documents, with the Node of the system', () => {
  let folder: string;
  let service: ServiceProcess;
  let addresses: [RegExp, string][];

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'reader-'));
    for (const name of readdirSync(projectFolder)) {
      if (COPIED.includes(name)) cpSync(join(projectFolder, name), join(folder, name), { recursive: true });
      else if (name !== 'data' && !name.startsWith('.')) symlinkSync(join(projectFolder, name), join(folder, name));
    }
    cpSync(join(projectFolder, '.npmrc'), join(folder, '.npmrc'));
    mkdirSync(join(folder, 'out'));
    for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content);
    service = new ServiceProcess('npm', ['start'], { PATH, DATA_DIR: join(folder, 'data') });
    const hostOf = async (pattern: RegExp) => new URL(await service.printed(pattern, 60_000)).host;
    addresses = [
      [/127\.0\.0\.1:8080/g, await hostOf(/API +(http:\S+)\n[\s\S]*Stop it/)],
      [/127\.0\.0\.1:8081/g, await hostOf(/Issuer +(http:\S+)/)],
      [/127\.0\.0\.1:8083/g, await hostOf(/Receiver +(http:\S+)/)],
    ];
  });
  after(async () => {
    await service.end();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs the commands in one shell, as a reader would who pastes them one after the other. Fails with the first that fails. */
  async function run(
    commands: readonly { line: number; text: string }[],
    ...functions: string[]
  ): Promise<{ stdout: string; stderr: string }> {
    const replaced = (text: string) =>
      [...addresses, ...REPLACED].reduce((changed, [pattern, value]) => changed.replace(pattern, value), text);
    const script = [
      'set -Eeuo pipefail',
      // A request that is answered with an error is a command that does not work.
      'curl() { command curl --fail-with-body --max-time 30 "$@"; echo; }',
      ...functions,
      'trap \'echo "line $LINE does not work: $BASH_COMMAND" >&2\' ERR',
      ...commands.flatMap(({ line, text }) => [`LINE=${line}`, replaced(text)]),
      'set +u',
      'echo "TOKEN is $TOKEN"',
    ].join('\n');
    const env = {
      PATH,
      HOME: folder,
      DATA_DIR: join(folder, 'data'),
      // The ports of the running service, for the doctor: another program may have the default ones.
      ...Object.fromEntries(
        ['PORT', 'IDP_PORT', 'DEMO_RECEIVER_PORT'].map((name, n) => [name, portOf(addresses[n]?.[1])]),
      ),
      ADMIN_PORT: '0',
      NODE_COMPILE_CACHE: compileCache,
      npm_config_update_notifier: 'false',
    };
    const options = { cwd: folder, env, timeout: 120_000, killSignal: 'SIGKILL', maxBuffer: 1 << 24 } as const;
    return new Promise((resolve, reject) => {
      const child = execFile('bash', ['-c', script], options, (error, stdout, stderr) => {
        if (error) reject(new Error(`${stderr}\n${stdout.slice(-2_000)}`));
        else resolve({ stdout, stderr });
      });
      child.stdin?.end();
    });
  }

  // Before the commands: they change the market that the examples of the SDK show.
  testSdkDocuments(PATH, (text) =>
    addresses.reduce((changed, [pattern, value]) => changed.replace(pattern, value), text),
  );

  test('the token of the README is set, and its picture shows what its calls answer', async () => {
    const { stdout } = await run(
      commandsOf(textOf('README.md')).filter(({ text, isMarked }) => !isMarked && !text.startsWith('npm')),
    );
    assert.match(stdout, /TOKEN is [\w-]{20,}\n/);
    const [, picture = ''] = /```text\n([\s\S]*?)```/.exec(textOf('README.md')) ?? [];
    const [fees, offers, changed] = stdout
      .split('\n')
      .filter((line) => line.startsWith('{"payload"'))
      .map((line) => JSON.parse(line).payload);
    const {
      FeeDetailList: [referral, closing],
      TotalFeesEstimate: total,
    } = fees.FeesEstimateResult.FeesEstimate;
    const [{ RatePercent: rate, Base: of }] = referral.Explanation.Tiers;
    assert.ok(
      picture.includes(
        `referral fee ${rate} % of ${of.Amount} = ${referral.FinalFee.Amount}, closing fee ${closing.FinalFee.Amount.toFixed(2)}: ${total.Amount} USD`,
      ),
      picture,
    );
    const {
      TotalOfferCount: count,
      LowestPrices: lowest,
      BuyBoxPrices: [box],
    } = offers.Summary;
    const least = Math.min(...lowest.map((price: { LandedPrice: { Amount: number } }) => price.LandedPrice.Amount));
    assert.equal(box.sellerId, 'A1DEMOSELLER');
    assert.ok(
      picture.includes(
        `${count} offers, the lowest ${least} USD; the buy box is yours, at ${box.LandedPrice.Amount} USD`,
      ),
      picture,
    );
    const [{ State, TermsAfter, Result }] = changed.Receipts;
    assert.ok(Result.IsBuyBoxWinner, JSON.stringify(changed));
    const at = `at ${TermsAfter.LandedPrice.Amount} USD, net ${Result.AfterFees.Net.Amount} USD after fees`;
    assert.ok(picture.includes(`${State}: the buy box is yours, ${at}`), `${picture} ${at}`);
    const lost = await lostBuyBox();
    const [own] = lost.MyOffers;
    const [wins, net] = [own.WinningPrice.ListingPrice.Amount, own.NetAtWinningPrice.Net.Amount];
    const { sellerId, LandedPrice: asked } = lost.BuyBoxPrice;
    assert.ok(
      picture.includes(
        `LOST: ${sellerId} asks ${asked.Amount} USD; ${wins} USD wins it back, net ${net} USD after fees`,
      ),
      `${picture} ${JSON.stringify(lost)}`,
    );
  });

  /** The event of the README, as the demo receiver got it, and as its page shows it. */
  async function lostBuyBox() {
    const receiver = `http://${addresses[2]?.[1]}`;
    for (let tries = 0; tries < 600; tries += 1) {
      const { deliveries } = (await (await fetch(`${receiver}/deliveries.json`)).json()) as {
        deliveries: { path: string; body: string }[];
      };
      const events = deliveries.filter(({ path }) => path === '/webhook').map(({ body }) => JSON.parse(body));
      const found = events.find(
        ({ type, subject, data }) => type === 'BUY_BOX_CHANGED' && subject === 'ITEM000001' && data.Change === 'LOST',
      );
      if (found) {
        assert.match(await (await fetch(receiver)).text(), /BUY_BOX_CHANGED<[\s\S]*>LOST<[\s\S]*ITEM000001 · New/);
        return found.data;
      }
      await sleep(50);
    }
    throw new Error('the receiver got no BUY_BOX_CHANGED');
  }

  testInTorture('the npm commands of the README work; a client for an unknown seller gets a warning', async () => {
    const { stderr } = await run(
      commandsOf(textOf('README.md')).filter(({ text, isMarked }) => !isMarked && text.startsWith('npm')),
    );
    assert.match(stderr, /Warning: the market has no seller A1DEMOSELLR/);
  });

  for (const page of pages.filter((name) => name !== 'README.md' && name !== COMMAND_LINE)) {
    const commands = commandsOf(textOf(page)).filter(({ isMarked }) => !isMarked);
    // Tests of the commands run them in `npm test`. As the pages have them, they run in `npm run torture`.
    const repeatsScripts = commands.some(({ text }) => /\b(?:npm|npx|node) /.test(text));
    if (commands.length === 0 || (repeatsScripts && !isTorture)) continue;
    test(`${page}: ${commands.length} commands work`, async () => void (await run(commands, RUN_WITHOUT_NPM)));
  }

  testInTorture('npm ci prints no warnings about the Node of the system', async () => {
    const files = '../package.json ../package-lock.json ../.npmrc';
    const text = `mkdir install && cd install && cp ${files} . && npm ci --dry-run --offline`;
    const { stdout, stderr } = await run([{ line: 0, text }]);
    assert.match(stdout, /added \d+ packages/);
    assert.equal(stderr, '');
  });

  test('npm run worker starts beside the running service', async () => {
    const worker = new ServiceProcess('npm', ['run', 'worker'], { PATH, DATA_DIR: join(folder, 'data') });
    await worker.printed(/sending notifications/, 60_000);
    worker.signal('SIGTERM');
    assert.equal(await worker.ended(), 0);
  });

  test('SIGTERM to the npm of npm start leaves nothing running, and is no crash', async () => {
    service.signal('SIGTERM');
    await endedWell(service, `http://${addresses[0]?.[1]}`);
  });

  test('every npm script that a document names exists, and none needs the Node of node_modules by a bare `node`', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    for (const page of pages) {
      for (const [, name = ''] of textOf(page).matchAll(/\bnpm run (?:-s )?([\w:]+)/g)) {
        assert.ok(Object.hasOwn(scripts, name), `${page}: npm run ${name}`);
      }
      const bare = commandsOf(textOf(page)).filter(
        ({ text }) => /(^|\s)node (?!docs\/|--test)/.test(text) && !/npx node/.test(text),
      );
      assert.deepEqual(
        bare.map(({ line }) => `${page}:${line}`),
        [],
      );
    }
  });
});
