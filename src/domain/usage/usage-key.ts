/*
 * What is counted of a request (decision 56): who, for which seller, which operation, and how it ended. Never an address, a path or an
 * identifier of an item.
 */

/**
 * Who sent the request: an application with a token of its own (`own`) or one that a person gave it (`delegated`), somebody without a
 * valid token (`none`), or somebody whose key came after too many others in its minute (`other`).
 */
export const USAGE_CALLERS = ['own', 'delegated', 'none', 'other'] as const;
type UsageCaller = (typeof USAGE_CALLERS)[number];

export type UsageKey = {
  readonly caller: UsageCaller;
  /** Empty for `none` and `other`. */
  readonly clientId: string;
  /** Empty when the caller acts for no seller. */
  readonly sellerId: string;
  readonly operation: string;
  readonly status: number;
  /** Why it was refused. Empty when it was not. */
  readonly reason: string;
};

/** The operation of requests to a path or method that does not exist. No operationId is one of these three. */
export const UNKNOWN_PATH = 'unknownPath';
/** The operation of pages and files for people, which are no operations of the API. */
export const PAGE = 'page';
/** The operation of `other` callers. */
export const OTHER_OPERATION = 'other';

/** Further keys of a minute are counted as `other`: what is stored has a bound, whatever callers do. */
export const MAX_KEYS_PER_MINUTE = 10_000;

/** A foreign provider may give a client an id of any length, and with characters that the store does not take. */
const MAX_CLIENT_ID_LENGTH = 256;

/** A client's id as it is counted. */
export const countedClient = (clientId: string): string =>
  clientId
    .slice(0, MAX_CLIENT_ID_LENGTH)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, '\uFFFD');
