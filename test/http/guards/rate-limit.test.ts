// run: without coverage

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { dividedPlan, GENEROUS_PLAN, type Limits, type RatePlan, readRatePlan } from '../../../src/domain/rate-plan.ts';
import { pathGroupsOf } from '../../../src/http/app/path-groups.ts';
import { bearerGuard } from '../../../src/http/guards/bearer.ts';
import { clientKey, createRateLimits, type LimitsUse } from '../../../src/http/guards/rate-limit.ts';
import { errorsOf, startApp } from '../../harness/app.ts';
import { bareService } from '../../harness/bare-service.ts';
import { introspectionOnly, startProvider } from '../../harness/provider.ts';

const limits = (burst: number, burstSeconds: number, sustained: number, sustainedSeconds: number): Limits => ({
  burst: { requests: burst, seconds: burstSeconds },
  sustained: { requests: sustained, seconds: sustainedSeconds },
});

const strict: RatePlan = {
  default: limits(2, 1, 100, 60),
  operations: { slow: limits(100, 1, 3, 2), steady: limits(3, 1, 4, 60) },
  anonymous: limits(3, 1, 100, 60),
  client: limits(2, 1, 100, 60),
  address: limits(100, 1, 6, 60),
};

const guardedRoute = (operationId: string) => (scope: FastifyInstance) => {
  const config = { right: 'seller-api:pricing:read' } as const;
  scope.get(`/${operationId}`, { config, schema: { operationId } }, () => ({ ok: true }));
};
const tokenRoute = (operationId: string) => (scope: FastifyInstance) => {
  scope.post(`/${operationId}`, { schema: { operationId } }, () => ({ ok: true }));
};

/** The clock of the limits: it stands still unless a test moves it. */
class TestClock {
  #nowMs = 1_000;
  readonly now = () => this.#nowMs;
  advance(ms: number): void {
    this.#nowMs += ms;
  }
}

