import type { CacheUse } from '../../domain/use-counts.ts';
import type { Identity } from '../../identity/identity.ts';
import type { CheckUrl } from '../../wire/notifications/webhook-config.ts';
import { list, nested, oauth } from '../answers/envelope.ts';
import { type AuditParts, auditRoutes } from '../routes/audit/audit.ts';
import { authorizationRoutes } from '../routes/authorization/routes.ts';
import { compareRoutes } from '../routes/fees/compare.ts';
import { estimateBatchRoutes } from '../routes/fees/estimate-batch.ts';
import { estimateRoutes } from '../routes/fees/estimate-routes.ts';
import type { FeeFacts } from '../routes/fees/estimate-subject.ts';
import { healthRoutes, type Readiness } from '../routes/health.ts';
import { type ApplyStream, operatorRoutes } from '../routes/market/live-changes.ts';
import { type ParticipationFacts, sellerRoutes } from '../routes/market/seller.ts';
import { sellerNameRoutes } from '../routes/market/seller-names.ts';
import { type AccessParts, accessBy } from '../routes/notifications/caller-access.ts';
import { confirmationCodeRoutes } from '../routes/notifications/confirmation-codes.ts';
import { type ConfirmationParts, confirmationRoutes } from '../routes/notifications/confirmations.ts';
import { type DeliveryParts, deliveryRoutes } from '../routes/notifications/deliveries.ts';
import { type DestinationParts, destinationRoutes } from '../routes/notifications/destinations.ts';
import { type EventSchemaParts, eventSchemaRoutes } from '../routes/notifications/event-schemas.ts';
import { type EventParts, eventRoutes } from '../routes/notifications/events.ts';
import { type FilterTrialParts, filterTrialRoutes } from '../routes/notifications/filter-trials.ts';
import { type MessagePageParts, messagePageRoutes } from '../routes/notifications/message-page.ts';
import { acceptForms } from '../routes/notifications/owner-pages.ts';
import { type PullParts, pullRoutes } from '../routes/notifications/pull.ts';
import { pushKeyRoutes } from '../routes/notifications/push-key.ts';
import type { AskReceiver } from '../routes/notifications/receiver-consent.ts';
import { type ReplayParts, replayRoutes } from '../routes/notifications/replay.ts';
import { type SecretParts, signingSecretRoutes } from '../routes/notifications/signing-secrets.ts';
import { type SmsReportParts, smsReportRoutes } from '../routes/notifications/sms-reports.ts';
import { type StopLinkParts, stopLinkRoutes } from '../routes/notifications/stop-links.ts';
import { type TestNotificationParts, testNotificationRoutes } from '../routes/notifications/test-notification.ts';
import { boxExplanationRoutes, type ExplainedMarket } from '../routes/pricing/box-explanation.ts';
import { buyBoxShareRoutes, type ShareMarket } from '../routes/pricing/buy-box-share.ts';
import { competitiveSummaryRoutes, type SummaryMarket } from '../routes/pricing/competitive-summary.ts';
import { expectedPriceRoutes, type PositionMarket } from '../routes/pricing/expected-price-batch.ts';
import { type ListedMarket, listingsRoutes } from '../routes/pricing/listings.ts';
import { offerBatchRoutes } from '../routes/pricing/offer-batch.ts';
import { type OfferMarket, offerAnswers, offerRoutes } from '../routes/pricing/offers.ts';
import { type HistoryMarket, priceHistoryRoutes } from '../routes/pricing/price-history.ts';
import { type ProductMarket, productRoutes } from '../routes/pricing/products.ts';
import { type WhatIfMarket, whatIfRoutes } from '../routes/pricing/what-if.ts';
import type { PathGroup } from './path-group.ts';

export type ProductParts = {
  readonly readiness: Readiness;
  readonly identity: Identity;
  readonly market: OfferMarket &
    ProductMarket &
    ExplainedMarket &
    PositionMarket &
    WhatIfMarket &
    SummaryMarket &
    HistoryMarket &
    ShareMarket &
    ListedMarket & { facts: ParticipationFacts & FeeFacts & MessagePageParts['facts'] };
  readonly applyStream: ApplyStream;
  /** Where the cache of answers counts its hits. */
  readonly answerCacheUse?: CacheUse;
  readonly audit: AuditParts;
  readonly notifications: NotificationRouteParts['notifications'];
  /** The client of the console, which counts as the seller's own application (decision 38). */
  readonly consoleClientId?: string | undefined;
  /** Checks the text of a webhook URL that a seller chose. */
  readonly checkUrl: CheckUrl;
  /** Asks the receiver of a new webhook whether it wants it. Absent: none is asked. */
  readonly askReceiver?: AskReceiver | undefined;
  /** The public key with which browsers subscribe to push messages. */
  readonly pushKey: string;
  /** Records the SMS gateway's report about a message. */
  readonly reportSms: SmsReportParts['report'];
};

