import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { FastifyInstance, onSendHookHandler } from 'fastify';
import { Fault } from '../../../src/domain/fault.ts';
import { list, nested, oauth } from '../../../src/http/answers/envelope.ts';
import { startApp, type TestApp } from '../../harness/app.ts';

const hide = { schema: { hide: true } };

function failingRoutes(scope: FastifyInstance): void {
  scope.get('/fine', hide, () => 'fine');
  scope.get('/header', hide, (_request, reply) => reply.header('x-bad', 'a\nb').send('answer'));
  scope.get('/header-name', hide, (_request, reply) => reply.header('x bad', 'a').send('answer'));
  scope.get('/status-message', hide, (_request, reply) => {
    reply.raw.statusMessage = 'a\nb';
    return reply.send('answer');
  });
  scope.get('/error', hide, (_request, reply) => {
    reply.header('x-bad', 'a\nb');
    throw new Fault('Conflict', { message: 'No.', details: '' });
  });
  scope.get('/no-content', hide, (_request, reply) => reply.code(204).header('x-bad', 'a\nb').send());
  scope.get('/not-modified', hide, (_request, reply) => reply.code(304).header('x-bad', 'a\nb').send());
  scope.get('/text', hide, (_request, reply) => reply.type('text/plain').send({ not: 'a text' }));
  scope.get('/serializer', hide, (_request, reply) => reply.serializer(() => 5 as never).send({}));
  const onSend: onSendHookHandler = (_request, _reply, payload, next) => next(null, payload === 'answer' ? 5 : payload);
  scope.get('/hook', { ...hide, onSend }, () => 'answer');
  const failingHook: onSendHookHandler = (_request, _reply, _payload, next) => next(new Error('secret'));
  scope.get('/failing-hook', { ...hide, onSend: failingHook }, () => 'answer');
  scope.get('/bad-hook', { ...hide, onSend: addBadHeader }, () => 'answer');
  scope.get('/body-headers', hide, (_request, reply) =>
    reply
      .headers({ etag: '"x"', 'last-modified': new Date().toUTCString(), 'cache-control': 'max-age=99' })
      .headers({ 'content-encoding': 'gzip', 'content-length': '6', 'x-bad': 'a\nb' })
      .send('answer'),
  );
  scope.get('/begun', hide, (_request, reply) => {
    reply.raw.write('abc');
    throw new Error('after the first bytes');
  });
  scope.get('/throws-after', hide, (_request, reply) => {
    void reply.code(201).type('text/csv').send('first');
    throw new Error('after the answer');
  });
  scope.get('/rejects-after', hide, async (_request, reply) => {
    void reply.code(201).type('text/csv').send('first');
    throw new Error('after the answer');
  });
  scope.get('/returns-nothing', hide, async (_request, reply) => {
    void reply.code(201).type('text/csv').send('first');
  });
  scope.get('/sends-twice', hide, (_request, reply) => {
    void reply.code(201).type('text/csv').send('first');
    void reply.code(202).send('after the answer');
  });
}

const addBadHeader: onSendHookHandler = (_request, reply, payload, next) => {
  reply.header('x-bad', 'a\nb');
  next(null, payload);
};

/** Like the authorization endpoints: a hook of their own runs after the hooks of the app. */
function hookedRoutes(scope: FastifyInstance): void {
  scope.addHook('onSend', (_request, reply, payload, next) => {
    reply.header('cache-control', 'no-store');
    next(null, payload);
  });
  failingRoutes(scope);
}

let service: TestApp;
let origin: string;
before(async () => {
  const group = { tag: 'Test', guard: 'none', routes: [failingRoutes] } as const;
  service = await startApp({
    groups: [
      { ...group, prefix: '/nested', envelope: nested },
      { ...group, prefix: '/list', envelope: list },
      { ...group, prefix: '/oauth', envelope: oauth, routes: [hookedRoutes] },
    ],
  });
  origin = await service.app.listen({ port: 0, host: '127.0.0.1' });
});
after(() => service.app.close());

const bodyStarts = {
  list: '{"errors":[{"code":"InternalFailure"',
  nested: '{"errors":{"errors":[{"code":"InternalFailure"',
  oauth: '{"error":"server_error"',
};
const prefixes = Object.keys(bodyStarts) as (keyof typeof bodyStarts)[];
const loggedFor = (requestId: string) =>
  service.logLines.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId);
const errorsLoggedFor = (requestId: string) => loggedFor(requestId).filter(({ level }) => level === 'error');

