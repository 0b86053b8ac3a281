import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { ConfigError, readConfig, settings } from '../src/config/config.ts';
import type { Setting } from '../src/config/setting.ts';
import { providerEnvironment } from '../src/processes/provider-environment.ts';
import { claimRulesOf } from '../src/roles/identity/identity.ts';
import { adminPortOf } from '../src/roles/settings/admin-port.ts';
import { drainMsOf } from '../src/roles/settings/drain-time.ts';
import { egressPolicyOf } from '../src/roles/settings/egress-policy.ts';
import { logOwnTokens } from '../src/roles/settings/own-tokens.ts';
import { logTokenFormat } from '../src/roles/settings/token-format.ts';

const endpoint = (name: string) => `IDP_${name}_ENDPOINT`;

describe('settings', () => {
  test('all have valid defaults', () => {
    const config = readConfig({});
    assert.deepEqual([config.host, config.port, config.idpPort, config.logLevel], ['127.0.0.1', 8080, 8081, 'info']);
    assert.ok(Object.isFrozen(config));
  });

  test('report all problems at once, each with what is expected', () => {
    const wrong = {
      PORT: 'http',
      ADMIN_PORT: '70000',
      LOG_LEVEL: 'loud',
      PUBLIC_URL: 'example.com',
      TRUST_PROXY: 'maybe',
    };
    assert.throws(
      () => readConfig(wrong),
      (error: ConfigError) => {
        assert.equal(error.problems.length, Object.keys(wrong).length);
        for (const name of Object.keys(wrong)) assert.match(error.message, new RegExp(`- ${name} is "`));
        return error instanceof ConfigError;
      },
    );
    assert.throws(() => readConfig({ PORT: '9000', ADMIN_PORT: '9000' }), /PORT and ADMIN_PORT must differ/);
    assert.throws(() => readConfig({ CONSOLE_CLIENT_ID: 'unknown' }), /CONSOLE_CLIENT_ID must be the id of one client/);
    const right = 'seller-api:pricing:read';
    for (const [map, extra] of [
      [`${right}=openid`, 'openid profile'],
      ['', `openid ${right}`],
    ])
      assert.throws(
        () => readConfig({ IDP_SCOPE_MAP: map, IDP_EXTRA_SCOPES: extra }),
        /IDP_EXTRA_SCOPES must not have/,
      );
    readConfig({ IDP_SCOPE_MAP: `${right}=pricing`, IDP_EXTRA_SCOPES: `openid ${right}x` });
    for (const days of ['0', '7', '29', '30.5'])
      assert.throws(() => readConfig({ DELEGATED_DESTINATION_DAYS: days }), /DELEGATED_DESTINATION_DAYS .* from 30 to/);
    assert.equal(readConfig({ DELEGATED_DESTINATION_DAYS: '30' }).delegatedDestinationDays, 30);
    for (const days of ['0', '3651', '1.5', '-1'])
      assert.throws(() => readConfig({ HISTORY_DAYS: days }), /HISTORY_DAYS .* from 1 to 3650/);
    assert.equal(readConfig({}).historyDays, 90);
    for (const days of ['0', '3651', '1.5', '-1'])
      assert.throws(() => readConfig({ EVENT_DAYS: days }), /EVENT_DAYS .* from 1 to 3650/);
    assert.equal(readConfig({}).eventDays, 30);
    for (const claim of ['sub', 'username', 'user_name', 'user_id', 'uid', 'upn', 'preferred_username', 'email'])
      assert.throws(
        () => readConfig({ IDP_CLIENT_CLAIMS: `client_id,${claim}` }),
        /IDP_CLIENT_CLAIMS .* name a person/,
      );
    for (const color of ['red', '#fff', '4453c9;', '#4453c9ff'])
      assert.throws(() => readConfig({ BRAND_COLOR: color }), /BRAND_COLOR .* six hexadecimal digits/);
    for (const color of ['#4453C9', '4453c9']) assert.equal(readConfig({ BRAND_COLOR: color }).brandColor, '#4453c9');
    assert.throws(() => readConfig({ PORT: '9000', IDP_PORT: '9000' }), /PORT and IDP_PORT must differ/);
    assert.throws(() => readConfig({ IDP_RESOURCE: 'https://a.example,api' }), /IDP_RESOURCE .* absolute URIs/);
    assert.throws(() => readConfig({ IDP_RESOURCE: 'https://a.example/#b' }), /IDP_RESOURCE .* without a fragment/);
    const issuer = 'https://login.example.com';
    for (const [expected, environment] of [
      [/IDP_TOKEN_FORMAT must be introspect without IDP_ISSUER/, { IDP_TOKEN_FORMAT: 'jwt' }],
      [/IDP_JWT_ALGORITHMS .* not safe/, { IDP_JWT_ALGORITHMS: 'RS256,HS256' }],
      [/IDP_JWT_ALGORITHMS .* not safe/, { IDP_JWT_ALGORITHMS: 'none' }],
      [/IDP_JWT_TYPE .* such as typ=at\+jwt/, { IDP_JWT_TYPE: 'at+jwt' }],
      [/needs IDP_AUDIENCE/, { IDP_ISSUER: issuer, IDP_TOKEN_FORMAT: 'jwt', IDP_UNTYPED_TOKENS: 'accept' }],
      [/IDP_INTROSPECTION_CLIENT_ID .* must be set/, { IDP_ISSUER: issuer, IDP_TOKEN_FORMAT: 'both' }],
    ] as const)
      assert.throws(() => readConfig(environment), expected);
    assert.equal(readConfig({ IDP_ISSUER: issuer, IDP_TOKEN_FORMAT: 'jwt' }).idpIssuer, issuer);
    assert.throws(
      () => readConfig({ IDP_ISSUER: 'https://login.example.com' }),
      /IDP_INTROSPECTION_CLIENT_ID .* must be set/,
    );
  });

  test('want proof of own tokens, unless the operator says that only those name no person; the embedded provider needs none', () => {
    const other = {
      IDP_ISSUER: 'https://login.example.com',
      IDP_INTROSPECTION_CLIENT_ID: 'service',
      IDP_INTROSPECTION_CLIENT_SECRET: 'hush',
    };
    const ruleOf = (environment: Record<string, string>) => claimRulesOf(readConfig(environment)).ownTokens;
    assert.equal(ruleOf(other), 'proven');
    assert.equal(ruleOf({ ...other, IDP_OWN_TOKENS: '' }), 'proven');
    assert.equal(ruleOf({ ...other, IDP_OWN_TOKENS: 'without-person' }), 'without-person');
    for (const IDP_OWN_TOKENS of [{}, { IDP_OWN_TOKENS: 'proven' }])
      assert.equal(ruleOf(IDP_OWN_TOKENS), 'without-person');
    for (const wrong of ['accept', 'Proven', 'without_person', 'true'])
      assert.throws(() => readConfig({ IDP_OWN_TOKENS: wrong }), /IDP_OWN_TOKENS .*proven.*without-person/);
  });

  test('a start says which rule for own tokens applies, and warns of the one that trusts the provider', () => {
    const other = { IDP_ISSUER: 'https://login.example.com', IDP_INTROSPECTION_CLIENT_ID: 'service' };
    const linesFor = (environment: Record<string, string>) => {
      const lines: string[] = [];
      const write = (level: string) => (text: unknown) => void lines.push(`${level} ${text}`);
      logOwnTokens(readConfig(environment), { info: write('info'), warn: write('warn') });
      return lines;
    };
    const secret = { ...other, IDP_INTROSPECTION_CLIENT_SECRET: 'hush' };
    assert.match(linesFor({}).join(), /^info own tokens: the embedded provider/);
    assert.match(linesFor(secret).join(), /^info own tokens: .+IDP_OWN_TOKENS=proven/);
    const trusting = linesFor({ ...secret, IDP_OWN_TOKENS: 'without-person' }).join();
    assert.match(
      trusting,
      /^warn own tokens: .+all rights.+IDP_OWN_TOKENS=without-person.+doctor -- identity --authorize/,
    );
  });

  test('a start says that a withdrawal of JWT access tokens waits, and warns where no audience is set', () => {
    const other = { IDP_ISSUER: 'https://login.example.com', IDP_TOKEN_FORMAT: 'jwt', IDP_MAX_TOKEN_SECONDS: '900' };
    const linesFor = (environment: Record<string, string>) => {
      const lines: string[] = [];
      const write = (level: string) => (text: unknown) => void lines.push(`${level} ${text}`);
      logTokenFormat(readConfig(environment), { info: write('info'), warn: write('warn') });
      return lines;
    };
    assert.deepEqual(linesFor({}), []);
    const [first = '', second = ''] = linesFor(other);
    assert.match(first, /^info access tokens: .+A withdrawal counts only when the token expires, 900 seconds/);
    assert.match(second, /^warn IDP_AUDIENCE is not set/);
    assert.equal(linesFor({ ...other, IDP_AUDIENCE: 'api' }).length, 1);
    const client = { IDP_INTROSPECTION_CLIENT_ID: 'service', IDP_INTROSPECTION_CLIENT_SECRET: 'hush' };
    const untyped = linesFor({ IDP_ISSUER: other.IDP_ISSUER, ...client, IDP_UNTYPED_TOKENS: 'accept' });
    assert.match(untyped.join(), /^warn IDP_UNTYPED_TOKENS=accept: refresh and ID tokens count/);
  });

  test('give an API and a worker different admin ports, unless ADMIN_PORT names one', () => {
    const ports = (environment: Record<string, string>) =>
      (['api', 'worker'] as const).map((role) => adminPortOf(readConfig(environment), role));
    assert.deepEqual(ports({}), [8082, 8084]);
    assert.deepEqual(ports({ ADMIN_PORT: '9000' }), [9000, 9000]);
    assert.deepEqual(ports({ ADMIN_PORT: '0' }), [0, 0]);
    const defaults = readConfig({});
    assert.deepEqual(egressPolicyOf(defaults, { isDemo: false }).ownPorts, [8080, 8082, 8084, 8081]);
  });

  test('drain for 5 s unless HOST is a loopback address or DRAIN_MS says otherwise', () => {
    const rows: [environment: Record<string, string>, expected: number][] = [
      [{}, 0],
      [{ HOST: '127.0.0.2' }, 0],
      [{ HOST: 'localhost' }, 0],
      [{ HOST: '::1' }, 0],
      [{ HOST: '0.0.0.0' }, 5_000],
      [{ HOST: '::' }, 5_000],
      [{ HOST: '10.0.0.1' }, 5_000],
      [{ HOST: '0.0.0.0', DRAIN_MS: '0' }, 0],
      [{ DRAIN_MS: '700' }, 700],
    ];
    for (const [environment, expected] of rows) assert.equal(drainMsOf(readConfig(environment)), expected);
    assert.throws(() => readConfig({ DRAIN_MS: '5s' }), /DRAIN_MS is "5s", but must be a whole number of milliseconds/);
  });

  test('never show a secret, neither in a problem nor in the log', () => {
    const secret = 'hush-4711';
    assert.throws(
      () => readConfig({ DATABASE_URL: `mysql://${secret}@host/db` }),
      (error: ConfigError) => error.problems.length === 1 && !error.message.includes(secret),
    );
    const { described } = readConfig({ DATABASE_URL: `postgres://u:${secret}@host/db`, PORT: '9000' });
    assert.deepEqual([described.DATABASE_URL, described.PORT, described.PUBLIC_URL], ['set', '9000', 'not set']);
    assert.equal(readConfig({}).described.DATABASE_URL, 'not set');
  });

  test('refuse a password in a URL that is no secret setting, and do not show it', () => {
    for (const name of ['PUBLIC_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'IDP_ISSUER', 'IDP_TOKEN_ENDPOINT'])
      for (const url of ['https://user:hush@host', 'https://:hush@host', 'https://user:hu@sh@host/path'])
        assert.throws(
          () => readConfig({ [name]: url }),
          ({ message }: ConfigError) => message.includes(`${name} is "https://...@host`) && !/hu.?sh/.test(message),
        );
  });

  test('take the server of shared limits as a URL, and never show its password', () => {
    const good = ['redis://h', 'rediss://:p%40w@h:6380/1', 'redis://u:p@[::1]:6379', 'redis://h/'];
    for (const url of good) assert.equal(readConfig({ REDIS_URL: url }).redisUrl, url);
    const bad = ['h:6379', 'http://hush@h', 'redis://', 'redis://hush@h/name', 'redis://h?a=hush', 'redis://:%hush@h'];
    for (const url of bad)
      assert.throws(
        () => readConfig({ REDIS_URL: url }),
        ({ message }: ConfigError) => /REDIS_URL must be of the form redis:\/\//.test(message) && !/hush/.test(message),
        url,
      );
    assert.equal(readConfig({ REDIS_URL: 'redis://:hush@h' }).described.REDIS_URL, 'set');
  });

  test('take proxies as addresses or ranges', () => {
    for (const good of ['true', '0', '1', '12', '10.0.0.1', '10.0.0.0/8, ::1', 'fd00::/8'])
      readConfig({ TRUST_PROXY: good });
    for (const bad of ['10.0.0.0/99', 'abc:def', '10.0.0', '::1/129', '1.2.3.4/', '/8']) {
      assert.throws(() => readConfig({ TRUST_PROXY: bad }), /TRUST_PROXY is/, bad);
    }
  });

  test('keep a slash at the end of an issuer, and remove it from other URLs', () => {
    const client = { IDP_INTROSPECTION_CLIENT_ID: 'i', IDP_INTROSPECTION_CLIENT_SECRET: 's' };
    assert.equal(
      readConfig({ ...client, IDP_ISSUER: 'https://login.example.com/' }).idpIssuer,
      'https://login.example.com/',
    );
    assert.equal(readConfig({ PUBLIC_URL: 'https://api.example.com/' }).publicUrl, 'https://api.example.com');
  });

  test('refuse a PUBLIC_URL under a path of the service itself, which would mean two things', () => {
    for (const path of ['/console', '/docs/', '/m', '/products/x', '/openapi.json'])
      assert.throws(() => readConfig({ PUBLIC_URL: `https://shop.example${path}` }), /PUBLIC_URL .*another path/, path);
    for (const path of ['/seller', '/sellers-4', '/a/console', '/moon', '/'])
      readConfig({ PUBLIC_URL: `https://shop.example${path}` });
  });

  test('keep endpoints as they are given, with a slash at the end and a query', () => {
    const names = ['IDP_DISCOVERY_URL', ...['AUTHORIZATION', 'TOKEN', 'INTROSPECTION', 'REGISTRATION'].map(endpoint)];
    const given = Object.fromEntries(
      names.map((name, at) => [name, `https://login.example.com/o/${at}/?tenant=a%20b`]),
    );
    const config = readConfig(given);
    assert.deepEqual(
      [
        config.idpDiscoveryUrl,
        config.idpAuthorizationEndpoint,
        config.idpTokenEndpoint,
        config.idpIntrospectionEndpoint,
        config.idpRegistrationEndpoint,
      ],
      Object.values(given),
    );
    for (const bad of [
      'login.example.com',
      'https://a.example/#x',
      'https://a.example/#',
      'https://u:p@a.example/',
      'ftp://a/',
    ]) {
      assert.throws(() => readConfig({ IDP_TOKEN_ENDPOINT: bad }), /IDP_TOKEN_ENDPOINT is/, bad);
    }
  });

  test('name seller rights differently at a provider, and never the operator’s', () => {
    const map = readConfig({
      IDP_SCOPE_MAP: 'seller-api:pricing:read=https://a.example/p=1, seller-api:notifications:read=n',
    });
    assert.deepEqual(
      [...(map.idpScopeMap ?? [])],
      [
        ['seller-api:pricing:read', 'https://a.example/p=1'],
        ['seller-api:notifications:read', 'n'],
      ],
    );
    for (const bad of [
      'operator:market:write=market',
      'seller-api:pricing:read=operator:market:write',
      'seller-api:pricing:read=seller-api:notifications:write',
      'seller-api:pricing:read=offline_access',
      'seller-api:pricing:read',
      'seller-api:pricing:read=',
      'seller-api:pricing:read="',
      'offline_access=x',
      'seller-api:pricing:read=a,seller-api:pricing:read=b',
      'seller-api:pricing:read=pricing,seller-api:pricing:write=pricing',
      'seller-api:costs:read=money,seller-api:pricing:read=money',
    ]) {
      assert.throws(() => readConfig({ IDP_SCOPE_MAP: bad }), /IDP_SCOPE_MAP is/, bad);
    }
    const named = 'seller-api:pricing:write seller-api:costs:read';
    assert.deepEqual(readConfig({ CONSOLE_RIGHTS: named }).consoleRights, named.split(' '));
    for (const bad of ['seller-api:pricing:read', 'operator:market:write', 'pricing:write', `${named} x`])
      assert.throws(() => readConfig({ CONSOLE_RIGHTS: bad }), /CONSOLE_RIGHTS is/, bad);
    assert.throws(
      () => readConfig({ IDP_EXTRA_SCOPES: 'seller-api:costs:read' }),
      /IDP_EXTRA_SCOPES must not have a seller right/,
    );
    assert.deepEqual(readConfig({ IDP_EXTRA_SCOPES: 'openid, profile' }).idpExtraScopes, ['openid', 'profile']);
    assert.throws(() => readConfig({ IDP_EXTRA_SCOPES: 'openid operator:market:write' }), /IDP_EXTRA_SCOPES is/);
  });

  test('treat an empty text as not set', () => {
    assert.equal(readConfig({ PORT: '' }).port, 8080);
  });

  test('API_PROCESSES is the name of what WORKERS was, which still works; two different values are refused', () => {
    assert.equal(readConfig({}).apiProcesses, 1);
    assert.equal(readConfig({ API_PROCESSES: '3' }).apiProcesses, 3);
    const former = readConfig({ WORKERS: '3' });
    assert.deepEqual([former.apiProcesses, former.described.API_PROCESSES], [3, '3']);
    assert.equal(readConfig({ API_PROCESSES: '', WORKERS: '3' }).apiProcesses, 3);
    assert.equal(readConfig({ API_PROCESSES: '3', WORKERS: '3' }).apiProcesses, 3);
    assert.throws(
      () => readConfig({ API_PROCESSES: '3', WORKERS: '2' }),
      /- API_PROCESSES is "3", and WORKERS, its former name, is "2": remove WORKERS$/,
    );
    assert.throws(() => readConfig({ API_PROCESSES: '65' }), /- API_PROCESSES is "65", but must be a whole number/);
    assert.throws(() => readConfig({ WORKERS: '65' }), /- WORKERS is "65", but must be a whole number from 1 to 64/);
    const forProvider = providerEnvironment({ API_PROCESSES: '3', WORKERS: '3', DATABASE_URL: 'postgres://a:b@c' });
    assert.deepEqual(forProvider, { API_PROCESSES: '3', WORKERS: '3' });
  });

  test('are all in settings.env with default and comment, and nothing else is', () => {
    const text = readFileSync(new URL('../settings.env', import.meta.url), 'utf8');
    const listed = new Map<string, string | undefined>();
    for (const block of text.split(/\n\s*\n/).slice(1)) {
      const lines = block.trim().split('\n');
      const line = lines.pop() ?? '';
      const [, unset, name = '', value] = /^(#)?([A-Z_]+)=(.*)$/.exec(line) ?? [];
      assert.ok(name, `not a setting: ${line}`);
      assert.ok(lines.length > 0 && lines.every((comment) => comment.startsWith('# ')), `${name} has no comment`);
      listed.set(name, unset ? undefined : value);
    }
    const expected = Object.values<Setting<unknown>>(settings).map(({ name, fallback }) => [name, fallback]);
    assert.deepEqual([...listed], expected);
  });
});