type NotificationRouteParts = AccessParts &
  DestinationParts &
  SecretParts &
  ConfirmationParts &
  StopLinkParts &
  MessagePageParts &
  TestNotificationParts &
  DeliveryParts &
  PullParts &
  EventParts &
  FilterTrialParts &
  ReplayParts &
  EventSchemaParts;

/** Guards, error envelopes and routes of every path group of the service. */
export function pathGroupsOf(parts: ProductParts): PathGroup[] {
  const authorization = [authorizationRoutes(parts.identity)];
  const sellers = [sellerRoutes(parts.market.facts), sellerNameRoutes(parts.market.facts)];
  const { facts } = parts.market;
  const now = () => parts.market.now();
  const fees = [estimateRoutes, estimateBatchRoutes, compareRoutes].map((routes) => routes(facts, now));
  const offers = offerAnswers(parts.market, parts.answerCacheUse);
  const pricing = [
    offerRoutes(offers),
    productRoutes(parts.market),
    boxExplanationRoutes(parts.market),
    listingsRoutes(parts.market),
    whatIfRoutes(parts.market),
    priceHistoryRoutes(parts.market),
    buyBoxShareRoutes(parts.market),
  ];
  const batches = [offerBatchRoutes(offers), competitiveSummaryRoutes(parts.market), expectedPriceRoutes(parts.market)];
  const operator = [auditRoutes(parts.audit), operatorRoutes(parts.applyStream)];
  const confirmations = [acceptForms, confirmationRoutes({ ...parts, facts }), stopLinkRoutes({ ...parts, facts })];
  const messages = [messagePageRoutes({ ...parts, facts })];
  const accessOf = accessBy(parts.consoleClientId);
  const notifications = notificationRoutes({ ...parts, facts, accessOf, now: Date.now });
  const schemas = [eventSchemaRoutes(parts)];
  const callbacks = [smsReportRoutes({ report: parts.reportSms })];
  return [
    { prefix: '/health', tag: 'Health', guard: 'none', envelope: list, routes: [healthRoutes(parts.readiness)] },
    { prefix: '/auth/v4', tag: 'Authorization', guard: 'counted', envelope: oauth, exact: true, routes: authorization },
    { prefix: '/products/fees/v4', tag: 'Fees', guard: 'bearer', envelope: nested, routes: fees },
    { prefix: '/products/pricing/v4', tag: 'Pricing', guard: 'bearer', envelope: list, routes: pricing },
    { prefix: '/batches/products/pricing/v4', tag: 'Pricing', guard: 'bearer', envelope: list, routes: batches },
    // For everybody, so apart from the group below. It comes first: the paths of both begin alike.
    { prefix: '/notifications/v4/schemas', tag: 'Notifications', guard: 'counted', envelope: list, routes: schemas },
    { prefix: '/notifications/v4', tag: 'Notifications', guard: 'bearer', envelope: list, routes: notifications },
    { prefix: '/confirmations/v4', tag: 'Notifications', guard: 'counted', envelope: list, routes: confirmations },
    // Short: the link is in every SMS.
    { prefix: '/m', tag: 'Notifications', guard: 'counted', envelope: list, routes: messages },
    { prefix: '/callbacks/v4', tag: 'Notifications', guard: 'none', envelope: list, routes: callbacks },
    { prefix: '/sellers/v4', tag: 'Sellers', guard: 'bearer', envelope: list, routes: sellers },
    { prefix: '/operator/v1', tag: 'Operator', guard: 'bearer', envelope: list, routes: operator },
  ];
}

const notificationRoutes = (parts: NotificationRouteParts & { pushKey: string }): PathGroup['routes'] => [
  pushKeyRoutes(parts.pushKey),
  destinationRoutes(parts),
  signingSecretRoutes(parts),
  confirmationCodeRoutes(parts),
  testNotificationRoutes(parts),
  deliveryRoutes(parts),
  pullRoutes(parts),
  eventRoutes(parts),
  filterTrialRoutes(parts),
  replayRoutes(parts),
];
