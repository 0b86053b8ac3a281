import { writeTime } from '../time.ts';
import type { CredentialExpiring, DestinationSuspended, ReportReady } from './event-payload.ts';

/** The kinds of events (decision 30). */
export const EVENT_KINDS = [
  'TEST_NOTIFICATION',
  'ANY_OFFER_CHANGED',
  'BUY_BOX_CHANGED',
  'PRICING_HEALTH',
  'PRICE_CHANGED',
  'FEE_PROMOTION',
  'FEE_CHANGED',
  'DESTINATION_SUSPENDED',
  'CREDENTIAL_EXPIRING',
  'REPORT_READY',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** A CloudEvents 1.0 event in JSON form: what every channel carries. */
export type CloudEvent = {
  specversion: '1.0';
  /** The notification id. Receivers use it to drop duplicates. */
  id: string;
  source: string;
  type: EventKind;
  /** The item, when the event is about one. */
  subject?: string;
  time: string;
  datacontenttype: 'application/json';
  data: { payloadVersion: string; sellerId: string; marketplaceId?: string; [name: string]: unknown };
};

/** What a seller may choose in a test notification. */
export type TestContent = { payloadVersion: string; testScenario?: string | undefined };

/** The content of a test notification (spec 6, item 4). */
export function testEvent(
  about: { id: string; source: string; sellerId: string; marketplaceId: string | undefined; nowMs: number },
  { payloadVersion, testScenario }: TestContent,
): CloudEvent {
  const { id, source, sellerId, marketplaceId, nowMs } = about;
  return {
    specversion: '1.0',
    id,
    source,
    type: 'TEST_NOTIFICATION',
    time: writeTime(nowMs),
    datacontenttype: 'application/json',
    data: {
      payloadVersion,
      sellerId,
      ...(marketplaceId === undefined ? {} : { marketplaceId }),
      ...(testScenario === undefined ? {} : { testScenario }),
      message: 'This is a test notification. Nothing has changed; it shows that this destination is reached.',
    },
  };
}

/** Tells a seller that destinations are suspended, or will be. */
export function suspensionEvent(
  about: { id: string; source: string; sellerId: string; nowMs: number },
  payload: DestinationSuspended,
): CloudEvent {
  const { id, source, sellerId, nowMs } = about;
  return {
    ...{ specversion: '1.0', id, source, type: 'DESTINATION_SUSPENDED', time: writeTime(nowMs) },
    datacontenttype: 'application/json',
    data: { payloadVersion: '1.0', sellerId, ...payload },
  };
}

/** Tells a seller that a secret of an application, or its access, will end (decision 60). */
export function expiryEvent(
  about: { id: string; source: string; sellerId: string; nowMs: number },
  payload: CredentialExpiring,
): CloudEvent {
  const { id, source, sellerId, nowMs } = about;
  return {
    ...{ specversion: '1.0', id, source, type: 'CREDENTIAL_EXPIRING', time: writeTime(nowMs) },
    datacontenttype: 'application/json',
    data: { payloadVersion: '1.0', sellerId, ...payload },
  };
}

/** Tells a seller that a report has ended (decision 60). */
export function reportEvent(
  about: { id: string; source: string; sellerId: string; nowMs: number },
  payload: ReportReady,
): CloudEvent {
  const { id, source, sellerId, nowMs } = about;
  return {
    ...{ specversion: '1.0', id, source, type: 'REPORT_READY', time: writeTime(nowMs) },
    datacontenttype: 'application/json',
    data: { payloadVersion: '1.0', sellerId, ...payload },
  };
}
