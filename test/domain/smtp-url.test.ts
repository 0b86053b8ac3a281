import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSmtpUrl } from '../../src/domain/notifications/addresses/smtp-url.ts';

const plain = { secure: false, mustEncrypt: false };
const login = { user: 'u', password: 'p' };

describe('the URL of a mail server', () => {
  const good: Readonly<Record<string, object>> = {
    'smtp://mail.example': { host: 'mail.example', port: 587, ...plain },
    'smtp://mail.example:25/': { host: 'mail.example', port: 25, ...plain },
    'SMTP://relay': { host: 'relay', port: 587, ...plain },
    'smtp://[::1]:1025': { host: '::1', port: 1025, ...plain },
    'smtps://mail.example': { host: 'mail.example', port: 465, secure: true, mustEncrypt: true },
    // A password is sent over a network only encrypted.
    'smtp://u:p@mail.example': { host: 'mail.example', port: 587, secure: false, mustEncrypt: true, login },
    'smtp://u:p@127.evil.example': { host: '127.evil.example', port: 587, secure: false, mustEncrypt: true, login },
    'smtp://u:p@10.0.0.1': { host: '10.0.0.1', port: 587, secure: false, mustEncrypt: true, login },
    'smtp://u:p@127.0.0.1': { host: '127.0.0.1', port: 587, ...plain, login },
    'smtp://u:p@[::1]': { host: '::1', port: 587, ...plain, login },
    'smtp://u:p@localhost:25': { host: 'localhost', port: 25, ...plain, login },
    'smtps://a%40b:%3A%2F%20%C3%A9@mail.example': {
      host: 'mail.example',
      port: 465,
      secure: true,
      mustEncrypt: true,
      login: { user: 'a@b', password: ':/ é' },
    },
  };
  for (const [text, server] of Object.entries(good)) {
    it(`is read: ${text}`, () => assert.deepEqual(readSmtpUrl(text), server));
  }

  const bad: readonly string[] = [
    ...['', 'mail.example', 'mail.example:25', 'http://hunter2@mail.example', 'smtp:mail.example', 'smtp://'],
    ...['smtp://u:hunter2@mail.example?pool=true', 'smtp://mail.example/?tls.rejectUnauthorized=false'],
    ...['smtp://mail.example#x', 'smtp://mail.example/path', 'smtp://mail.example:0', 'smtp://mail.example:99999'],
    ...[
      'smtp://u@mail.example',
      'smtp://:hunter2@mail.example',
      'smtp://u:%zz@mail.example',
      'smtp://u%0d%0a:hunter2@mail.example',
    ],
    ...[
      'smtp://u:%00hunter2@mail.example',
      'smtp://mail..example',
      'smtp://ma%20il',
      'smtp://1.2.3.4.',
      'direct:',
      'smtp://a,b',
    ],
  ];
  for (const text of bad) {
    it(`is rejected without quoting it: ${text}`, () => {
      const read = readSmtpUrl(text);
      assert.ok('problem' in read, JSON.stringify(read));
      assert.match(read.problem, /^must /);
      assert.doesNotMatch(read.problem, /hunter2/);
    });
  }
});
