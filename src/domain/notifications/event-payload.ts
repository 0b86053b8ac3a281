import type { CredentialType } from '../authorization/expiring-credential.ts';
import type { StatusReason } from './status-reason.ts';

/**
 * Destinations that are suspended (decisions 27, 38, 42). `status` ACTIVE: they will be at `EffectiveFrom`. SUSPENDED: they are
 * since then. The names are those of the destination endpoints.
 */
export type DestinationSuspended = {
  createdBy?: string;
  applicationName?: string;
  channelIds: readonly string[];
  /** The names of the same destinations, in the same order. */
  channelNames: readonly string[];
  status: 'ACTIVE' | 'SUSPENDED';
  statusReason: StatusReason;
  lastUsedTime?: string;
  /** How the last attempt failed: the service's own words, nothing of what the receiver answered. */
  lastError?: string;
  EffectiveFrom: string;
};

/** A secret of an application, or the access that a seller gave to one, that ends at `EffectiveUntil` (decision 60). */
export type CredentialExpiring = {
  credentialId: string;
  credentialType: CredentialType;
  clientId: string;
  applicationName?: string;
  DaysBefore: number;
  EffectiveUntil: string;
};

/** A report that is done, or that could not be made (decision 60). The names are those of the report. */
export type ReportReady = {
  reportId: string;
  reportType: string;
  marketplaceIds: readonly string[];
  format: string;
  state: 'DONE' | 'FATAL';
  scheduleId?: string | undefined;
  failure?: { readonly code: string; readonly message: string } | undefined;
  reportDocumentId?: string | undefined;
  /** Answers only to a token that may read the report. */
  documentUrl?: string | undefined;
  lines?: number | undefined;
  bytes?: number | undefined;
  expiresTime: string;
};

// A stored event may come from another version of the service, and a text with one sentence less is better than none. So
// these functions return undefined or nothing where a value is missing or has another type, and those of `texts/` return ''.

/** The value at a path of names; undefined when there is none. */
export function valueAt(data: unknown, ...names: readonly string[]): unknown {
  let value = data;
  for (const name of names) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** The elements of a list; none when it is no list. */
export const listAt = (data: unknown, name: string): readonly unknown[] => {
  const list = valueAt(data, name);
  return Array.isArray(list) ? list : [];
};
