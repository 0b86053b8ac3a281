import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandLine } from '../harness/command-line.ts';
import { commandsOf } from '../harness/documented-commands.ts';
import { blocksOf, isAsShown } from '../harness/documented-programs.ts';
import { freePort } from '../harness/free-port.ts';
import { projectFolder, type ServiceProcess, startService } from '../harness/process.ts';
import { scaled } from '../harness/scale.ts';
import { testCommandLineListen } from './command-line-listen.ts';
import { testCommandLineLogin } from './command-line-login.ts';

const guide = readFileSync(join(projectFolder, 'docs/command-line.md'), 'utf8');
describe('the command line', () => {
  let dataDir: string;
  let env: Record<string, string>;
  let service: ServiceProcess;
  let base: string;
  let issuer: string;
  let demo: CommandLine;
  before(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'command-line-service-'));
    env = { DATA_DIR: dataDir, PORT: String(await freePort()), IDP_PORT: String(await freePort()) };
    service = startService(env);
    base = await service.address();
    issuer = await service.printed(/Issuer +(http:\S+)/);
    demo = CommandLine.ofDemo(base);
  });
  after(async () => {
    await service.end();
    demo.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });

  // First: it shows figures of the fresh demo. That npx finds the program of the package is shown where the package is installed.
  test('the commands of docs/command-line.md print what it shows', async () => {
    const blocks = blocksOf(guide);
    let compared = 0;
    for (const [n, block] of blocks.entries()) {
      if (block.language !== 'sh') continue;
      let printed = '';
      for (const { text, isMarked } of commandsOf(`\`\`\`sh\n${block.text}\n\`\`\``)) {
        const [, args] = /^npx --no-install marketplace-seller (.+)$/.exec(text) ?? [];
        if (args === undefined || isMarked) continue;
        const { code, stdout, stderr } = await demo.run(
          ...args.replace(' fees.csv', ` ${demo.home}/fees.csv`).split(' '),
        );
        assert.equal(code, 0, `${text}: ${stderr}`);
        printed = stdout;
      }
      const next = blocks[n + 1];
      if (next?.language !== 'text' || !next.isDirectlyBehind) continue;
      compared += 1;
      assert.ok(isAsShown(printed.trimEnd(), next.text.replaceAll('http://127.0.0.1:8080', base)), printed);
    }
    assert.equal(compared, 5);
    assert.match(readFileSync(join(demo.home, 'fees.csv'), 'utf8'), /^\ufeffMarketplaceId,SellerSKU,/);
  });

  testCommandLineLogin(() => ({ base, issuer }));

  test('every command has a help with examples, and the list names all of them and the exit codes', async () => {
    const { stdout, code } = await demo.run();
    assert.equal(code, 0);
    const names = [...stdout.matchAll(/^ {2}([a-z-]+(?: [a-z]+)?) {2,}[A-Z]/gm)].map(([, name = '']) => name);
    assert.deepEqual(names.slice(0, 4), ['login', 'logout', 'whoami', 'listen']);
    assert.equal(names.length, 12);
    assert.match(stdout, /Exit codes: 0 done, 1 failed/);
    const helps = await Promise.all(names.map((name) => demo.run(...name.split(' '), '--help')));
    for (const [n, help] of helps.entries()) {
      assert.equal(help.code, 0);
      assert.match(
        help.stdout,
        new RegExp(`Usage: marketplace-seller ${names[n]} .*--json.*Examples:\\n  marketplace`, 's'),
      );
    }
  });

  test('--json prints what the service answers, one document or a line for each', async () => {
    const [who] = await demo.json(0, 'whoami');
    assert.deepEqual(
      [who.sellerId, who.access, who.marketplaces],
      ['A1DEMOSELLER', 'own application', ['STORE_CA', 'STORE_US']],
    );
    const fees = await demo.json(0, 'fees', 'DEMO-SKU-1', 'DEMO-SKU-14', '--price', '25');
    assert.deepEqual(
      fees.map(({ FeesEstimate }) => FeesEstimate.TotalFeesEstimate.Amount),
      [3.75, 9.82],
    );
    assert.ok(fees[0].FeesEstimate.FeeDetailList[0].Explanation.Tiers.length > 0);
    const [box] = await demo.json(0, 'why', 'DEMO-SKU-20', '--price', '15.99');
    assert.deepEqual([box.IsBuyBoxWinner, box.Assumed.ListingPrice.Amount], [true, 15.99]);
    const [tried] = await demo.json(5, 'what-if', 'DEMO/SKU 21,é=3', 'NOPE=1.5');
    assert.deepEqual(
      tried.Listings.map(({ SellerSKU }: { SellerSKU: string }) => SellerSKU),
      ['DEMO/SKU 21,é', 'NOPE'],
    );
    const [other] = await demo.json(0, 'why', 'DEMO-SKU-1', '--marketplace', 'STORE_CA');
    assert.equal(other.WinningPrice.ListingPrice.CurrencyCode, 'CAD');
  });

  test('prices set: what is far off needs --confirm, a refusal is exit code 5, and a repeated key changes nothing twice', async () => {
    const far = await demo.run('prices', 'set', 'DEMO-SKU-19=1.8', 'DEMO-SKU-14=33');
    assert.equal(far.code, 5);
    assert.match(far.stdout, /^DEMO-SKU-19 +REJECTED .*\nDEMO-SKU-14 +APPLIED +34\.00 +33\.00 /m);
    assert.match(far.stderr, /DEMO-SKU-19: .*ConfirmationRequired.*--confirm/);
    const args = ['prices', 'set', 'DEMO-SKU-19=8', '--confirm', '--if-revision', '1', '--idempotency-key', 'k1'];
    const [first] = await demo.json(0, ...args);
    const [again] = await demo.json(0, ...args);
    assert.deepEqual(
      [first.State, first.TermsAfter.ListingPrice.Amount, again.PriceChangeId],
      ['APPLIED', 8, first.PriceChangeId],
    );
    const [conflict] = await demo.json(5, 'prices', 'set', 'DEMO-SKU-19', '--match', '--if-revision', '1');
    assert.equal(conflict.Rejection.Code, 'Conflict');
  });

  test('deliveries and reports: newest first, a file is complete or absent, and one that exists is kept', async () => {
    const file = join(demo.home, 'positions.jsonl');
    const sent = await demo.json(0, 'deliveries', '--limit', '3');
    assert.equal(sent.length, 3);
    assert.ok(sent[0].createdTime >= sent[2].createdTime);
    const one = await demo.run('deliveries', sent[0].channelId, '--state', sent[0].state.toLowerCase());
    assert.match(one.stdout, /^TIME +EVENT +ITEM +DESTINATION .*\n\d{4}-/);
    const made = await demo.json(0, 'reports', 'create', 'positions', '--marketplace', 'STORE_CA', '--out', file);
    assert.deepEqual([made[0].state, made[0].marketplaceIds], ['DONE', ['STORE_CA']]);
    assert.equal(statSync(file).size, made[0].bytes);
    const kept = await demo.run('reports', 'create', 'positions', '--out', file);
    assert.deepEqual(
      [kept.code, kept.stderr],
      [1, `Error: ${file} exists.\nGive another --out, or --force to replace it.\n`],
    );
    const again = await demo.run('reports', 'download', made[0].reportId, '--out', '-');
    assert.equal(again.stdout, readFileSync(file, 'utf8'));
    assert.match(again.stderr, /DONE/);
    const waiting = await demo.json(0, 'reports', 'create', 'EVENTS', '--no-wait');
    const listed = await demo.json(0, 'reports', 'list', '--type', 'EVENTS');
    assert.equal(listed[0].reportId, waiting[0].reportId);
    assert.deepEqual(
      readdirSync(demo.home).filter((name) => name.includes('.part')),
      [],
    );
  });

  test('a terminal gets colours unless NO_COLOR says otherwise; programs get none', async () => {
    const hasColours = ({ stdout }: { stdout: string }) => stdout.includes('\u001b[');
    assert.ok(hasColours(await demo.runOnTerminal({}, 'why', 'DEMO-SKU-20')));
    for (const ended of [
      await demo.runOnTerminal({ NO_COLOR: '1' }, 'why', 'DEMO-SKU-20'),
      await demo.runOnTerminal({}, 'why', 'DEMO-SKU-20', '--json'),
      await demo.run('why', 'DEMO-SKU-20'),
    ])
      assert.ok(!hasColours(ended), ended.stdout);
  });

  test('bad input names what is wrong, and what would be right', async () => {
    const cases: [string[], number, RegExp][] = [
      [['prices'], 2, /There is no command "prices"/],
      [['fees'], 2, /"fees" needs SKU\.\.\.\.\nHelp: marketplace-seller fees --help/],
      [['why', 'A', 'B'], 2, /takes no argument "B"/],
      [['fees', 'A', '--prise', '3'], 2, /Unknown option '--prise'/],
      [
        ['fees', 'A', '--client-secret', 'sesame'],
        2,
        /visible to every program.*\nSet MARKETPLACE_SELLER_CLIENT_SECRET/,
      ],
      [['fees', 'DEMO-SKU-1', '--price', '1,99'], 2, /--price must be an amount such as 19\.99, not "1,99"/],
      [['fees', 'NOPE'], 5, /NOPE is an invalid SellerSKU/],
      [
        ['fees', 'DEMO-SKU-1', '--marketplace', 'STORE_XX'],
        2,
        /no marketplace "STORE_XX".*\nYours: STORE_CA, STORE_US/,
      ],
      [['why', 'NOPE'], 1, /404 NotFound/],
      [['what-if', 'DEMO-SKU-1'], 2, /Which price for DEMO-SKU-1\?\nSKU=AMOUNT, or one of --win/],
      [['what-if', 'DEMO-SKU-1', '--win', '--match'], 2, /only one of --win/],
      [['prices', 'set', 'A=1', 'B=2', '--if-revision', '1'], 2, /for one SKU/],
      [['deliveries', '--state', 'LOST'], 2, /--state must be one of PENDING/],
      [['reports', 'create', 'TAXES'], 2, /no report "TAXES".*\nThe types: POSITIONS/],
      [['reports', 'create', 'FEES', '--parameters', '[1]'], 2, /must be a JSON object/],
      [['reports', 'download', 'rep_1', '--out', '-'], 1, /\(40[04] /],
      [['listen', '--forward', 'localhost:3000'], 2, /--forward must be an address such as http:/],
      [['listen', '--event', 'NO_SUCH'], 1, /eventTypes/],
      [['whoami', '--url', 'ftp://x'], 2, /must be an http or https address/],
      [['whoami', '--profile', '../x'], 2, /--profile must be/],
      [['whoami', '--url', `http://127.0.0.1:${await freePort()}`], 4, /ConnectionFailed.*\nIs the service running/],
      [['whoami', '--client-id', 'nobody'], 3, /invalid_client/],
    ];
    const ended = await Promise.all(cases.map(([args]) => demo.run(...args)));
    for (const [n, [args, code, message]] of cases.entries()) {
      const { stderr, stdout, ...rest } = ended[n] ?? assert.fail();
      assert.deepEqual([rest.code, stdout], [code, ''], `${args.join(' ')}: ${stdout}${stderr}`);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /sesame|demosellersecret| at .*\.ts:/);
    }
  });

  testCommandLineListen(
    () => ({ base }),
    async (signal) => {
      // The whole group when it is killed: the provider is a process of its own.
      if (signal === 'SIGKILL') service.signalGroup(signal);
      else service.signal(signal);
      await service.ended();
      await sleep(scaled(100, 3_000));
      service = startService(env);
      await service.address();
    },
  );
});
