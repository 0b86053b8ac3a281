import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withEngines } from '../db/engines.ts';
import { answers, type SmsGateway, smsGateway, type Taken } from './sms-gateway.ts';
import { openSmsService, type SmsService } from './sms-service.ts';

const ACCEPTED = 'Accepted: 0: Accepted for delivery';

withEngines('an SMS and its reports', (engine) => {
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
  const lastTaken = (): Taken => gateway.taken.at(-1) ?? {};

  test('arrive', async () => {
    const { deliveryId, settle } = await service.send();
    await settle();
    assert.deepEqual(await service.shown(deliveryId), ['DELIVERED', ACCEPTED]);
    assert.equal(await gateway.report(lastTaken(), 8, 'ACK/'), 200);
    assert.equal(await gateway.report(lastTaken(), 1), 200);
    assert.equal(await gateway.report(lastTaken(), 1), 200);
    const lines = [ACCEPTED, 'Handed to the network', 'Delivered to the phone'];
    assert.deepEqual(await service.shown(deliveryId), ['DELIVERED', ...lines]);
  });

  test('do not arrive', async () => {
    const { deliveryId, settle } = await service.send();
    await settle();
    assert.equal(await gateway.report(lastTaken(), 16, 'NACK/0x0b/Invalid Destination Address'), 200);
    const lines = [ACCEPTED, 'Not delivered: NACK/0x0b/Invalid Destination Address'];
    assert.deepEqual(await service.shown(deliveryId), ['DEAD', ...lines]);
  });

  test('arrive before the service has written down that the gateway took the message', async () => {
    const { deliveryId, settle } = await service.send();
    const reported = gateway.report(lastTaken(), 2, 'absent');
    await settle();
    assert.equal(await reported, 200);
    assert.deepEqual(await service.shown(deliveryId), ['DEAD', ACCEPTED, 'Not delivered: absent']);
  });

  test('are not taken from who does not know the address', async () => {
    const { deliveryId, settle } = await service.send();
    await settle();
    const address = lastTaken()['dlr-url']?.replace(/\.[\w-]{22}\?/, `.${'A'.repeat(22)}?`) ?? '';
    assert.equal(await gateway.report({ 'dlr-url': address }, 2), 404);
    assert.deepEqual(await service.shown(deliveryId), ['DELIVERED', ACCEPTED]);
  });
});
