import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { redirectUriProblem, webUriProblem } from '../../src/domain/authorization/redirect-uri.ts';

const good = [
  'https://app.example.com/callback',
  'https://app.example.com',
  'https://app.example.com:8443/a/b?c=d&e=%20',
  'HTTPS://App.Example.com/',
  'https://[2001:db8::1]/cb',
  'https://xn--bcher-kva.example/',
  'http://127.0.0.1/cb',
  'http://127.0.0.1:49152/cb',
  'http://[::1]:8080/cb',
  'http://localhost:3000/',
  'http://LOCALHOST/',
  'com.example.app:/callback',
  'com.example.app://callback',
  'com.example.my-app:/oauth2redirect/example',
  'https://a.example/?next=https://b.example/@x',
];

const bad: [string, RegExp][] = [
  ['', /empty/],
  ['/callback', /absolute/],
  ['//app.example.com/cb', /absolute/],
  ['app.example.com/cb', /absolute/],
  ['app.example.com:8443/cb', /\/ after the scheme/],
  ['https:app.example.com/cb', /\/\/ and a host/],
  ['https:/app.example.com/cb', /\/\/ and a host/],
  ['https:///app.example.com/cb', /\/\/ and a host/],
  ['https://', /host/],
  ['https://:443/', /host/],
  ['https://?x', /host/],
  ['https://app.example.com:99999/', /host/],
  ['https://app.example.com:/', /host/],
  ['https://ev%69l.example/', /host/],
  ['https://[zz]/', /host/],
  ['https://[::1/', /host/],
  ['https://999.1.1.1/', /host/],
  ['https://app.example.com/#', /fragment/],
  ['https://app.example.com/cb#x', /fragment/],
  ['https://user@app.example.com/', /user information/],
  ['https://user:password@app.example.com/', /user information/],
  ['http://127.0.0.1@evil.example/', /user information/],
  ['com.example.app://user@host/', /user information/],
  ['https://good.example\\@evil.example/', /backslash/],
  ['https:\\\\evil.example/', /backslash/],
  ['https://app.example.com/a b', /space/],
  [' https://app.example.com/', /characters/],
  ['https://app.example.com/\n', /characters/],
  ['https://app.example.com/\u0000', /characters/],
  ['https://app.example.com/ä', /characters/],
  ['https://аpp.example.com/', /characters/],
  ['https://app.example.com/"', /characters/],
  ['https://app.example.com/<', /characters/],
  ['https://app.example.com/%2', /hexadecimal/],
  ['https://app.example.com/%zz', /hexadecimal/],
  [`https://app.example.com/${'x'.repeat(2048)}`, /2048/],
  ['http://app.example.com/cb', /must be https/],
  ['http://127.1/cb', /must be https/],
  ['http://2130706433/cb', /must be https/],
  ['http://0x7f.0.0.1/cb', /must be https/],
  ['http://127.0.0.2/cb', /must be https/],
  ['http://localhost.evil.example/', /must be https/],
  ['http://127.0.0.1.evil.example/', /must be https/],
  ['http://[::2]/', /must be https/],
  ['javascript:alert(1)', /reverse-domain/],
  ['JavaScript://app.example.com/%0aalert(1)', /reverse-domain/],
  ['data:text/html,x', /reverse-domain/],
  ['file:///etc/passwd', /reverse-domain/],
  ['blob:https://a.example/x', /reverse-domain/],
  ['vbscript:x', /reverse-domain/],
  ['myapp:/cb', /reverse-domain/],
  ['ftp://a.example/', /reverse-domain/],
  ['about:blank', /reverse-domain/],
  ['urn:ietf:wg:oauth:2.0:oob', /reverse-domain/],
  ['com.:/cb', /reverse-domain/],
  ['com..app:/cb', /reverse-domain/],
  ['com.example.app:', /\/ after the scheme/],
  ['com.example.app:callback', /\/ after the scheme/],
];

describe('a redirect_uri', () => {
  for (const uri of good) {
    test(`is fine: ${uri}`, () => assert.equal(redirectUriProblem(uri), undefined));
  }
  for (const [uri, reason] of bad) {
    test(`is refused: ${JSON.stringify(uri).slice(0, 60)}`, () => assert.match(redirectUriProblem(uri) ?? '', reason));
  }

  test('an address that is only shown has no private scheme', () => {
    assert.equal(webUriProblem('https://app.example.com/logo.png'), undefined);
    for (const uri of ['com.example.app:/x', 'javascript:1', 'http://app.example.com', 'x'])
      assert.ok(webUriProblem(uri));
  });
});
