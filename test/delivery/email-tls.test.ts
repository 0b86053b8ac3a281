import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SMTPServerOptions } from 'smtp-server';
import { certificate, type EmailSettings, mailServer, senderTo } from './mail-server.ts';
import { outgoingMessage } from './outgoing-message.ts';

const email = () => outgoingMessage('EMAIL', { email: { address: 'owner@shop.example' } });
const { ca, key, cert } = certificate;
const insecure = {
  result: 'failed',
  isOperatorFault: true,
  error: 'No secure connection to the mail server could be made.',
};

async function attempt(options: SMTPServerOptions, settingsOf: (port: number) => Partial<EmailSettings>) {
  const server = await mailServer({ key, cert, ...options });
  const sender = senderTo(server.port, settingsOf(server.port));
  try {
    const outcome = await sender.send(email());
    return { outcome, received: server.received, wire: server.wire() };
  } finally {
    sender.close();
    await server.close();
  }
}

const upgrading: SMTPServerOptions = { disabledCommands: ['AUTH'] };
const letting: SMTPServerOptions = {
  disabledCommands: [],
  onAuth: ({ username }, _session, callback) => callback(null, { user: username }),
};

describe('TLS', { concurrency: 8 }, () => {
  it('is used from the first byte with smtps', async () => {
    const { outcome, received, wire } = await attempt({ secure: true, ...letting }, (port) => ({
      ca,
      smtpUrl: `smtps://mailer:hunter2@127.0.0.1:${port}`,
    }));
    assert.equal(outcome.result, 'delivered');
    assert.deepEqual([received[0]?.secure, received[0]?.user], [true, 'mailer']);
    assert.doesNotMatch(wire, /EHLO|MAIL|hunter2/);
  });

  it('is used by STARTTLS when the server offers it: only the STARTTLS command is readable', async () => {
    const { outcome, received, wire } = await attempt(upgrading, () => ({ ca }));
    assert.equal(outcome.result, 'delivered');
    assert.equal(received[0]?.secure, true);
    assert.match(wire, /^EHLO \S+\r\nSTARTTLS\r\n/);
    assert.doesNotMatch(wire, /MAIL FROM|owner@/);
  });

  it('fails with an untrusted certificate, and nothing is sent in plain text', async () => {
    for (const [options, scheme] of [
      [upgrading, 'smtp'],
      [{ secure: true }, 'smtps'],
    ] as const) {
      const { outcome, received, wire } = await attempt(options, (port) => ({
        smtpUrl: `${scheme}://127.0.0.1:${port}`,
      }));
      assert.deepEqual(outcome, insecure);
      assert.equal(received.length, 0);
      assert.doesNotMatch(wire, /MAIL FROM/);
    }
  });

  it('fails when smtps is set and the server does not speak TLS', async () => {
    const { outcome } = await attempt({}, (port) => ({ smtpUrl: `smtps://127.0.0.1:${port}`, timeoutMs: 400 }));
    assert.equal(outcome.result, 'failed');
  });

  it('is required for a login, unless the server is on this machine', async () => {
    // 0.0.0.0 connects to this machine, too, but does not count as one of its loopback addresses.
    for (const [host, result] of [
      ['0.0.0.0', 'failed'],
      ['127.0.0.1', 'delivered'],
    ] as const) {
      const { outcome, received, wire } = await attempt({ ...letting, disabledCommands: ['STARTTLS'] }, (port) => ({
        smtpUrl: `smtp://mailer:hunter2@${host}:${port}`,
      }));
      assert.equal(outcome.result, result);
      if (result === 'failed')
        assert.match(outcome.error ?? '', /^No secure connection to the mail server could be made/);
      assert.equal(received.length, result === 'failed' ? 0 : 1);
      assert.equal(/AUTH/.test(wire), result === 'delivered');
    }
  });

  it('fails when the connection breaks in the handshake', async () => {
    const { outcome, received } = await attempt(
      { ...upgrading, onSecure: (_socket, _session, callback) => callback(new Error('no')) },
      () => ({ ca }),
    );
    assert.equal(outcome.result, 'failed');
    assert.equal(received.length, 0);
  });
});
