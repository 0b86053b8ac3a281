import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createEgress, type Egress } from '../../../src/delivery/egress.ts';
import { createConsentQuestion } from '../../../src/delivery/webhook-consent.ts';
import { checkWebhookUrl } from '../../../src/domain/notifications/addresses/webhook-url.ts';
import { withEnginesInTorture } from '../../db/engines.ts';
import { demo, httpReceiver, type Receiver } from '../../delivery/receiver.ts';
import { errorsOf, good, type NotificationApi, openNotificationApi } from './notifications-app.ts';

withEnginesInTorture('a webhook whose receiver is asked first', (engine) => {
  let api: NotificationApi;
  let egress: Egress;
  let receiver: Receiver;
  before(async () => {
    egress = createEgress(demo);
    const asker = { origin: 'api.market.example', userAgent: 'the-service/1' };
    const ask = createConsentQuestion(egress, asker, () => 0, 20_000);
    api = await openNotificationApi(engine, {
      receivers: { checkUrl: (text) => checkWebhookUrl(text, demo), ask },
    });
    const allowed: Record<string, string> = { '/yes': 'api.market.example', '/no': 'other.example' };
    receiver = await httpReceiver(({ url = '' }, response) => {
      const origin = allowed[url];
      response.writeHead(200, origin === undefined ? {} : { 'WebHook-Allowed-Origin': origin }).end();
    });
  });
  after(async () => {
    await api.close();
    await receiver.close();
    await egress.close();
  });
  const at = (path: string) => ({ webhookConfig: { url: `${receiver.origin}${path}` } });

  test('200 with verified when it agrees, without when it does not know the question, and a change of the address asks again', async () => {
    const { channelId, verified } = await api.create(at('/yes'));
    assert.equal(verified, true);
    assert.equal(good(await api.get(`/destinations/${channelId}`)).verified, true);
    assert.equal(good(await api.patch(`/destinations/${channelId}`, { name: 'Other' })).verified, true);
    const moved = good(await api.patch(`/destinations/${channelId}`, at('/silent')));
    assert.equal(moved.verified, undefined);
    assert.equal(moved.status, 'ACTIVE');
    assert.equal(good(await api.patch(`/destinations/${channelId}`, at('/yes'))).verified, true);
    const silent = await api.create(at('/silent'));
    assert.deepEqual([silent.status, 'verified' in silent], ['ACTIVE', false]);
    assert.equal('verified' in (await api.create({ pullConfig: {} })), false);
  });

  test('400 when it denies, and nothing is created or changed', async () => {
    const before = good(await api.get('/destinations')).channels.length;
    const denied = /webhookConfig\.url: its receiver does not want webhooks.*WebHook-Allowed-Origin/s;
    assert.match(errorsOf(await api.post('/destinations', at('/no')), 400, 'InvalidInput'), denied);
    assert.equal(good(await api.get('/destinations')).channels.length, before);
    const { channelId } = await api.create(at('/yes'));
    assert.match(errorsOf(await api.patch(`/destinations/${channelId}`, at('/no')), 400, 'InvalidInput'), denied);
    const { webhookConfig, verified } = good(await api.get(`/destinations/${channelId}`));
    assert.deepEqual([webhookConfig.url, verified], [`${receiver.origin}/yes`, true]);
  });
});
