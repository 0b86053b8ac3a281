// run: mostly waiting

import assert from 'node:assert/strict';
import { connect, createServer, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createEmailSender } from '../../src/delivery/mail/email.ts';
import { mailServer, senderTo } from './mail-server.ts';
import { NOW_MS, outgoingMessage } from './outgoing-message.ts';
import { listening, type Receiver, soon } from './receiver.ts';

const email = () => outgoingMessage('EMAIL', { email: { address: 'owner@shop.example' } });
const TIMEOUT_MS = 200;
/** For servers that answer, or fail otherwise, long before it: a busy machine must not make them time out. */
const PATIENT_MS = 10_000;
/** Far below the library's own timeouts of minutes, and reached on a busy machine. */
const MAX_MS = TIMEOUT_MS + 10_000;

/** One attempt against a server that misbehaves like this. */
async function attempt(behave: (socket: Socket) => void, timeoutMs = TIMEOUT_MS) {
  const receiver = await listening(createServer(behave));
  const sender = senderTo(receiver.port, { timeoutMs });
  const startedMs = performance.now();
  try {
    const outcome = await sender.send(email());
    return { outcome, durationMs: performance.now() - startedMs, isLeft: !(await soon(() => receiver.open() === 0)) };
  } finally {
    sender.close();
    await receiver.close();
  }
}

/** Replies to each command by its name. */
function answering(replies: Readonly<Record<string, string>>): (socket: Socket) => void {
  return (socket) => {
    socket.write('220 x\r\n');
    socket.on('data', (chunk) => {
      for (const line of String(chunk).split('\r\n').slice(0, -1)) {
        const reply = replies[line.split(/[ :]/)[0] ?? ''];
        if (reply !== undefined) socket.write(`${reply}\r\n`);
      }
    });
  };
}

/** Greets, and then sends an endless reply: there is always traffic, so an idle timeout never fires. */
function trickle(socket: Socket): void {
  socket.write('220 x\r\n');
  const writing = setInterval(() => socket.write('250-x\r\n'), 20);
  socket.on('close', () => clearInterval(writing)).resume();
}

function relay(socket: Socket, port: number): void {
  const upstream = connect(port, '127.0.0.1').on('error', () => {});
  socket
    .on('close', () => upstream.destroy())
    .pipe(upstream)
    .pipe(socket);
}

const willing = { EHLO: '250 x', MAIL: '250 ok', RCPT: '250 ok', RSET: '250 ok' };
const late = { result: 'failed', isOperatorFault: true, error: 'The mail server did not answer in time.' };
const ended = { result: 'failed', isOperatorFault: true, error: 'The mail server ended the connection.' };

