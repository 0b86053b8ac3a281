import { type PageOptions, type Pages, pagesOf } from '../loops/pages.ts';
import { OperatorOperations } from './generated/sdk.gen.ts';
import type {
  AuditEntries,
  AuditEntry,
  EventReceiver,
  ExplainItemOffersData,
  GetAuditData,
  GetItemEventReceiversData,
  GetItemEventsData,
  GetItemHistoryData,
  GetUsageData,
  Import,
  Imports,
  ItemEventReceivers,
  ItemHistoryAnswer,
  ItemHistoryStep,
  ItemOffer,
  ItemOffersAnswer,
  ListApplicationsData,
  ListDeliveriesOfSellersData,
  ListDestinationsOfSellersData,
  ListEventsOfSellerData,
  ListFactorHelpData,
  ListImportsData,
  ListMarketSellersData,
  ListOperatorsData,
  ListPriceChangesOfSellerData,
  ListReportsOfSellerData,
  ListSellersData,
  ListSignInsData,
  ListSupportSessionsData,
  MarketSearchAnswer,
  MarketSearchResult,
  MarketSeller,
  MarketSellers,
  OperatorApplication,
  OperatorApplications,
  OperatorDeliveries,
  OperatorDelivery,
  OperatorDestination,
  OperatorDestinations,
  OperatorEvent,
  OperatorEvents,
  OperatorItemEvent,
  OperatorItemEvents,
  OperatorPeople,
  OperatorPerson,
  OperatorReport,
  OperatorReports,
  OperatorSeller,
  OperatorSellers,
  OperatorUsage,
  OperatorUsageRow,
  PriceChangeFeedLine,
  SearchMarketData,
  SellerPriceChange,
  SellerPriceChanges,
  SignIn,
  SignIns,
  SupportSession,
  SupportSessions,
  WaitingFactorHelp,
  WaitingPerson,
} from './generated/types.gen.ts';
import { followPriceChanges, type PriceChangeFeedOptions } from './price-change-feed.ts';

/** Loops over what the operations give in pieces. Each has the options of its operation, and begins at `query.nextToken`. */
export class OperatorLoops extends OperatorOperations {
  /** Who changed what, the newest first: all pages of `getAudit`. */
  audit(options: PageOptions<GetAuditData> = {}): Pages<AuditEntry, AuditEntries> {
    return pagesOf(
      options,
      (token) => this.getAudit({ ...options, query: { ...options.query, ...token } }),
      (answer) => ({ ...answer, elements: answer.entries }),
    );
  }

  /** All offers on an item, each with its gates: all pages of `explainItemOffers`. */
  itemOffers(options: PageOptions<ExplainItemOffersData>): Pages<ItemOffer, ItemOffersAnswer> {
    return pagesOf(
      options,
      (token) => this.explainItemOffers({ ...options, query: { ...options.query, ...token } }),
      ({ payload }) => ({ ...payload, elements: payload.Offers }),
    );
  }

  /** The events that sellers were told about an item, the newest first: all pages of `getItemEvents`. */
  itemEvents(options: PageOptions<GetItemEventsData>): Pages<OperatorItemEvent, OperatorItemEvents> {
    return pagesOf(
      options,
      (token) => this.getItemEvents({ ...options, query: { ...options.query, ...token } }),
      (answer) => ({ ...answer, elements: answer.events }),
    );
  }

  /** The sellers that were told of an event about an item: all pages of `getItemEventReceivers`. */
  eventReceivers(options: PageOptions<GetItemEventReceiversData>): Pages<EventReceiver, ItemEventReceivers> {
    return pagesOf(
      options,
      (token) => this.getItemEventReceivers({ ...options, query: { ...options.query, ...token } }),
      (answer) => ({ ...answer, elements: answer.receivers }),
    );
  }

  /** Who held a buy box of an item, at which prices: all pages of `getItemHistory`. */
  itemHistory(options: PageOptions<GetItemHistoryData>): Pages<ItemHistoryStep, ItemHistoryAnswer> {
    return pagesOf(
      options,
      (token) => this.getItemHistory({ ...options, query: { ...options.query, ...token } }),
      ({ payload }) => ({ ...payload, elements: payload.Steps }),
    );
  }

  /** Items, sellers and offers whose identifiers begin with `query.q`: all pages of `searchMarket`. */
  found(options: PageOptions<SearchMarketData>): Pages<MarketSearchResult, MarketSearchAnswer> {
    return pagesOf(
      options,
      (token) => this.searchMarket({ ...options, query: { ...options.query, ...token } }),
      (answer) => ({ ...answer, elements: answer.results }),
    );
  }

  /** The sellers that have sign-ins or applications: all pages of `listSellers`. */
  sellers(options: PageOptions<ListSellersData> = {}): Pages<OperatorSeller, OperatorSellers> {
    return pagesOf(
      options,
      (token) => this.listSellers({ ...options, query: { ...options.query, ...token } }),
      (answer) => ({ ...answer, elements: answer.sellers }),
    );
  }

  /** All sellers of the market, with how they do: all pages of `listMarketSellers`. */
  marketSellers(options: PageOptions<ListMarketSellersData> = {}): Pages<MarketSeller, MarketSellers> {
    return pagesOf(
      options,
      (token) => this.listMarketSellers({ ...options, query: { ...options.query, ...token } }),
      (answer) => ({ ...answer, elements: answer.sellers }),
    );
  }

