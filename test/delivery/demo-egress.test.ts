import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { checkWebhookUrl } from '../../src/domain/notifications/addresses/webhook-url.ts';
import { egressPolicyOf } from '../../src/roles/settings/egress-policy.ts';

const isAllowed = (policy: ReturnType<typeof egressPolicyOf>, url: string) => 'url' in checkWebhookUrl(url, policy);

describe('webhooks to this machine in the demo', () => {
  it('are allowed only while the service listens on a loopback address', () => {
    for (const [HOST, expected] of [
      ['127.0.0.1', true],
      ['localhost', true],
      ['::1', true],
      ['0.0.0.0', false],
      ['::', false],
      ['192.0.2.7', false],
      ['demo.example', false],
    ] as const) {
      for (const DEMO_ANYWHERE of ['false', 'true']) {
        const policy = egressPolicyOf(readConfig({ HOST, DEMO_ANYWHERE }), { isDemo: true });
        for (const url of ['http://127.0.0.1:9999/', 'http://localhost:9999/', 'http://[::1]:9999/'])
          assert.equal(isAllowed(policy, url), expected, `${url} with HOST=${HOST}`);
      }
    }
    assert.equal(
      isAllowed(egressPolicyOf(readConfig({}), { isDemo: false }), 'http://127.0.0.1:9999/'),
      false,
      'no demo',
    );
  });

  it('reach the demo’s own receiver in any case, and nothing beside it', () => {
    const receiverAddress = 'http://127.0.0.1:8083';
    const policy = egressPolicyOf(readConfig({ HOST: '0.0.0.0' }), { isDemo: true, receiverAddress });
    assert.equal(isAllowed(policy, 'http://127.0.0.1:8083/hook'), true);
    for (const url of ['http://127.0.0.1:8084/', 'http://127.0.0.2:8083/', 'http://127.0.0.1:8080/'])
      assert.equal(isAllowed(policy, url), false, url);
  });
});