/** The failing request between two good ones, all in one batch. */
const fetchAmongOthers = async (path: string, requestId: string, method = 'GET') => {
  const [first, failed, last] = await Promise.allSettled([
    fetch(`${origin}/list/fine`),
    fetch(origin + path, { method, headers: { 'x-request-id': requestId }, signal: AbortSignal.timeout(5_000) }),
    fetch(`${origin}/list/fine`),
  ]);
  for (const other of [first, last]) equal(other.status === 'fulfilled' && (await other.value.text()), 'fine');
  equal(await (await fetch(`${origin}/list/fine`)).text(), 'fine');
  return failed;
};
const answerAmongOthers = async (path: string, requestId: string, method = 'GET') => {
  const result = await fetchAmongOthers(path, requestId, method);
  ok(result.status === 'fulfilled', 'it is answered');
  return result.value;
};

describe('an answer that cannot be written', () => {
  for (const kind of ['header', 'header-name', 'status-message', 'text', 'hook', 'body-headers']) {
    for (const prefix of prefixes) {
      it(`is a 500 in the envelope of its group, and logged with the request id: ${prefix}, ${kind}`, async () => {
        const requestId = `${kind}-${prefix}`;
        const answer = await answerAmongOthers(`/${prefix}/${kind}`, requestId);
        equal(answer.status, 500);
        equal(answer.statusText, 'Internal Server Error');
        equal(answer.headers.get('x-request-id'), requestId);
        equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
        equal(answer.headers.get('cache-control'), prefix === 'oauth' ? 'no-store' : null);
        const body = await answer.text();
        ok(body.startsWith(bodyStarts[prefix]), body);
        ok(errorsLoggedFor(requestId)[0].err.stack, 'the error is logged');
      });
    }
  }

  it('is a 500 with the headers of the envelope also for HEAD, where Fastify adds a hook', async () => {
    const answer = await answerAmongOthers('/list/body-headers', 'head', 'HEAD');
    equal(answer.status, 500);
    equal(answer.statusText, 'Internal Server Error');
    equal(answer.headers.get('x-request-id'), 'head');
    equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
    ok(Number(answer.headers.get('content-length')) > 100, 'the length of the error, not of the answer');
  });

  it('leaves no header that describes its body or its age on the error answer', async () => {
    const { headers } = await answerAmongOthers('/list/body-headers', 'left');
    for (const name of ['etag', 'last-modified', 'content-encoding', 'cache-control']) equal(headers.get(name), null);
  });

  for (const prefix of prefixes) {
    for (const kind of ['serializer', 'not-modified', 'no-content', 'failing-hook', 'bad-hook']) {
      it(`closes the connection when no error answer can be written either, and is logged: ${prefix}, ${kind}`, async () => {
        const requestId = `${kind}-${prefix}`;
        const failed = await fetchAmongOthers(`/${prefix}/${kind}`, requestId);
        equal(failed.status === 'rejected' && failed.reason.name, 'TypeError', 'closed, not timed out');
        match(errorsLoggedFor(requestId).at(-1).msg, /connection is closed/);
      });
    }

    it(`keeps the status of an error, without the bad header, which is logged: ${prefix}`, async () => {
      const requestId = `error-${prefix}`;
      const answer = await answerAmongOthers(`/${prefix}/error`, requestId);
      equal(answer.headers.get('x-request-id'), requestId);
      match(await answer.text(), prefix === 'oauth' ? /^\{"error":/ : /"code":"Conflict"/);
      equal(answer.status, 409);
      deepEqual(
        errorsLoggedFor(requestId).map(({ header }) => header),
        ['x-bad'],
      );
    });
  }
});

describe('a handler that does more after it answered', () => {
  for (const prefix of prefixes) {
    it(`closes the connection when it throws before its answer is complete, and is logged: ${prefix}`, async () => {
      const socket = connect(Number(new URL(origin).port), '127.0.0.1');
      socket.write(`GET /${prefix}/begun HTTP/1.1\r\nhost: a\r\nx-request-id: begun-${prefix}\r\n\r\n`);
      socket.resume();
      socket.on('error', () => undefined);
      await once(socket, 'close', { signal: AbortSignal.timeout(5_000) });
      match(errorsLoggedFor(`begun-${prefix}`).at(-1).msg, /connection is closed/);
    });

    for (const kind of ['throws-after', 'rejects-after', 'returns-nothing', 'sends-twice']) {
      it(`does not change the answer it sent: ${prefix}, ${kind}`, async () => {
        const requestId = `${kind}-${prefix}`;
        const linesBefore = service.logLines.length;
        const answer = await answerAmongOthers(`/${prefix}/${kind}`, requestId);
        equal(await answer.text(), 'first');
        equal(answer.status, 201);
        equal(answer.headers.get('content-type'), 'text/csv');
        const errors = service.logLines.slice(linesBefore).filter((line) => line.includes('"level":"error"'));
        equal(errors.length, kind === 'returns-nothing' ? 0 : 1);
        if (errors[0]) match(errors[0], /after the answer|two answers/);
      });
    }
  }
});
