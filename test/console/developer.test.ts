// run: without coverage

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { clearCalls, latestCalls, recordingCalls } from '../../console/calls.ts';
import { pipSnippet, pythonLiteral, pythonSnippet } from '../../console/pages/developer/python-snippets.ts';
import { requestOf } from '../../console/pages/developer/requests.ts';
import { curlSnippet, installSnippet, literal, sdkSnippet } from '../../console/pages/developer/snippets.ts';
import { createClient } from '../../sdk/src/index.ts';
import { pythonPath } from '../harness/python.ts';

const client = createClient({
  baseUrl: 'http://127.0.0.1:1',
  fetch: () => Promise.reject(new TypeError('no network')),
});

/** What a real shell gives to curl. */
function argumentsOf(snippet: string): string[] {
  const script = `BASE=http://host; TOKEN=t; curl() { printf '%s\\0' "$@"; }\n${snippet}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

const evil = `A'B "$(touch /tmp/x)" \`id\` \\ é/<script>`;

describe('how the developer page installs the SDK', () => {
  it('is the address at which the service has the package, below the path of PUBLIC_URL', () => {
    assert.equal(
      installSnippet('https://shop.example/seller'),
      'npm install https://shop.example/seller/sdk/marketplace-seller-sdk.tgz',
    );
    assert.match(
      pipSnippet('https://shop.example/seller'),
      / https:\/\/shop\.example\/seller\/sdk\/python marketplace-seller$/,
    );
  });
});

describe('the calls that the developer page shows', () => {
  it('are those that a page made last, each operation once, without the signals of the page', async () => {
    let path = '/listings';
    const seen = recordingCalls(client, () => path);
    const signal = AbortSignal.abort();
    for (const query of [{ MarketplaceId: 'M' }, { MarketplaceId: 'M', query: 'x' }])
      await assert.rejects(seen.getListings({ query, signal }));
    await assert.rejects(seen.getDestinations({ signal }));
    assert.deepEqual(latestCalls(), {
      path,
      calls: [
        { operation: 'getListings', arguments: [{ query: { MarketplaceId: 'M', query: 'x' } }] },
        { operation: 'getDestinations', arguments: [{}] },
      ],
    });
    path = '/notifications';
    await assert.rejects(seen.getDestinations({ signal }));
    assert.equal(latestCalls().calls.length, 1);
    clearCalls();
    assert.equal(latestCalls().calls.length, 0);
  });

  it('are written for curl so that a shell passes on exactly what the SDK sends', () => {
    const options = { path: { SellerSKU: evil }, query: { MarketplaceId: 'M', CustomerType: undefined } };
    const request = requestOf(client, { operation: 'explainBuyBox', arguments: [options] });
    assert.ok(request);
    assert.deepEqual(argumentsOf(curlSnippet(request)), [
      '-s',
      '-H',
      'Authorization: Bearer t',
      `http://host/products/pricing/v4/listings/${encodeURIComponent(evil)}/buyBox?MarketplaceId=M`,
    ]);
    const body = { filter: { skus: [evil] } };
    const post = requestOf(client, { operation: 'testFilter', arguments: [{ body }] });
    assert.ok(post);
    const sent = argumentsOf(curlSnippet(post));
    assert.deepEqual(sent.slice(0, 3), ['-s', '-X', 'POST']);
    assert.deepEqual(JSON.parse(sent.at(-1) ?? ''), body);
  });

  it('name the operation behind a loop of the SDK, and the destination that it takes first', () => {
    const listings = requestOf(client, { operation: 'listings', arguments: [{ query: { MarketplaceId: 'M' } }] });
    assert.equal(
      listings && curlSnippet(listings).split('"').at(-2),
      '$BASE/products/pricing/v4/listings?MarketplaceId=M',
    );
    const log = requestOf(client, { operation: 'deliveries', arguments: ['ch_1', { query: { state: 'FAILED' } }] });
    assert.match(log ? curlSnippet(log) : '', /destinations\/ch_1\/deliveries\?state=FAILED"$/);
    assert.match(sdkSnippet('listings', [{}]), /^for await \(const listing of client\.listings\({}\)\)/);
    assert.equal(requestOf(client, { operation: 'nothing', arguments: [] }), undefined);
  });

  it('are written as Python that calls the SDK with the same values', async () => {
    const value = { 'a-b': [1, true, false, null, evil], C: evil.repeat(5), none: undefined, empty: {}, list: [] };
    const calls = [
      {
        operation: 'explainBuyBox',
        arguments: [{ path: { SellerSKU: evil }, query: { MarketplaceId: 'M', CustomerType: undefined } }],
      },
      { operation: 'testFilter', arguments: [{ body: { filter: { skus: [evil] } } }] },
      { operation: 'deliveries', arguments: ['ch_1', { query: { state: 'FAILED' } }] },
      { operation: 'listings', arguments: [{ query: { MarketplaceId: 'M', state: ['losing'], pageSize: 20 } }] },
      { operation: 'events', arguments: [{ query: { after: 0 } }] },
    ];
    const lines = calls.map((call) => pythonSnippet(requestOf(client, call) ?? assert.fail(call.operation)));
    const program = `
import json
from marketplace_seller import SellerClient
made = []
class Recorded(SellerClient):
    def __getattribute__(self, name):
        getattr(SellerClient, name)
        return lambda *given, **named: made.append([name, given, named]) or []
client = Recorded('http://127.0.0.1:1')
${lines.join('\n')}
print(json.dumps([${pythonLiteral(value)}, made]))`;
    const env = { ...process.env, PYTHONPATH: 'sdk/python', PYTHONDONTWRITEBYTECODE: '1' };
    const printed = execFileSync(await pythonPath(), ['-c', program], { encoding: 'utf8', env });
    assert.deepEqual(JSON.parse(printed), [
      JSON.parse(JSON.stringify(value)),
      [
        ['explain_buy_box', [evil], { marketplace_id: 'M' }],
        ['test_filter', [{ filter: { skus: [evil] } }], {}],
        ['iter_deliveries', ['ch_1'], { state: 'FAILED' }],
        ['iter_listings', [], { marketplace_id: 'M', state: ['losing'], page_size: 20 }],
        ['events', [], { after: 0 }],
      ],
    ]);
  });

  it('are written as JavaScript that means the same', () => {
    const value = { query: { 'a-b': [1, true, null, evil], C: evil.repeat(5), none: undefined }, empty: {}, list: [] };
    const read = runInNewContext(`JSON.stringify(${literal(value)})`) as string;
    assert.deepEqual(JSON.parse(read), JSON.parse(JSON.stringify(value)));
  });
});