describe('a mail server', { concurrency: 8 }, () => {
  it('that never greets is given up in time', async () => {
    const { outcome, durationMs, isLeft } = await attempt(() => {});
    assert.deepEqual(outcome, late);
    assert.ok(durationMs >= TIMEOUT_MS * 0.8 && durationMs < MAX_MS, String(durationMs));
    assert.ok(!isLeft, 'no socket is left');
  });

  for (const silentAt of ['EHLO', 'MAIL', 'RCPT', 'DATA', '.'] as const) {
    it(`that falls silent at ${silentAt} is given up in time`, async () => {
      const replies: Record<string, string> = { ...willing, DATA: '354 go' };
      delete replies[silentAt];
      const { outcome, durationMs, isLeft } = await attempt(answering(replies));
      assert.deepEqual(outcome, late);
      assert.ok(durationMs < MAX_MS, String(durationMs));
      assert.ok(!isLeft, 'no socket is left');
    });
  }

  it('that sends a byte now and then is given up in time, and its connection is closed later', async () => {
    const { outcome, durationMs, isLeft } = await attempt(trickle);
    assert.deepEqual(outcome, late);
    assert.ok(durationMs < MAX_MS, String(durationMs));
    assert.ok(!isLeft, 'no socket is left');
  });

  it('that was given up gets the next message over a new connection', async (t) => {
    const real = await mailServer();
    let count = 0;
    const front = await listening(
      createServer((socket) => {
        count += 1;
        if (count === 1) trickle(socket);
        else relay(socket, real.port);
      }),
    );
    // The first message waits for all of it, the second one has as long.
    const sender = senderTo(front.port, { timeoutMs: 4_000 });
    t.after(async () => {
      sender.close();
      await Promise.all([front.close(), real.close()]);
    });
    assert.deepEqual(await sender.send(email()), late);
    assert.equal((await sender.send(email())).result, 'delivered');
    assert.equal(real.received.length, 1, 'the first one was not sent later');
  });

  it('that closes the connection at once is tried exactly twice', async () => {
    let connections = 0;
    const { outcome } = await attempt((socket) => {
      connections += 1;
      socket.end();
    }, PATIENT_MS);
    assert.deepEqual(outcome, ended);
    assert.equal(connections, 2);
  });

  it('that closes the connection after the message gets no immediate repeat: it may have the message', async (t) => {
    const server = await mailServer({ cutAfter: '\r\n.\r\n' });
    const sender = senderTo(server.port);
    t.after(async () => {
      sender.close();
      await server.close();
    });
    assert.deepEqual(await sender.send(email()), ended);
    await delay(150);
    assert.deepEqual([server.connections(), server.received.length], [1, 1]);
  });

  it('that rejects the command DATA with 451 is a failure to retry', async () => {
    const { outcome } = await attempt(answering({ ...willing, DATA: '451 4.3.0 later' }), PATIENT_MS);
    const { answer: _, ...rest } = outcome;
    const expected = {
      result: 'failed',
      isOperatorFault: true,
      code: 451,
      error: 'The mail server rejected the message (451 4.3.0).',
    };
    assert.deepEqual(rest, expected);
  });

  it('that speaks another protocol, or sends too much, is a failure to retry', async () => {
    for (const text of ['HTTP/1.1 400 Bad Request\r\n\r\n', `220-${'x'.repeat(100_000)}`]) {
      const { outcome } = await attempt((socket) => void socket.write(text), PATIENT_MS);
      assert.deepEqual(outcome, {
        result: 'failed',
        isOperatorFault: true,
        error: 'The mail server did not accept the message.',
      });
    }
  });

  it('that does not listen is a failure to retry', async (t) => {
    const receiver = await listening(createServer());
    await receiver.close();
    const sender = senderTo(receiver.port);
    t.after(() => sender.close());
    const outcome = await sender.send(email());
    assert.deepEqual(outcome, {
      result: 'failed',
      isOperatorFault: true,
      error: 'The mail server could not be reached.',
    });
  });
});

describe('a shutdown', () => {
  const stopped = {
    result: 'failed',
    isOperatorFault: true,
    error: 'The service stopped before the mail server answered.',
  };

  it('ends an attempt at once, and starts none', async (t) => {
    const receiver: Receiver = await listening(createServer());
    const sender = senderTo(receiver.port, { timeoutMs: 5_000 });
    t.after(() => receiver.close());
    t.after(() => sender.close());
    const stopping = new AbortController();
    const sending = sender.send(email(), stopping.signal);
    assert.ok(await soon(() => receiver.connections() === 1));
    stopping.abort();
    assert.deepEqual(await sending, stopped);
    assert.deepEqual(await sender.send(email(), stopping.signal), stopped);
    sender.close();
    assert.ok(await soon(() => receiver.open() === 0), 'no socket is left');
    assert.equal(receiver.connections(), 1);
  });
});

describe('invalid settings', () => {
  const time = { now: () => NOW_MS, timeoutMs: 1 };
  it('are rejected when the sender is created, and the error does not quote the password', () => {
    for (const smtpUrl of ['http://u:hunter2@a.example', 'smtp://u:hunter2@a.example?tls.rejectUnauthorized=false']) {
      assert.throws(
        () => createEmailSender(smtpUrl, { from: 'a@store.example' }, time),
        /^Error: the mail server's address must (?!.*hunter2)/,
      );
    }
    for (const from of ['a b@c.example', 'a@b.example\r\nBcc: c@d.example', 'A <a@b.example>', '']) {
      assert.throws(() => createEmailSender('smtp://127.0.0.1', { from }, time), /must be one plain address/);
    }
  });
});
