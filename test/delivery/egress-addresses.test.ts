import assert from 'node:assert/strict';
import { BlockList, isIPv4 } from 'node:net';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createEgress } from '../../src/delivery/egress.ts';
import { EgressFailure } from '../../src/delivery/egress-failure.ts';
import { post } from '../../src/delivery/post.ts';
import { readIpAddress } from '../../src/domain/notifications/addresses/ip-address.ts';
import { isPublic } from '../../src/domain/notifications/addresses/special-addresses.ts';
import { checkWebhookUrl } from '../../src/domain/notifications/addresses/webhook-url.ts';
import { noNetwork, resolver, strict } from './receiver.ts';

const list = (text: string): string[] => text.trim().split(/\s+/);

// Many spellings of addresses that are not public. The check of the URL's text rejects each one. The connector, which is the
// second line of defence, blocks each one before it opens a socket.
const blockedAddresses = list(`
  127.0.0.1 127.1 127.0.1 127.255.255.254 2130706433 0x7f000001 0x7f.0.0.1 0X7F.1 017700000001 0177.0.0.1 0177.0x0.1
  00000000177.1 127.0.0.1. 127.0.0.1%2e %31%32%37.0.0.1 １２７.０.０.１ 127。0。0。1 127．0．0．1 ①②⑦.0.0.1
  0 0.0.0.0 0.1.2.3 4294967295 255.255.255.255 240.0.0.1 224.0.0.1 239.255.255.255
  10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 172.16.0.1 172.31.255.255 192.168.0.1
  169.254.169.254 0xa9fea9fe 2852039166 192.0.0.8 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1
  [::] [::1] [0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::127.0.0.1] [::7f00:1] [::ffff:127.0.0.1]
  [::ffff:7f00:1] [::FFFF:10.0.0.1] [0:0:0:0:0:ffff:a9fe:a9fe] [::ffff:0:7f00:1] [64:ff9b::127.0.0.1] [64:ff9b::8.8.8.8]
  [64:ff9b:1::1] [100::1] [2001::1] [2001:1ff::1] [2001:db8::1] [2002:7f00:1::1] [3fff::1] [5f00::1] [fc00::1]
  [fd00:ec2::254] [fe80::1] [febf::1] [fec0::1] [ff02::1] [4000::1] [2a00:1450::5efe:7f00:1] [2a00:1450::200:5efe:7f00:1]
`);

const blockedNames = list(`
  localhost LOCALHOST a.localhost %6cocalhost ｌocalhost loc\u00adalhost localhost. a.localhost. localhost.localdomain
  printer.local db.internal metadata.google.internal nas.home.arpa intranet db hooks.example.com. a..example a,b.example
  ${'x'.repeat(64)}.example ${'x.'.repeat(130)}example
`);

/** Hosts that the URL parser rejects. */
const unreadable = list(`
  [fe80::1%25eth0] [fe80::1%eth0] [::1 [127.0.0.1] [::ffff:127.0.0.1.] [1::2::3] 1.2.3.4.5 256.0.0.1 0x7f.0.0.0.1
  127.0.0.1%00 127.0.0.09 ١٢٧.0.0.1 4294967296 0x100000000 % :443 a:65536
`);

const publicHosts = list(`
  8.8.8.8 1.1.1.1 134744072 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255
  169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255
  [2001:200::1] [2001:4860:4860::8888] [2606:4700:4700::1111] [2a00:1450:4001:830::200e] [::ffff:8.8.8.8] [2003::1] [3ffe::1]
`);

const urlOf = (host: string) => `https://${host}/hook`;
const short = (host: string) => JSON.stringify(host).slice(0, 60);

describe('an address that is not public', () => {
  const network = noNetwork();
  const egress = createEgress(strict, { ...network, lookup: resolver(['127.0.0.1']) });

  async function isRejectedTwice(host: string) {
    const checked = checkWebhookUrl(urlOf(host), strict);
    assert.match('problem' in checked ? checked.problem : checked.url, /^must /);
    const outcome = await post(egress, urlOf(host), { headers: {}, body: 'x', timeoutMs: 30_000 });
    assert.ok(outcome instanceof EgressFailure);
    assert.deepEqual(network.tried, []);
    return outcome.code;
  }

  for (const host of [...blockedAddresses, ...blockedNames]) {
    test(`is rejected by the text check and blocked by the connector: ${short(host)}`, async () => {
      assert.equal(await isRejectedTwice(host), 'blocked');
    });
  }
  for (const host of unreadable) {
    test(`is rejected as unreadable: ${short(host)}`, async () => assert.equal(await isRejectedTwice(host), 'failed'));
  }
});

describe('a public address', () => {
  for (const host of publicHosts) {
    test(`is accepted, and is the address that the socket connects to: ${host}`, async () => {
      const checked = checkWebhookUrl(urlOf(host), strict);
      assert.ok('url' in checked, JSON.stringify(checked));
      const network = noNetwork();
      const egress = createEgress(strict, network);
      const outcome = await post(egress, checked.url, { headers: {}, body: 'x', timeoutMs: 30_000 });
      assert.ok(outcome instanceof EgressFailure && outcome.code === 'refused', String(outcome));
      assert.deepEqual(network.tried, [[new URL(checked.url).hostname.replace(/[[\]]/g, '')]]);
    });
  }
});

test('the ranges of special addresses agree with net.BlockList', () => {
  // Two lists: net.BlockList matches an IPv4 address as one of ::ffff:0:0/96, so ::/3 in the same list would block all of IPv4.
  const lists = { 4: new BlockList(), 6: new BlockList() };
  const v4 = '0/8 10/8 100.64/10 127/8 169.254/16 172.16/12 192.0.0/24 192.0.2/24 192.88.99/24 192.168/16 198.18/15';
  for (const range of `${v4} 198.51.100/24 203.0.113/24 224/4 240/4`.split(' ')) {
    const [start = '', prefix] = range.split('/');
    lists[4].addSubnet([...start.split('.'), '0', '0', '0'].slice(0, 4).join('.'), Number(prefix), 'ipv4');
  }
  const v6 =
    '::/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fc00::/7';
  // The last three cover the rest outside 2000::/3.
  for (const range of `${v6} fe80::/10 fec0::/10 ff00::/8 ::/3 4000::/2 8000::/1`.split(' ')) {
    const [start = '', prefix] = range.split('/');
    lists[6].addSubnet(start, Number(prefix), 'ipv6');
  }
  const nearRanges = fc.constantFrom('2001', '2001:0', '2001:1ff', '2001:200', '2001:db8', '2002', '3fff', '3fff:1000');
  const anywhere = fc.oneof(
    fc.ipV4(),
    fc.ipV4().map((text) => `::ffff:${text}`),
    fc.ipV6().filter((text) => !/5efe/i.test(text)),
    fc.tuple(nearRanges, fc.nat(0xfff)).map(([start, rest]) => `${start}::${rest.toString(16)}`),
  );
  fc.assert(
    fc.property(anywhere, (text) => {
      const address = readIpAddress(text);
      assert.ok(address, text);
      assert.equal(isPublic(address), !lists[address.version].check(text, isIPv4(text) ? 'ipv4' : 'ipv6'), text);
    }),
    { numRuns: 5_000 },
  );
});