describe('rate limits', () => {
  let provider: Awaited<ReturnType<typeof startProvider>>;
  before(async () => {
    provider = await startProvider();
  });
  after(() => provider.close());

  /** Runs `work` with an app that has its own counters and clock. */
  async function withApp(
    plan: RatePlan,
    work: (app: FastifyInstance, clock: TestClock, use: LimitsUse) => Promise<void>,
    { identity } = provider,
  ) {
    const clock = new TestClock();
    const rateLimits = createRateLimits(plan, clock.now);
    const groups = pathGroupsOf(bareService).map((group) => ({
      ...group,
      routes:
        group.guard === 'bearer' ? ['quick', 'slow', 'steady'].map(guardedRoute) : ['grant', 'enrol'].map(tokenRoute),
    }));
    const guards = { bearer: bearerGuard(identity, rateLimits), counted: rateLimits };
    const { app } = await startApp({ groups, guards });
    try {
      await work(app, clock, rateLimits.use);
    } finally {
      await app.close();
    }
  }

  const get = (app: FastifyInstance, operation: string, bearer = 'seller', prefix = '/products/pricing/v4') =>
    app.inject({ url: `${prefix}/${operation}`, headers: bearer ? { authorization: `Bearer ${bearer}` } : {} });

  test('429 over the burst, in the envelope of each group', () =>
    withApp(strict, async (app) => {
      for (let n = 0; n < 2; n += 1) assert.equal((await get(app, 'quick')).statusCode, 200);
      // One operation is one count, wherever it is mounted; here every group has it.
      for (const group of pathGroupsOf(bareService).filter(({ guard }) => guard === 'bearer')) {
        const answer = await get(app, 'quick', 'seller', group.prefix);
        assert.equal(answer.statusCode, 429, group.prefix);
        const [error] = errorsOf(group, answer);
        assert.equal(error?.code, 'QuotaExceeded');
        assert.match(error?.text ?? '', /Try again in 1 second\./);
        assert.equal(answer.headers['retry-after'], '1');
        assert.match(String(answer.headers.ratelimit), /^"burst";r=0;t=1, "sustained";r=\d+;t=60$/);
      }
    }));

  test('429 and 200 are counted by kind of limit', () =>
    withApp(strict, async (app, _clock, use) => {
      for (let n = 0; n < 5; n += 1) await get(app, 'quick');
      for (let n = 0; n < 4; n += 1) await get(app, 'quick', '');
      assert.deepEqual([use.caller, use.anonymous.refused], [{ accepted: 2, refused: 3 }, 1]);
      assert.deepEqual([use.anonymous.accepted, use.address.accepted, use.client.accepted], [3, 0, 0]);
    }));

  test('429 counts each person of the operator alone (decision 55): they share an application and have no seller', () =>
    withApp(strict, async (app) => {
      const codes: number[] = [];
      for (const who of ['person', 'person', 'person', 'second'])
        codes.push((await get(app, 'quick', `${who}~sellers~read`)).statusCode);
      // They lack the right of the operation, which counts all the same.
      assert.deepEqual(codes, [403, 403, 429, 403]);
    }));

  test('429 until Retry-After has passed, then 200', () =>
    withApp(strict, async (app, clock) => {
      for (let n = 0; n < 3; n += 1) assert.equal((await get(app, 'slow')).statusCode, 200);
      const rejected = await get(app, 'slow');
      assert.deepEqual([rejected.statusCode, rejected.headers['retry-after']], [429, '2']);
      clock.advance(1_000);
      const still = await get(app, 'slow');
      assert.deepEqual([still.statusCode, still.headers['retry-after']], [429, '1'], 'sooner it does not work');
      clock.advance(999);
      assert.equal((await get(app, 'slow')).statusCode, 429, 'a millisecond before');
      clock.advance(1);
      assert.equal((await get(app, 'slow')).statusCode, 200, 'after Retry-After it works');
    }));

  test('429 names the longer wait when both windows are full; rejected requests are not counted', () =>
    withApp(strict, async (app, clock) => {
      for (let n = 0; n < 3; n += 1) assert.equal((await get(app, 'steady')).statusCode, 200);
      for (let n = 0; n < 5; n += 1) assert.equal((await get(app, 'steady')).headers['retry-after'], '1');
      clock.advance(1_000);
      const fourth = await get(app, 'steady');
      assert.equal(fourth.statusCode, 200, 'five rejected requests took nothing of the sustained four');
      assert.match(String(fourth.headers.ratelimit), /"burst";r=2;t=1, "sustained";r=0;t=59$/);
      assert.equal((await get(app, 'steady')).headers['retry-after'], '59');
    }));

  test('429 for 300 requests in one packet; rejected requests are not counted', () =>
    withApp({ ...strict, default: limits(10, 1, 120, 60) }, async (app, clock) => {
      await get(app, 'slow'); // caches the token, so that the 300 do not wait for the provider
      const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
      const one = 'GET /products/pricing/v4/quick HTTP/1.1\r\nhost: a\r\nauthorization: Bearer seller\r\n';
      const socket = connect(Number(port), '127.0.0.1').setEncoding('latin1');
      socket.write([...Array(299).fill(one), `${one}connection: close\r\n`, ''].join('\r\n'));
      const answers = (await socket.toArray()).join('').split(/(?=HTTP\/1\.1 )/);
      const served = answers.filter((answer) => answer.startsWith('HTTP/1.1 200 '));
      const rejected = answers.filter((answer) => answer.startsWith('HTTP/1.1 429 '));
      assert.deepEqual([served.length, rejected.length], [10, 290]);
      for (const answer of rejected) {
        assert.match(answer, /^retry-after: 1\r$/m);
        assert.match(answer, /^ratelimit: "burst";r=0;t=1, "sustained";r=11[0-9];t=60\r$/m);
      }
      clock.advance(1_000);
      const later = await get(app, 'quick');
      assert.equal(later.statusCode, 200);
      assert.match(String(later.headers.ratelimit), /^"burst";r=9;t=1, "sustained";r=109;t=59$/);
    }));

  test('429 when the sustained window is full takes nothing of the burst window', () =>
    withApp({ ...strict, default: limits(10, 60, 5, 1) }, async (app, clock) => {
      const answers = [];
      for (let n = 0; n < 15; n += 1) answers.push(await get(app, 'quick'));
      assert.deepEqual(answers.map(({ statusCode }) => statusCode).filter((status) => status === 200).length, 5);
      assert.match(String(answers.at(-1)?.headers.ratelimit), /^"burst";r=5;t=60, "sustained";r=0;t=1$/);
      clock.advance(1_000);
      assert.equal((await get(app, 'quick')).statusCode, 200);
    }));

  test('404 and 405 are counted per address and have the headers, except in groups without a limit', () =>
    withApp(strict, async (app) => {
      const policies = {
        bearer: '"burst";q=3;w=1, "sustained";q=100;w=60',
        counted: '"burst";q=100;w=1, "sustained";q=6;w=60',
      };
      const statuses: Record<string, number[]> = { bearer: [], counted: [], none: [] };
      for (const group of pathGroupsOf(bareService)) {
        for (const [method, path] of [
          ['GET', 'nowhere'],
          ['DELETE', group.guard === 'bearer' ? 'quick' : 'grant'],
        ] as const) {
          const answer = await app.inject({ method, url: `${group.prefix}/${path}` });
          statuses[group.guard]?.push(answer.statusCode);
          const policy = group.guard === 'none' ? undefined : policies[group.guard];
          assert.equal(answer.headers['ratelimit-policy'], policy, group.prefix);
          assert.equal(answer.headers.ratelimit !== undefined, policy !== undefined);
          if (answer.statusCode === 429)
            assert.equal(answer.headers['retry-after'], group.guard === 'bearer' ? '1' : '60', group.prefix);
          if (answer.statusCode === 405) assert.ok(answer.headers.allow);
          errorsOf(group, answer);
        }
      }
      assert.deepEqual(statuses.bearer?.slice(0, 5), [404, 405, 404, 429, 429]);
      assert.deepEqual(
        [statuses.counted, statuses.none],
        [
          [404, 405, 404, 405, 404, 405, 429, 429],
          [404, 405, 404, 405],
        ],
      );
      assert.equal((await get(app, 'quick')).statusCode, 200, 'a cached token is not affected');
      for (const url of ['/docs', '/nowhere']) assert.equal((await app.inject(url)).headers.ratelimit, undefined);
    }));

  test('400 an undecodable path is counted with 404 and 405, and 429 over the limit', () =>
    withApp(strict, async (app) => {
      for (const [prefix, policy, allowed] of [
        ['/products/fees/v4', '"burst";q=3;w=1, "sustained";q=100;w=60', 3],
        ['/auth/v4', '"burst";q=100;w=1, "sustained";q=6;w=60', 6],
      ] as const) {
        const group = pathGroupsOf(bareService).find((one) => one.prefix === prefix);
        assert.ok(group);
        const statuses = [];
        for (let n = 0; n < allowed + 2; n += 1) {
          const answer = await app.inject(n === 0 ? `${prefix}/nowhere` : `${prefix}/%zz`);
          assert.equal(answer.headers['ratelimit-policy'], policy);
          errorsOf(group, answer);
          statuses.push(answer.statusCode);
        }
        assert.deepEqual(statuses, [404, ...Array.from({ length: allowed - 1 }, () => 400), 429, 429]);
      }
      assert.equal((await get(app, 'quick')).statusCode, 200, 'a cached token is not affected');
    }));

  test('200 for another seller, another application and another operation', () =>
    withApp(strict, async (app) => {
      for (let n = 0; n < 3; n += 1) await get(app, 'quick');
      assert.equal((await get(app, 'quick')).statusCode, 429);
      assert.equal((await get(app, 'quick', 'other-seller')).statusCode, 200);
      assert.equal((await get(app, 'quick', 'delegated')).statusCode, 200, 'same seller, other application');
      assert.equal((await get(app, 'slow')).statusCode, 200);
    }));

  test('429 HEAD counts with its GET', () =>
    withApp(strict, async (app) => {
      const head = () =>
        app.inject({
          method: 'HEAD',
          url: '/products/pricing/v4/quick',
          headers: { authorization: 'Bearer seller' },
        });
      assert.deepEqual([(await get(app, 'quick')).statusCode, (await head()).statusCode], [200, 200]);
      assert.equal((await head()).statusCode, 429);
    }));

  test('429 instead of 401 for an address that sends too many bad tokens', () =>
    withApp(strict, async (app) => {
      const statuses = [];
      for (const bearer of ['', 'guess-1', 'guess-2', 'guess-3']) {
        const answer = await get(app, 'quick', bearer);
        assert.ok(answer.headers.ratelimit && answer.headers['ratelimit-policy']);
        statuses.push(answer.statusCode);
      }
      assert.deepEqual(statuses, [401, 401, 401, 429]);
    }));

  describe('of tokens that are not cached', () => {
    const guesses = (count: number) => Array.from({ length: count }, (_, n) => `guess-${n}`);
    const statusesOf = async (app: FastifyInstance, bearers: readonly string[]) => {
      const answers = await Promise.all(bearers.map((bearer) => get(app, 'quick', bearer)));
      return answers.map(({ statusCode }) => statusCode);
    };
    let own: Awaited<ReturnType<typeof startProvider>>;
    beforeEach(async () => {
      own = await startProvider();
    });
    afterEach(() => own.close());

    test('429 without a request to the provider, one after the other or 50 at once', async () => {
      await withApp(strict, async (app) => void (await statusesOf(app, guesses(50))), own);
      assert.equal(own.introspections, 3);
      const oneByOne = async (app: FastifyInstance) => {
        for (let n = 0; n < 50; n += 1) {
          const answer = await get(app, 'quick', `other-guess-${n}`);
          assert.equal(answer.statusCode, n < 3 ? 401 : 429);
          if (n >= 3) assert.equal(answer.headers['retry-after'], '1');
        }
      };
      await withApp(strict, oneByOne, own);
      assert.equal(own.introspections, 6);
    });

    test('200 for many good tokens at once, which use up no budget', () =>
      withApp(
        strict,
        async (app) => {
          const good = Array.from({ length: 20 }, (_, n) => `for.S${n}`);
          assert.deepEqual(new Set(await statusesOf(app, good)), new Set([200]));
          assert.deepEqual(await statusesOf(app, guesses(4)), [401, 401, 401, 429]);
        },
        own,
      ));

    test('200 for many requests with one good token at once', () =>
      withApp(
        { ...strict, default: limits(100, 1, 100, 60) },
        async (app) => {
          assert.deepEqual(new Set(await statusesOf(app, Array(20).fill('seller'))), new Set([200]));
          assert.equal(own.introspections, 1);
        },
        own,
      ));

    test('429 for a good token while bad ones use up the budget of its address, 200 afterwards; 200 when it is cached', () =>
      withApp(
        strict,
        async (app, clock) => {
          assert.equal((await get(app, 'quick', 'seller')).statusCode, 200);
          await statusesOf(app, guesses(3));
          assert.equal((await get(app, 'quick', 'seller')).statusCode, 200, 'cached');
          const rejected = await get(app, 'quick', 'other-seller');
          assert.deepEqual([rejected.statusCode, rejected.headers['retry-after']], [429, '1']);
          clock.advance(1_000);
          assert.equal((await get(app, 'quick', 'other-seller')).statusCode, 200);
        },
        own,
      ));

    test('503 while the provider fails uses up no budget', async () => {
      const identity = introspectionOnly('http://127.0.0.1:1');
      const workDuringOutage = async (app: FastifyInstance) => {
        for (let n = 0; n < 5; n += 1) {
          const answers = await Promise.all(
            ['seller', 'seller', 'other-seller'].map((bearer) => get(app, 'quick', bearer)),
          );
          for (const { statusCode, headers } of answers) {
            assert.equal(statusCode, 503);
            assert.ok(headers.ratelimit && headers['ratelimit-policy']);
          }
        }
      };
      await withApp(strict, workDuringOutage, { ...own, identity });
      await identity.close();
    });
  });

  test('429 authorization: per client, and per address whatever client is named', () =>
    withApp(strict, async (app) => {
      const grant = (payload: object, headers: Record<string, string> = {}) =>
        app.inject({ method: 'POST', url: '/auth/v4/grant', payload, headers });
      const basic = { authorization: `Basic ${btoa('one:secret')}` };
      assert.equal((await grant({ client_id: 'one' })).statusCode, 200);
      assert.equal((await grant({}, basic)).statusCode, 200);
      const rejected = await grant({ client_id: 'one' });
      assert.equal(rejected.statusCode, 429);
      assert.deepEqual(Object.keys(rejected.json()), ['error', 'error_description']);
      assert.equal(rejected.headers['retry-after'], '1');
      const statuses = [];
      for (let n = 0; n < 4; n += 1) statuses.push((await grant({ client_id: `guess-${n}` })).statusCode);
      assert.deepEqual(statuses, [200, 200, 200, 429], 'six from one address');
    }));

  test('200 for 300 requests with the default plan; the reference is not counted', () =>
    withApp(GENEROUS_PLAN, async (app) => {
      for (let n = 0; n < 300; n += 1) assert.equal((await get(app, 'quick')).statusCode, 200);
      const answer = await get(app, 'quick');
      assert.equal(answer.headers['ratelimit-policy'], '"burst";q=100000;w=1, "sustained";q=6000000;w=60');
      assert.equal((await app.inject('/docs')).headers.ratelimit, undefined);
    }));

  test('operations that only the plan knows are listed', () =>
    withApp(strict, async () => {
      const rateLimits = createRateLimits(strict);
      rateLimits.guarded('slow');
      rateLimits.elsewhere('bearer');
      assert.deepEqual(rateLimits.unknownOperations(), ['steady']);
    }));
});

