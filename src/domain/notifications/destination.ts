import type { Json } from '../market/item.ts';
import type { EventFilter } from './event-filter.ts';
import type { KindChoices, WindowSeconds } from './kind-choice.ts';
import { EVENT_KINDS, type EventKind } from './notification.ts';
import type { QuietHours } from './quiet-hours.ts';
import type { DestinationFailure, StatusReason, Withdrawal } from './status-reason.ts';

/** The ways of delivery (spec 6). */
export const CHANNEL_TYPES = ['EMAIL', 'WEBHOOKS', 'SMS', 'PULL', 'MOBILE_PUSH'] as const;
export type ChannelType = (typeof CHANNEL_TYPES)[number];

/**
 * Decision 27. WITHDRAWN: the application that it belongs to has lost its access (decision 38), or its seller is disabled (decision 55).
 * The API shows it as SUSPENDED, with a reason. Unlike SUSPENDED it gets nothing at all, not even tests.
 */
export type DestinationStatus = 'PENDING_VERIFICATION' | 'ACTIVE' | 'INACTIVE' | 'SUSPENDED' | 'WITHDRAWN';

/** Limits of one seller, because every event is queued for each destination (decision 38). */
export const MAX_DESTINATIONS = {
  /** That belong to the seller. Applications cannot use them up. */
  seller: 50,
  /** That belong to one delegated application. */
  application: 20,
  /** That belong to all delegated applications of the seller together. */
  allApplications: 100,
} as const;

/** Where notifications of one seller are sent. The specification calls its id `channelId`. */
export type Destination = {
  destinationId: string;
  sellerId: string;
  name: string;
  type: ChannelType;
  status: DestinationStatus;
  settings: DestinationSettings;
  /** Absent: see `takesKind`. Empty: it waits for subscriptions (decision 58). */
  eventTypes?: readonly EventKind[];
  /** See `EventWindow`. 0: every event is sent at once. */
  windowSeconds: WindowSeconds;
  /** Absent: it gets every event of its kinds. */
  filter?: EventFilter;
  /** What counts for a kind in place of `filter` and `windowSeconds` (decision 58). */
  byKind?: KindChoices;
  /** Only of destinations of people (`isForPeople`). */
  quietHours?: QuietHours;
  /** The version of the derived signing secret in force; each rotation increments it. */
  secretVersion: number;
  /** Until then the previous secret is also in force. */
  previousSecretUntilMs?: number;
  /** Its receiver said that it wants webhooks of this service. Absent: it did not say, as most do not know the question. */
  consent?: 'ALLOWED';
  /** The application that created it; absent when it was created before this was recorded. */
  createdBy?: string;
  /** Set while it is WITHDRAWN. */
  suspension?: Withdrawal;
  /** Why it was last SUSPENDED. Kept while it is WITHDRAWN: it may be SUSPENDED again after that. */
  failure?: DestinationFailure;
  createdMs: number;
  modifiedMs: number;
};

/** Only the settings of the destination's type are present, and the `webhookKeys` of all other types. They are stored encrypted, because half of them are secrets. */
export type DestinationSettings = {
  webhook?: WebhookSettings;
  /** `isRegistered`: the seller's registered contact, because the request named none. Delegated applications do not see it. */
  email?: { address: string; isRegistered?: true };
  sms?: { phoneNumber: string; isRegistered?: true };
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
export function deliveryLifetimeMs({ settings: { pull } }: Pick<Destination, 'settings'>, defaultMs: number): number {
  return pull ? pull.retentionSeconds * 1_000 : defaultMs;
}

export const DEFAULT_WINDOW_SECONDS: WindowSeconds = 60;

const CHANNELS_TO_PEOPLE: readonly ChannelType[] = ['EMAIL', 'SMS', 'MOBILE_PUSH'];

/** Whether a person reads what is sent there, and not a program. */
export const isForPeople = (type: ChannelType): boolean => CHANNELS_TO_PEOPLE.includes(type);

const KINDS_FOR_PEOPLE: readonly EventKind[] = [
  'BUY_BOX_CHANGED',
  'PRICING_HEALTH',
  'FEE_PROMOTION',
  'FEE_CHANGED',
  'DESTINATION_SUSPENDED',
];

/** The kinds that a destination of the type gets unless it has a list of its own (decision 42). */
export const defaultKinds = (type: ChannelType): readonly EventKind[] =>
  isForPeople(type) ? KINDS_FOR_PEOPLE : EVENT_KINDS;

/**
 * Whether a destination takes an event. Without `eventTypes`, programs get every kind, and people only what they may have to
 * act upon: of BUY_BOX_CHANGED only that they lost the buy box (decision 42).
 */
export function takesKind(
  { type, eventTypes }: Pick<Destination, 'type'> & { eventTypes?: readonly EventKind[] | undefined },
  kind: EventKind,
  isLost: boolean,
): boolean {
  if (eventTypes !== undefined) return eventTypes.includes(kind);
  if (!isForPeople(type)) return true;
  return KINDS_FOR_PEOPLE.includes(kind) && (kind !== 'BUY_BOX_CHANGED' || isLost);
}

/** Whether a destination may receive in this status: unconfirmed and failing ones get tests only (decisions 27, 28). */
export function mayReceive(status: DestinationStatus, isTest: boolean): boolean {
  return status === 'ACTIVE' || (isTest && (status === 'SUSPENDED' || status === 'PENDING_VERIFICATION'));
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
  return current === 'INACTIVE' || current === 'WITHDRAWN' ? 'PENDING_VERIFICATION' : undefined;
}

/** Why a destination is suspended; undefined when it is not, or when that was not recorded. */
export function statusReasonOf({
  status,
  suspension,
  failure,
}: Pick<Destination, 'status' | 'suspension' | 'failure'>): StatusReason | undefined {
  if (status === 'WITHDRAWN') return suspension;
  return status === 'SUSPENDED' ? failure : undefined;
}

/** The status as the API shows it. */
export const shownStatus = (status: DestinationStatus): Exclude<DestinationStatus, 'WITHDRAWN'> =>
  status === 'WITHDRAWN' ? 'SUSPENDED' : status;
