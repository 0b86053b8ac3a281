import assert from 'node:assert/strict';
import { after, before, test as testOnBoth } from 'node:test';
import { DAY_MS } from '../../../src/domain/duration.ts';
import { testOnSqliteOrInTorture, withEngines } from '../../db/engines.ts';
import {
  errorsOf,
  good,
  HOOK,
  ME,
  type NotificationApi,
  openNotificationApi,
  RIVAL,
  type Sent,
  STRANGER,
  token,
} from './notifications-app.ts';

const keys = { p256dh: Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url'), auth: 'x'.repeat(22) };
const subscription = { endpoint: 'https://push.example.com/send/abc', keys };
const webhook = (more: Sent = {}) => ({ type: 'WEBHOOKS', webhookConfig: { url: HOOK, ...more } });
const push = (more: Sent) => ({ mobilePushConfig: { subscription: { ...subscription, ...more } } });
const OWN = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 1).toString('base64')}`;

withEngines('creating destinations', (engine) => {
  const test = testOnSqliteOrInTorture(engine);
  let api: NotificationApi;
  before(async () => {
    api = await openNotificationApi(engine);
  });
  after(() => api.close());

  /** Deletes what it creates: a seller can have 50. */
  const create = async (body: unknown, options?: Parameters<NotificationApi['post']>[2]) => {
    const answer = await api.post('/destinations', body, options);
    if (answer.statusCode === 200) await api.delete(`/destinations/${answer.json().channelId}`, options);
    return answer;
  };

  test('200 the answer has every field of the specification, and the secret only this once', async () => {
    const body = { channelName: 'Repricer', eventTypes: ['buy_box_changed', 'FEE_PROMOTION', 'BUY_BOX_CHANGED'] };
    const headers = { Authorization: 'Basic very-secret', 'X-Plain': 'grüße' };
    const created = await api.create({
      ...body,
      type: 'webhooks',
      webhookConfig: { url: HOOK, headers, maxInFlight: 3 },
    });
    const { channelId, createdTimestamp, webhookConfig, ...rest } = created;
    assert.match(channelId, /^ch_[0-9a-f]{36}$/);
    assert.equal(createdTimestamp, api.clock.now);
    const { signing, ...config } = webhookConfig;
    assert.match(signing.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const shown = { Authorization: '****', 'X-Plain': '****' };
    assert.deepEqual(config, { url: HOOK, headers: shown, maxInFlight: 3 });
    assert.deepEqual(rest, {
      ...{ channelOwner: ME, channelName: 'Repricer', type: 'WEBHOOKS', status: 'ACTIVE' },
      lastModifiedTimestamp: createdTimestamp,
      windowSeconds: 60,
      eventTypes: ['BUY_BOX_CHANGED', 'FEE_PROMOTION'],
      createdBy: `app-of-${ME}`,
    });
    const read = good(await api.get(`/destinations/${channelId}`));
    assert.deepEqual(read, { ...created, webhookConfig: config });
    assert.deepEqual(good(await api.get('/destinations')).channels, [read]);
    await api.delete(`/destinations/${channelId}`);
  });

  const inferred: [name: string, body: unknown, type: string, expected: Sent][] = [
    ['no body', undefined, 'PULL', { pullConfig: { visibilityTimeoutSeconds: 30, retentionSeconds: 345_600 } }],
    ['an empty object', {}, 'PULL', {}],
    ['unknown keys', { colour: 'red', nested: { a: [1] }, settings: null }, 'PULL', {}],
    ['webhookConfig', { webhookConfig: { url: HOOK } }, 'WEBHOOKS', {}],
    ['emailConfig', { emailConfig: {} }, 'EMAIL', { emailConfig: { address: 'demo@store.example' }, status: 'ACTIVE' }],
    ['smsConfig', { smsConfig: {} }, 'SMS', { smsConfig: { phoneNumber: '+12065550123' }, status: 'ACTIVE' }],
    ['mobilePushConfig', push({}), 'MOBILE_PUSH', { status: 'ACTIVE' }],
    ['pullConfig', { pullConfig: { retentionSeconds: 60 } }, 'PULL', {}],
    ['an empty webhookConfig beside others', { webhookConfig: {}, emailConfig: {} }, 'EMAIL', { webhookConfig: {} }],
    ['a null beside others', { webhookConfig: null, smsConfig: {} }, 'SMS', {}],
    ['the name in the other spelling', { name: 'Mine' }, 'PULL', { channelName: 'Mine' }],
    ['settings of another type', { type: 'pull', webhookConfig: { url: 7 } }, 'PULL', { webhookConfig: {} }],
    ['the own SellerId', { channelOwner: ME }, 'PULL', { channelOwner: ME }],
    ['eventTypes null', { eventTypes: null }, 'PULL', {}],
    ['an address in another case', { emailConfig: { address: 'Demo@STORE.example' } }, 'EMAIL', { status: 'ACTIVE' }],
    [
      'an address that is not registered',
      { emailConfig: { address: 'a.b+c@x.xn--p1ai' } },
      'EMAIL',
      { status: 'PENDING_VERIFICATION' },
    ],
    [
      'a phone number that is not registered',
      { smsConfig: { phoneNumber: '+4915112345678' } },
      'SMS',
      { status: 'PENDING_VERIFICATION' },
    ],
    ['a name in Hebrew, with a joined emoji', { name: 'שלום 👩‍🔧 ✔️' }, 'PULL', { channelName: 'שלום 👩‍🔧 ✔️' }],
    ['a name of 256 characters', { channelName: '🎉'.repeat(256) }, 'PULL', { channelName: '🎉'.repeat(256) }],
  ];
  for (const [name, body, type, expected] of inferred) {
    test(`200 ${name} creates ${type}`, async () => {
      const one = good(await create(body));
      assert.equal(one.type, type);
      for (const [field, value] of Object.entries(expected)) assert.deepEqual(one[field], value);
    });
  }

  test('200 a queue without a name has the day of its creation in it, also around midnight', async () => {
    const nameOfToday = () => `Queue ${new Date().toISOString().slice(0, 10)}`;
    const before = nameOfToday();
    const { channelName } = good(await create({}));
    assert.ok([before, nameOfToday()].includes(String(channelName)), String(channelName));
  });

  test('200 push keys are masked', async () => {
    const { mobilePushConfig } = good(await create(push({})));
    assert.deepEqual(mobilePushConfig.subscription, { ...subscription, keys: { p256dh: '****', auth: '****' } });
  });

  test('200 other keys of webhookConfig are stored; keys named like a secret are masked at any depth', async () => {
    const others = {
      retries: [1, { apiKey: 'k', 'api-key': 'k', note: 'x' }],
      Private_Key: { pem: 'p' },
      team: { name: 'a', password: 'p' },
    };
    const { channelId } = await api.create(webhook(others));
    const shown = {
      retries: [1, { apiKey: '****', 'api-key': '****', note: 'x' }],
      Private_Key: '****',
      team: { name: 'a', password: '****' },
    };
    const { webhookConfig } = good(await api.get(`/destinations/${channelId}`));
    assert.deepEqual(webhookConfig, { ...shown, url: HOOK, headers: {}, maxInFlight: 10 });
    const stored = await api.notifications.destinations.find({ sellerId: ME }, channelId);
    assert.deepEqual(stored?.settings.webhook?.others, others);
    await api.delete(`/destinations/${channelId}`);
  });

  for (const bytes of [24, 32, 64]) {
    test(`200 a signing secret of ${bytes} bytes from the seller is used`, async () => {
      const answer = await create(webhook({ signing: { secret: secretOf(bytes) } }));
      assert.equal(good(answer).webhookConfig.signing.secret, secretOf(bytes));
      assert.equal(answer.headers['cache-control'], 'no-store');
    });
  }

  const headers = (value: unknown) => webhook({ headers: value });
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`x-${n}`, 'v']));
  const deep = `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`;
  const reserved = ['Host', 'content-length', 'Content-Type', 'content-encoding', 'Transfer-Encoding', 'connection'];
  reserved.push(
    'Keep-Alive',
    'upgrade',
    'TE',
    'trailer',
    'expect',
    'Proxy-Authorization',
    'webhook-id',
    'Webhook-Signature',
  );
  reserved.push('user-agent', 'date', 'ce-id', 'via');
  const bad: [name: string, body: unknown, message: RegExp][] = [
    ['a list', [], /The body must be an object, not an array/],
    ['a text', '"x"', /must be an object/],
    ['null', 'null', /must be an object, not null/],
    ['no JSON', '{', /not valid JSON/],
    ['a body without end', deep, /nested too deeply/],
    ['an unknown type', { type: 'FAX' }, /type must be one of EMAIL, WEBHOOKS, SMS, PULL, MOBILE_PUSH/],
    ['a type that is a number', { type: 7 }, /type must be one of/],
    [
      'two kinds of settings',
      { webhookConfig: { url: HOOK }, pullConfig: { retentionSeconds: 60 } },
      /type is missing.*webhookConfig and pullConfig/,
    ],
    ['two kinds of settings, both empty', { emailConfig: {}, smsConfig: {} }, /emailConfig and smsConfig/],
    ['an empty name', { channelName: '' }, /channelName must have 1 to 256/],
    ['a long name', { name: 'x'.repeat(257) }, /name must have 1 to 256/],
    ['a name with a line break', { channelName: 'a\nb' }, /control characters/],
    ...[
      '\u202e',
      '\u2066',
      '\u200f',
      '\u061c',
      '\u2028',
      '\u200b',
      '\u2060',
      '\ufeff',
      '\u00ad',
      '\u3164',
      '\u{e0041}',
    ].map((character): [string, unknown, RegExp] => [
      `a name with U+${character.codePointAt(0)?.toString(16)}`,
      { channelName: `Repricer${character}gpj` },
      /channelName must not contain characters that are invisible or change the direction of text: remove U\+[0-9A-F]{4,5}/,
    ]),
    ['half a surrogate pair', '{"channelName":"\\ud800"}', /well-formed/],
    ['a name that is a number', { channelName: 1 }, /channelName must be a string, not a number/],
    ['eventTypes that is text', { eventTypes: 'BUY_BOX_CHANGED' }, /eventTypes must be a list, not a string/],
    [
      'an unknown event type',
      { eventTypes: ['BUY_BOX_CHANGED', 'MOON'] },
      /eventTypes\[1\] must be one of TEST_NOTIFICATION/,
    ],
    ['no url', { type: 'WEBHOOKS' }, /webhookConfig\.url is missing/],
    ['an empty webhookConfig alone', { webhookConfig: {} }, /webhookConfig\.url is missing/],
    ['webhookConfig that is text', { webhookConfig: HOOK }, /webhookConfig must be an object, not a string/],
    ['a url that is a number', webhook({ url: 5 }), /webhookConfig\.url must be a string, not a number/],
    ['http', webhook({ url: 'http://hooks.seller.example' }), /webhookConfig\.url must be https/],
    ['user info in the url', webhook({ url: 'https://u:p@hooks.seller.example' }), /user information/],
    ['a private address', webhook({ url: 'https://10.0.0.1/' }), /public internet/],
    ['the machine itself', webhook({ url: 'https://127.1/' }), /webhookConfig\.url/],
    ['no url at all', webhook({ url: 'javascript:alert(1)' }), /webhookConfig\.url/],
    ['headers that are a list', headers(['a: b']), /webhookConfig\.headers must be an object, not an array/],
    ['21 headers', headers(many), /at most 20 headers, not 21/],
    ['a header value with a line break', headers({ 'x-a': 'v\r\nx-evil: 1' }), /headers\.x-a must be printable/],
    ['a header value with NUL', headers({ 'x-a': 'v\0' }), /headers\.x-a must be printable/],
    ['a header value beyond Latin-1', headers({ 'x-a': '日本' }), /headers\.x-a must be printable/],
    ['a header value with a space at its end', headers({ 'x-a': 'v ' }), /white space/],
    ['a header value of 4097 characters', headers({ 'x-a': 'v'.repeat(4097) }), /at most 4096/],
    ['a header value that is a number', headers({ 'x-a': 1 }), /headers\.x-a must be a string/],
    ['a masked header value', headers({ 'x-a': '****' }), /not the mask/],
    ['a header name with a line break', headers({ 'x-a\r\nx-evil': 'v' }), /name of an HTTP header/],
    [
      'a header line as a name',
      headers({ 'X-Key: x-evil: 1': 'v' }),
      /headers: name 1 must be the name of an HTTP header/,
    ],
    ['an empty header name', headers({ '': 'v' }), /name of an HTTP header/],
    ['a header name beyond ASCII', headers({ 'x-ä': 'v' }), /name of an HTTP header/],
    ['a header twice', headers({ 'X-A': '1', 'x-a': '2' }), /is there twice/],
    ...reserved.map((name): [string, unknown, RegExp] => [
      `the header ${name}`,
      headers({ [name]: 'v' }),
      /sets itself/,
    ]),
    ['signing that is text', webhook({ signing: OWN }), /webhookConfig\.signing must be an object/],
    ['a secret without its mark', webhook({ signing: { secret: OWN.slice(6) } }), /signing\.secret must be whsec_/],
    ['a secret of 23 bytes', webhook({ signing: { secret: secretOf(23) } }), /24 to 64 bytes/],
    ['a secret of 65 bytes', webhook({ signing: { secret: secretOf(65) } }), /24 to 64 bytes/],
    ['a secret that is no base64', webhook({ signing: { secret: `whsec_${'*'.repeat(44)}` } }), /24 to 64 bytes/],
    ['a masked secret', webhook({ signing: { secret: '****' } }), /signing\.secret must be/],
    ['maxInFlight 0', webhook({ maxInFlight: 0 }), /maxInFlight must be an integer from 1 to 100/],
    ['maxInFlight 101', webhook({ maxInFlight: 101 }), /from 1 to 100/],
    ['maxInFlight 1.5', webhook({ maxInFlight: 1.5 }), /from 1 to 100/],
    ['maxInFlight as text', webhook({ maxInFlight: '5' }), /not a string/],
    ['17 KiB of other keys', webhook({ note: 'x'.repeat(17_000) }), /at most 16384 bytes/],
    [
      'a mask in other keys',
      webhook({ team: [{ token: '****' }] }),
      /webhookConfig\.team\[0\]\.token must be its value/,
    ],
    ['emailConfig that is text', { emailConfig: 'me' }, /emailConfig must be an object/],
    ...[
      ...[
        '',
        'me',
        'me@',
        '@x.example',
        'me@localhost',
        'Me <me@x.example>',
        'me@x.example, you@x.example',
        '"me"@x.example',
      ],
      ...['me@x.example\r\nBcc: you@x.example', 'me(hi)@x.example', 'me@[127.0.0.1]', 'me@x..example', '.me@x.example'],
      ...[
        'me@x.example\0',
        'me @x.example',
        'mé@x.example',
        'me@exämple.com',
        `${'x'.repeat(65)}@x.example`,
        'me@-x.example',
      ],
      ...[`me@${'x.'.repeat(125)}example`, 'me@1.2.3.4', 'a@b@x.example', 7],
    ].map((address): [string, unknown, RegExp] => [
      `the e-mail address ${JSON.stringify(address).slice(0, 50)}`,
      { emailConfig: { address } },
      /emailConfig\.address must (be|have)/,
    ]),
    ...[
      '',
      '12065550123',
      '+0123456789',
      '+1 206 555 0123',
      '+1-206',
      '+12345',
      '+1234567890123456',
      '+1206555\n',
      5,
    ].map((phoneNumber): [string, unknown, RegExp] => [
      `the phone number ${JSON.stringify(phoneNumber)}`,
      { smsConfig: { phoneNumber } },
      /smsConfig\.phoneNumber must be/,
    ]),
    ['no subscription', { type: 'mobile_push' }, /mobilePushConfig\.subscription is missing/],
    ['a subscription that is text', { mobilePushConfig: { subscription: 'x' } }, /subscription must be an object/],
    ['no endpoint', push({ endpoint: undefined }), /subscription\.endpoint is missing/],
    ['an endpoint inside', push({ endpoint: 'https://192.168.1.1/' }), /subscription\.endpoint must have a host/],
    ['no keys', push({ keys: undefined }), /keys\.p256dh is missing/],
    ['no auth', push({ keys: { p256dh: keys.p256dh } }), /keys\.auth is missing/],
    ['keys that are a list', push({ keys: [] }), /keys must be an object/],
    ['a short p256dh', push({ keys: { ...keys, p256dh: keys.p256dh.slice(1) } }), /p256dh must be the base64url of 65/],
    ['a p256dh that begins with 2', push({ keys: { ...keys, p256dh: `A${keys.p256dh.slice(1)}` } }), /p256dh/],
    ['an empty p256dh', push({ keys: { ...keys, p256dh: '' } }), /p256dh must be/],
    ['a long auth', push({ keys: { ...keys, auth: 'x'.repeat(23) } }), /auth must be the base64url of 16/],
    ['visibilityTimeoutSeconds 0', { pullConfig: { visibilityTimeoutSeconds: 0 } }, /from 1 to 43200/],
    ['visibilityTimeoutSeconds 43201', { pullConfig: { visibilityTimeoutSeconds: 43_201 } }, /from 1 to 43200/],
    ['retentionSeconds 59', { pullConfig: { retentionSeconds: 59 } }, /from 60 to 1209600/],
    ['a problem beside a channelOwner', { channelOwner: ME, type: 'FAX' }, /type must be one of/],
  ];
  test('400 every invalid value is rejected with the name of its field, and nothing is created', async () => {
    for (const [name, body, message] of bad) {
      const text = errorsOf(await api.post('/destinations', body), 400, 'InvalidInput');
      assert.match(text, message, name);
      for (const secret of [OWN, keys.auth, keys.p256dh, 'x-evil'])
        assert.ok(!text.includes(secret), `${name}: ${text}`);
    }
    assert.deepEqual(good(await api.get('/destinations')), { channels: [] });
    for (const line of api.logLines) assert.ok(!/whsec_|very-secret/.test(line), line);
  });

  test('400 all problems are reported at once', async () => {
    const body = {
      channelName: '',
      eventTypes: ['MOON'],
      type: 'WEBHOOKS',
      webhookConfig: { maxInFlight: 0, headers: { host: 'x' } },
    };
    const text = errorsOf(await api.post('/destinations', body), 400, 'InvalidInput');
    for (const field of ['channelName', 'eventTypes[0]', 'webhookConfig.url', 'maxInFlight', 'host'])
      assert.ok(text.includes(field), `${field}: ${text}`);
  });

  test('400 an address is required without a registered contact', async () => {
    const email = await api.post('/destinations', { type: 'EMAIL' }, token(STRANGER));
    assert.match(errorsOf(email, 400, 'InvalidInput'), /emailConfig\.address is missing.*registered/);
    const sms = await api.post('/destinations', { type: 'SMS' }, token(RIVAL));
    assert.match(errorsOf(sms, 400, 'InvalidInput'), /smsConfig\.phoneNumber is missing.*registered/);
  });

  test('403 for another seller, and without the right to write', async () => {
    errorsOf(await api.post('/destinations', { channelOwner: RIVAL }), 403, 'AccessDenied');
    errorsOf(await api.post('/destinations', { channelOwner: 7 }), 403, 'AccessDenied');
    errorsOf(await api.post('/destinations', {}, { token: `reader.${ME}` }), 403, 'AccessDenied');
    errorsOf(await api.post('/destinations', {}, { token: 'no-rights' }), 403, 'AccessDenied');
  });

  test('413 for a body over 1 MiB, 415 for another media type', async () => {
    errorsOf(await api.post('/destinations', { note: 'x'.repeat(1024 * 1024) }), 413, 'RequestTooLarge');
    const text = { headers: { 'content-type': 'text/plain' } };
    errorsOf(await api.post('/destinations', '{}', text), 415, 'UnsupportedMediaType');
  });

  testOnBoth('409 the 51st destination, until one is deleted', async () => {
    const created: Awaited<ReturnType<typeof api.create>>[] = [];
    // Ten at a time: on a busy machine the last of fifty would wait for too long.
    for (let n = 0; n < 5; n += 1) {
      created.push(...(await Promise.all(Array.from({ length: 10 }, () => api.create({}, token(STRANGER))))));
    }
    assert.match(errorsOf(await api.post('/destinations', {}, token(STRANGER)), 409, 'Conflict'), /at most 50/);
    assert.equal((await api.delete(`/destinations/${created[7].channelId}`, token(STRANGER))).statusCode, 204);
    await api.create({}, token(STRANGER));
    errorsOf(await api.post('/destinations', {}, token(STRANGER)), 409, 'Conflict');
    assert.equal(good(await api.get('/destinations', token(STRANGER))).channels.length, 50);
  });

  const keyed = (key: string, more: object = {}) => ({ headers: { 'idempotency-key': key }, ...more });

  testOnBoth(
    '200 eight concurrent requests with one Idempotency-Key create one destination, and all show its secret',
    async () => {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => api.post('/destinations', webhook(), keyed('race'))),
      );
      const all = answers.map((answer) => good(answer));
      for (const one of all) assert.deepEqual(one, all[0]);
      assert.ok(all[0].webhookConfig.signing.secret);
      assert.equal(
        answers.filter(({ headers: { 'idempotency-replayed': replayed } }) => replayed === undefined).length,
        1,
      );
      assert.equal(good(await api.get('/destinations')).channels.length, 1);
      await api.post(`/destinations/${all[0].channelId}/rotateSecret`);
      const later = good(await api.post('/destinations', webhook(), keyed('race')));
      assert.equal(later.webhookConfig.signing, undefined, 'a later secret is not shown');
      errorsOf(await api.post('/destinations', {}, keyed('race')), 422, 'IdempotencyConflict');
      await api.delete(`/destinations/${all[0].channelId}`);
      assert.match(
        errorsOf(await api.post('/destinations', webhook(), keyed('race')), 409, 'Conflict'),
        /has been deleted/,
      );
    },
  );

  test('200 an Idempotency-Key belongs to one seller and is valid for a day', async () => {
    const mine = await api.create({}, keyed('shared'));
    const theirs = await api.create({}, keyed('shared', token(RIVAL)));
    assert.notEqual(mine.channelId, theirs.channelId);
    api.clock.now += DAY_MS;
    const later = await api.create({ name: 'new' }, keyed('shared'));
    assert.notEqual(later.channelId, mine.channelId);
    for (const { channelId } of [mine, later]) await api.delete(`/destinations/${channelId}`);
  });

  test('200 a rejected request does not use its Idempotency-Key', async () => {
    errorsOf(await api.post('/destinations', { type: 'FAX' }, keyed('again')), 400, 'InvalidInput');
    const { channelId } = await api.create({}, keyed('again'));
    await api.delete(`/destinations/${channelId}`);
  });

  test('400 an invalid Idempotency-Key', async () => {
    for (const key of ['', 'a b', 'ü', 'x'.repeat(256)]) {
      assert.match(errorsOf(await api.post('/destinations', {}, keyed(key)), 400, 'InvalidInput'), /idempotency-key/i);
    }
    await create({}, keyed('!~'));
  });
});