test('a new window of a second ends in 1 second, whatever the fraction of the clock', () => {
  let nowMs = 0;
  const { caller } = createRateLimits(strict, () => nowMs).guarded('quick');
  // Above 65,536 ms a sum has one bit less for its fraction than the clock had before.
  for (let n = 0; n < 2_000; n += 1) {
    nowMs = 65_000 + n * 0.333_333;
    const headers = new Map<string, string>();
    const reply = { header: (name: string, value: string) => headers.set(name, value) };
    void caller.count(reply as unknown as FastifyReply, `key-${n}`);
    assert.equal(headers.get('ratelimit'), '"burst";r=1;t=1, "sustained";r=99;t=60');
  }
});

describe('rate plans', () => {
  test('plans/strict.json is valid', () => {
    const text = readFileSync(new URL('../../../plans/strict.json', import.meta.url), 'utf8');
    const read = readRatePlan(JSON.parse(text));
    assert.ok('plan' in read, JSON.stringify(read));
    assert.deepEqual(read.plan.default.burst, { requests: 10, seconds: 1 });
  });

  test('parts that are absent come from the default plan', () => {
    assert.deepEqual(readRatePlan({}), { plan: GENEROUS_PLAN });
  });

  test('a plan divided by processes has at least one request for each, and never more than the plan in sum', () => {
    const plan: RatePlan = { ...strict, default: limits(10, 1, 120, 60) };
    assert.equal(dividedPlan(plan, 1), plan);
    const third = dividedPlan(plan, 3);
    assert.deepEqual(third.default, limits(3, 1, 40, 60));
    assert.deepEqual(third.operations, { slow: limits(33, 1, 1, 2), steady: limits(1, 1, 1, 60) });
    assert.deepEqual(third.anonymous, limits(1, 1, 33, 60));
    assert.deepEqual(third.client, limits(1, 1, 33, 60));
    assert.deepEqual(third.address, limits(33, 1, 2, 60));
    assert.deepEqual(dividedPlan(plan, 500).default, limits(1, 1, 1, 60));
  });

  test('all problems are reported at once, each with its location', () => {
    const read = readRatePlan({
      default: { burst: { requests: 0, seconds: 1.5 }, sustained: { requests: '5', seconds: 60 } },
      operations: { getX: { burst: { requests: 1, seconds: 1 }, sustaned: {} } },
      defualt: {},
    });
    assert.ok('problems' in read);
    const locations = read.problems.map((problem) => problem.split(' ', 1)[0]);
    assert.deepEqual(locations, [
      'defualt',
      'default.burst.requests',
      'default.burst.seconds',
      'default.sustained.requests',
      'operations.getX',
      'operations.getX.sustained.requests',
      'operations.getX.sustained.seconds',
    ]);
    for (const value of [null, [], 'x', { operations: [] }]) assert.ok('problems' in readRatePlan(value));
  });
});

describe('the key of a client', () => {
  const keyOf = (client_id: string, ip = '192.0.2.7') =>
    clientKey({ headers: {}, body: { client_id }, ip } as unknown as FastifyRequest);

  test('has at most 1,024 values for one address, however many client ids it makes up', () => {
    const keys = new Set(Array.from({ length: 50_000 }, (_, n) => keyOf(`guess-${n}`)));
    assert.ok(keys.size > 1000 && keys.size <= 1024, String(keys.size));
  });

  test('is rarely shared by few client ids, and never by addresses', () => {
    assert.ok(new Set(Array.from({ length: 32 }, (_, n) => keyOf(`demo-client-${n}`))).size >= 30);
    assert.notEqual(keyOf('one'), keyOf('one', '192.0.2.8'));
    assert.equal(keyOf('x'.repeat(64)), keyOf('x'.repeat(2 ** 20)));
  });
});
