import type { AuditLog } from '../../audit/audit-log.ts';
import type { DeniedRequests } from '../../audit/denied-requests.ts';
import type { CacheUse } from '../../domain/use-counts.ts';
import type { Identity } from '../../identity/identity.ts';
import type { Imports } from '../../imports/imports.ts';
import type { Market } from '../../market/market.ts';
import type { Notifications } from '../../notifications/notifications.ts';
import type { Reports } from '../../reports/reports.ts';
import type { ServiceOverview } from '../../service-state/service-overview.ts';
import type { UsageReader } from '../../usage/usage-reader.ts';
import { list, nested, oauth } from '../answers/envelope.ts';
import { acceptAnyForm } from '../requests/any-form.ts';
import { operatorApplicationRoutes } from '../routes/accounts/applications.ts';
import { factorHelpRoutes } from '../routes/accounts/factor-help.ts';
import { operatorGrantRoutes } from '../routes/accounts/grants.ts';
import { operatorPeopleRoutes } from '../routes/accounts/operators.ts';
import { ownerInvitationRoutes } from '../routes/accounts/owner-invitations.ts';
import { sellerSupportRoutes } from '../routes/accounts/seller-support-sessions.ts';
import { operatorSellerRoutes } from '../routes/accounts/sellers.ts';
import { signInRoutes } from '../routes/accounts/sign-ins.ts';
import { supportSessionRoutes } from '../routes/accounts/support-sessions.ts';
import { auditRoutes } from '../routes/audit/audit.ts';
import { sellerAuditRoutes } from '../routes/audit/seller-audit.ts';
import { authorizationRoutes } from '../routes/authorization/routes.ts';
import { compareRoutes } from '../routes/fees/compare.ts';
import { estimateBatchRoutes } from '../routes/fees/estimate-batch.ts';
import { estimateRoutes } from '../routes/fees/estimate-routes.ts';
import { healthRoutes, type Readiness } from '../routes/health.ts';
import { importRoutes } from '../routes/imports/imports.ts';
import { rejectedRoutes } from '../routes/imports/rejected.ts';
import { uploadRoutes } from '../routes/imports/upload.ts';
import { type BeginExport, exportRoutes } from '../routes/market/export.ts';
import { type ApplyStream, operatorRoutes } from '../routes/market/live-changes.ts';
import { marketSearchRoutes } from '../routes/market/market-search.ts';
import { marketSellerRoutes } from '../routes/market/market-sellers.ts';
import { marketplaceRoutes } from '../routes/market/marketplaces.ts';
import { priceChangeFeedRoutes, type SettleOutcomes } from '../routes/market/price-change-feed.ts';
import { sellerRoutes } from '../routes/market/seller.ts';
import { type NoteRoutes, operatorNoteRoutes, sellerNoteRoutes } from '../routes/notes/notes.ts';
import { accessBy } from '../routes/notifications/caller-access.ts';
import { confirmationCodeRoutes } from '../routes/notifications/confirmation-codes.ts';
import { confirmationRoutes } from '../routes/notifications/confirmations.ts';
import { deliveryRoutes } from '../routes/notifications/deliveries.ts';
import { destinationRoutes } from '../routes/notifications/destinations.ts';
import { eventSchemaRoutes } from '../routes/notifications/event-schemas.ts';
import { eventRoutes } from '../routes/notifications/events.ts';
import { filterTrialRoutes } from '../routes/notifications/filter-trials.ts';
import { itemEventRoutes } from '../routes/notifications/item-events.ts';
import { messagePageRoutes } from '../routes/notifications/message-page.ts';
import { operatorDeliveryRoutes } from '../routes/notifications/operator-deliveries.ts';
import { operatorDestinationRoutes } from '../routes/notifications/operator-destinations.ts';
import { operatorEventRoutes } from '../routes/notifications/operator-events.ts';
import { pullRoutes } from '../routes/notifications/pull.ts';
import { pushKeyRoutes } from '../routes/notifications/push-key.ts';
import type { WebhookReceivers } from '../routes/notifications/receiver-consent.ts';
import { replayRoutes } from '../routes/notifications/replay.ts';
import { signingSecretRoutes } from '../routes/notifications/signing-secrets.ts';
import { type RecordSmsReport, smsReportRoutes } from '../routes/notifications/sms-reports.ts';
import { stopLinkRoutes } from '../routes/notifications/stop-links.ts';
import { subscriptionRoutes } from '../routes/notifications/subscriptions.ts';
import { testNotificationRoutes } from '../routes/notifications/test-notification.ts';
import { boxExplanationRoutes } from '../routes/pricing/box-explanation.ts';
import { buyBoxShareRoutes } from '../routes/pricing/buy-box-share.ts';
import { competitiveSummaryRoutes } from '../routes/pricing/competitive-summary.ts';
import { expectedPriceRoutes } from '../routes/pricing/expected-price-batch.ts';
import { itemHistoryRoutes } from '../routes/pricing/item-history.ts';
import { itemOffersRoutes } from '../routes/pricing/item-offers.ts';
import { limitsRoutes, type SetLimits } from '../routes/pricing/limits.ts';
import { listLimitsRoutes } from '../routes/pricing/limits-list.ts';
import { listingsRoutes } from '../routes/pricing/listings.ts';
import { offerBatchRoutes } from '../routes/pricing/offer-batch.ts';
import { offerAnswers, offerRoutes } from '../routes/pricing/offers.ts';
import { operatorItemRoutes } from '../routes/pricing/operator-item.ts';
import { operatorPriceChangeRoutes } from '../routes/pricing/operator-price-changes.ts';
import { priceChangeReceiptRoutes } from '../routes/pricing/price-change-receipts.ts';
import { priceChangesRoutes } from '../routes/pricing/price-changes.ts';
import { priceHistoryRoutes } from '../routes/pricing/price-history.ts';
import { productRoutes } from '../routes/pricing/products.ts';
import { whatIfRoutes } from '../routes/pricing/what-if.ts';
import { documentRoutes } from '../routes/reports/documents.ts';
import { operatorReportRoutes } from '../routes/reports/operator-reports.ts';
import { reportRoutes } from '../routes/reports/reports.ts';
import { scheduleRoutes } from '../routes/reports/schedules.ts';
import { serviceRoutes } from '../routes/service/service.ts';
import { operatorUsageRoutes } from '../routes/usage/operator-usage.ts';
import { type LeftOf, sellerUsageRoutes } from '../routes/usage/seller-usage.ts';
import type { PathGroup } from './path-group.ts';

