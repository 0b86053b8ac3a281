import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withEnginesInTorture } from '../db/engines.ts';
import { answers, type ReceivedSms, type SmsGateway, smsGateway } from './sms-gateway.ts';
import { openSmsService, type SmsService } from './sms-service.ts';

const ACCEPTED = 'Accepted: 0: Accepted for delivery';

withEnginesInTorture('delivery reports of an SMS', (engine) => {
  let gateway: SmsGateway;
  let service: SmsService;
  before(async () => {
    gateway = await smsGateway(answers.accepted);
    service = await openSmsService(engine, gateway.url);
  });
  after(async () => {
    await service.close();
    await gateway.close();
  });
  const lastReceived = (): ReceivedSms => gateway.received.at(-1) ?? {};

  test('that it was delivered are added to the attempt, each once', async () => {
    const { deliveryId, settle } = await service.send();
    await settle();
    assert.deepEqual(await service.shown(deliveryId), ['DELIVERED', ACCEPTED]);
    assert.equal(await gateway.report(lastReceived(), 8, 'ACK/'), 200);
    assert.equal(await gateway.report(lastReceived(), 1), 200);
    assert.equal(await gateway.report(lastReceived(), 1), 200);
    const lines = [ACCEPTED, 'Handed to the network', 'Delivered to the phone'];
    assert.deepEqual(await service.shown(deliveryId), ['DELIVERED', ...lines]);
  });

  test('that it was not delivered make the delivery DEAD', async () => {
    const { deliveryId, settle } = await service.send();
    await settle();
    assert.equal(await gateway.report(lastReceived(), 16, 'NACK/0x0b/Invalid Destination Address'), 200);
    const lines = [ACCEPTED, 'Not delivered: NACK/0x0b/Invalid Destination Address'];
    assert.deepEqual(await service.shown(deliveryId), ['DEAD', ...lines]);
  });

  test('may arrive before the service has stored that the gateway accepted the message', async () => {
    const { deliveryId, settle } = await service.send();
    const reported = gateway.report(lastReceived(), 2, 'absent');
    await settle();
    assert.equal(await reported, 200);
    assert.deepEqual(await service.shown(deliveryId), ['DEAD', ACCEPTED, 'Not delivered: absent']);
  });

  test('are rejected without the right token', async () => {
    const { deliveryId, settle } = await service.send();
    await settle();
    const address = lastReceived()['dlr-url']?.replace(/\.[\w-]{22}\?/, `.${'A'.repeat(22)}?`) ?? '';
    assert.equal(await gateway.report({ 'dlr-url': address }, 2), 404);
    assert.deepEqual(await service.shown(deliveryId), ['DELIVERED', ACCEPTED]);
  });
});
