import type { Json } from '../market/item.ts';
import type { EventKind } from './notification.ts';

/** The ways of delivery (spec 6). */
export const CHANNEL_TYPES = ['EMAIL', 'WEBHOOKS', 'SMS', 'PULL', 'MOBILE_PUSH'] as const;
export type ChannelType = (typeof CHANNEL_TYPES)[number];

/** Decision 27. */
export type DestinationStatus = 'PENDING_VERIFICATION' | 'ACTIVE' | 'INACTIVE' | 'SUSPENDED';

/** For one seller: every event is queued for each of them. */
export const MAX_DESTINATIONS = 50;

/** Where notifications of one seller are sent. The specification calls its id `channelId`. */
export type Destination = {
  destinationId: string;
  sellerId: string;
  name: string;
  type: ChannelType;
  status: DestinationStatus;
  settings: DestinationSettings;
  /** Absent: all kinds of events. */
  eventTypes?: readonly EventKind[];
  /** The version of the derived signing secret in force; each rotation increments it. */
  secretVersion: number;
  /** Until then the previous secret is also in force. */
  previousSecretUntilMs?: number;
  createdMs: number;
  modifiedMs: number;
};

/** Only the settings of the destination's type are present, and the `webhookKeys` of all other types. They are stored encrypted, because half of them are secrets. */
export type DestinationSettings = {
  webhook?: WebhookSettings;
  email?: { address: string };
  sms?: { phoneNumber: string };
  push?: { endpoint: string; keys: { p256dh: string; auth: string } };
  pull?: PullSettings;
  /** Unknown keys of the seller in the `webhookConfig` of another type: stored and returned (decision 26). */
  webhookKeys?: WebhookSettings['others'];
};

export type WebhookSettings = {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** The seller's own signing secrets, `whsec_` and base64; absent: the derived one. */
  secret?: string;
  previousSecret?: string;
  maxInFlight: number;
  /** Unknown keys of the seller: stored and returned (decision 26). */
  others: { readonly [name: string]: Json };
};

export type PullSettings = { visibilityTimeoutSeconds: number; retentionSeconds: number };

export const DEFAULT_IN_FLIGHT = 10;
export const MAX_IN_FLIGHT = 100;

/** Deliveries in flight to one destination. A failing destination gets one at a time: it must not occupy the worker. */
export function inFlightLimit({ settings }: Destination, isFailing: boolean): number {
  return isFailing ? 1 : (settings.webhook?.maxInFlight ?? DEFAULT_IN_FLIGHT);
}

/** How long a delivery is kept open. A PULL destination sets its own retention. */
export function deliveryLifetimeMs({ settings: { pull } }: Destination, defaultMs: number): number {
  return pull ? pull.retentionSeconds * 1_000 : defaultMs;
}

/** Whether a destination may receive in this status: unconfirmed and suspended ones get tests only (decisions 27, 28). */
export function mayReceive(status: DestinationStatus, isTest: boolean): boolean {
  return status === 'ACTIVE' || (isTest && status !== 'INACTIVE');
}

/** The status after a seller's request to change it; undefined when the seller may not make that change (decision 27). */
export function statusAfterRequest(
  current: DestinationStatus,
  requested: 'ACTIVE' | 'INACTIVE',
  isConfirmed: boolean,
): DestinationStatus | undefined {
  if (requested === 'INACTIVE') return 'INACTIVE';
  if (isConfirmed) return 'ACTIVE';
  // INACTIVE and then ACTIVE again does not replace the confirmation.
  return current === 'INACTIVE' ? 'PENDING_VERIFICATION' : undefined;
}