/** What the routes work with: the modules of the service, and what `roles/` makes for them of other modules. */
export type Service = NoteRoutes & {
  readonly readiness: Readiness;
  readonly identity: Identity;
  readonly market: Market;
  readonly notifications: Notifications;
  readonly reports: Reports;
  readonly imports: Imports;
  readonly auditLog: AuditLog;
  readonly deniedRequests: DeniedRequests;
  readonly usage: UsageReader;
  readonly overview: Pick<ServiceOverview, 'state' | 'doctor'>;
  readonly leftOf: LeftOf;
  readonly applyStream: ApplyStream;
  readonly beginExport: BeginExport;
  readonly settleOutcomes: SettleOutcomes;
  readonly setLimits: SetLimits;
  /** Where the cache of answers counts its hits. */
  readonly answerCacheUse?: CacheUse;
  /** The client of the console, which counts as the seller's own application (decision 38). */
  readonly consoleClientId?: string | undefined;
  readonly receivers: WebhookReceivers;
  /** The public key with which browsers subscribe to push messages. */
  readonly pushKey: string;
  readonly recordSmsReport: RecordSmsReport;
};

/** Guards, error envelopes and routes of every path group of the service. */
export function pathGroupsOf(service: Service): PathGroup[] {
  const { identity, market, notifications, consoleClientId } = service;
  const { facts } = market;
  const authorization = [authorizationRoutes(identity)];
  const sellers = [
    sellerRoutes(market),
    sellerAuditRoutes(service.auditLog),
    sellerUsageRoutes(service),
    sellerSupportRoutes(service),
    sellerNoteRoutes(service),
  ];
  const fees = [estimateRoutes(market), estimateBatchRoutes(market), compareRoutes(market)];
  const offers = offerAnswers(market, service.answerCacheUse);
  const pricing = [
    offerRoutes(offers),
    productRoutes(market),
    boxExplanationRoutes(market),
    listingsRoutes(market),
    whatIfRoutes(market),
    limitsRoutes(service),
    listLimitsRoutes(service),
    priceHistoryRoutes(market),
    buyBoxShareRoutes(market),
    priceChangesRoutes(market, consoleClientId),
    priceChangeReceiptRoutes(service),
  ];
  const batches = [offerBatchRoutes(offers), competitiveSummaryRoutes(market), expectedPriceRoutes(market)];
  const imports = { imports: service.imports, identity, now: () => market.now() };
  const operator = [
    auditRoutes(service),
    operatorRoutes(service.applyStream),
    marketplaceRoutes(market, service.imports),
    exportRoutes(market, service.beginExport),
    importRoutes(imports),
    uploadRoutes(imports),
    rejectedRoutes(imports),
    marketSearchRoutes(market),
    operatorItemRoutes(market),
    itemOffersRoutes(market),
    itemHistoryRoutes(market),
    itemEventRoutes(notifications, facts),
    priceChangeFeedRoutes(market, identity, service.settleOutcomes),
    operatorSellerRoutes(identity),
    operatorApplicationRoutes(identity),
    operatorGrantRoutes(identity),
    ownerInvitationRoutes(identity),
    signInRoutes(identity),
    factorHelpRoutes(identity),
    operatorPeopleRoutes(identity),
    operatorUsageRoutes(service.usage, facts),
    supportSessionRoutes(identity),
    operatorDestinationRoutes(notifications, facts),
    operatorDeliveryRoutes(notifications),
    operatorEventRoutes(notifications),
    operatorNoteRoutes(service),
    marketSellerRoutes(service),
    operatorPriceChangeRoutes(market, identity),
    operatorReportRoutes(service.reports),
    serviceRoutes(service.overview),
  ];
  const confirmations = [acceptAnyForm, confirmationRoutes(notifications, facts), stopLinkRoutes(notifications, facts)];
  const messages = [messagePageRoutes(notifications, facts, consoleClientId)];
  const schemas = [eventSchemaRoutes(notifications)];
  const callbacks = [smsReportRoutes(service.recordSmsReport)];
  return [
    { prefix: '/health', tag: 'Health', guard: 'none', envelope: list, routes: [healthRoutes(service.readiness)] },
    { prefix: '/auth/v4', tag: 'Authorization', guard: 'counted', envelope: oauth, exact: true, routes: authorization },
    { prefix: '/products/fees/v4', tag: 'Fees', guard: 'bearer', envelope: nested, routes: fees },
    { prefix: '/products/pricing/v4', tag: 'Pricing', guard: 'bearer', envelope: list, routes: pricing },
    { prefix: '/batches/products/pricing/v4', tag: 'Pricing', guard: 'bearer', envelope: list, routes: batches },
    // For everybody, so apart from the group below. It comes first: the paths of both begin alike.
    { prefix: '/notifications/v4/schemas', tag: 'Notifications', guard: 'counted', envelope: list, routes: schemas },
    {
      prefix: '/notifications/v4',
      tag: 'Notifications',
      guard: 'bearer',
      envelope: list,
      routes: notificationRoutes(service),
    },
    { prefix: '/confirmations/v4', tag: 'Notifications', guard: 'counted', envelope: list, routes: confirmations },
    // Short: the link is in every SMS.
    { prefix: '/m', tag: 'Notifications', guard: 'counted', envelope: list, routes: messages },
    { prefix: '/callbacks/v4', tag: 'Notifications', guard: 'none', envelope: list, routes: callbacks },
    {
      prefix: '/reports/v4',
      tag: 'Reports',
      guard: 'bearer',
      envelope: list,
      routes: [reportRoutes(service), documentRoutes(service), scheduleRoutes(service)],
    },
    { prefix: '/sellers/v4', tag: 'Sellers', guard: 'bearer', envelope: list, routes: sellers },
    { prefix: '/operator/v1', tag: 'Operator', guard: 'bearer', envelope: list, routes: operator },
  ];
}

function notificationRoutes(service: Service): PathGroup['routes'] {
  const { identity, market, notifications, receivers, consoleClientId } = service;
  const accessOf = accessBy(consoleClientId);
  return [
    pushKeyRoutes(service.pushKey),
    destinationRoutes(notifications, market.facts, receivers, accessOf),
    signingSecretRoutes(notifications, accessOf),
    confirmationCodeRoutes(notifications, accessOf),
    subscriptionRoutes(notifications, accessOf),
    testNotificationRoutes(notifications, market.facts, accessOf),
    deliveryRoutes(notifications, accessOf),
    pullRoutes(notifications, accessOf),
    eventRoutes(notifications, identity, accessOf),
    filterTrialRoutes(notifications, accessOf),
    replayRoutes(notifications, accessOf),
  ];
}
