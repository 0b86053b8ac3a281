import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { signatureHeaders } from '../../src/delivery/signature.ts';
import { newSecret } from './outgoing-message.ts';

const signed = { id: 'ntf_1', timestampSeconds: Math.floor(Date.now() / 1000), body: '{ "b":1, "a": "é🧦\\u0000" }' };

function accepts(secret: string, headers: Record<string, string>, body = signed.body): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

describe('the signature', () => {
  it('matches the published example', () => {
    const headers = signatureHeaders(
      {
        id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        timestampSeconds: 1614265330,
        body: '{"test": 2432232314}',
      },
      ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    );
    assert.deepEqual(headers, {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is accepted by a receiver with the secret, and by no other', () => {
    const secret = newSecret();
    const headers = signatureHeaders(signed, [secret]);
    assert.ok(accepts(secret, headers));
    assert.ok(!accepts(newSecret(), headers));
  });

  it('with two secrets is accepted by receivers with either', () => {
    const [newer, older] = [newSecret(), newSecret()];
    const headers = signatureHeaders(signed, [newer, older]);
    assert.match(headers['webhook-signature'], /^v1,\S{44} v1,\S{44}$/);
    assert.ok(accepts(newer, headers));
    assert.ok(accepts(older, headers));
    assert.ok(!accepts(newSecret(), headers));
    const onlyNewer = signatureHeaders(signed, [newer])['webhook-signature'];
    assert.ok(headers['webhook-signature'].startsWith(`${onlyNewer} `), 'newest first');
  });

  it('covers the id, the time and every byte of the body', () => {
    const secret = newSecret();
    const headers = signatureHeaders(signed, [secret]);
    const later = String(signed.timestampSeconds + 1);
    assert.ok(!accepts(secret, { ...headers, 'webhook-id': 'ntf_2' }));
    assert.ok(!accepts(secret, { ...headers, 'webhook-timestamp': later }));
    assert.ok(!accepts(secret, headers, JSON.stringify(JSON.parse(signed.body))), 'the same JSON written otherwise');
  });

  it('needs a secret that is not empty', () => {
    assert.throws(() => signatureHeaders(signed, []), /no secret to sign with/);
    for (const empty of ['', 'whsec_', 'whsec_!!']) assert.throws(() => signatureHeaders(signed, [empty]), /empty/);
  });
});
