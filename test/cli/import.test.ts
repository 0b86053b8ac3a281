import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test as testOnBoth } from 'node:test';
import { gzipSync } from 'node:zlib';
import { demoRecords } from '../../src/cli/demo/records.ts';
import { runExport } from '../../src/cli/export.ts';
import { runImport } from '../../src/cli/import.ts';
import { runSeed } from '../../src/cli/seed.ts';
import type { Db } from '../../src/db/db.ts';
import { runOnTrial } from '../../src/db/trial.ts';
import { openMarket } from '../../src/market/market.ts';
import { type Engine, testOnSqliteOrInTorture, withEngines } from '../db/engines.ts';
import { item, marketplace, offer, seller } from '../harness/market-records.ts';
import { scaled } from '../harness/scale.ts';
import { testTerminal } from '../harness/terminal.ts';

const marketOf = (db: Db) => openMarket(db, Date.now);
const asLines = (records: Iterable<object>) => `${Array.from(records, (one) => JSON.stringify(one)).join('\n')}\n`;

const base = [marketplace, seller, item];

withEngines('the command line', (engine) => {
  const test = testOnSqliteOrInTorture(engine);
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'import-test-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  async function freshDb(on: Engine): Promise<Db> {
    const db = await (await on.migrated()).open();
    return db;
  }

  let runs = 0;
  /** Imports one file with this content. Returns the output, the exit code and the reasons of the rejected lines. */
  async function importing(db: Db, content: string | Buffer, name = 'market.jsonl', more: string[] = []) {
    runs += 1;
    const own = join(folder, `${engine.name}-${runs}`);
    mkdirSync(own);
    const [file, rejects] = [join(own, name), join(own, 'rejects.jsonl')];
    writeFileSync(file, content);
    const terminal = testTerminal();
    const code = await runImport(marketOf(db), [file, '--rejects', rejects, ...more], terminal);
    const lines = existsSync(rejects) ? readFileSync(rejects, 'utf8').trim().split('\n') : [];
    const rejected = lines.map((text) => JSON.parse(text));
    const problems = rejected.map(({ line, field, reason }) => `${line} ${field}: ${reason}`);
    return { code, problems, rejects: rejected, ...terminal.printed };
  }

  const countOffers = async (db: Db) => (await db.get<{ n: number }>('SELECT COUNT(*) AS n FROM offer'))?.n;

  test('import of a valid file exits with 0 and writes no rejects file; importing it again changes nothing', async () => {
    const db = await freshDb(engine);
    const text = asLines([...base, offer('A'), offer('B')]);
    const first = await importing(db, text);
    assert.deepEqual([first.code, first.problems], [0, []]);
    assert.match(first.stdout, /^market\.jsonl: 5 added\nFinished in [\d.]+ s\nQuiet: .*\n$/);
    const again = await importing(db, gzipSync(text), 'market.jsonl.gz');
    assert.match(
      again.stdout,
      /^market\.jsonl\.gz: 5 unchanged\nFinished in [\d.]+ s\nNothing changed that sellers are told of\n$/,
    );
  });

  const bad: [name: string, lines: (string | Buffer)[], problem: RegExp][] = [
    [
      'an unknown marketplace',
      [JSON.stringify(offer('X', { marketplaceId: 'M9' }))],
      /^4 marketplaceId: there is no marketplace M9/,
    ],
    ['an offer for an unknown item', [JSON.stringify(offer('X', { itemId: 'I9' }))], /^4 itemId: there is no item I9/],
    [
      'an offer for an unknown seller',
      [JSON.stringify(offer('X', { sellerId: 'S9' }))],
      /^4 sellerId: there is no seller S9/,
    ],
    [
      'the wrong currency',
      [JSON.stringify(offer('X', { currency: 'CAD' }))],
      /^4 currency: must be USD, the currency of M1/,
    ],
    ['a negative price', [JSON.stringify(offer('X', { listingPrice: -1 }))], /^4 listingPrice: must not be negative/],
    ['three decimals', [JSON.stringify(offer('X', { listingPrice: 9.999 }))], /^4 listingPrice: .*at most 2 decimals/],
    [
      'a duplicate SKU',
      [JSON.stringify(offer('X')), JSON.stringify(offer('X', { quantity: 1 }))],
      /^5 : duplicate offer: the first one is in line 4 and was kept/,
    ],
    ['a line of 10 MB', [`{"kind":"offer","conditionNotes":"${'x'.repeat(10_000_000)}"}`], /^4 : longer than 1 MiB/],
    ['invalid UTF-8', [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])], /^4 : not UTF-8 text/],
    ['text that is no JSON', ['{"kind":"offer",}'], /^4 : not JSON: column 17/],
  ];
  for (const [name, lines, problem] of bad) {
    test(`import rejects ${name} with line, field and reason, exits with 2, and stores all other lines`, async () => {
      const db = await freshDb(engine);
      const content = Buffer.concat([
        Buffer.from(asLines(base)),
        ...lines.flatMap((line) => [Buffer.from(line as string), Buffer.from('\n')]),
        Buffer.from(asLines([offer('GOOD')])),
      ]);
      const { code, problems, stderr } = await importing(db, content);
      assert.equal(code, 2);
      assert.equal(problems.length, 1, problems.join('\n'));
      assert.match(problems[0] ?? '', problem);
      assert.match(stderr, /market\.jsonl:\d+ /);
      assert.equal(await countOffers(db), lines.length);
    });
  }

  test('import of a truncated gzip file stores what precedes the end, and reports it', async () => {
    const db = await freshDb(engine);
    const whole = gzipSync(
      asLines([...base, ...Array.from({ length: 3000 }, (_, n) => offer(`SKU-${n}-${Math.sin(n)}`))]),
    );
    const { code, problems } = await importing(db, whole.subarray(0, whole.length / 2), 'market.jsonl.gz');
    assert.equal(code, 2);
    assert.match(problems.join('\n'), /after line \d+: the rest cannot be read/);
    assert.ok(((await countOffers(db)) ?? 0) > 500);
  });

  test('import of CSV takes the kind from the file name, and reports a missing column and a short row', async () => {
    const db = await freshDb(engine);
    await importing(db, asLines(base));
    const header =
      'marketplaceId,sellerId,sku,itemId,condition,subCondition,channel,listingPrice,shipping,quantity,shipsFrom.country\n';
    const rows = 'M1,S1,"a ""b"",c",I1,new,NEW,fs,19.99,0,3,US\nM1,S1,short\nM1,S1,B,I1,New,New,SELLER,5,,1,\n';
    const good = await importing(db, header + rows, 'offers.csv');
    assert.equal(good.code, 2);
    assert.match(good.problems.join('\n'), /^3 : .*3.*11/);
    const skus = await db.all<{ sku: string }>('SELECT sku FROM offer ORDER BY sku');
    assert.deepEqual(
      skus.map(({ sku }) => sku),
      ['B', 'a "b",c'],
    );
    const missing = await importing(db, 'marketplaceId,sku\nM1,X\n', 'list.csv', ['--kind', 'OFFER']);
    assert.equal(missing.code, 2);
    assert.match(missing.problems.join('\n'), /^1 : .*sellerId.*itemId.*condition/);
  });

  test('import rejects a duplicate with the position of the first one, also in an earlier file, unless the first one was rejected', async () => {
    const db = await freshDb(engine);
    const late = { kind: 'item', marketplaceId: 'M1', itemId: 'I2', category: 'books' };
    const early = await importing(
      db,
      asLines([...base, offer('A', { itemId: 'I2' }), late, offer('A', { itemId: 'I2' })]),
    );
    assert.deepEqual([early.code, early.problems.length], [2, 1]);
    assert.match(early.problems[0] ?? '', /^4 itemId: there is no item I2/);
    assert.equal(await countOffers(db), 1);

    const [first, second] = [join(folder, `${engine.name}-first.jsonl`), join(folder, `${engine.name}-second.jsonl`)];
    writeFileSync(first, asLines([offer('B')]));
    writeFileSync(second, asLines([offer('C'), offer('B', { quantity: 9 })]));
    const terminal = testTerminal();
    const rejects = join(folder, `${engine.name}-rejects.jsonl`);
    assert.equal(await runImport(marketOf(db), [first, second, '--rejects', rejects], terminal), 2);
    assert.match(
      terminal.printed.stderr,
      /second\.jsonl:2 duplicate offer: the first one is in line 1 of .*first\.jsonl and was kept/,
    );
  });

  test('import reports batch by batch, first the lines that cannot be read, and keeps a record whose first one was rejected in the batch before', async () => {
    const db = await freshDb(engine);
    const late = { kind: 'item', marketplaceId: 'M1', itemId: 'I2', category: 'books' };
    // A batch has 2,000 records: line 4 is in the first one, the last lines are in the second one.
    const others = Array.from({ length: 2_100 }, (_, n) => offer(`S${n}`));
    const { code, problems } = await importing(
      db,
      asLines([
        ...base,
        offer('A', { itemId: 'I2' }),
        { kind: 'offer' },
        ...others,
        late,
        offer('A', { itemId: 'I2' }),
      ]) + asLines([{ kind: 'nothing' }, offer('S2099'), offer('B', { itemId: 'I3' })]),
    );
    assert.equal(code, 2);
    const lines = problems.map((problem) => Number(problem.split(' ')[0]));
    assert.deepEqual([...new Set(lines)], [5, 4, 2_108, 2_109, 2_110]);
    assert.equal(await countOffers(db), 2_101);
  });

  test('import without a file, with a missing file or an unknown option exits with 1 and prints the usage', async () => {
    const db = await freshDb(engine);
    for (const args of [[], ['--frobnicate'], ['--kind', 'cat', 'x.csv']]) {
      const terminal = testTerminal();
      assert.equal(await runImport(marketOf(db), args, terminal), 1);
      assert.match(terminal.printed.stderr, /npm run import -- FILE/);
    }
    const terminal = testTerminal();
    assert.equal(await runImport(marketOf(db), [join(folder, 'missing.jsonl')], terminal), 1);
    assert.match(terminal.printed.stderr, /missing\.jsonl: the file does not exist/);
    const nowhere = testTerminal();
    assert.equal(await runImport(marketOf(db), [folder, '--rejects', '/nowhere/r.jsonl'], nowhere), 1);
    assert.match(
      nowhere.printed.stderr,
      /this is a folder; name the files in it\n.*the folder \/nowhere .*does not exist/,
    );
    const printed: string[] = [];
    assert.equal(await runExport(db, ['--bogus'], (text) => printed.push(text)), 1);
    assert.match(printed.join(''), /--bogus[\s\S]*npm run export -- DIR/);
  });

  test('export refuses a folder that cannot be created, and says why', async () => {
    const db = await freshDb(engine);
    writeFileSync(join(folder, 'a-file'), '');
    // Node's own recursive mkdir never ends below /proc.
    for (const target of ['/proc/none/below', join(folder, 'a-file', 'below')]) {
      const printed: string[] = [];
      assert.equal(await runExport(db, [target], (text) => printed.push(text)), 1);
      assert.match(printed.join(''), /^The folder \S+below cannot be created: E\w+: .*, mkdir/);
    }
  });

  test('import warns of an unknown field once, with the nearest name, and stores the record', async () => {
    const db = await freshDb(engine);
    const records = [
      ...base,
      offer('A', { busnessPrice: 9, handling: { minimumHours: 1, maximumHours: 2, maxHours: 3 } }),
      offer('B', { busnessPrice: 9, quantityDiscounts: [{ quantity: 2, price: 1, Price: 1 }], colour: 'red' }),
    ];
    const { code, stdout, stderr } = await importing(db, asLines(records));
    assert.deepEqual([code, stdout.split('\n')[0]], [0, 'market.jsonl: 5 added']);
    assert.deepEqual(stderr.trim().split('\n'), [
      'market.jsonl:4 busnessPrice: unknown field, ignored; did you mean businessPrice?',
      'market.jsonl:4 handling.maxHours: unknown field, ignored',
      'market.jsonl:5 quantityDiscounts[].Price: unknown field, ignored; did you mean price?',
      'market.jsonl:5 colour: unknown field, ignored',
      'market.jsonl: busnessPrice of offer records: ignored 2 times',
    ]);
    const header = 'marketplaceId,sellerId,sku,itemId,condition,subCondition,channel,listingPrice,quantity';
    const csv = `${header},shipsFrom.contry,Note,\nM1,S1,C,I1,New,New,FS,5,1,US,x,\nM1,S1,D,I1,New,New,FS,5,1,US,x,\n`;
    const fromCsv = await importing(db, csv, 'offers.csv');
    assert.deepEqual(fromCsv.stderr.trim().split('\n'), [
      'offers.csv:1 shipsFrom.contry: unknown field, ignored; did you mean shipsFrom.country?',
      'offers.csv:1 Note: unknown field, ignored',
    ]);
    assert.equal(await countOffers(db), 4);
  });

  test('import prints at most 20 unknown fields, and none of their control characters', async () => {
    const db = await freshDb(engine);
    const strange = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`zz${n}\u001b[31m`, n]));
    const { code, stderr } = await importing(db, asLines([...base, { ...offer('A'), ...strange }]));
    assert.equal(code, 0);
    const lines = stderr.trim().split('\n');
    assert.deepEqual([lines.length, lines[20]], [21, '... more unknown fields follow']);
    assert.ok(!stderr.includes('\u001b'));
  });

  test('the rejects file has the original text of each rejected line, once', async () => {
    const db = await freshDb(engine);
    const unknownItem = `  {"kind":"offer", "note":"é", ${JSON.stringify(offer('A', { itemId: 'I9' })).slice(1)}`;
    const twice = JSON.stringify(offer('B', { quantity: -1, listingPrice: -1 }));
    const good = JSON.stringify(offer('C'));
    const lines = [...base.map((one) => JSON.stringify(one)), unknownItem, twice, '{oops', good, good];
    const { rejects } = await importing(db, Buffer.from(`${lines.join('\r\n')}\r\n`));
    assert.deepEqual(
      rejects.map(({ line, field, original }) => [line, field, original]).sort(([a], [b]) => a - b),
      [
        [4, 'itemId', unknownItem],
        [5, 'listingPrice', twice],
        [5, 'quantity', undefined],
        [6, '', '{oops'],
        [8, '', good],
      ],
    );
    const rows = 'M1,S1,"multi\nline",I1,Newish,New,FS,5,1\r\nM1,S1,short\r\n';
    const header = 'marketplaceId,sellerId,sku,itemId,condition,subCondition,channel,listingPrice,quantity\r\n';
    const csv = await importing(db, header + rows, 'offers.csv');
    assert.deepEqual(
      csv.rejects.map(({ line, original }) => [line, original]),
      [
        [2, 'M1,S1,"multi\nline",I1,Newish,New,FS,5,1'],
        [2, undefined],
        [4, 'M1,S1,short'],
      ],
    );
  });

  testOnBoth('a dry run reports what the import would do, and stores nothing', async () => {
    const database = await engine.migrated();
    const db = await database.open();
    await importing(db, asLines([...base, offer('A')]));
    const before = await dump(db);
    const second = { kind: 'item', marketplaceId: 'M1', itemId: 'I2', category: 'books' };
    const text = asLines([
      offer('A'),
      offer('B', { itemId: 'I9' }),
      second,
      offer('C', { itemId: 'I2' }),
      { kind: 'item', op: 'delete', marketplaceId: 'M1', itemId: 'I1' },
      { kind: 'offer', op: 'delete', marketplaceId: 'M1', sellerId: 'S1', sku: 'A' },
    ]);
    const trial = await runOnTrial(db, database.config, (store) =>
      importing(store, text, 'market.jsonl', ['--dry-run']),
    );
    assert.match(trial.stdout, /\nThis was a dry run: nothing was stored\.\n$/);
    assert.equal(await dump(db), before);
    const real = await importing(db, text);
    assert.equal(trial.stdout.split('\n')[0], real.stdout.split('\n')[0]);
    assert.deepEqual([trial.code, trial.problems], [real.code, real.problems]);
    assert.notEqual(await dump(db), before);
  });

  test('import reads standard input', async () => {
    const db = await freshDb(engine);
    const terminal = testTerminal(asLines([...base, offer('A')]));
    assert.equal(await runImport(marketOf(db), ['-'], terminal), 0);
    assert.equal(await countOffers(db), 1);
  });

  test('import of an export gives the same market, including its boards', async () => {
    const db = await freshDb(engine);
    const guard = { kind: 'priceGuard', marketplaceId: 'STORE_US', maxStepPercent: 33.33, maxChangesPerHour: 9 };
    const demo = testTerminal(asLines([...demoRecords(Date.now()), guard]));
    assert.equal(await runImport(marketOf(db), ['-'], demo), 0, demo.printed.stderr);
    const seeded = testTerminal();
    assert.equal(
      await runSeed(marketOf(db), ['--items', String(scaled(80, 300)), '--sellers', '30', '--seed', '7'], seeded),
      0,
    );
    for (const other of ['sqlite', engine.name] as const) {
      const target = join(folder, `export-${engine.name}-${other}`);
      const gz = other === engine.name ? ['--gz'] : [];
      assert.equal(await runExport(db, [target, ...gz], () => {}), 0);
      const copy = await freshDb(engine);
      const files = readdirSync(target)
        .sort()
        .map((name) => join(target, name));
      assert.equal(files.length, 6);
      for (const file of files) assert.equal(statSync(file).mode & 0o777, 0o600, file);
      const terminal = testTerminal();
      assert.equal(await runImport(marketOf(copy), files, terminal), 0, terminal.printed.stderr);
      // Gaps of listings follow in the background, but for those of new items.
      for (const one of [db, copy]) while ((await marketOf(one).maintenance.refreshGaps()) > 0);
      assert.equal(await dump(copy), await dump(db));
    }
  });
});

/** All rows of the market. `changed_ms` and `terms_since_ms` are the time of an import. */
async function dump(db: Db): Promise<string> {
  const tables = ['marketplace', 'seller', 'item', 'offer', 'fee_schedule', 'price_guard', 'board', 'shelf'];
  const rows = await Promise.all(tables.map(async (table) => db.all<object>(`SELECT * FROM ${table}`)));
  return rows
    .map((table) =>
      table
        .map((row) => JSON.stringify({ ...row, changed_ms: 0, terms_since_ms: 0 }))
        .sort()
        .join('\n'),
    )
    .join('\n\n');
}
