import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { walkCollection } from '../e2e/postman-walk.ts';
import { type ServiceProcess, startService } from '../harness/process.ts';

/** What a fresh demo refuses of the seller's requests. The demo's own clients have the basic rights only (decision 51). */
const REFUSED = [
  // The example of a code confirms nothing: the real one is in a message.
  'Notifications: Confirm an address 409',
  'Sellers: List changes of accounts 403',
  'Sellers: List support sessions 403',
  'Sellers: End a support session 403',
];

describe('the Postman collection of a fresh demo', () => {
  let service: ServiceProcess;
  before(() => {
    service = startService();
  });
  after(() => service.end());

  test('every request gets an answer that the OpenAPI document allows; those of the seller succeed', async () => {
    const base = await service.address();
    // Its port is a free one.
    const set = { baseUrl: base, operatorClientId: 'demooperator', operatorClientSecret: 'demooperatorsecret' };
    const { problems, answered } = await walkCollection(base, set);
    assert.deepEqual(problems, []);
    const { paths } = (await (await fetch(`${base}/openapi.json`)).json()) as { paths: Record<string, object> };
    assert.equal(answered.length, Object.values(paths).flatMap((methods) => Object.keys(methods)).length);
    // The report may not be ready when its document is asked for.
    const refused = answered.filter((one) => !/ [23]\d\d$|^Operator:|^Reports: Download/.test(one));
    assert.deepEqual(refused, REFUSED);
    // The demo's client of the operator feeds the market; the rest is for its people.
    assert.ok(answered.filter((one) => /^Operator: .* 200$/.test(one)).length >= 12);
    assert.deepEqual(
      answered.filter((one) => / (401|5\d\d)$/.test(one)),
      [],
    );
  });
});
