import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SMTPServerOptions } from 'smtp-server';
import type { AttemptOutcome } from '../../src/domain/notifications/delivery.ts';
import { type EmailSettings, type MailServer, mailServer, senderTo, smtpError } from './mail-server.ts';
import { outgoingMessage } from './outgoing-message.ts';

const email = () => outgoingMessage('EMAIL', { email: { address: 'owner@shop.example' } });

/** One attempt against a server with these options; `taken` counts the messages that it accepted. */
async function attempt(
  options: Parameters<typeof mailServer>[0],
  settings: Partial<EmailSettings> | ((server: MailServer) => Partial<EmailSettings>) = {},
): Promise<AttemptOutcome & { taken: number; durationMs: number }> {
  const server = await mailServer(options);
  const sender = senderTo(server.port, typeof settings === 'function' ? settings(server) : settings);
  const startedMs = performance.now();
  try {
    const outcome = await sender.send(email());
    return { ...outcome, taken: server.received.length, durationMs: performance.now() - startedMs };
  } finally {
    sender.close();
    await server.close();
  }
}

type Stage = 'connect' | 'sender' | 'recipient' | 'message';

/** A server that rejects at one stage. */
function rejecting(stage: Stage, code: number, text: string): SMTPServerOptions {
  const reject = (callback: (error: Error) => void) => callback(smtpError(code, text));
  switch (stage) {
    case 'connect':
      return { onConnect: (_session, callback) => reject(callback) };
    case 'sender':
      return { onMailFrom: (_address, _session, callback) => reject(callback) };
    case 'recipient':
      return { onRcptTo: (_address, _session, callback) => reject(callback) };
    case 'message':
      return {
        onData(stream, _session, callback) {
          stream.resume().on('end', () => reject(callback));
        },
      };
  }
}

const cases: readonly [stage: Stage, code: number, text: string, result: 'failed' | 'ours' | 'gone', error: string][] =
  [
    // Temporary: retried. `ours` does not count against the destination.
    ['connect', 451, 'Busy', 'ours', 'The mail server did not accept the message (451).'],
    ['connect', 421, '4.3.2 Going down', 'ours', 'The mail server did not accept the message (421 4.3.2).'],
    ['sender', 451, '4.3.0 Later', 'ours', "The mail server rejected the service's sender address (451 4.3.0)."],
    ['recipient', 451, '4.7.1 Greylisted', 'failed', 'The mail server rejected the recipient (451 4.7.1).'],
    ['recipient', 450, '4.2.1 Locked', 'failed', 'The mail server rejected the recipient (450 4.2.1).'],
    ['recipient', 421, 'Too many', 'ours', 'The mail server ended the connection (421).'],
    ['message', 451, '4.3.0 Later', 'ours', 'The mail server rejected the message (451 4.3.0).'],
    // Permanent, and about the mailbox: the destination is suspended.
    [
      'recipient',
      550,
      'No such user',
      'gone',
      'The mail server rejected the recipient (550): nothing more is sent to it.',
    ],
    [
      'recipient',
      550,
      '5.1.1 No such user',
      'gone',
      'The mail server rejected the recipient (550 5.1.1): nothing more is sent to it.',
    ],
    [
      'recipient',
      550,
      '5.0.0 No',
      'gone',
      'The mail server rejected the recipient (550 5.0.0): nothing more is sent to it.',
    ],
    [
      'recipient',
      556,
      '5.1.10 Null MX',
      'gone',
      'The mail server rejected the recipient (556 5.1.10): nothing more is sent to it.',
    ],
    [
      'recipient',
      554,
      '5.2.1 Mailbox disabled',
      'gone',
      'The mail server rejected the recipient (554 5.2.1): nothing more is sent to it.',
    ],
    [
      'message',
      550,
      '5.1.1 No such user',
      'gone',
      'The mail server rejected the message (550 5.1.1): nothing more is sent to it.',
    ],
    // For good, but not about the mailbox: the operator's trouble, or one that passes.
    ['connect', 554, 'No SMTP service here', 'ours', 'The mail server did not accept the message (554).'],
    ['sender', 550, '5.1.1 Who are you', 'ours', "The mail server rejected the service's sender address (550 5.1.1)."],
    ['sender', 553, 'Not yours', 'ours', "The mail server rejected the service's sender address (553)."],
    ['recipient', 554, '5.7.1 Relay access denied', 'ours', 'The mail server rejected the recipient (554 5.7.1).'],
    ['recipient', 530, '5.7.0 Authentication required', 'ours', 'The mail server rejected the recipient (530 5.7.0).'],
    ['recipient', 552, '5.2.2 Mailbox full', 'failed', 'The mail server rejected the recipient (552 5.2.2).'],
    ['recipient', 550, '5.1.8 Bad sender', 'ours', 'The mail server rejected the recipient (550 5.1.8).'],
    ['recipient', 503, 'Bad sequence', 'ours', 'The mail server rejected the recipient (503).'],
    ['message', 554, 'Transaction failed', 'ours', 'The mail server rejected the message (554).'],
    ['message', 554, '5.7.1 Looks like spam', 'ours', 'The mail server rejected the message (554 5.7.1).'],
    ['message', 550, 'Denied', 'ours', 'The mail server rejected the message (550).'],
  ];

