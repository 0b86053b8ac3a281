import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { DemoClient } from '../../../src/http/routes/site/start-page.ts';
import { startApp, type TestApp } from '../../harness/app.ts';

type Field = { key: string; value: string };
type Request = { method: string; url: { raw: string; path: string[]; variable?: Field[] }; body?: { raw: string } };
type Item = { name: string; event?: object[]; request: Request; response: { code: number }[] };
type Collection = {
  info: { schema: string };
  variable: Field[];
  item: { name: string; event?: object[]; item: Item[] }[];
};

describe('/postman.json', () => {
  let client: DemoClient | undefined = { id: 'app<1>', secret: 'pass&word' };
  let service: TestApp;
  before(async () => {
    service = await startApp({ site: { demoClient: async () => client } });
  });
  after(() => service.app.close());
  const read = async () => (await service.app.inject('/postman.json')).json() as Collection;
  const variable = ({ variable: all }: Collection, name: string) => all.find(({ key }) => key === name)?.value;

  test('200 has a folder for each tag and a request for each operation, with its example and that of its answer', async () => {
    const { info, item } = await read();
    assert.match(info.schema, /\/v2\.1\.0\/collection\.json$/);
    const { tags, paths } = (await service.app.inject('/openapi.json')).json();
    const isSent = ({ name }: { name: string }) => name !== 'Events';
    assert.deepEqual(
      item.map(({ name }) => name),
      tags.filter(isSent).map(({ name }: { name: string }) => name),
    );
    const requests = item.flatMap((folder) => folder.item);
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const named = requests.map(
      ({ request: { method, url } }) => `${method} /${url.path.join('/').replaceAll(/:(\w+)/g, '{$1}')}`,
    );
    assert.deepEqual(named.toSorted(), operations.toSorted());
    for (const { name, response } of requests) assert.ok((response[0]?.code ?? 0) >= 200, name);
  });

  test('200 an id is a variable, in paths and bodies; an example that removes something has one of its own', async () => {
    const collection = await read();
    const requests = new Map(collection.item.flatMap(({ item }) => item).map((one) => [one.name, one]));
    assert.equal(requests.get('Get a destination')?.request.url.variable?.[0]?.value, '{{channelId}}');
    assert.match(
      requests.get('Send a test notification')?.request.body?.raw ?? '',
      /"destinationId": "\{\{channelId\}\}"/,
    );
    const deleted = requests.get('Delete a destination')?.request.url.variable?.[0]?.value;
    assert.equal(deleted, '{{channelIdOfDeleteDestination}}');
    assert.notEqual(variable(collection, 'channelIdOfDeleteDestination'), variable(collection, 'channelId'));
    assert.equal(requests.get('Create a destination')?.event?.length, 1);
    const used = [...JSON.stringify(collection.item).matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
    for (const name of used) assert.notEqual(variable(collection, name), undefined, name);
  });

  test('200 only a demo has a client, as long as its secret is public', async () => {
    const demo = await read();
    assert.deepEqual([variable(demo, 'sellerClientId'), variable(demo, 'sellerClientSecret')], ['app<1>', 'pass&word']);
    assert.equal(variable(demo, 'operatorClientSecret'), '');
    client = undefined;
    const other = await read();
    assert.deepEqual([variable(other, 'sellerClientId'), variable(other, 'sellerClientSecret')], ['', '']);
  });
});