  /** The price changes of a seller, the newest first: all pages of `listPriceChangesOfSeller`. */
  sellerPriceChanges(options: PageOptions<ListPriceChangesOfSellerData>): Pages<SellerPriceChange, SellerPriceChanges> {
    return pagesOf(
      options,
      (token) => this.listPriceChangesOfSeller({ ...options, query: { ...options.query, ...token } }),
      (answer) => ({ ...answer, elements: answer.priceChanges }),
    );
  }

  /** The reports that a seller asked for, the newest first: all pages of `listReportsOfSeller`. */
  sellerReports(options: PageOptions<ListReportsOfSellerData>): Pages<OperatorReport, OperatorReports> {
    return pagesOf(
      options,
      (token) => this.listReportsOfSeller({ ...options, query: { ...options.query, ...token } }),
      (answer) => ({ ...answer, elements: answer.reports }),
    );
  }

  /** Live and past support sessions, the newest first: all pages of `listSupportSessions`. */
  supportSessions(options: PageOptions<ListSupportSessionsData> = {}): Pages<SupportSession, SupportSessions> {
    return pagesOf(
      options,
      (token) => this.listSupportSessions({ ...options, query: { ...options.query, ...token } }),
      (answer) => ({ ...answer, elements: answer.supportSessions }),
    );
  }

  /** All applications: all pages of `listApplications`. */
  applications(options: PageOptions<ListApplicationsData> = {}): Pages<OperatorApplication, OperatorApplications> {
    return pagesOf(
      options,
      (token) => this.listApplications({ ...options, query: { ...options.query, ...token } }),
      (answer) => ({ ...answer, elements: answer.applications }),
    );
  }

  /** Sign-ins and failures, of all or of one account, the newest first: all pages of `listSignIns`. */
  signIns(options: PageOptions<ListSignInsData> = {}): Pages<SignIn, SignIns> {
    return pagesOf(
      options,
      (token) => this.listSignIns({ ...options, query: { ...options.query, ...token } }),
      (answer) => ({ ...answer, elements: answer.signIns }),
    );
  }

  /** The people who wait for help with lost factors: all pages of `listFactorHelp`. */
  factorHelp(options: PageOptions<ListFactorHelpData> = {}): Pages<WaitingPerson, WaitingFactorHelp> {
    return pagesOf(
      options,
      (token) => this.listFactorHelp({ ...options, query: { ...options.query, ...token } }),
      (answer) => ({ ...answer, elements: answer.factorHelp }),
    );
  }

  /** The operator's own people: all pages of `listOperators`. */
  operators(options: PageOptions<ListOperatorsData> = {}): Pages<OperatorPerson, OperatorPeople> {
    return pagesOf(
      options,
      (token) => this.listOperators({ ...options, query: { ...options.query, ...token } }),
      (answer) => ({ ...answer, elements: answer.operators }),
    );
  }

  /** The deliveries of a seller, a destination or an event: all pages of `listDeliveriesOfSellers`. */
  deliveries(options: PageOptions<ListDeliveriesOfSellersData>): Pages<OperatorDelivery, OperatorDeliveries> {
    return pagesOf(
      options,
      (token) => this.listDeliveriesOfSellers({ ...options, query: { ...options.query, ...token } }),
      (answer) => ({ ...answer, elements: answer.deliveries }),
    );
  }

  /** The destinations of sellers: all pages of `listDestinationsOfSellers`. */
  destinations(
    options: PageOptions<ListDestinationsOfSellersData> = {},
  ): Pages<OperatorDestination, OperatorDestinations> {
    return pagesOf(
      options,
      (token) => this.listDestinationsOfSellers({ ...options, query: { ...options.query, ...token } }),
      (answer) => ({ ...answer, elements: answer.destinations }),
    );
  }

  /** The events of a seller: all pages of `listEventsOfSeller`. */
  sellerEvents(options: PageOptions<ListEventsOfSellerData>): Pages<OperatorEvent, OperatorEvents> {
    return pagesOf(
      options,
      (token) => this.listEventsOfSeller({ ...options, query: { ...options.query, ...token } }),
      (answer) => ({ ...answer, elements: answer.events }),
    );
  }

  /** Imports of market data, the newest first: all pages of `listImports`. */
  imports(options: PageOptions<ListImportsData> = {}): Pages<Import, Imports> {
    return pagesOf(
      options,
      (token) => this.listImports({ ...options, query: { ...options.query, ...token } }),
      (answer) => ({ ...answer, elements: answer.imports }),
    );
  }

  /** How applications used the API, the most requests first: all pages of `getUsage`. */
  usage(options: PageOptions<GetUsageData> = {}): Pages<OperatorUsageRow, OperatorUsage> {
    return pagesOf(
      options,
      (token) => this.getUsage({ ...options, query: { ...options.query, ...token } }),
      (answer) => ({ ...answer, elements: answer.usage }),
    );
  }

  /**
   * The price changes of a marketplace for the operator's system, in the order of their numbers, each one once; waits for more unless
   * `follow` is false. Store the `number` of the last change that you handled, and pass it as `after` when you start again. Changes that
   * are not kept any more are a gap: `onGap`.
   */
  priceChangeFeed(
    marketplaceId: string,
    options: PriceChangeFeedOptions = {},
  ): AsyncGenerator<PriceChangeFeedLine, void, undefined> {
    return followPriceChanges(this, marketplaceId, options);
  }
}
