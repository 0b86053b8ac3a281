import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readEgressAllow } from '../../src/domain/notifications/addresses/egress-allow.ts';
import type { EgressPolicy } from '../../src/domain/notifications/addresses/egress-policy.ts';
import { checkWebhookUrl } from '../../src/domain/notifications/addresses/webhook-url.ts';
import { allowing, demo, strict } from './receiver.ts';

function verdict(text: string, policy: EgressPolicy): string {
  const checked = checkWebhookUrl(text, policy);
  return 'url' in checked ? checked.url : checked.problem;
}

describe('the text of a webhook address', () => {
  const kept: [string, string][] = [
    ['https://hooks.example.com', 'https://hooks.example.com/'],
    ['HTTPS://Hooks.Example.com:443/a/../b?c=d e'.replace(' ', '%20'), 'https://hooks.example.com/b?c=d%20e'],
    [
      'https://hooks.example.com:8443/x?y=https://a.example/@z',
      'https://hooks.example.com:8443/x?y=https://a.example/@z',
    ],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
    ['https://134744072/', 'https://8.8.8.8/'],
    ['https://my_hooks.example.com/', 'https://my_hooks.example.com/'],
    [`https://hooks.example.com/${'x'.repeat(2022)}`, `https://hooks.example.com/${'x'.repeat(2022)}`],
  ];
  for (const [text, url] of kept) {
    test(`is kept as ${url.slice(0, 60)}`, () => assert.equal(verdict(text, strict), url));
  }

  const rejected: [string, RegExp][] = [
    ['', /begin with https/],
    ['hooks.example.com/x', /begin with https/],
    ['//hooks.example.com/x', /begin with https/],
    ['https:hooks.example.com', /begin with https/],
    ['https:///hooks.example.com', /begin with https/],
    ['ftp://hooks.example.com/', /begin with https/],
    ['file:///etc/passwd', /begin with https/],
    ['gopher://hooks.example.com/', /begin with https/],
    ['http://hooks.example.com/', /must be https$/],
    ['https://user@hooks.example.com/', /user information/],
    ['https://:secret@hooks.example.com/', /user information/],
    ['https://8.8.8.8@127.0.0.1/', /user information/],
    ['https://hooks.example.com\\@127.0.0.1/', /backslash/],
    ['https://hooks.example.com/\u0000', /control/],
    ['https://hooks.exa\nmple.com/', /control/],
    ['https://hooks.exa\tmple.com/', /control/],
    [' https://hooks.example.com/', /spaces/],
    ['https://hooks.example.com/#', /fragment/],
    ['https://hooks.example.com/#/orders', /fragment/],
    ['https://hooks.example.com:0/', /port/],
    ['https://hooks.example.com:65536/', /such as https:/],
    [`https://hooks.example.com/${'x'.repeat(2023)}`, /2048/],
    [`https://hooks.example.com/${'ä'.repeat(400)}`, /2048.*ASCII/],
  ];
  for (const [text, reason] of rejected) {
    test(`is rejected: ${JSON.stringify(text).slice(0, 60)}`, () => assert.match(verdict(text, strict), reason));
  }
});

describe('loopback receivers, for the demo', () => {
  const policy: EgressPolicy = {
    ...allowing('127.0.0.0/8, localhost, 0.0.0.0/0, ::/0', demo),
    ownPorts: [8080, 8082],
    forbidden: [{ host: 'LocalHost', port: 5432 }],
  };

  test('are allowed over http and https, on any port but the service’s own and the database’s', () => {
    for (const host of ['127.0.0.1', '127.0.0.2', '[::1]', 'localhost', 'shop.localhost']) {
      assert.equal(verdict(`http://${host}:9000/`, demo), `http://${host}:9000/`);
      assert.equal(verdict(`https://${host}:9000/`, demo), `https://${host}:9000/`);
    }
    for (const host of [
      '127.0.0.1',
      '127.9.9.9',
      '[::1]',
      '[::ffff:127.0.0.1]',
      'localhost',
      'a.localhost',
      '0',
      '[::]',
    ]) {
      for (const port of [8080, 8082, 5432]) {
        assert.match(verdict(`http://${host}:${port}/`, policy), /this service itself/, host);
        assert.match(verdict(`https://${host}:${port}/`, policy), /this service itself/, host);
      }
    }
  });

  test('open nothing else: no http elsewhere, no private addresses', () => {
    assert.match(verdict('http://hooks.example.com/', demo), /http is only for 127.0.0.1/);
    assert.match(verdict('http://8.8.8.8/', demo), /http is only for 127.0.0.1/);
    assert.match(verdict('http://localhost.example.com/', demo), /http is only for/);
    for (const host of ['10.0.0.1', '169.254.169.254', '0.0.0.0', '[::]', '[fd00::1]']) {
      assert.match(verdict(`https://${host}/`, demo), /public internet/);
    }
  });
});

describe('the operator’s exceptions', () => {
  const policy = allowing(
    '10.1.0.0/16, 192.168.7.7:8443,fd00:1::/32, [fd00:2::2]:8443, hooks.internal, Intranet:8443,',
  );

  const open = list(`https://10.1.2.3/ https://10.1.2.3:9/ https://192.168.7.7:8443/ https://[fd00:1:2::3]/
    https://[fd00:2::2]:8443/ https://hooks.internal/ https://HOOKS.internal:9/ https://intranet:8443/`);
  for (const text of open) test(`allow ${text}`, () => assert.equal(verdict(text, policy), text.toLowerCase()));

  const closed = list(`https://10.2.0.1/ https://192.168.7.7/ https://192.168.7.8:8443/ https://[fd00:2::2]/
    https://[fd00:3::1]/ https://a.hooks.internal/ https://other.internal/ https://intranet/ https://127.0.0.1/
    http://10.1.2.3/ http://hooks.internal/`);
  for (const text of closed) test(`do not allow ${text}`, () => assert.match(verdict(text, policy), /^must /));

  test('do not open forbidden hosts', () => {
    const forbidden = [
      { host: 'hooks.internal', port: 5432 },
      { host: '10.1.0.5', port: 5432 },
      { host: '[fd00:1::5]', port: 5432 },
    ];
    for (const { host } of forbidden) {
      assert.match(verdict(`https://${host}:5432/`, { ...policy, forbidden }), /this service itself/);
      assert.equal(verdict(`https://${host}:5433/`, { ...policy, forbidden }), `https://${host}:5433/`);
    }
  });

  test('may be empty', () => {
    assert.deepEqual(readEgressAllow(''), { allow: [] });
    assert.deepEqual(readEgressAllow(' , '), { allow: [] });
  });

  const wrong = list(`10.0.0.300 10.0.0.0/33 10.0.0/8 010.0.0.1 0x7f000001 127.1 fd00::/129 :1 [fd00::1 [hooks]:80
    *.internal hooks.internal:0 hooks.internal:65536 hooks.internal: https://hooks.internal hooks.internal/x a@b 1.2.3.4/8/8
    ::ffff:10.0.0.0/104`);
  for (const entry of wrong) {
    test(`reject the entry ${entry}`, () => {
      const read = readEgressAllow(`10.0.0.0/8, ${entry}`);
      assert.deepEqual('problems' in read ? read.problems.map((one) => one.split(' is not ')[0]) : [], [entry]);
    });
  }
});

function list(text: string): string[] {
  return text.split(/\s+/);
}
