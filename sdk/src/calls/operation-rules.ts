/** What the client must know about operations beside their types. A test compares these lists with the OpenAPI document. */

/** POSTs that compute and change nothing: they may run any number of times. */
const READING_POSTS: readonly string[] = [
  '/products/fees/v4/items/{StoreItemId}/feesEstimate',
  '/products/fees/v4/listings/{SellerSKU}/feesEstimate',
  '/products/fees/v4/feesEstimate',
  '/products/fees/v4/compare',
  '/products/pricing/v4/whatIf',
  '/products/pricing/v4/listings/history',
  '/batches/products/pricing/v4/listingOffers',
  '/batches/products/pricing/v4/itemOffers',
  '/batches/products/pricing/v4/items/competitiveSummary',
  '/batches/products/pricing/v4/offer/featuredOfferExpectedPrice',
  '/notifications/v4/filters/test',
];

/** A message is settled once per receipt handle: a second request finds the handle STALE and changes nothing. */
const SETTLING_POSTS: readonly string[] = ['acknowledge', 'extend', 'giveBack'].map(
  (verb) => `/notifications/v4/destinations/{channelId}/${verb}`,
);

const KEYED_POSTS: readonly string[] = [
  '/products/pricing/v4/priceChanges',
  '/products/pricing/v4/priceChanges/{PriceChangeId}/undo',
  '/reports/v4/reports',
  '/notifications/v4/destinations',
  '/notifications/v4/subscriptions/{notificationType}',
  '/notifications/v4/subscriptions/{notificationType}/testNotification',
  '/notifications/v4/destinations/{channelId}/replay',
  '/operator/v1/sellers/{sellerId}/ownerInvitations',
  '/operator/v1/operators',
  '/operator/v1/supportSessions',
  '/operator/v1/notes',
];

/** Whether the service takes an Idempotency-Key: requests with the same key take effect once. */
export const takesKey = (method: string, url: string): boolean => method === 'POST' && KEYED_POSTS.includes(url);

/**
 * Whether a request may be sent again although the first one may have been executed. Everything else is sent again only when
 * it certainly was not executed. A PUT says what is to be, so a second one changes nothing more. A DELETE that is sent again may find nothing: its 404 then shows that the first one succeeded.
 *
 * Browsers send every request again by themselves when a kept connection breaks before the answer begins. No page can prevent that.
 */
export const isRepeatable = (method: string, url: string): boolean =>
  method === 'GET' ||
  method === 'PUT' ||
  method === 'DELETE' ||
  (method === 'POST' && [READING_POSTS, SETTLING_POSTS, KEYED_POSTS].some((list) => list.includes(url)));

/** Operations without an access token. A client that cannot get a token can still call them. */
export const isPublic = (url: string): boolean => /^\/(health|auth\/v4|notifications\/v4\/schemas)(\/|$)/.test(url);

/** A 503 is what a caller of a health check asks for: it is no reason to try again. */
export const isHealthCheck = (url: string): boolean => url.startsWith('/health/');

/** How long the service may wait before it answers, because the caller asked it to: `prefer: wait=N` or `waitSeconds`. */
export function waitMsOf(headers: Headers, body: unknown): number {
  const preferred = /(?:^|[\s,;])wait="?(\d{1,6})/i.exec(headers.get('prefer') ?? '')?.[1];
  const { waitSeconds } = Object(body) as { waitSeconds?: unknown };
  return 1_000 * Math.max(Number(preferred ?? 0), typeof waitSeconds === 'number' && waitSeconds > 0 ? waitSeconds : 0);
}

export const DOCUMENT_URL = '/reports/v4/documents/{reportDocumentId}';

/** Its answer is a document, not JSON. */
export const isDocument = (url: string): boolean =>
  url === DOCUMENT_URL || url === '/operator/v1/export' || url.endsWith('/rejected');