describe('a rejection', { concurrency: 8 }, () => {
  for (const [stage, code, text, result, error] of cases) {
    it(`of the ${stage} with ${code} ${text}: ${result}`, async () => {
      const outcome = await attempt(rejecting(stage, code, text));
      assert.deepEqual(
        {
          result: outcome.isOperatorFault ? 'ours' : outcome.result,
          code: outcome.code,
          error: outcome.error,
          taken: outcome.taken,
        },
        { result, code, error, taken: 0 },
      );
      assert.equal(outcome.result === 'gone', result === 'gone');
      // Sellers do not see replies that concern the operator.
      const isSellers = (stage === 'recipient' || stage === 'message') && code !== 421;
      assert.equal(outcome.answer, isSellers ? `${code} ${text}` : undefined);
    });
  }

  it('is shown without the internal addresses that it names', async () => {
    const text = 'relay.inside.example: owner@shop.example from 10.1.2.3 [fd00::1] by 127.0.0.1: no\u0007such user';
    const { answer } = await attempt(rejecting('recipient', 550, text));
    assert.equal(answer, '550 relay.inside.example: owner@shop.example from *** *** by ***: no such user');
  });
});

describe('a login', { concurrency: 8 }, () => {
  const withLogin = (password: string) => (server: MailServer) => ({
    smtpUrl: `smtp://mailer%40store:${password}@127.0.0.1:${server.port}`,
  });
  const checkingLogin: SMTPServerOptions = {
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, callback) =>
      username === 'mailer@store' && password === 'p:ss wörd'
        ? callback(null, { user: username })
        : callback(smtpError(535, `5.7.8 mailer@store with ${password} on 127.0.0.1 is wrong`)),
  };
  const RIGHT = encodeURIComponent('p:ss wörd');

  it('with the right password is accepted', async () => {
    const { result, taken } = await attempt({ ...checkingLogin, authOptional: false }, withLogin(RIGHT));
    assert.deepEqual({ result, taken }, { result: 'delivered', taken: 1 });
  });

  it('with a wrong password is the operator\u2019s fault, and the error names neither user, password nor host', async () => {
    const { taken, durationMs: _, ...outcome } = await attempt(checkingLogin, withLogin('hunter2'));
    assert.deepEqual(outcome, {
      result: 'failed',
      isOperatorFault: true,
      code: 535,
      error: "The mail server rejected the service's login (535 5.7.8).",
    });
    assert.equal(taken, 0);
  });

  it('that is missing is the operator\u2019s fault, too', async () => {
    const { result, code, taken } = await attempt({ ...checkingLogin, authOptional: false });
    assert.deepEqual({ result, code, taken }, { result: 'failed', code: 530, taken: 0 });
  });

  it('is masked in a reply that quotes it', async () => {
    const options: SMTPServerOptions = {
      ...checkingLogin,
      ...rejecting('recipient', 550, 'mailer@store / p:ss wörd on 127.0.0.1'),
    };
    const { answer } = await attempt(options, withLogin(RIGHT));
    assert.equal(answer, '550 *** / *** on ***');
  });
});
