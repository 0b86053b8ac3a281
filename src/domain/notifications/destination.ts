import type { Json } from '../market/item.ts';
import type { EventKind } from './notification.ts';

/** The kinds of channel a destination can have (spec 6). */
export const CHANNEL_TYPES = ['EMAIL', 'WEBHOOKS', 'SMS', 'PULL', 'MOBILE_PUSH'] as const;
export type ChannelType = (typeof CHANNEL_TYPES)[number];

/** Decision 27. */
export type DestinationStatus = 'PENDING_VERIFICATION' | 'ACTIVE' | 'INACTIVE' | 'SUSPENDED';

/** Nobody needs more, and each costs work at every event. */
export const MAX_DESTINATIONS = 50;

/** Where one seller's notifications go. */
export type Destination = {
  destinationId: string;
  sellerId: string;
  name: string;
  type: ChannelType;
  status: DestinationStatus;
  settings: DestinationSettings;
  /** Absent: all of them. */
  eventTypes?: readonly EventKind[];
  /** Which of the derived signing secrets is in force; rises with each rotation. */
  secretVersion: number;
  /** Until then the secret before it is in force, too. */
  previousSecretUntilMs?: number;
  createdMs: number;
  modifiedMs: number;
};

/** The settings of its own type, and none of another; kept encrypted, because half of them are secrets. */
export type DestinationSettings = {
  webhook?: WebhookSettings;
  email?: { address: string };
  sms?: { phoneNumber: string };
  push?: { endpoint: string; keys: { p256dh: string; auth: string } };
  pull?: PullSettings;
};

export type WebhookSettings = {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** The seller's own signing secrets, `whsec_` and base64; absent: the derived one. */
  secret?: string;
  previousSecret?: string;
  maxInFlight: number;
  /** What else the seller put there: kept and given back (decision 26). */
  others: { readonly [name: string]: Json };
};

export type PullSettings = { visibilityTimeoutSeconds: number; retentionSeconds: number };

export const DEFAULT_IN_FLIGHT = 10;
export const MAX_IN_FLIGHT = 100;

/** Requests at a time to one destination. While all it does is fail, one: the others' turn must not wait for it. */
export function inFlightLimit({ settings }: Destination, isFailing: boolean): number {
  return isFailing ? 1 : (settings.webhook?.maxInFlight ?? DEFAULT_IN_FLIGHT);
}

/** How long a delivery is worth trying. One that is pulled lies there for as long as its seller wishes. */
export function deliveryLifetimeMs({ settings: { pull } }: Destination, usualMs: number): number {
  return pull ? pull.retentionSeconds * 1_000 : usualMs;
}

/** Whether deliveries of a kind go out: a test also goes where confirmation or recovery is waited for (decisions 27, 28). */
export function mayReceive(status: DestinationStatus, isTest: boolean): boolean {
  return status === 'ACTIVE' || (isTest && status !== 'INACTIVE');
}

/** What an owner's wish for a status leads to; undefined when it is not the owner's to decide (decision 27). */
export function statusAfterRequest(
  now: DestinationStatus,
  wish: 'ACTIVE' | 'INACTIVE',
  isConfirmed: boolean,
): DestinationStatus | undefined {
  if (wish === 'INACTIVE') return 'INACTIVE';
  if (isConfirmed) return 'ACTIVE';
  // Switching it off and on again is no confirmation.
  return now === 'INACTIVE' ? 'PENDING_VERIFICATION' : undefined;
}
