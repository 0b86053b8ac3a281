import { randomBytes } from 'node:crypto';
import type { OutgoingMessage } from '../../src/delivery/message-sender.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import type { ChannelType, Destination, DestinationSettings } from '../../src/domain/notifications/destination.ts';
import { type CloudEvent, testEvent } from '../../src/domain/notifications/notification.ts';

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export const NOW_MS = Date.parse('2026-11-15T09:30:00.123Z');

/** A test notification. The seller chose the text of `testScenario`. */
export const event: CloudEvent = testEvent(
  {
    id: 'ntf_00000000000000000000000000000001',
    source: 'https://api.store.example/notifications/v4',
    sellerId: 'A1DEMOSELLER',
    marketplaceId: 'STORE_US',
    nowMs: NOW_MS,
  },
  { payloadVersion: '1.0', testScenario: 'grüße 🧦' },
);

export const STOP_URL = `https://api.store.example/confirmations/v4/stops/ch_1.${'x'.repeat(22)}`;

/** A message with this event, by default on its first attempt. */
export function outgoingMessage(
  type: ChannelType,
  settings: DestinationSettings,
  others: { secrets?: string[]; body?: string; attempts?: number; status?: Destination['status'] } = {},
): OutgoingMessage {
  const { secrets = [], body = JSON.stringify(event), attempts = 1, status = 'ACTIVE' } = others;
  const destination: Destination = {
    destinationId: 'ch_1',
    sellerId: 'A1DEMOSELLER',
    name: 'one',
    type,
    status,
    settings,
    windowSeconds: 60,
    secretVersion: 1,
    createdMs: NOW_MS,
    modifiedMs: NOW_MS,
  };
  const delivery: OutgoingMessage['delivery'] = {
    deliveryId: 'dl_0000000000000000000000000000000a',
    destinationId: 'ch_1',
    notificationId: event.id,
    kind: event.type,
    isTest: true,
    body,
    state: 'SENDING',
    attempts,
    dueMs: NOW_MS,
    createdMs: NOW_MS,
    expiresMs: NOW_MS + DAY_MS,
  };
  const names = { seller: 'Demo & Sons', marketplace: 'Store US', operator: 'Store Inc.' };
  return {
    delivery,
    earlier: [],
    destination,
    secrets,
    ...(type === 'EMAIL' ? { stop: { url: STOP_URL, names } } : {}),
  };
}
