import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser, newVisitor } from '../harness/browser.ts';
import { commandsOf } from '../harness/documented-commands.ts';
import { isAsShown, moduleOf, moduleOfSnippets, programsOf } from '../harness/documented-programs.ts';
import { freePort } from '../harness/free-port.ts';
import { projectFolder } from '../harness/process.ts';
import { describeInTorture, testInTorture } from '../harness/scale.ts';
import { TestBrowser } from '../idp/browser.ts';
import { inGuideOrder } from './guide-order.ts';
import { newToken, startPageServer } from './sdk-page-server.ts';
import { SdkReader } from './sdk-reader.ts';

const textOf = (page: string) => readFileSync(join(projectFolder, page), 'utf8');
const guides = globSync('docs/*.md', { cwd: projectFolder })
  .map((path) => basename(path, '.md'))
  .sort();

/**
 * Tests of all that documents say about the SDK, with the packed package and the Node of the system. `placed` puts the addresses of
 * the running demo into a text that has the usual ones.
 */
export function testSdkDocuments(PATH: string, placed: (text: string) => string): void {
  describe('the SDK, packed and installed into an empty folder', () => {
    const reader = new SdkReader(PATH);
    const origin = () => placed('http://127.0.0.1:8080');
    before(() => reader.install());
    after(() => reader.remove());

    test('the package has modules, declarations, a README and the licence, and nothing else', () => {
      const expected = /^(LICENSE|README\.md|package\.json|dist\/([a-z-]+\/)*[\w.-]+\.(js|d\.ts))$/;
      assert.deepEqual(
        reader.files.filter((path) => !expected.test(path)),
        [],
      );
      for (const path of ['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts', 'dist/node/file-token-store.js'])
        assert.ok(reader.files.includes(path), path);
      for (const path of reader.files.filter((name) => name.endsWith('.js'))) {
        const text = reader.installed(path);
        assert.doesNotMatch(text, /sourceMappingURL|from '[^']*\.ts'/, path);
        // Browsers load everything that index.js imports.
        if (!/^dist\/(node|cli)\//.test(path)) assert.doesNotMatch(text, /from '(?:node:|[^']*\/node\/)/, path);
      }
    });

    test('npx finds the command line in the package, and the Node of the system runs it', async () => {
      const help = await reader.shell('npx --no-install marketplace-seller --help');
      assert.match(help, /^ {2}listen +Shows events as they come/m);
    });

    const examples = programsOf(textOf('sdk/README.md'));
    test('its README has a first call of ten lines at most, and seven examples', () => {
      assert.equal(examples.length, 8);
      assert.ok((examples[0]?.text.split('\n').length ?? 99) <= 11);
    });

    for (const [n, { line, text, output }] of [...examples, ...programsOf(textOf('README.md'))].entries()) {
      const isAuthorization = text.includes('authorizationUrl');
      // The blocks of the guides below make the other calls, too.
      const testIt = n === 0 || n >= examples.length ? test : testInTorture;
      testIt(
        `the program at line ${line} of ${n < examples.length ? 'its' : "the service's"} README prints what is shown`,
        async () => {
          // Two of them listen.
          reader.write(`program-${n}.mjs`, placed(text).replaceAll('8090', String(await freePort())));
          const printed = isAuthorization ? await authorized(`program-${n}.mjs`) : await reader.run(`program-${n}.mjs`);
          assert.ok(output.length > 10 && isAsShown(printed, placed(output)), printed);
        },
      );
    }

    /** Runs a program that waits for a seller, who signs in and allows. */
    async function authorized(name: string, env = {}, ...args: string[]): Promise<string> {
      const program = reader.start(name, env, ...args);
      const url = await program.printed(/(http:\S+\/auth\/v4\/authorize\?\S+)/);
      const seller = new TestBrowser(placed('http://127.0.0.1:8081'));
      const { url: callback } = await seller.allow(await seller.signIn(await seller.go(url)));
      assert.match(await (await fetch(callback)).text(), /Connected/);
      assert.equal(await program.ended(), 0, program.stderr);
      return program.stdout;
    }

    test('the SDK blocks of all guides run and print what they show', async () => {
      const modules = inGuideOrder(guides).map((name) => [name, placed(moduleOf(textOf(`docs/${name}.md`)))] as const);
      const withCode = modules.filter(([, text]) => text.trim() !== '');
      assert.ok(withCode.length >= 9);
      const snippets = ['snippets', placed(moduleOfSnippets(textOf('sdk/README.md')))] as const;
      assert.deepEqual(await reader.runModules(new Map([snippets, ...withCode])), []);
    });

    test('the compiler finds no unknown operation, field or word in these programs', async () => {
      assert.equal(await reader.typeErrors(), '');
    });

    testInTorture(
      'docs/examples/sdk/connect-a-seller.mjs connects a seller, and needs no browser the second time',
      async () => {
        reader.copy('docs/examples/sdk/connect-a-seller.mjs');
        const env = { PORT: String(await freePort()) };
        const args = [origin(), placed('http://127.0.0.1:8081')] as const;
        const marketplaces = /The seller's marketplaces: STORE_CA, STORE_US\n$/;
        assert.match(await authorized('connect-a-seller.mjs', env, ...args), marketplaces);
        assert.match(await reader.run('connect-a-seller.mjs', ...args), new RegExp(`^${marketplaces.source}`));
      },
    );

    test('docs/examples/sdk/pull-consumer.mjs receives until Ctrl+C', async () => {
      reader.copy('docs/examples/sdk/pull-consumer.mjs');
      const consumer = reader.start('pull-consumer.mjs', {}, origin());
      const destinationId = await consumer.printed(/Receiving from (\S+)/);
      const sent = await fetch(`${origin()}/notifications/v4/subscriptions/PULL/testNotification`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await newToken(origin())}`, 'content-type': 'application/json' },
        body: JSON.stringify({ destinationId }),
      });
      assert.equal(sent.status, 200);
      await consumer.printed(/TEST_NOTIFICATION ntf_/);
      consumer.signal('SIGINT');
      assert.equal(await consumer.ended(), 0, consumer.stderr);
      assert.match(consumer.stdout, /Stopped\n$/);
    });

    // They change prices that the programs above show.
    testInTorture('the commands of docs/command-line.md run as a reader pastes them', async () => {
      const commands = commandsOf(textOf('docs/command-line.md')).filter(({ isMarked }) => !isMarked);
      assert.ok(commands.length >= 10);
      const printed = await reader.shell(placed(commands.map(({ text }) => text).join('\n')));
      assert.match(printed, /^Seller +A1DEMOSELLER$/m);
    });

    describeInTorture('in Chromium', () => {
      let browser: Browser;
      let server: Awaited<ReturnType<typeof startPageServer>>;
      before(async () => {
        browser = await launchBrowser();
        server = await startPageServer(reader, origin());
      });
      after(async () => {
        await browser.close();
        await server.close();
      });

      test('a page imports the packed files and makes calls with a token function', async () => {
        const page = await newVisitor(browser);
        const complaints: string[] = [];
        page.on('pageerror', (error) => complaints.push(error.message));
        await page.goto(server.origin);
        const done = await page.evaluate(`(async () => {
          const { ApiError, createClient, verifyWebhook } = await import('/sdk/index.js');
          const asked = [];
          const credentials = async ({ rejected, signal }) => {
            asked.push(rejected);
            return (await fetch('/session/access-token?' + (rejected ? '' : 'old'), { signal })).text();
          };
          const client = createClient({ baseUrl: location.origin, credentials });
          const skus = [];
          for await (const { SellerSKU } of client.listings({ query: { MarketplaceId: 'STORE_US', pageSize: 20 } })) skus.push(SellerSKU);
          const foreign = createClient({ baseUrl: ${JSON.stringify(origin())}, credentials, maxAttempts: 1 });
          const blocked = await foreign.getMarketplaceParticipations().catch((error) => error);
          return {
            listings: skus.length,
            asked: asked.length > 1,
            rejected: asked.includes('old-token'),
            blocked: blocked instanceof ApiError && blocked.code,
            verify: typeof verifyWebhook,
          };
        })()`);
        assert.deepEqual(done, {
          ...{ listings: 28, asked: true, rejected: true, blocked: 'ConnectionFailed', verify: 'function' },
        });
        assert.deepEqual(complaints, []);
      });

      test('a worker that a page with a strict content security policy makes from text can use it, too', async () => {
        const page = await newVisitor(browser);
        await page.goto(server.origin);
        const program = `
          import { createClient } from '${server.origin}/sdk/index.js';
          const { origin } = location;
          const credentials = async ({ signal }) => (await fetch(origin + '/session/access-token', { signal })).text();
          const { payload } = await createClient({ baseUrl: origin, credentials }).getMarketplaceParticipations();
          postMessage(payload.length);`;
        const marketplaces = await page.evaluate(`new Promise((resolve, reject) => {
          const text = new Blob([${JSON.stringify(program)}], { type: 'text/javascript' });
          const worker = new Worker(URL.createObjectURL(text), { type: 'module' });
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = () => reject(new Error('the worker failed'));
        })`);
        assert.equal(marketplaces, 2);
      });

      test('a guide shows HTTP first, and every guide TypeScript or Python when the reader chooses it once', async () => {
        const page = await newVisitor(browser);
        await page.goto(`${origin()}/guides/pulling`);
        const shown = () =>
          Promise.all(['http', 'sdk', 'python'].map((way) => page.locator(`.way-${way}:visible`).count()));
        assert.deepEqual(await shown(), [3, 0, 0]);
        await page.getByRole('radio', { name: 'TypeScript' }).nth(1).check();
        assert.deepEqual(await shown(), [0, 3, 0]);
        await page.getByRole('radio', { name: 'Python' }).nth(2).check();
        assert.deepEqual(await shown(), [0, 0, 3]);
        // The next guide shows what was chosen here.
        await page.goto(`${origin()}/guides/pricing`);
        const [http, , python] = await shown();
        assert.deepEqual([http, (python ?? 0) > 8], [0, true]);
        await page.getByRole('radio', { name: 'HTTP' }).nth(2).check();
        await page.goto(`${origin()}/guides/pulling`);
        assert.deepEqual(await shown(), [3, 0, 0]);
      });
    });
  });
}
