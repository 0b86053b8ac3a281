import { DEMO_DESTINATIONS, DEMO_MESSAGE } from '../../domain/notifications/demo-ids.ts';
import type { ChannelType } from '../../domain/notifications/destination.ts';
import { MASK } from '../masked.ts';
import { webhookExample } from './webhook-config.ts';

/*
 * What a fresh demo has and answers, as the OpenAPI document shows it. `test/e2e/start-and-stop.test.ts` sends the documented
 * requests to a demo and compares.
 */

const CREATED_MS = 1_794_700_800_000;
const NOW = '2026-11-15T00:00:00.000Z';

const demo = (type: ChannelType, channelName: string, webhookConfig: object, more = {}) => ({
  ...{ channelOwner: 'A1DEMOSELLER', channelName, type, webhookConfig, status: 'ACTIVE' },
  ...{ channelId: DEMO_DESTINATIONS[type], createdTimestamp: CREATED_MS, lastModifiedTimestamp: CREATED_MS },
  windowSeconds: 60,
  ...more,
});

const webhookConfig = { url: 'http://127.0.0.1:8083/webhook', headers: {}, maxInFlight: 10 };
const webhook = demo('WEBHOOKS', 'Demo webhook', webhookConfig, { windowSeconds: 0 });
const push = { endpoint: 'http://127.0.0.1:8083/push', keys: { p256dh: MASK, auth: MASK } };

export const destinationExamples = {
  /** With the signing secret, which is shown only once. */
  created: {
    ...demo('WEBHOOKS', 'Repricer', webhookExample, { eventTypes: ['BUY_BOX_CHANGED'] }),
    channelId: 'ch_019a8541c400aa55bb66cc77dd88ee99ff00',
    createdBy: 'demoseller',
  },
  webhook,
  changed: {
    ...webhook,
    channelName: 'Repricer',
    webhookConfig: { ...webhookConfig, maxInFlight: 2 },
  },
  rotated: { ...webhook, webhookConfig: { ...webhookConfig, signing: webhookExample.signing } },
  confirmed: {
    ...demo('SMS', 'Stock room', {}, { smsConfig: { phoneNumber: '+15035550199' } }),
    channelId: 'ch_019a8541c400aa55bb66cc77dd88ee99ff00',
    createdBy: 'demoseller',
  },
  all: [
    demo('EMAIL', 'Demo e-mail', {}, { emailConfig: { address: 'demo@store.example' } }),
    webhook,
    demo('SMS', 'Demo SMS', {}, { smsConfig: { phoneNumber: '+12065550123' } }),
    demo('PULL', 'Demo queue', {}, { pullConfig: { visibilityTimeoutSeconds: 30, retentionSeconds: 345_600 } }),
    demo('MOBILE_PUSH', 'Demo push', {}, { mobilePushConfig: { subscription: push } }),
  ],
};

export const eventExample = {
  specversion: '1.0',
  id: DEMO_MESSAGE.notificationId,
  source: 'http://127.0.0.1:8080/notifications/v4',
  type: 'TEST_NOTIFICATION',
  time: NOW,
  datacontenttype: 'application/json',
  data: {
    ...{ payloadVersion: '1.0', sellerId: 'A1DEMOSELLER', marketplaceId: 'STORE_US' },
    testScenario: 'first message',
    message: 'This is a test notification. Nothing has changed; it shows that this destination is reached.',
  },
};

/** The message in the queue of the demo. */
export const queuedExample = {
  ...DEMO_MESSAGE,
  channelId: DEMO_DESTINATIONS.PULL,
  eventType: 'TEST_NOTIFICATION',
  isTest: true,
  state: 'PENDING',
  attemptCount: 0,
  createdTime: NOW,
  nextAttemptTime: NOW,
  expiresTime: '2026-11-19T00:00:00.000Z',
};

const { nextAttemptTime: _onlyWhilePending, ...settled } = queuedExample;

/** A test notification that arrived at the demo webhook. */
const deliveredExample = {
  ...settled,
  notificationId: 'ntf_019a8541c400aa55bb66cc77dd88ee99ff02',
  deliveryId: 'dlv_019a8541c400aa55bb66cc77dd88ee99ff01',
  channelId: DEMO_DESTINATIONS.WEBHOOKS,
  state: 'DELIVERED',
  attemptCount: 1,
  settledTime: '2026-11-15T00:00:00.120Z',
};

const attemptExample = {
  ...{ number: 1, outcome: 'DELIVERED', startedTime: '2026-11-15T00:00:00.020Z' },
  ...{ durationMs: 100, code: 204 },
};

/** By name, as the document shows them. */
export const deliveryExamples = {
  Waiting: { ...queuedExample, attempts: [], event: eventExample },
  Delivered: {
    ...deliveredExample,
    lastAttempt: attemptExample,
    attempts: [attemptExample],
    event: {
      ...eventExample,
      id: deliveredExample.notificationId,
      data: { ...eventExample.data, testScenario: 'first try' },
    },
  },
};

export const HANDLE_EXAMPLE = `${DEMO_MESSAGE.deliveryId}.0f3fWmWqLr9a1l8N2c5ZxA`;
