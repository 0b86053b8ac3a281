import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { readConfig } from '../../../src/config/config.ts';
import { guideSections } from '../../../src/http/routes/site/guide-list.ts';
import type { DemoClient } from '../../../src/http/routes/site/start-page.ts';
import { consoleOf } from '../../../src/roles/api/console.ts';
import { startApp, type TestApp } from '../../harness/app.ts';

const html = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const strict =
  /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'$/;

/** The guides have a search field. */
const strictWithForm = new RegExp(strict.source.replace("form-action 'none'", "form-action 'self'"));

describe('the pages of the site', () => {
  let service: TestApp;
  before(async () => {
    service = await startApp({
      pageRoutes: [
        consoleOf(readConfig({}), {
          issuer: 'http://127.0.0.1:9',
          authorizationEndpoint: async () => 'http://127.0.0.1:9/auth',
          authorizationScope: String,
        }),
      ],
    });
  });
  after(() => service.app.close());
  const get = (url: string, headers = {}) => service.app.inject({ url, headers });
  const linksIn = (text: string) => [...text.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) => href);

  describe('/', () => {
    test('200 a browser gets the start page, with links to the reference, the guides and the health', async () => {
      const page = await get('/', html);
      assert.deepEqual([page.statusCode, page.headers['content-type']], [200, 'text/html; charset=utf-8']);
      assert.match(String(page.headers['content-security-policy']), strict);
      assert.equal(page.headers.vary, 'Accept, Accept-Encoding');
      const links = linksIn(page.body);
      for (const path of ['/docs', '/guides', '/openapi.json', '/health/ready']) assert.ok(links.includes(path), path);
      assert.doesNotMatch(page.body, /secret/);
    });

    test('200 programs get the same links as JSON', async () => {
      for (const accept of [undefined, '*/*', 'application/json', 'text/html;q=0.5, application/json']) {
        const answer = await get('/', accept === undefined ? {} : { accept });
        assert.equal(answer.statusCode, 200, String(accept));
        assert.match(String(answer.headers['content-type']), /^application\/json/);
        const links = Object.values(answer.json().links as Record<string, { href: string }>).map(({ href }) => href);
        const page = await get('/', html);
        assert.deepEqual(
          links.filter((href) => !linksIn(page.body).includes(href)),
          [],
        );
        assert.ok(links.includes('/openapi.json') && links.includes('/postman.json'));
      }
    });

    test('200 a demo shows its client, its receiver and the connected applications', async () => {
      const signIn = { email: 'a<b@store.example', password: 'd&mo' };
      let demoClient: DemoClient | undefined = { id: 'app<1>', secret: 'pass&word', signIn };
      const site = {
        demoClient: async () => demoClient,
        receiverUrl: 'http://127.0.0.1:1',
        grantsUrl: () => 'http://127.0.0.1:2/grants',
      };
      const demo = await startApp({ site });
      const { body } = await demo.app.inject({ url: '/', headers: html });
      assert.match(
        body,
        /curl -s -u app&lt;1&gt;:pass&amp;word -d grant_type=client_credentials http:\/\/localhost:80\//,
      );
      assert.match(body, /as <code>a&lt;b@store.example<\/code> with the password <code>d&amp;mo<\/code>/);
      for (const url of [site.receiverUrl, site.grantsUrl()]) assert.ok(linksIn(body).includes(url), url);
      const { body: reference } = await demo.app.inject('/docs');
      assert.match(reference, /data-client-id="app&lt;1&gt;" data-client-secret="pass&amp;word"/);
      // `set-password` runs beside the service.
      demoClient = { id: 'app<1>', secret: 'pass&word' };
      const { body: changed } = await demo.app.inject({ url: '/', headers: html });
      assert.match(changed, /app&lt;1&gt;/);
      assert.doesNotMatch(changed, /Sign in to the|with the password|undefined/);
      // `remove-demo` runs beside the service.
      demoClient = undefined;
      assert.doesNotMatch((await demo.app.inject({ url: '/', headers: html })).body, /app&lt;1&gt;/);
      assert.match((await demo.app.inject('/docs')).body, /data-client-id="" data-client-secret=""/);
      await demo.app.close();
    });

    test('only a demo fills in credentials on the reference page', async () => {
      assert.match((await get('/docs')).body, /data-client-id="" data-client-secret=""/);
      assert.doesNotMatch((await get('/docs')).body + (await get('/docs/start.js')).body, /demoseller/);
    });
  });

  describe('/guides', () => {
    test('200 the contents name every document of docs/, with its title', async () => {
      const page = await get('/guides');
      assert.match(String(page.headers['content-security-policy']), strictWithForm);
      const documents = (await readdir('docs')).filter((file) => file.endsWith('.md'));
      const links = linksIn(page.body);
      for (const file of documents) assert.ok(links.includes(`/guides/${file.slice(0, -3)}`), file);
      assert.match(page.body, /<strong>Receiving webhooks<\/strong>/);
    });

    test('200 every link on every guide leads to something that the service has', async () => {
      const pages = new Map<string, string>();
      const load = async (url: string) => {
        if (!pages.has(url)) {
          const answer = await get(url, url === '/' ? html : {});
          assert.equal(answer.statusCode, 200, url);
          pages.set(url, answer.body);
        }
        return pages.get(url) ?? '';
      };
      const guides = linksIn(await load('/guides')).filter((href) => href.startsWith('/guides/'));
      assert.ok(guides.length > 25);
      for (const guide of guides) {
        const body = await load(guide);
        if (!body.startsWith('<!doctype')) continue;
        const withoutCode = body
          .replace(/<(pre|code)\b.*?<\/\1>/gs, '')
          .replace(/<a href="[^"]+" type="text\/markdown">/, '');
        assert.doesNotMatch(withoutCode, /\]\(|\*\*|href="[^"#:]*\.md/, guide);
        for (const href of linksIn(body).filter((link) => !link.startsWith('http'))) {
          const [path, fragment] = href.split('#');
          const target = await load(path || guide);
          if (fragment) assert.ok(target.includes(`id="${fragment}"`), `${guide}: ${href}`);
        }
      }
    });

    test('200 every guide as Markdown, with links that the site has, and llms.txt lists them all', async () => {
      const { body: list, headers } = await get('/llms.txt');
      assert.match(String(headers['content-type']), /^text\/plain/);
      assert.match(list, /^# .+\n\n> /);
      const origin = 'http://127.0.0.1:8080';
      const linksOf = (text: string) => [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
      const listed = linksOf(list).map((link) => link.replace(origin, ''));
      const guides = listed.filter((link) => link.startsWith('/guides/'));
      assert.deepEqual(
        guides,
        guideSections.flatMap(({ guides: named }) => named.map(({ name }) => `/guides/${name}.md`)),
      );
      const found = new Set<string>();
      for (const link of listed) found.add(link.split('#')[0] ?? '');
      for (const guide of guides) {
        const { body, headers: sent, statusCode } = await get(guide);
        assert.equal(statusCode, 200, guide);
        assert.match(String(sent['content-type']), /^text\/markdown/);
        assert.match(body, /^# /, guide);
        for (const link of linksOf(body.replace(/^(`{3,})[^\n]*\n.*?^\1$|`[^`\n]+`/gms, ''))) {
          if (/^(https?:|mailto:|#)/.test(link)) continue;
          assert.match(link, /^\//, `${guide}: ${link}`);
          found.add(link.split('#')[0] ?? '');
        }
      }
      for (const link of found) {
        const answer = await get(link, link === '/' ? html : {});
        assert.equal(answer.statusCode, 200, link);
      }
    });

    test('200 guides for developers of applications name no file of the repository: they do not have it', async () => {
      const [forSellers, forDevelopers] = guideSections;
      assert.ok((forDevelopers?.guides.length ?? 0) > 5);
      for (const { name } of [...(forSellers?.guides ?? []), ...(forDevelopers?.guides ?? [])])
        assert.doesNotMatch((await get(`/guides/${name}`)).body, /\b(src|test)\/[\w/-]+\.ts/, name);
    });

    test('200 a guide shows its pictures, and its policy lets them in; other pages load none', async () => {
      const { body, headers } = await get('/guides/console');
      const [, source = ''] = /<img src="([^"]+)" alt="[^"]+">/.exec(body) ?? [];
      assert.match(source, /^\/guides\/images\/console-[\w-]+\.png$/);
      assert.match(String(headers['content-security-policy']), /img-src 'self' data:;/);
      const image = await get(source);
      assert.equal(image.statusCode, 200);
      assert.equal(image.headers['content-type'], 'image/png');
      assert.equal(image.rawPayload.subarray(1, 4).toString(), 'PNG');
      assert.ok(image.rawPayload.length < 60 * 1024, 'small enough for a document');
      assert.doesNotMatch(String((await get('/guides/fees')).headers['content-security-policy']), /img-src 'self'/);
    });

    test('200 a guide is the Markdown: headings, tables, code and titles of other guides', async () => {
      const { body } = await get('/guides/receiving-webhooks');
      assert.match(body, /<h1>Receiving webhooks<\/h1>/);
      assert.match(body, /<details class="contents">/);
      assert.match(body, /<pre tabindex="0"><code>/);
      assert.match(body, /<a href="\/guides\/authorization">Authorization<\/a>/);
      assert.match(body, /<a href="\/guides\/examples\/webhook_receiver.py">/);
      assert.match((await get('/guides/fees')).body, /<div class="table"[^>]*><table>/);
      assert.doesNotMatch((await get('/guides/market-records')).body, /<!--|&lt;!--/);
    });

    test('200 a task is shown for HTTP, TypeScript or Python, as the reader chooses; a script only carries the choice to other pages', async () => {
      const { body } = await get('/guides/pricing');
      const pairs = body.match(
        /<div class="ways">.*?<\/div>\n<pre class="way-http" .*?<\/pre>\n<pre class="way-sdk" /gs,
      );
      assert.ok((pairs?.length ?? 0) > 10);
      assert.equal(body.match(/<input type="radio" name="way" value="sdk">TypeScript/g)?.length, pairs?.length);
      assert.ok((body.match(/<pre class="way-sdk" [\s\S]*?<\/pre>\n<pre class="way-python" /g)?.length ?? 0) > 9);
      assert.equal(body.match(/ checked>/g)?.length, 1);
      assert.match(body, /class="way-http" tabindex="0"><code>[^<]*curl[^<]*listings\/DEMO-SKU-1\/offers/);
      assert.match(body, /class="way-sdk" tabindex="0"><code>[^<]*client\.getListingOffers/);
      assert.deepEqual(body.match(/<script[^>]*>/g), ['<script src="/guides/choice.js" defer>']);
      const script = await get('/guides/choice.js');
      assert.match(String(script.headers['content-type']), /^text\/javascript/);
      // What begins without HTTP leaves the tasks below as they are.
      const { body: reports } = await get('/guides/reports');
      assert.match(reports, /<label class="for-sdk"><input type="radio" name="way" value="sdk">/);
      assert.equal(reports.match(/value="http" checked>/g)?.length, 1);
      assert.doesNotMatch((await get('/guides/retention')).body, /<script/);
    });

    test('200 the README of the SDK is a guide, and other guides and the start page link to it', async () => {
      assert.match((await get('/guides/sdk')).body, /<h1>SDK for JavaScript and TypeScript<\/h1>/);
      assert.match((await get('/guides/authorization')).body, /<a href="\/guides\/sdk">SDK<\/a>/);
      assert.ok(linksIn((await get('/', html)).body).includes('/guides/sdk'));
    });

    test('200 an example is text and never runs in the browser', async () => {
      const example = await get('/guides/examples/push/index.html');
      assert.equal(example.headers['content-type'], 'text/plain; charset=utf-8');
      assert.match(example.body, /^<!doctype html>/);
    });

    test('304 a page that the browser has', async () => {
      const { headers } = await get('/guides/fees');
      assert.match(String(headers['cache-control']), /^public, max-age=\d+$/);
      const again = await get('/guides/fees', { 'if-none-match': headers.etag });
      assert.deepEqual([again.statusCode, again.body], [304, '']);
      assert.equal((await get('/guides', { 'if-none-match': headers.etag })).statusCode, 200);
    });

    test('404 anything else, also outside the folder', async () => {
      for (const name of [
        'nothing',
        'fees.md.md',
        '../package.json',
        '..%2fpackage.json',
        'examples',
        '__proto__',
        'plans/',
      ]) {
        assert.equal((await get(`/guides/${name}`)).statusCode, 404, name);
      }
    });
  });
});
