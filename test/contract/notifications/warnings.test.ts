import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEngine } from '../../db/engines.ts';
import { errorsOf, good, HOOK, ME, type NotificationApi, openNotificationApi, type Sent } from './notifications-app.ts';

type Warning = { code: string; message: string; details: string };

/** `key -> what was meant`. */
const meantBy = (warnings: Warning[] = []) =>
  warnings.map(({ message, details }) => {
    const [, key] = /^(\S+(?: WEBHOOK)?) is not a known (?:key|value)\.$/.exec(message) ?? [];
    const [, meant] = /; did you mean (\S+)\?$/.exec(details) ?? [];
    return `${key} -> ${meant}`;
  });

const OF_WEBHOOKS = ['url', 'headers', 'signing', 'maxInFlight'];
const ownOf = (config: Sent) =>
  Object.fromEntries(Object.entries(config).filter(([name]) => !OF_WEBHOOKS.includes(name)));

onEngine('sqlite', 'warnings', (engine) => {
  let api: NotificationApi;
  before(async () => {
    api = await openNotificationApi(engine);
  });
  after(() => api.close());

  const create = async (body: Sent) => {
    const created = await api.create(body);
    await api.delete(`/destinations/${created.channelId}`);
    return created;
  };

  const destinations: [body: Sent, type: string, warnings: string[]][] = [
    [{}, 'PULL', []],
    [{ whatever: 1, colour: { url: 1 }, list: [{ typ: 1 }] }, 'PULL', []],
    [
      { webhookConfig: { url: HOOK, maxInflight: 3 } },
      'WEBHOOKS',
      ['webhookConfig.maxInflight -> webhookConfig.maxInFlight'],
    ],
    [{ webhookConfig: { url: HOOK, headers: { hearders: 'x' } } }, 'WEBHOOKS', []],
    [{ type: 'WEBHOOK', url: HOOK }, 'WEBHOOKS', ['type WEBHOOK -> WEBHOOKS']],
    [{ type: 'webhooks', url: HOOK }, 'WEBHOOKS', []],
    [{ type: 'EMAIL', emailConfig: { adress: 'a@x.example' } }, 'EMAIL', ['emailConfig.adress -> emailConfig.address']],
    [{ type: 'EMAIL', emailConfig: { email: 'a@x.example' } }, 'EMAIL', ['emailConfig.email -> emailConfig.address']],
    [{ pullConfig: { pull: 1 } }, 'PULL', []],
    [{ Type: 'EMAIL', eventType: ['x'] }, 'PULL', ['Type -> type', 'eventType -> eventTypes']],
    [{ emailAddress: 'a', phoneNumber: '+1' }, 'PULL', ['phoneNumber -> smsConfig.phoneNumber']],
    [
      { webhookConfig: { url: HOOK, signing: { secrets: 'x' } } },
      'WEBHOOKS',
      ['webhookConfig.signing.secrets -> webhookConfig.signing.secret'],
    ],
    [
      { secret: 'x', maxInFlight: 3 },
      'PULL',
      ['secret -> webhookConfig.signing.secret', 'maxInFlight -> webhookConfig.maxInFlight'],
    ],
  ];
  for (const [body, type, expected] of destinations) {
    test(`200 ${JSON.stringify(body).slice(0, 70)} is a ${type} destination with ${expected.length} warnings`, async () => {
      const created = await create(body);
      assert.equal(created.type, type);
      assert.deepEqual(meantBy(created.warnings), expected);
      if (expected.length === 0) assert.ok(!('warnings' in created));
    });
  }

  test('200 a change has warnings, a read has none, and a destination that is sent back causes none', async () => {
    const { channelId } = await api.create({ webhookConfig: { url: HOOK } });
    const path = `/destinations/${channelId}`;
    const changed = good(await api.patch(path, { channelname: 'x', webhookConfig: { maxInflight: 2 } }));
    assert.deepEqual(meantBy(changed.warnings), [
      'channelname -> channelName',
      'webhookConfig.maxInflight -> webhookConfig.maxInFlight',
    ]);
    const { warnings, ...read } = good(await api.get(path));
    assert.equal(warnings, undefined);
    assert.equal(read.webhookConfig.maxInflight, 2);
    delete read.webhookConfig.maxInflight;
    assert.deepEqual(meantBy(good(await api.patch(path, read)).warnings), []);
    await api.delete(path);
  });

  test('200 a body of thousands of misspelt keys gets 20 warnings', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`${'x'.repeat(60)}${n}`, 1]));
    const keys = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`channelName${n % 10}${'_'.repeat(n)}`, 1]));
    assert.equal((await create({ ...keys, ...many })).warnings.length, 20);
  });

  test('200 a test names keys that are nearly known ones; without them its answer is empty (spec 4.5)', async () => {
    const { channelId } = await api.create({ type: 'PULL' });
    const tests: [body: Sent, warnings: string[]][] = [
      [{}, []],
      [{ destinationId: channelId, note: 1, testNotification: { testScenario: 'x', mine: 1 } }, []],
      [{ destinationID: channelId }, ['destinationID -> destinationId']],
      [
        { channel_id: channelId, testScenario: 'x' },
        ['channel_id -> channelId', 'testScenario -> testNotification.testScenario'],
      ],
    ];
    for (const [body, expected] of tests) {
      const answer = good(await api.post('/subscriptions/PULL/testNotification', body));
      assert.deepEqual(meantBy(answer.warnings), expected, JSON.stringify(body));
      if (expected.length === 0) assert.deepEqual(answer, {});
    }
    await api.delete(`/destinations/${channelId}`);
  });

  test('400 a value that is nearly a known one is named beside the known ones', async () => {
    const bad: [path: string, body: Sent, details: RegExp][] = [
      ['/destinations', { type: 'EMIAL' }, /type must be one of EMAIL, .* \(did you mean EMAIL\?\)/],
      ['/destinations', { eventTypes: ['BUYBOX_CHANGED'] }, /eventTypes\[0\] .* \(did you mean BUY_BOX_CHANGED\?\)/],
      ['/destinations', { type: 'PIGEON' }, /MOBILE_PUSH\.$/],
      ['/subscriptions/WEBHOK/testNotification', {}, /notificationType .* \(did you mean WEBHOOKS\?\)/],
    ];
    for (const [path, body, details] of bad)
      assert.match(errorsOf(await api.post(path, body), 400, 'InvalidInput'), details);
  });

  const post = async (url: string, payload: unknown) => {
    const headers = { authorization: `Bearer for.${ME}`, 'content-type': 'application/json' };
    const answer = await api.app.inject({ method: 'POST', url, headers, payload: JSON.stringify(payload) });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  };
  const price = { ListingPrice: { CurrencyCode: 'USD', Amount: 1 } };
  const wanted = { MarketplaceId: 'STORE_US', PriceToEstimateFees: price };

  const fees: [body: object, warnings: string[]][] = [
    [{ FeesEstimateRequest: wanted }, []],
    [{ colour: 1, FeesEstimateRequest: { ...wanted, note: 'x' } }, []],
    [{ pricce: 5 }, ['pricce -> FeesEstimateRequest.PriceToEstimateFees']],
    [{ FeesEstimateRequets: wanted }, ['FeesEstimateRequets -> FeesEstimateRequest']],
    [
      wanted,
      [
        'MarketplaceId -> FeesEstimateRequest.MarketplaceId',
        'PriceToEstimateFees -> FeesEstimateRequest.PriceToEstimateFees',
      ],
    ],
    [
      { FeesEstimateRequest: { ...wanted, isStoreFulfiled: true } },
      ['FeesEstimateRequest.isStoreFulfiled -> FeesEstimateRequest.IsStoreFulfilled'],
    ],
  ];
  test('200 an estimate names keys that are nearly known ones, alone and in a batch', async () => {
    for (const [body, expected] of fees) {
      const { payload, warnings } = await post('/products/fees/v4/items/I1/feesEstimate', body);
      assert.ok(payload.FeesEstimateResult);
      assert.deepEqual(meantBy(warnings), expected, JSON.stringify(body));
      const batch = [
        { IdType: 'SellerSKU', IdValue: 'A', ...body },
        { IdType: 'SellerSKU', IdValue: 'B' },
      ];
      const [first, second] = await post('/products/fees/v4/feesEstimate', batch);
      assert.deepEqual(meantBy(first.warnings), expected);
      assert.ok(!('warnings' in second));
    }
  });

  test('200 keys of the seller in webhookConfig are kept and returned for every type (decision 26)', async () => {
    const keys = { team: 'pricing', deep: { token: 's3cret', n: [1] }, none: null };
    const shown = { ...keys, deep: { token: '****', n: [1] } };
    for (const body of [{ type: 'EMAIL' }, { type: 'SMS' }, { type: 'PULL' }, { url: HOOK }] as Sent[]) {
      const sent = { ...body, webhookConfig: body.url ? keys : { ...keys, url: 7, maxInFlight: 'x' } };
      const { channelId, webhookConfig, type } = await api.create(sent);
      const path = `/destinations/${channelId}`;
      assert.deepEqual(ownOf(webhookConfig), shown, type);
      const changed = good(
        await api.patch(path, { webhookConfig: { team: null, deep: { token: '****', n: [2] }, more: 1 } }),
      );
      assert.deepEqual(ownOf(changed.webhookConfig), { deep: { token: '****', n: [2] }, none: null, more: 1 }, type);
      if (type !== 'WEBHOOKS') assert.equal(changed.webhookConfig.url, undefined);
      // A change of anything else keeps them.
      const renamed = good(await api.patch(path, { channelName: 'x', emailConfig: {}, smsConfig: {}, pullConfig: {} }));
      assert.deepEqual(renamed.webhookConfig, changed.webhookConfig);
      assert.deepEqual(good(await api.get(path)).webhookConfig, changed.webhookConfig);
      assert.equal(renamed.status, 'ACTIVE');
      await api.delete(path);
    }
    const large = { type: 'PULL', webhookConfig: { x: 'x'.repeat(17_000) } };
    assert.match(errorsOf(await api.post('/destinations', large), 400, 'InvalidInput'), /at most 16384 bytes/);
    const masked = { type: 'PULL', webhookConfig: { token: '****' } };
    assert.match(errorsOf(await api.post('/destinations', masked), 400, 'InvalidInput'), /webhookConfig\.token/);
  });

  test('200 a url beside webhookConfig is webhookConfig.url, and makes a WEBHOOKS destination', async () => {
    for (const body of [
      { url: HOOK },
      { type: 'WEBHOOKS', url: HOOK },
      { url: HOOK, webhookConfig: { url: HOOK } },
    ] as Sent[]) {
      const { type, webhookConfig } = await create(body);
      assert.deepEqual([type, webhookConfig.url], ['WEBHOOKS', HOOK]);
    }
    for (const body of [{ url: 5 }, { url: 'elsewhere' }, { url: HOOK, type: 'PULL' }, { url: null }])
      assert.equal((await create(body)).type, 'PULL', JSON.stringify(body));
    assert.equal((await create({ url: HOOK, emailConfig: {} })).type, 'EMAIL');
    const bad: [body: Sent, details: RegExp][] = [
      [{ url: HOOK, webhookConfig: { url: `${HOOK}2` } }, /url and webhookConfig\.url are two different addresses/],
      [{ type: 'WEBHOOKS', url: 5 }, /url must be a string/],
      [{ url: 'http://hooks.seller.example/' }, /url must/],
    ];
    for (const [body, details] of bad)
      assert.match(errorsOf(await api.post('/destinations', body), 400, 'InvalidInput'), details);
  });

  test('400 a url beside webhookConfig cannot send stored headers to another host', async () => {
    const { channelId } = await api.create({ webhookConfig: { url: HOOK, headers: { Authorization: 'Basic x' } } });
    const path = `/destinations/${channelId}`;
    const moved = await api.patch(path, { url: 'https://attacker.example/' });
    assert.match(errorsOf(moved, 400, 'InvalidInput'), /headers must be given again/);
    assert.equal(good(await api.patch(path, { url: `${HOOK}/2` })).webhookConfig.url, `${HOOK}/2`);
    await api.delete(path);
  });
});
