import { DAY_MS } from '../duration.ts';

export const CREDENTIAL_TYPES = ['CLIENT_SECRET', 'GRANT'] as const;
export type CredentialType = (typeof CREDENTIAL_TYPES)[number];

/** What the provider can be asked for: also the secrets of the operator's own applications, which no seller is told of. */
export const ASKED_CREDENTIALS = [...CREDENTIAL_TYPES, 'OPERATOR_SECRET'] as const;
export type AskedCredentials = (typeof ASKED_CREDENTIALS)[number];

/** A secret of an application, or the access that a seller gave to one, that ends soon. */
export type ExpiringCredential = {
  readonly id: string;
  readonly type: CredentialType;
  /** Empty for an application of the operator. */
  readonly sellerId: string;
  /** The client id of the application. */
  readonly application: string;
  /** The name that people know it by; absent when it has none. */
  readonly name?: string | undefined;
  readonly createdMs: number;
  readonly endsMs: number;
};

/** Where a page of credentials begins: after the one with this end and id. */
export type CredentialPosition = { readonly endsMs: number; readonly id: string };

/** Credentials of one type, in the order of their ends. */
export type CredentialPage = {
  readonly credentials: readonly ExpiringCredential[];
  /** Where the next page begins; absent: this is the last one. */
  readonly next?: CredentialPosition | undefined;
};

export const isCredentialPosition = (value: unknown): value is CredentialPosition =>
  typeof value === 'object' &&
  value !== null &&
  Number.isSafeInteger((value as CredentialPosition).endsMs) &&
  typeof (value as CredentialPosition).id === 'string';

/** How many days before the end people and applications are told. */
const NOTICE_DAYS = [1, 7, 30] as const;
export const FIRST_NOTICE_MS = 30 * DAY_MS;

/**
 * The notice that is due, as its days before the end; undefined when none is. One that nobody sent in time is still due until the next one
 * is. A credential that never had so many days gets no notice of them: whoever created it knew its end.
 */
export function dueNotice({ createdMs, endsMs }: ExpiringCredential, nowMs: number): number | undefined {
  const leftMs = endsMs - nowMs;
  const days = leftMs <= 0 ? undefined : NOTICE_DAYS.find((one) => leftMs <= one * DAY_MS);
  return days !== undefined && endsMs - createdMs > days * DAY_MS ? days : undefined;
}
