import type { Right } from './rights.ts';

/** The rights of a support session: what the console reads, and no costs (decision 55). */
export const SUPPORT_RIGHTS = [
  'seller-api:pricing:read',
  'seller-api:notifications:read',
  'seller-api:account:read',
] as const satisfies readonly Right[];

/**
 * What a support session may call: operations that read, by their `operationId`. Everything else is refused, also what somebody adds later:
 * a test wants each operation of sellers to be in one of the two lists.
 */
export const SUPPORT_OPERATIONS: ReadonlySet<string> = new Set([
  'getFeesEstimateForItem',
  'getFeesEstimateForSku',
  'getFeesEstimates',
  'compareFeesEstimates',
  'getListingOffers',
  'getItemOffers',
  'getListingOffersBatch',
  'getItemOffersBatch',
  'getCompetitivePricing',
  'getPricing',
  'getCompetitiveSummary',
  'getFeaturedOfferExpectedPriceBatch',
  'explainBuyBox',
  'getListings',
  'tryPrices',
  'getLimits',
  'listLimits',
  'getPriceHistory',
  'getListingHistory',
  'getListingBuyBoxShare',
  'getBuyBoxShare',
  'getPriceChanges',
  'getPriceChange',
  'getDestinations',
  'getDestination',
  'getSubscriptions',
  'getSubscription',
  'getDeliveries',
  'getDelivery',
  'getEvents',
  'testFilter',
  'getReports',
  'getReport',
  'getReportSchedules',
  'getReportSchedule',
  'getMarketplaceParticipations',
  'getSellerNames',
  'getNotes',
  'getSellerAudit',
  'getSellerUsage',
  'getSellerSupportSessions',
]);

const CHANGES = 'it changes something';
const PULLS = 'messages belong to the program that receives them';

/** The others of sellers, and why not. */
export const REFUSED_TO_SUPPORT: Readonly<Record<string, string>> = {
  setLimits: CHANGES,
  setManyLimits: CHANGES,
  changePrices: CHANGES,
  undoPriceChange: CHANGES,
  createDestination: CHANGES,
  changeDestination: CHANGES,
  deleteDestination: CHANGES,
  createSubscription: CHANGES,
  deleteSubscription: CHANGES,
  rotateSecret: CHANGES,
  confirmDestination: CHANGES,
  sendTestNotification: CHANGES,
  resendDelivery: CHANGES,
  recoverDeliveries: CHANGES,
  replayEvents: CHANGES,
  createReport: CHANGES,
  deleteReport: CHANGES,
  putReportSchedule: CHANGES,
  deleteReportSchedule: CHANGES,
  endSellerSupportSession: CHANGES,
  receiveMessages: PULLS,
  acknowledgeMessages: PULLS,
  extendMessages: PULLS,
  giveBackMessages: PULLS,
  getPushKey: 'it is for subscribing a device to push messages',
  getReportDocument: 'a report copies data in bulk, and may have costs',
};

/** All of the operator's are refused, too. */
export const whyNotForSupport = (operationId: string): string =>
  REFUSED_TO_SUPPORT[operationId] ?? "it is the operator's, whose people have tokens of their own";
