import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { guideSections } from '../../../src/http/routes/site/guide-list.ts';
import { startApp, type TestApp } from '../../harness/app.ts';

describe('the search of the guides', () => {
  let service: TestApp;
  before(async () => {
    service = await startApp({ publicUrl: 'https://api.example/seller' });
  });
  after(() => service.app.close());

  const get = (query: string) => service.app.inject({ url: `/guides?${query}`, headers: { accept: 'text/html' } });
  const search = async (text: string) => {
    const { statusCode, body } = await get(`q=${encodeURIComponent(text)}`);
    assert.equal(statusCode, 200);
    return /<main[\s\S]*<\/main>/.exec(body)?.[0] ?? assert.fail('no page');
  };
  const linksIn = (body: string) => [...body.matchAll(/<li><a href="([^"]+)">/g)].map(([, href = '']) => href);

  test('the contents, every guide and the results have the field, and may send it nowhere else', async () => {
    for (const url of ['/guides', '/guides/fees', '/guides?q=fee']) {
      const { body, headers } = await service.app.inject(url);
      assert.match(
        body,
        /<form class="search" role="search" method="get" action="\/seller\/guides"><input type="search" name="q"/,
      );
      assert.match(String(headers['content-security-policy']), /^default-src 'none'; .*form-action 'self';/);
    }
  });

  test('finds sections by words in any case and order, the heading before the text, and links to them', async () => {
    const body = await search('PROVES chain');
    const [first = ''] = linksIn(body);
    assert.equal(first, '/seller/guides/audit#what-the-chain-proves');
    assert.match(body, /<mark>chain<\/mark>/i);
    const page = (await service.app.inject(first.replace('/seller', ''))).body;
    assert.match(page, /<h2 id="what-the-chain-proves">/);
  });

  test('every result leads to a guide and to a heading that it has', async () => {
    const links = new Set((await Promise.all(['webhook', 'the', 'price', 'x-warning'].map(search))).flatMap(linksIn));
    assert.ok(links.size > 30);
    for (const link of links) {
      const [path = '', id] = link.replace('/seller', '').split('#');
      const { statusCode, body } = await service.app.inject(path);
      assert.equal(statusCode, 200, link);
      if (id !== undefined) assert.ok(body.includes(` id="${id}"`), link);
    }
  });

  test('finds a guide by its title and by what the list says about it', async () => {
    assert.equal(linksIn(await search('runbook'))[0], '/seller/guides/runbook');
    assert.ok(linksIn(await search('Grafana dashboard import')).includes('/seller/guides/monitoring'));
  });

  test('lists at most 20 sections and says how many there are', async () => {
    const body = await search('the');
    assert.equal(linksIn(body).length, 20);
    assert.match(body, /\d{3} sections with <strong>the<\/strong>; the first 20 are listed/);
  });

  test('says that nothing was found, and what to do', async () => {
    const body = await search('zebra crossing');
    assert.match(
      body,
      /<h2>Nothing found<\/h2>\n<p>No section of the guides has all of the words <strong>zebra crossing<\/strong>\. Try/,
    );
    assert.match(body, /href="\/seller\/docs"/);
  });

  test('escapes what was typed, takes wildcards literally, and cuts what is long', async () => {
    const attack = `"><script>alert(1)</script><img src=x onerror='x'>`;
    const body = await search(attack);
    assert.doesNotMatch(body, /<script|<img/);
    assert.match(body, /value="&quot;&gt;&lt;script&gt;/);
    for (const pattern of ['.*', '(', '[a-', '\\', '$&', '*']) await search(pattern);
    assert.match(await search('w.*k.*q'), /Nothing found/);
    const long = await search(`fee ${'x'.repeat(50_000)}`);
    assert.ok(long.length < 60_000, String(long.length));
    assert.ok((await search('a b c d e f g h i j k '.repeat(100))).length < 60_000);
  });

  test('no word, or a field that is given twice, is no error', async () => {
    for (const query of ['q=', 'q=%20%20', 'q', 'q=%00', 'x=1']) assert.match((await get(query)).body, /For operators/);
    assert.match((await get('q=fee&q=tax')).body, /sections with <strong>fee<\/strong>/);
  });

  test('a page of results can be asked for again without being sent again', async () => {
    const { headers } = await get('q=fee');
    const again = await service.app.inject({
      url: '/guides?q=fee',
      headers: { 'if-none-match': String(headers.etag) },
    });
    assert.equal(again.statusCode, 304);
    assert.notEqual((await get('q=tax')).headers.etag, headers.etag);
  });
});

test('the list says more about each guide than its title, in one or two lines', async () => {
  const service = await startApp();
  for (const { name, says } of guideSections.flatMap(({ guides }) => guides)) {
    const { body } = await service.app.inject(`/guides/${name}`);
    const title = /<h1>([^<]+)<\/h1>/.exec(body)?.[1] ?? assert.fail(name);
    const words = (text: string) => new Set(text.toLowerCase().match(/[a-z]{4,}/g));
    const added = [...words(says)].filter((word) => !words(title).has(word));
    assert.ok(added.length >= 5, `${name}: ${says}`);
    assert.ok(says.length <= 150 && says.endsWith('.'), `${name}: ${says.length}`);
  }
  await service.app.close();
});
