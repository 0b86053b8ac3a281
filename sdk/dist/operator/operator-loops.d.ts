import { type PageOptions, type Pages } from '../loops/pages.ts';
import { OperatorOperations } from './generated/sdk.gen.ts';
import type { AuditEntries, AuditEntry, EventReceiver, ExplainItemOffersData, GetAuditData, GetItemEventReceiversData, GetItemEventsData, GetItemHistoryData, GetUsageData, Import, Imports, ItemEventReceivers, ItemHistoryAnswer, ItemHistoryStep, ItemOffer, ItemOffersAnswer, ListApplicationsData, ListDeliveriesOfSellersData, ListDestinationsOfSellersData, ListEventsOfSellerData, ListFactorHelpData, ListImportsData, ListMarketSellersData, ListOperatorsData, ListPriceChangesOfSellerData, ListReportsOfSellerData, ListSellersData, ListSignInsData, ListSupportSessionsData, MarketSearchAnswer, MarketSearchResult, MarketSeller, MarketSellers, OperatorApplication, OperatorApplications, OperatorDeliveries, OperatorDelivery, OperatorDestination, OperatorDestinations, OperatorEvent, OperatorEvents, OperatorItemEvent, OperatorItemEvents, OperatorPeople, OperatorPerson, OperatorReport, OperatorReports, OperatorSeller, OperatorSellers, OperatorUsage, OperatorUsageRow, PriceChangeFeedLine, SearchMarketData, SellerPriceChange, SellerPriceChanges, SignIn, SignIns, SupportSession, SupportSessions, WaitingFactorHelp, WaitingPerson } from './generated/types.gen.ts';
import { type PriceChangeFeedOptions } from './price-change-feed.ts';
/** Loops over what the operations give in pieces. Each has the options of its operation, and begins at `query.nextToken`. */
export declare class OperatorLoops extends OperatorOperations {
    /** Who changed what, the newest first: all pages of `getAudit`. */
    audit(options?: PageOptions<GetAuditData>): Pages<AuditEntry, AuditEntries>;
    /** All offers on an item, each with its gates: all pages of `explainItemOffers`. */
    itemOffers(options: PageOptions<ExplainItemOffersData>): Pages<ItemOffer, ItemOffersAnswer>;
    /** The events that sellers were told about an item, the newest first: all pages of `getItemEvents`. */
    itemEvents(options: PageOptions<GetItemEventsData>): Pages<OperatorItemEvent, OperatorItemEvents>;
    /** The sellers that were told of an event about an item: all pages of `getItemEventReceivers`. */
    eventReceivers(options: PageOptions<GetItemEventReceiversData>): Pages<EventReceiver, ItemEventReceivers>;
    /** Who held a buy box of an item, at which prices: all pages of `getItemHistory`. */
    itemHistory(options: PageOptions<GetItemHistoryData>): Pages<ItemHistoryStep, ItemHistoryAnswer>;
    /** Items, sellers and offers whose identifiers begin with `query.q`: all pages of `searchMarket`. */
    found(options: PageOptions<SearchMarketData>): Pages<MarketSearchResult, MarketSearchAnswer>;
    /** The sellers that have sign-ins or applications: all pages of `listSellers`. */
    sellers(options?: PageOptions<ListSellersData>): Pages<OperatorSeller, OperatorSellers>;
    /** All sellers of the market, with how they do: all pages of `listMarketSellers`. */
    marketSellers(options?: PageOptions<ListMarketSellersData>): Pages<MarketSeller, MarketSellers>;
    /** The price changes of a seller, the newest first: all pages of `listPriceChangesOfSeller`. */
    sellerPriceChanges(options: PageOptions<ListPriceChangesOfSellerData>): Pages<SellerPriceChange, SellerPriceChanges>;
    /** The reports that a seller asked for, the newest first: all pages of `listReportsOfSeller`. */
    sellerReports(options: PageOptions<ListReportsOfSellerData>): Pages<OperatorReport, OperatorReports>;
    /** Live and past support sessions, the newest first: all pages of `listSupportSessions`. */
    supportSessions(options?: PageOptions<ListSupportSessionsData>): Pages<SupportSession, SupportSessions>;
    /** All applications: all pages of `listApplications`. */
    applications(options?: PageOptions<ListApplicationsData>): Pages<OperatorApplication, OperatorApplications>;
    /** Sign-ins and failures, of all or of one account, the newest first: all pages of `listSignIns`. */
    signIns(options?: PageOptions<ListSignInsData>): Pages<SignIn, SignIns>;
    /** The people who wait for help with lost factors: all pages of `listFactorHelp`. */
    factorHelp(options?: PageOptions<ListFactorHelpData>): Pages<WaitingPerson, WaitingFactorHelp>;
    /** The operator's own people: all pages of `listOperators`. */
    operators(options?: PageOptions<ListOperatorsData>): Pages<OperatorPerson, OperatorPeople>;
    /** The deliveries of a seller, a destination or an event: all pages of `listDeliveriesOfSellers`. */
    deliveries(options: PageOptions<ListDeliveriesOfSellersData>): Pages<OperatorDelivery, OperatorDeliveries>;
    /** The destinations of sellers: all pages of `listDestinationsOfSellers`. */
    destinations(options?: PageOptions<ListDestinationsOfSellersData>): Pages<OperatorDestination, OperatorDestinations>;
    /** The events of a seller: all pages of `listEventsOfSeller`. */
    sellerEvents(options: PageOptions<ListEventsOfSellerData>): Pages<OperatorEvent, OperatorEvents>;
    /** Imports of market data, the newest first: all pages of `listImports`. */
    imports(options?: PageOptions<ListImportsData>): Pages<Import, Imports>;
    /** How applications used the API, the most requests first: all pages of `getUsage`. */
    usage(options?: PageOptions<GetUsageData>): Pages<OperatorUsageRow, OperatorUsage>;
    /**
     * The price changes of a marketplace for the operator's system, in the order of their numbers, each one once; waits for more unless
     * `follow` is false. Store the `number` of the last change that you handled, and pass it as `after` when you start again. Changes that
     * are not kept any more are a gap: `onGap`.
     */
    priceChangeFeed(marketplaceId: string, options?: PriceChangeFeedOptions): AsyncGenerator<PriceChangeFeedLine, void, undefined>;
}
