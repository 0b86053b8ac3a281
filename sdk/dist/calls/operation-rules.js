const READING_POSTS = [
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
const SETTLING_POSTS = ['acknowledge', 'extend', 'giveBack'].map((verb) => `/notifications/v4/destinations/{channelId}/${verb}`);
const KEYED_POSTS = [
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
export const takesKey = (method, url) => method === 'POST' && KEYED_POSTS.includes(url);
export const isRepeatable = (method, url) => method === 'GET' ||
    method === 'PUT' ||
    method === 'DELETE' ||
    (method === 'POST' && [READING_POSTS, SETTLING_POSTS, KEYED_POSTS].some((list) => list.includes(url)));
export const isPublic = (url) => /^\/(health|auth\/v4|notifications\/v4\/schemas)(\/|$)/.test(url);
export const isHealthCheck = (url) => url.startsWith('/health/');
export function waitMsOf(headers, body) {
    const preferred = /(?:^|[\s,;])wait="?(\d{1,6})/i.exec(headers.get('prefer') ?? '')?.[1];
    const { waitSeconds } = Object(body);
    return 1_000 * Math.max(Number(preferred ?? 0), typeof waitSeconds === 'number' && waitSeconds > 0 ? waitSeconds : 0);
}
export const DOCUMENT_URL = '/reports/v4/documents/{reportDocumentId}';
export const isDocument = (url) => url === DOCUMENT_URL || url === '/operator/v1/export' || url.endsWith('/rejected');
