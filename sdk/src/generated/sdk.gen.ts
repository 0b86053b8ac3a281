// Written by `npm run generate` from openapi.json. Do not edit.

import type { Client, ClientMeta, Options as Options2, RequestResult, TDataShape } from '../operation-client.ts';

import type { AcknowledgeMessagesData, AcknowledgeMessagesErrors, AcknowledgeMessagesResponses, ApplyChangesData, ApplyChangesErrors, ApplyChangesResponses, ChangeDestinationData, ChangeDestinationErrors, ChangeDestinationResponses, ChangePricesData, ChangePricesErrors, ChangePricesResponses, CompareFeesEstimatesData, CompareFeesEstimatesErrors, CompareFeesEstimatesResponses, ConfirmDestinationData, ConfirmDestinationErrors, ConfirmDestinationResponses, CreateDestinationData, CreateDestinationErrors, CreateDestinationResponses, CreateReportData, CreateReportErrors, CreateReportResponses, CreateSubscriptionData, CreateSubscriptionErrors, CreateSubscriptionResponses, DeleteDestinationData, DeleteDestinationErrors, DeleteDestinationResponses, DeleteReportData, DeleteReportErrors, DeleteReportResponses, DeleteReportScheduleData, DeleteReportScheduleErrors, DeleteReportScheduleResponses, DeleteSubscriptionData, DeleteSubscriptionErrors, DeleteSubscriptionResponses, EndSellerSupportSessionData, EndSellerSupportSessionErrors, EndSellerSupportSessionResponses, ExplainBuyBoxData, ExplainBuyBoxErrors, ExplainBuyBoxResponses, ExtendMessagesData, ExtendMessagesErrors, ExtendMessagesResponses, GetBuyBoxShareData, GetBuyBoxShareErrors, GetBuyBoxShareResponses, GetCompetitivePricingData, GetCompetitivePricingErrors, GetCompetitivePricingResponses, GetCompetitiveSummaryData, GetCompetitiveSummaryErrors, GetCompetitiveSummaryResponses, GetDeliveriesData, GetDeliveriesErrors, GetDeliveriesResponses, GetDeliveryData, GetDeliveryErrors, GetDeliveryResponses, GetDestinationData, GetDestinationErrors, GetDestinationResponses, GetDestinationsData, GetDestinationsErrors, GetDestinationsResponses, GetEventSchemaData, GetEventSchemaErrors, GetEventSchemaResponses, GetEventSchemasData, GetEventSchemasErrors, GetEventSchemasResponses, GetEventsData, GetEventsErrors, GetEventsResponses, GetFeaturedOfferExpectedPriceBatchData, GetFeaturedOfferExpectedPriceBatchErrors, GetFeaturedOfferExpectedPriceBatchResponses, GetFeesEstimateForItemData, GetFeesEstimateForItemErrors, GetFeesEstimateForItemResponses, GetFeesEstimateForSkuData, GetFeesEstimateForSkuErrors, GetFeesEstimateForSkuResponses, GetFeesEstimatesData, GetFeesEstimatesErrors, GetFeesEstimatesResponses, GetItemOffersBatchData, GetItemOffersBatchErrors, GetItemOffersBatchResponses, GetItemOffersData, GetItemOffersErrors, GetItemOffersResponses, GetLimitsData, GetLimitsErrors, GetLimitsResponses, GetListingBuyBoxShareData, GetListingBuyBoxShareErrors, GetListingBuyBoxShareResponses, GetListingHistoryData, GetListingHistoryErrors, GetListingHistoryResponses, GetListingOffersBatchData, GetListingOffersBatchErrors, GetListingOffersBatchResponses, GetListingOffersData, GetListingOffersErrors, GetListingOffersResponses, GetListingsData, GetListingsErrors, GetListingsResponses, GetLivenessData, GetLivenessErrors, GetLivenessResponses, GetMarketplaceParticipationsData, GetMarketplaceParticipationsErrors, GetMarketplaceParticipationsResponses, GetNotesData, GetNotesErrors, GetNotesResponses, GetPriceChangeData, GetPriceChangeErrors, GetPriceChangeResponses, GetPriceChangesData, GetPriceChangesErrors, GetPriceChangesResponses, GetPriceHistoryData, GetPriceHistoryErrors, GetPriceHistoryResponses, GetPricingData, GetPricingErrors, GetPricingResponses, GetPushKeyData, GetPushKeyErrors, GetPushKeyResponses, GetReadinessData, GetReadinessErrors, GetReadinessResponses, GetReportData, GetReportDocumentData, GetReportDocumentErrors, GetReportDocumentResponses, GetReportErrors, GetReportResponses, GetReportScheduleData, GetReportScheduleErrors, GetReportScheduleResponses, GetReportSchedulesData, GetReportSchedulesErrors, GetReportSchedulesResponses, GetReportsData, GetReportsErrors, GetReportsResponses, GetSellerAuditData, GetSellerAuditErrors, GetSellerAuditResponses, GetSellerNamesData, GetSellerNamesErrors, GetSellerNamesResponses, GetSellerSupportSessionsData, GetSellerSupportSessionsErrors, GetSellerSupportSessionsResponses, GetSellerUsageData, GetSellerUsageErrors, GetSellerUsageResponses, GetSubscriptionData, GetSubscriptionErrors, GetSubscriptionResponses, GetSubscriptionsData, GetSubscriptionsErrors, GetSubscriptionsResponses, GiveBackMessagesData, GiveBackMessagesErrors, GiveBackMessagesResponses, ListLimitsData, ListLimitsErrors, ListLimitsResponses, PutReportScheduleData, PutReportScheduleErrors, PutReportScheduleResponses, ReceiveMessagesData, ReceiveMessagesErrors, ReceiveMessagesResponses, RecoverDeliveriesData, RecoverDeliveriesErrors, RecoverDeliveriesResponses, RegisterClientData, RegisterClientErrors, RegisterClientResponses, ReplayEventsData, ReplayEventsErrors, ReplayEventsResponses, RequestTokenData, RequestTokenErrors, RequestTokenResponses, ResendDeliveryData, ResendDeliveryErrors, ResendDeliveryResponses, RotateSecretData, RotateSecretErrors, RotateSecretResponses, SendTestNotificationData, SendTestNotificationErrors, SendTestNotificationResponses, SetLimitsData, SetLimitsErrors, SetLimitsResponses, SetManyLimitsData, SetManyLimitsErrors, SetManyLimitsResponses, StartAuthorizationData, StartAuthorizationErrors, StartAuthorizationResponses, TestFilterData, TestFilterErrors, TestFilterResponses, TryPricesData, TryPricesErrors, TryPricesResponses, UndoPriceChangeData, UndoPriceChangeErrors, UndoPriceChangeResponses } from './types.gen.ts';

export type Options<TData extends TDataShape = TDataShape, ThrowOnError extends boolean = boolean, TResponse = unknown> = Options2<TData, ThrowOnError, TResponse> & {
    /**
     * You can provide a client instance returned by `createClient()` instead of
     * individual options. This might be also useful if you want to implement a
     * custom client.
     */
    client?: Client;
    /**
     * You can pass arbitrary values through the `meta` object. This can be
     * used to access values that aren't defined as part of the SDK function.
     */
    meta?: keyof ClientMeta extends never ? Record<string, unknown> : ClientMeta;
};

class HeyApiClient {
    protected client: Client;
    
    constructor(args: {
        client: Client;
    }) {
        this.client = args.client;
    }
}

export class Operations extends HeyApiClient {
    /**
     * Check liveness
     *
     * Checks only this process. Restart the process when it fails.
     */
    public getLiveness<ThrowOnError extends boolean = true>(options?: Options<GetLivenessData, ThrowOnError>): RequestResult<GetLivenessResponses, GetLivenessErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<GetLivenessResponses, GetLivenessErrors, ThrowOnError>({ url: '/health/live', ...options });
    }
    
    /**
     * Check readiness
     *
     * Checks every part that the service depends on, each at most once a second. For load balancers: send traffic only while this is 200. A part that fails while the service still does its main work is `degraded`: reads work on a full disk, and writes answer 503.
     */
    public getReadiness<ThrowOnError extends boolean = true>(options?: Options<GetReadinessData, ThrowOnError>): RequestResult<GetReadinessResponses, GetReadinessErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<GetReadinessResponses, GetReadinessErrors, ThrowOnError>({ url: '/health/ready', ...options });
    }
    
    /**
     * Get an access token
     *
     * For a seller's own application: `client_credentials`. For an application that a seller authorized: `authorization_code` with PKCE, then `refresh_token`. A form, or the same names in a flat JSON object. The client proves itself by HTTP Basic or by `client_id` and `client_secret`, never by both.
     */
    public requestToken<ThrowOnError extends boolean = true>(options: Options<RequestTokenData, ThrowOnError>): RequestResult<RequestTokenResponses, RequestTokenErrors, ThrowOnError> {
        return (options.client ?? this.client).post<RequestTokenResponses, RequestTokenErrors, ThrowOnError>({
            url: '/auth/v4/token',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Ask a seller for authorization
     *
     * For the seller's browser. A valid request leads on to the sign-in and consent of the identity provider, which sends the browser back to `redirect_uri` with `code`, `state` and `iss`.
     */
    public startAuthorization<ThrowOnError extends boolean = true>(options: Options<StartAuthorizationData, ThrowOnError>): RequestResult<StartAuthorizationResponses, StartAuthorizationErrors, ThrowOnError> {
        return (options.client ?? this.client).get<StartAuthorizationResponses, StartAuthorizationErrors, ThrowOnError>({ url: '/auth/v4/authorize', ...options });
    }
    
    /**
     * Register an application
     *
     * Dynamic client registration (RFC 7591), for applications that sellers authorize. Where the identity provider wants an initial access token, send it as `Authorization: Bearer`.
     */
    public registerClient<ThrowOnError extends boolean = true>(options: Options<RegisterClientData, ThrowOnError>): RequestResult<RegisterClientResponses, RegisterClientErrors, ThrowOnError> {
        return (options.client ?? this.client).post<RegisterClientResponses, RegisterClientErrors, ThrowOnError>({
            url: '/auth/v4/register',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Estimate fees for an item
     *
     * Estimates the fees of one sale of an item, by its StoreItemId. Without `FeesEstimateRequest` the estimate is for the caller's own active offer in the default
     * marketplace. When one item cannot be estimated, its result has an `Error`; the request itself succeeds. `explain=true` adds to
     * each fee the rule, the tier and every figure behind it. `asOf` estimates with the fees in force on another day. Unknown keys of the
     * body are ignored; those that are nearly a known key are named in `warnings`.
     *
     * Needs the right seller-api:pricing:read.
     */
    public getFeesEstimateForItem<ThrowOnError extends boolean = true>(options: Options<GetFeesEstimateForItemData, ThrowOnError>): RequestResult<GetFeesEstimateForItemResponses, GetFeesEstimateForItemErrors, ThrowOnError> {
        return (options.client ?? this.client).post<GetFeesEstimateForItemResponses, GetFeesEstimateForItemErrors, ThrowOnError>({
            url: '/products/fees/v4/items/{StoreItemId}/feesEstimate',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Estimate fees for a SKU
     *
     * Estimates the fees of one sale of a listing, by the caller's own SKU. Without `FeesEstimateRequest` the estimate is for the caller's own active offer in the default
     * marketplace. When one item cannot be estimated, its result has an `Error`; the request itself succeeds. `explain=true` adds to
     * each fee the rule, the tier and every figure behind it. `asOf` estimates with the fees in force on another day. Unknown keys of the
     * body are ignored; those that are nearly a known key are named in `warnings`.
     *
     * Needs the right seller-api:pricing:read.
     */
    public getFeesEstimateForSku<ThrowOnError extends boolean = true>(options: Options<GetFeesEstimateForSkuData, ThrowOnError>): RequestResult<GetFeesEstimateForSkuResponses, GetFeesEstimateForSkuErrors, ThrowOnError> {
        return (options.client ?? this.client).post<GetFeesEstimateForSkuResponses, GetFeesEstimateForSkuErrors, ThrowOnError>({
            url: '/products/fees/v4/listings/{SellerSKU}/feesEstimate',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Estimate fees in a batch
     *
     * Makes up to 20 estimates, by item or by SKU. The results are in the order of the request. Without `FeesEstimateRequest` the estimate is for the caller's own active offer in the default
     * marketplace. When one item cannot be estimated, its result has an `Error`; the request itself succeeds. `explain=true` adds to
     * each fee the rule, the tier and every figure behind it. `asOf` estimates with the fees in force on another day. Unknown keys of the
     * body are ignored; those that are nearly a known key are named in `warnings`.
     *
     * Needs the right seller-api:pricing:read.
     */
    public getFeesEstimates<ThrowOnError extends boolean = true>(options: Options<GetFeesEstimatesData, ThrowOnError>): RequestResult<GetFeesEstimatesResponses, GetFeesEstimatesErrors, ThrowOnError> {
        return (options.client ?? this.client).post<GetFeesEstimatesResponses, GetFeesEstimatesErrors, ThrowOnError>({
            url: '/products/fees/v4/feesEstimate',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Compare fees at several dates
     *
     * Makes up to 20 estimates with the fees in force at each of up to 5 dates, and says for each fee what differs from the first
     * date and why. A single date is compared with now. The requests are those of the batch, and each is read once: a change of the caller's
     * own offer between two dates plays no part. When a request has no estimate at a date, such as before the first fee schedule, that date has
     * an `Error` and no `Difference`; the request itself succeeds. `explain=true` adds to each fee the rule, the tier and every figure behind it.
     *
     * Needs the right seller-api:pricing:read.
     */
    public compareFeesEstimates<ThrowOnError extends boolean = true>(options: Options<CompareFeesEstimatesData, ThrowOnError>): RequestResult<CompareFeesEstimatesResponses, CompareFeesEstimatesErrors, ThrowOnError> {
        return (options.client ?? this.client).post<CompareFeesEstimatesResponses, CompareFeesEstimatesErrors, ThrowOnError>({
            url: '/products/fees/v4/compare',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Get offers for a SKU
     *
     * The offers on the item of one of the caller's SKUs. `Offers` are the 20 best of the condition: by landed price, then FS first, then the seller's feedback. `Summary` covers
     * all conditions. For an item without buyable offers the answer is 200, and `status` gives the reason. When you poll, send the
     * `ETag` of the last answer as `If-None-Match`: the answer is 304 while nothing has changed.
     *
     * Needs the right seller-api:pricing:read.
     */
    public getListingOffers<ThrowOnError extends boolean = true>(options: Options<GetListingOffersData, ThrowOnError>): RequestResult<GetListingOffersResponses, GetListingOffersErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetListingOffersResponses, GetListingOffersErrors, ThrowOnError>({ url: '/products/pricing/v4/listings/{SellerSKU}/offers', ...options });
    }
    
    /**
     * Get offers for an item
     *
     * The offers on an item, by its item ID. `Offers` are the 20 best of the condition: by landed price, then FS first, then the seller's feedback. `Summary` covers
     * all conditions. For an item without buyable offers the answer is 200, and `status` gives the reason. When you poll, send the
     * `ETag` of the last answer as `If-None-Match`: the answer is 304 while nothing has changed.
     *
     * Needs the right seller-api:pricing:read.
     */
    public getItemOffers<ThrowOnError extends boolean = true>(options: Options<GetItemOffersData, ThrowOnError>): RequestResult<GetItemOffersResponses, GetItemOffersErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetItemOffersResponses, GetItemOffersErrors, ThrowOnError>({ url: '/products/pricing/v4/items/{storeItemId}/offers', ...options });
    }
    
    /**
     * Get competitive prices
     *
     * Competitive prices of items, by the caller's SKUs or by item IDs. Takes up to 20 identifiers of the type in `ItemType` and returns one element for each, in the order of the request. The
     * element of an unknown identifier has `status` ClientError and `errors`; the others are still answered. `storeItemIds` is split
     * at commas. `Skus` that occurs once is one SKU if the caller has that SKU, otherwise it is split at commas. `Skus` that is
     * repeated is never split: repeat it when a SKU may have a comma.
     *
     * Needs the right seller-api:pricing:read.
     */
    public getCompetitivePricing<ThrowOnError extends boolean = true>(options: Options<GetCompetitivePricingData, ThrowOnError>): RequestResult<GetCompetitivePricingResponses, GetCompetitivePricingErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetCompetitivePricingResponses, GetCompetitivePricingErrors, ThrowOnError>({ url: '/products/pricing/v4/competitivePrice', ...options });
    }
    
    /**
     * Get your own prices
     *
     * The caller's own active offers and the competitive prices of their items, by SKU or by item ID. Takes up to 20 identifiers of the type in `ItemType` and returns one element for each, in the order of the request. The
     * element of an unknown identifier has `status` ClientError and `errors`; the others are still answered. `storeItemIds` is split
     * at commas. `Skus` that occurs once is one SKU if the caller has that SKU, otherwise it is split at commas. `Skus` that is
     * repeated is never split: repeat it when a SKU may have a comma.
     *
     * Needs the right seller-api:pricing:read.
     */
    public getPricing<ThrowOnError extends boolean = true>(options: Options<GetPricingData, ThrowOnError>): RequestResult<GetPricingResponses, GetPricingErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetPricingResponses, GetPricingErrors, ThrowOnError>({ url: '/products/pricing/v4/price', ...options });
    }
    
    /**
     * Explain the buy box for a SKU
     *
     * Explains where one of the caller's offers stands in the buy box: the verdict of each gate with what would pass, the
     * rank among the eligible offers, the gap to the holder, the highest price that wins, and the net of the present and of the winning price
     * after fees. The box is the consumers' one; with `CustomerType=Business` the one in which the offer stands, B2B when it has
     * a business price. With `ListingPrice`, `Shipping` or `FulfillmentChannel` the answer is as if the offer were so and nothing
     * else changed; nothing is stored.
     *
     * Needs the right seller-api:pricing:read.
     */
    public explainBuyBox<ThrowOnError extends boolean = true>(options: Options<ExplainBuyBoxData, ThrowOnError>): RequestResult<ExplainBuyBoxResponses, ExplainBuyBoxErrors, ThrowOnError> {
        return (options.client ?? this.client).get<ExplainBuyBoxResponses, ExplainBuyBoxErrors, ThrowOnError>({ url: '/products/pricing/v4/listings/{SellerSKU}/buyBox', ...options });
    }
    
    /**
     * List your listings
     *
     * The caller's listings, page by page, each with its state in the consumers' buy box, its price, the price that holds the
     * box, the highest price that wins, and the net of both after fees. `nextToken` gets the next page. A page can have fewer than
     * `pageSize` listings, even none, and still have a `nextToken`: the list ends where there is none. A listing whose
     * price, gap, time of change or state changes between two pages may be listed twice, or not at all.
     *
     * The figures are those of this moment. The order and the filter by `state` follow a change of the market within seconds: a listing
     * that is found not to be in the state any more is left out. Listings that were not evaluated yet, after an import or an upgrade of
     * the service, are evaluated when they are listed; in the orders by price, by gap and by change they come last. In the order by gap so do
     * listings without `GapToBuyBox`, and those that are not on sale (`inactive`).
     *
     * `query` compares up to 2,000 listings for one page, in the order of the list. Listings whose SKU or item ID is exactly the query
     * come first, whatever the order. `Counts` then counts what matches, among up to 2,000 listings in the order of SKUs.
     *
     * Needs the right seller-api:pricing:read.
     */
    public getListings<ThrowOnError extends boolean = true>(options: Options<GetListingsData, ThrowOnError>): RequestResult<GetListingsResponses, GetListingsErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetListingsResponses, GetListingsErrors, ThrowOnError>({ url: '/products/pricing/v4/listings', ...options });
    }
    
    /**
     * Try other prices
     *
     * Says what new prices would do to up to 500 of the caller's listings, and changes nothing: which of them would hold
     * the buy box by its rule, ties included, and the net of each price after fees. Each listing is judged as if it alone changed. The
     * strategy gives the price: `match` and `beatBy` compare landed prices with the best eligible other offer, which may be another
     * SKU of the caller; `setTo` gives the listing price; `win` is the highest price that wins. With `CustomerType=Business` it is the business price of listings
     * that have one. A price below the `floor` is reported and not applied. A SKU that the caller does not have gets the status
     * INVALID_SKU; the others are still answered.
     *
     * Needs the right seller-api:pricing:read.
     */
    public tryPrices<ThrowOnError extends boolean = true>(options: Options<TryPricesData, ThrowOnError>): RequestResult<TryPricesResponses, TryPricesErrors, ThrowOnError> {
        return (options.client ?? this.client).post<TryPricesResponses, TryPricesErrors, ThrowOnError>({
            url: '/products/pricing/v4/whatIf',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Get the limits of a SKU
     *
     * The limits of one of the caller's listings. Limits bind every change of prices by the seller's side, undo included. They do not bind the operator's records, and they
     * change no price: one that is outside stays until it is changed.
     *
     * Needs the right seller-api:pricing:read.
     */
    public getLimits<ThrowOnError extends boolean = true>(options: Options<GetLimitsData, ThrowOnError>): RequestResult<GetLimitsResponses, GetLimitsErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetLimitsResponses, GetLimitsErrors, ThrowOnError>({ url: '/products/pricing/v4/listings/{SellerSKU}/limits', ...options });
    }
    
    /**
     * Set the limits of a SKU
     *
     * Replaces the limits of one of the caller's listings: one that is absent or null is removed. Cost stays as it is when it is
     * absent, because not every caller can read it; null removes it. Limits bind every change of prices by the seller's side, undo included. They do not bind the operator's records, and they
     * change no price: one that is outside stays until it is changed.
     *
     * Limits that permit less than before need no more than the right seller-api:pricing:write. To permit more, to remove a
     * limit and to name a Cost you need the right seller-api:limits:write, and the person behind the token must have signed in at most 600
     * seconds ago: otherwise 401 with insufficient_user_authentication (RFC 9470). An application's own token stands for no person.
     *
     * Needs the right seller-api:pricing:write.
     */
    public setLimits<ThrowOnError extends boolean = true>(options: Options<SetLimitsData, ThrowOnError>): RequestResult<SetLimitsResponses, SetLimitsErrors, ThrowOnError> {
        return (options.client ?? this.client).put<SetLimitsResponses, SetLimitsErrors, ThrowOnError>({
            url: '/products/pricing/v4/listings/{SellerSKU}/limits',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List limits
     *
     * The caller's listings with limits or a cost, page by page, in the order of SKUs. With `Accept: text/csv` the answer is a
     * file with all of them, without pages, which `PUT` takes. Its cells are harmless in spreadsheet programs: one that such a program would run
     * begins with an apostrophe. It has the column Cost only for callers with the right seller-api:costs:read.
     *
     * Needs the right seller-api:pricing:read.
     */
    public listLimits<ThrowOnError extends boolean = true>(options: Options<ListLimitsData, ThrowOnError>): RequestResult<ListLimitsResponses, ListLimitsErrors, ThrowOnError> {
        return (options.client ?? this.client).get<ListLimitsResponses, ListLimitsErrors, ThrowOnError>({ url: '/products/pricing/v4/listings/limits', ...options });
    }
    
    /**
     * Set limits of many SKUs
     *
     * Replaces the limits of up to 500 of the caller's listings, each as `setLimits` does, in one
     * transaction. Listings that are not named keep theirs. An unknown SKU has the status INVALID_SKU, and the others are set. When anything
     * else is wrong, or one of the limits needs a right that the caller does not have, nothing is set.
     *
     * The body is JSON, or with `Content-Type: text/csv` a file with the columns SellerSKU, MinimumPrice, MaximumPrice, MinimumNet and
     * perhaps Cost, with amounts in the currency of the marketplace. An empty cell removes a limit, or the cost. Without the column the
     * costs stay. A wrong line is named by its number.
     *
     * Limits that permit less than before need no more than the right seller-api:pricing:write. To permit more, to remove a
     * limit and to name a Cost you need the right seller-api:limits:write, and the person behind the token must have signed in at most 600
     * seconds ago: otherwise 401 with insufficient_user_authentication (RFC 9470). An application's own token stands for no person.
     *
     * Needs the right seller-api:pricing:write.
     */
    public setManyLimits<ThrowOnError extends boolean = true>(options: Options<SetManyLimitsData, ThrowOnError>): RequestResult<SetManyLimitsResponses, SetManyLimitsErrors, ThrowOnError> {
        return (options.client ?? this.client).put<SetManyLimitsResponses, SetManyLimitsErrors, ThrowOnError>({
            url: '/products/pricing/v4/listings/limits',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Get price history
     *
     * Who held a buy box of an item, at which price, and the lowest price of its offers, step by step: each step lasts
     * until the next one. The first step is the one in force at `since`. What was before `observedSince` is unknown; a `since` before
     * it means it. The operator sets how many days are kept. With `SellerSKU` the own price of that listing of the caller, step by step, is in
     * `OwnPrices`. `nextToken` gets the next page. A removed item keeps its history.
     *
     * Needs the right seller-api:pricing:read.
     */
    public getPriceHistory<ThrowOnError extends boolean = true>(options: Options<GetPriceHistoryData, ThrowOnError>): RequestResult<GetPriceHistoryResponses, GetPriceHistoryErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetPriceHistoryResponses, GetPriceHistoryErrors, ThrowOnError>({ url: '/products/pricing/v4/items/{storeItemId}/priceHistory', ...options });
    }
    
    /**
     * Get buy box share of a SKU
     *
     * How much of each day one of the caller's listings held the consumers' buy box of the condition that it had at the time. UTC days from that of `since` until today. Days before `observedSince` are missing, because they are unknown; of the
     * first day and of today only the observed part counts. At most 400 days.
     *
     * Needs the right seller-api:pricing:read.
     */
    public getListingBuyBoxShare<ThrowOnError extends boolean = true>(options: Options<GetListingBuyBoxShareData, ThrowOnError>): RequestResult<GetListingBuyBoxShareResponses, GetListingBuyBoxShareErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetListingBuyBoxShareResponses, GetListingBuyBoxShareErrors, ThrowOnError>({ url: '/products/pricing/v4/listings/{SellerSKU}/buyBoxShare', ...options });
    }
    
    /**
     * Get your buy box share
     *
     * How much of their time on sale all listings of the caller held the consumers' buy boxes, together: a listing that
     * held its box half a day counts as much as two that held theirs a quarter of a day. UTC days from that of `since` until today. Days before `observedSince` are missing, because they are unknown; of the
     * first day and of today only the observed part counts. At most 400 days.
     *
     * Needs the right seller-api:pricing:read.
     */
    public getBuyBoxShare<ThrowOnError extends boolean = true>(options: Options<GetBuyBoxShareData, ThrowOnError>): RequestResult<GetBuyBoxShareResponses, GetBuyBoxShareErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetBuyBoxShareResponses, GetBuyBoxShareErrors, ThrowOnError>({ url: '/products/pricing/v4/buyBoxShare', ...options });
    }
    
    /**
     * Get history of several SKUs
     *
     * The buy box shares of up to 50 of the caller's listings, and the newest 100 price steps of each one's buy box and
     * of the listing itself.
     * A SKU that the caller does not have gets the `status` ClientError; the others are still answered. At most
     * 100 days.
     *
     * Needs the right seller-api:pricing:read.
     */
    public getListingHistory<ThrowOnError extends boolean = true>(options: Options<GetListingHistoryData, ThrowOnError>): RequestResult<GetListingHistoryResponses, GetListingHistoryErrors, ThrowOnError> {
        return (options.client ?? this.client).post<GetListingHistoryResponses, GetListingHistoryErrors, ThrowOnError>({
            url: '/products/pricing/v4/listings/history',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List price changes
     *
     * The seller's price changes, the newest first, whichever application or member made them. `nextToken` of the answer, sent as `after`, gets the next page. Changes are kept for PRICE_CHANGE_DAYS.
     *
     * Needs the right seller-api:pricing:read.
     */
    public getPriceChanges<ThrowOnError extends boolean = true>(options?: Options<GetPriceChangesData, ThrowOnError>): RequestResult<GetPriceChangesResponses, GetPriceChangesErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<GetPriceChangesResponses, GetPriceChangesErrors, ThrowOnError>({ url: '/products/pricing/v4/priceChanges', ...options });
    }
    
    /**
     * Change prices
     *
     * Changes the terms of up to 500 of the caller's listings: the price by a strategy, as `whatIf` shows it, and with `terms` shipping,
     * business price and quantity discounts. What `whatIf` was asked can be sent as it is. The changes are evaluated in the order of the
     * request, each on what those before it left, and each has its own receipt: one that is refused does not stop the others. `setTo` applies
     * whatever the gates of the buy box say; the other strategies are refused with the status that `whatIf` would give.
     *
     * The call is stored before anything is applied. With an Idempotency-Key a repeated request changes nothing twice, and gets the receipts as
     * they are now. Where the service keeps the prices (`priceChanges` of `marketplaceParticipations` is `direct`), an APPLIED change is in
     * force. Where the operator's system does (`confirmed`), a change is PENDING until that system decides.
     *
     * Needs the right seller-api:pricing:write.
     */
    public changePrices<ThrowOnError extends boolean = true>(options: Options<ChangePricesData, ThrowOnError>): RequestResult<ChangePricesResponses, ChangePricesErrors, ThrowOnError> {
        return (options.client ?? this.client).post<ChangePricesResponses, ChangePricesErrors, ThrowOnError>({
            url: '/products/pricing/v4/priceChanges',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Get a price change
     *
     * The receipt of one price change of the seller, as it is now.
     *
     * Needs the right seller-api:pricing:read.
     */
    public getPriceChange<ThrowOnError extends boolean = true>(options: Options<GetPriceChangeData, ThrowOnError>): RequestResult<GetPriceChangeResponses, GetPriceChangeErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetPriceChangeResponses, GetPriceChangeErrors, ThrowOnError>({ url: '/products/pricing/v4/priceChanges/{PriceChangeId}', ...options });
    }
    
    /**
     * Undo a price change
     *
     * Changes the terms of the listing back to what they were before an applied change. It is a change of its own with its own receipt: limits and guards count as for every other, and it is REJECTED with Conflict when the terms have changed since.
     *
     * Needs the right seller-api:pricing:write.
     */
    public undoPriceChange<ThrowOnError extends boolean = true>(options: Options<UndoPriceChangeData, ThrowOnError>): RequestResult<UndoPriceChangeResponses, UndoPriceChangeErrors, ThrowOnError> {
        return (options.client ?? this.client).post<UndoPriceChangeResponses, UndoPriceChangeErrors, ThrowOnError>({
            url: '/products/pricing/v4/priceChanges/{PriceChangeId}/undo',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Get offers for several SKUs
     *
     * The offers on the items of the caller's SKUs. Takes up to 20 requests. Each gets the answer of the single request: its `status`, its `body`, and the `request` as the
     * service understood it. The outer status is 200 even when some of them failed.
     *
     * Needs the right seller-api:pricing:read.
     */
    public getListingOffersBatch<ThrowOnError extends boolean = true>(options: Options<GetListingOffersBatchData, ThrowOnError>): RequestResult<GetListingOffersBatchResponses, GetListingOffersBatchErrors, ThrowOnError> {
        return (options.client ?? this.client).post<GetListingOffersBatchResponses, GetListingOffersBatchErrors, ThrowOnError>({
            url: '/batches/products/pricing/v4/listingOffers',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Get offers for several items
     *
     * The offers on items, by their item IDs. Takes up to 20 requests. Each gets the answer of the single request: its `status`, its `body`, and the `request` as the
     * service understood it. The outer status is 200 even when some of them failed.
     *
     * Needs the right seller-api:pricing:read.
     */
    public getItemOffersBatch<ThrowOnError extends boolean = true>(options: Options<GetItemOffersBatchData, ThrowOnError>): RequestResult<GetItemOffersBatchResponses, GetItemOffersBatchErrors, ThrowOnError> {
        return (options.client ?? this.client).post<GetItemOffersBatchResponses, GetItemOffersBatchErrors, ThrowOnError>({
            url: '/batches/products/pricing/v4/itemOffers',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Get competitive summaries
     *
     * What sellers of up to 20 items compete with. `featuredBuyingOptions` are the buy boxes that somebody holds,
     * of all conditions and both customer types. `lowestPricedOffers` are the 20 best offers of up to five conditions and customer types.
     * `referencePrices` are the item's threshold and list price, and the lowest and the average price of each buy box, today and in the
     * 30 UTC days before, or in what is observed of them. Each request gets its `status`, its `body`, and the `request` as the service
     * understood it. The outer status is 200 even when some of them failed.
     *
     * Needs the right seller-api:pricing:read.
     */
    public getCompetitiveSummary<ThrowOnError extends boolean = true>(options: Options<GetCompetitiveSummaryData, ThrowOnError>): RequestResult<GetCompetitiveSummaryResponses, GetCompetitiveSummaryErrors, ThrowOnError> {
        return (options.client ?? this.client).post<GetCompetitiveSummaryResponses, GetCompetitiveSummaryErrors, ThrowOnError>({
            url: '/batches/products/pricing/v4/items/competitiveSummary',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Get expected prices
     *
     * The highest listing price with which each of the caller's offers holds the buy box at this moment, for each buy box
     * of its condition. It follows from the documented rule: at this price the offer wins against the best eligible other
     * offer, the caller's other SKUs included, and one minor unit above it does not. A `CompetitivePriceThreshold` caps it. Takes
     * up to 40 requests; the outer status is 200 even when some of them failed. A SKU that the caller does not have is a 400
     * `INVALID_SKU` of that request.
     *
     * Needs the right seller-api:pricing:read.
     */
    public getFeaturedOfferExpectedPriceBatch<ThrowOnError extends boolean = true>(options: Options<GetFeaturedOfferExpectedPriceBatchData, ThrowOnError>): RequestResult<GetFeaturedOfferExpectedPriceBatchResponses, GetFeaturedOfferExpectedPriceBatchErrors, ThrowOnError> {
        return (options.client ?? this.client).post<GetFeaturedOfferExpectedPriceBatchResponses, GetFeaturedOfferExpectedPriceBatchErrors, ThrowOnError>({
            url: '/batches/products/pricing/v4/offer/featuredOfferExpectedPrice',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List event schemas
     *
     * The kinds of events, and where the JSON Schema of each is.
     */
    public getEventSchemas<ThrowOnError extends boolean = true>(options?: Options<GetEventSchemasData, ThrowOnError>): RequestResult<GetEventSchemasResponses, GetEventSchemasErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<GetEventSchemasResponses, GetEventSchemasErrors, ThrowOnError>({ url: '/notifications/v4/schemas', ...options });
    }
    
    /**
     * Get an event schema
     *
     * The JSON Schema (2020-12) of the whole event of a kind: what webhooks carry, what PULL destinations receive, and what GET /notifications/v4/events lists. Members may be added to events at any time: the schema allows them.
     */
    public getEventSchema<ThrowOnError extends boolean = true>(options: Options<GetEventSchemaData, ThrowOnError>): RequestResult<GetEventSchemaResponses, GetEventSchemaErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetEventSchemaResponses, GetEventSchemaErrors, ThrowOnError>({ url: '/notifications/v4/schemas/{eventType}', ...options });
    }
    
    /**
     * Get the push key
     *
     * The `applicationServerKey` for `PushManager.subscribe`, which returns the `subscription` of a MOBILE_PUSH destination. The key is the same for all sellers and does not change.
     *
     * Needs the right seller-api:notifications:read.
     */
    public getPushKey<ThrowOnError extends boolean = true>(options?: Options<GetPushKeyData, ThrowOnError>): RequestResult<GetPushKeyResponses, GetPushKeyErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<GetPushKeyResponses, GetPushKeyErrors, ThrowOnError>({ url: '/notifications/v4/pushKey', ...options });
    }
    
    /**
     * List destinations
     *
     * All destinations of the caller, in the order in which they were created. Secrets are masked. The applications of the seller itself get all destinations of the seller, an application that the seller authorized only its own.
     *
     * Needs the right seller-api:notifications:read.
     */
    public getDestinations<ThrowOnError extends boolean = true>(options?: Options<GetDestinationsData, ThrowOnError>): RequestResult<GetDestinationsResponses, GetDestinationsErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<GetDestinationsResponses, GetDestinationsErrors, ThrowOnError>({ url: '/notifications/v4/destinations', ...options });
    }
    
    /**
     * Create a destination
     *
     * Creates a destination. `type` decides which settings count: `webhookConfig`, `emailConfig`, `smsConfig`, `mobilePushConfig` or `pullConfig`;
     * settings of another type are ignored, like every unknown key. EMAIL and SMS without an address use the seller's
     * registered contact; any other address must be confirmed by its owner before events go to it. Its owner gets a message with a link and a
     * code at once, within the daily limits; `warnings` says when a limit is reached. The receiver of a webhook is asked first whether it wants it (`OPTIONS` with `WebHook-Request-Origin`, as in CloudEvents): one that agrees is `verified`, one that denies is 400, one that does not know the question changes nothing. A seller has at most 50, and each application that acts for the seller 20. A destination belongs to the application that creates it: other applications that act for the seller do not see it, the seller's own do. The signing secret of a webhook is in this answer only.
     *
     * Needs the right seller-api:notifications:write.
     */
    public createDestination<ThrowOnError extends boolean = true>(options?: Options<CreateDestinationData, ThrowOnError>): RequestResult<CreateDestinationResponses, CreateDestinationErrors, ThrowOnError> {
        return (options?.client ?? this.client).post<CreateDestinationResponses, CreateDestinationErrors, ThrowOnError>({
            url: '/notifications/v4/destinations',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    
    /**
     * Delete a destination
     *
     * Deletes a destination with its log. Deliveries in flight may still arrive.
     *
     * Needs the right seller-api:notifications:write.
     */
    public deleteDestination<ThrowOnError extends boolean = true>(options: Options<DeleteDestinationData, ThrowOnError>): RequestResult<DeleteDestinationResponses, DeleteDestinationErrors, ThrowOnError> {
        return (options.client ?? this.client).delete<DeleteDestinationResponses, DeleteDestinationErrors, ThrowOnError>({ url: '/notifications/v4/destinations/{channelId}', ...options });
    }
    
    /**
     * Get a destination
     *
     * One destination of the caller. Secrets are masked.
     *
     * Needs the right seller-api:notifications:read.
     */
    public getDestination<ThrowOnError extends boolean = true>(options: Options<GetDestinationData, ThrowOnError>): RequestResult<GetDestinationResponses, GetDestinationErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetDestinationResponses, GetDestinationErrors, ThrowOnError>({ url: '/notifications/v4/destinations/{channelId}', ...options });
    }
    
    /**
     * Change a destination
     *
     * Changes only what the body names: the name, the kinds of events, the settings of its own type key by key, and whether it is ACTIVE or INACTIVE. `headers` is replaced as a whole; a masked value stays as it is. A new e-mail address or phone number must be confirmed again: its owner is asked at once.
     *
     * Needs the right seller-api:notifications:write.
     */
    public changeDestination<ThrowOnError extends boolean = true>(options: Options<ChangeDestinationData, ThrowOnError>): RequestResult<ChangeDestinationResponses, ChangeDestinationErrors, ThrowOnError> {
        return (options.client ?? this.client).patch<ChangeDestinationResponses, ChangeDestinationErrors, ThrowOnError>({
            url: '/notifications/v4/destinations/{channelId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Rotate a signing secret
     *
     * Requests are signed with a new secret from now on, and for `graceSeconds` also with the previous one, so that a receiver can switch without losing requests. Only one previous secret is kept: a second rotation ends the grace period of the first. The new secret is in this answer only. Only for WEBHOOKS.
     *
     * Needs the right seller-api:notifications:write.
     */
    public rotateSecret<ThrowOnError extends boolean = true>(options: Options<RotateSecretData, ThrowOnError>): RequestResult<RotateSecretResponses, RotateSecretErrors, ThrowOnError> {
        return (options.client ?? this.client).post<RotateSecretResponses, RotateSecretErrors, ThrowOnError>({
            url: '/notifications/v4/destinations/{channelId}/rotateSecret',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Confirm an address
     *
     * Confirms an EMAIL or SMS destination that is PENDING_VERIFICATION. The code is in the last message to the address: one is sent when the destination is created, and one with each test notification. It is valid for 24 hours and five attempts; an e-mail also has a link that does the same.
     *
     * Needs the right seller-api:notifications:write.
     */
    public confirmDestination<ThrowOnError extends boolean = true>(options: Options<ConfirmDestinationData, ThrowOnError>): RequestResult<ConfirmDestinationResponses, ConfirmDestinationErrors, ThrowOnError> {
        return (options.client ?? this.client).post<ConfirmDestinationResponses, ConfirmDestinationErrors, ThrowOnError>({
            url: '/notifications/v4/destinations/{channelId}/confirm',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List subscriptions
     *
     * The caller's destinations that get this kind, with the filter and the window that count for it. An application that the seller authorized gets those of its own destinations only.
     *
     * Needs the right seller-api:notifications:read.
     */
    public getSubscriptions<ThrowOnError extends boolean = true>(options: Options<GetSubscriptionsData, ThrowOnError>): RequestResult<GetSubscriptionsResponses, GetSubscriptionsErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetSubscriptionsResponses, GetSubscriptionsErrors, ThrowOnError>({ url: '/notifications/v4/subscriptions/{notificationType}', ...options });
    }
    
    /**
     * Subscribe a destination
     *
     * Makes the subscription, or sets its choices if there is one: afterwards it is as the body says. It is the same fact as `eventTypes` of the destination, which `choicesByKind` there shows, too. A destination without `eventTypes` has subscriptions to the default kinds of its type. If it is subscribed to another kind, its list is fixed, and `warnings` says so.
     *
     * Needs the right seller-api:notifications:write.
     */
    public createSubscription<ThrowOnError extends boolean = true>(options: Options<CreateSubscriptionData, ThrowOnError>): RequestResult<CreateSubscriptionResponses, CreateSubscriptionErrors, ThrowOnError> {
        return (options.client ?? this.client).post<CreateSubscriptionResponses, CreateSubscriptionErrors, ThrowOnError>({
            url: '/notifications/v4/subscriptions/{notificationType}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete a subscription
     *
     * The destination gets no more events of this kind; what is queued is still sent. A destination that had the default kinds has a list of the others afterwards, and `warnings` says so. Without its last subscription it waits for others.
     *
     * Needs the right seller-api:notifications:write.
     */
    public deleteSubscription<ThrowOnError extends boolean = true>(options: Options<DeleteSubscriptionData, ThrowOnError>): RequestResult<DeleteSubscriptionResponses, DeleteSubscriptionErrors, ThrowOnError> {
        return (options.client ?? this.client).delete<DeleteSubscriptionResponses, DeleteSubscriptionErrors, ThrowOnError>({ url: '/notifications/v4/subscriptions/{notificationType}/{subscriptionId}', ...options });
    }
    
    /**
     * Get a subscription
     *
     * One subscription of the caller, with the filter and the window that count for it.
     *
     * Needs the right seller-api:notifications:read.
     */
    public getSubscription<ThrowOnError extends boolean = true>(options: Options<GetSubscriptionData, ThrowOnError>): RequestResult<GetSubscriptionResponses, GetSubscriptionErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetSubscriptionResponses, GetSubscriptionErrors, ThrowOnError>({ url: '/notifications/v4/subscriptions/{notificationType}/{subscriptionId}', ...options });
    }
    
    /**
     * Send a test notification
     *
     * Sends a real test notification: to one destination, or to every destination of the type that is not INACTIVE. The answer is sent when the test is durably queued; with `Prefer: wait=10` it waits for the outcome, which is in `X-Delivery-Status`. It does not wait for a PULL destination: only its receiver can acknowledge the test.
     *
     * Needs the right seller-api:notifications:write.
     */
    public sendTestNotification<ThrowOnError extends boolean = true>(options: Options<SendTestNotificationData, ThrowOnError>): RequestResult<SendTestNotificationResponses, SendTestNotificationErrors, ThrowOnError> {
        return (options.client ?? this.client).post<SendTestNotificationResponses, SendTestNotificationErrors, ThrowOnError>({
            url: '/notifications/v4/subscriptions/{notificationType}/testNotification',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List deliveries
     *
     * The log of a destination, newest first. Every attempt of a delivery is in GET /deliveries/{deliveryId}.
     *
     * Needs the right seller-api:notifications:read.
     */
    public getDeliveries<ThrowOnError extends boolean = true>(options: Options<GetDeliveriesData, ThrowOnError>): RequestResult<GetDeliveriesResponses, GetDeliveriesErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetDeliveriesResponses, GetDeliveriesErrors, ThrowOnError>({ url: '/notifications/v4/destinations/{channelId}/deliveries', ...options });
    }
    
    /**
     * Get a delivery
     *
     * A delivery with every attempt and the receiver's answers, and its event.
     *
     * Needs the right seller-api:notifications:read.
     */
    public getDelivery<ThrowOnError extends boolean = true>(options: Options<GetDeliveryData, ThrowOnError>): RequestResult<GetDeliveryResponses, GetDeliveryErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetDeliveryResponses, GetDeliveryErrors, ThrowOnError>({ url: '/notifications/v4/deliveries/{deliveryId}', ...options });
    }
    
    /**
     * Resend a delivery
     *
     * Queues a delivery again, in whatever state it is, with the same event and `id` and all its retries. A delivery that is in flight stays as it is.
     *
     * Needs the right seller-api:notifications:write.
     */
    public resendDelivery<ThrowOnError extends boolean = true>(options: Options<ResendDeliveryData, ThrowOnError>): RequestResult<ResendDeliveryResponses, ResendDeliveryErrors, ThrowOnError> {
        return (options.client ?? this.client).post<ResendDeliveryResponses, ResendDeliveryErrors, ThrowOnError>({ url: '/notifications/v4/deliveries/{deliveryId}/resend', ...options });
    }
    
    /**
     * Resend failed deliveries
     *
     * Queues again all deliveries of a destination that are DEAD, EXPIRED or CANCELED and were queued since a time. Those of a SUSPENDED destination wait until it is ACTIVE again.
     *
     * Needs the right seller-api:notifications:write.
     */
    public recoverDeliveries<ThrowOnError extends boolean = true>(options: Options<RecoverDeliveriesData, ThrowOnError>): RequestResult<RecoverDeliveriesResponses, RecoverDeliveriesErrors, ThrowOnError> {
        return (options.client ?? this.client).post<RecoverDeliveriesResponses, RecoverDeliveriesErrors, ThrowOnError>({
            url: '/notifications/v4/destinations/{channelId}/recover',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Receive messages
     *
     * Receives the oldest notifications of a PULL destination and hides them from other receivers for the visibility timeout. Messages that are not acknowledged by then are available again. With `waitSeconds` the answer waits for the first message.
     *
     * Needs the right seller-api:notifications:read.
     */
    public receiveMessages<ThrowOnError extends boolean = true>(options: Options<ReceiveMessagesData, ThrowOnError>): RequestResult<ReceiveMessagesResponses, ReceiveMessagesErrors, ThrowOnError> {
        return (options.client ?? this.client).post<ReceiveMessagesResponses, ReceiveMessagesErrors, ThrowOnError>({
            url: '/notifications/v4/destinations/{channelId}/receive',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Acknowledge messages
     *
     * Settles received messages: they are not delivered again. Also possible while the destination is INACTIVE.
     *
     * Needs the right seller-api:notifications:read.
     */
    public acknowledgeMessages<ThrowOnError extends boolean = true>(options: Options<AcknowledgeMessagesData, ThrowOnError>): RequestResult<AcknowledgeMessagesResponses, AcknowledgeMessagesErrors, ThrowOnError> {
        return (options.client ?? this.client).post<AcknowledgeMessagesResponses, AcknowledgeMessagesErrors, ThrowOnError>({
            url: '/notifications/v4/destinations/{channelId}/acknowledge',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Extend the visibility timeout
     *
     * Sets a new visibility timeout, counted from now.
     *
     * Needs the right seller-api:notifications:read.
     */
    public extendMessages<ThrowOnError extends boolean = true>(options: Options<ExtendMessagesData, ThrowOnError>): RequestResult<ExtendMessagesResponses, ExtendMessagesErrors, ThrowOnError> {
        return (options.client ?? this.client).post<ExtendMessagesResponses, ExtendMessagesErrors, ThrowOnError>({
            url: '/notifications/v4/destinations/{channelId}/extend',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Give messages back
     *
     * Makes received messages available again at once.
     *
     * Needs the right seller-api:notifications:read.
     */
    public giveBackMessages<ThrowOnError extends boolean = true>(options: Options<GiveBackMessagesData, ThrowOnError>): RequestResult<GiveBackMessagesResponses, GiveBackMessagesErrors, ThrowOnError> {
        return (options.client ?? this.client).post<GiveBackMessagesResponses, GiveBackMessagesErrors, ThrowOnError>({
            url: '/notifications/v4/destinations/{channelId}/giveBack',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List events
     *
     * The events of the seller in the order of their `sequence`, of all kinds, whatever destinations there are. Events are recorded from the first destination or the first call of this operation on, and kept for 30 days unless the operator chose another time. An application that the seller authorized does not see events about other applications, so it may see gaps. With `Prefer: wait=N` the answer waits for the first event after `after`.
     *
     * Needs the right seller-api:notifications:read.
     */
    public getEvents<ThrowOnError extends boolean = true>(options?: Options<GetEventsData, ThrowOnError>): RequestResult<GetEventsResponses, GetEventsErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<GetEventsResponses, GetEventsErrors, ThrowOnError>({ url: '/notifications/v4/events', ...options });
    }
    
    /**
     * Test a filter
     *
     * How many events of the seller of the last 7 days a filter would let pass, by kind, with the newest three of them. It changes nothing. The filter is the `filter` of a destination, and works in the same way there. Of very many events only the newest are looked at: `truncated` and `since` tell so. An application that the seller authorized does not see events about other applications.
     *
     * Needs the right seller-api:notifications:read.
     */
    public testFilter<ThrowOnError extends boolean = true>(options: Options<TestFilterData, ThrowOnError>): RequestResult<TestFilterResponses, TestFilterErrors, ThrowOnError> {
        return (options.client ?? this.client).post<TestFilterResponses, TestFilterErrors, ThrowOnError>({
            url: '/notifications/v4/filters/test',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Replay events
     *
     * Sends events of the seller again to a destination, also to a new one: those from a sequence or a time on that are kept and that the destination takes now. They keep their `id`, `sequence` and content; the `previoussequence` of each is the one before it in the replay, and the first has none. Events for a SUSPENDED destination wait until it is ACTIVE again. With an Idempotency-Key a repeated request sends nothing twice. A replay of more than 1,000 events to one host is spread over time, 10 a second; new events pass it.
     *
     * Needs the right seller-api:notifications:write.
     */
    public replayEvents<ThrowOnError extends boolean = true>(options: Options<ReplayEventsData, ThrowOnError>): RequestResult<ReplayEventsResponses, ReplayEventsErrors, ThrowOnError> {
        return (options.client ?? this.client).post<ReplayEventsResponses, ReplayEventsErrors, ThrowOnError>({
            url: '/notifications/v4/destinations/{channelId}/replay',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List reports
     *
     * The caller's reports, newest first, of the types that it has the right to read. An application that the seller authorized gets only its own; the applications of the seller itself get all.
     *
     * Needs any of the rights seller-api:pricing:read, seller-api:notifications:read, seller-api:notifications:write, seller-api:pricing:write, seller-api:limits:write, seller-api:costs:read, seller-api:account:read.
     */
    public getReports<ThrowOnError extends boolean = true>(options?: Options<GetReportsData, ThrowOnError>): RequestResult<GetReportsResponses, GetReportsErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<GetReportsResponses, GetReportsErrors, ThrowOnError>({ url: '/reports/v4/reports', ...options });
    }
    
    /**
     * Ask for a report
     *
     * Queues a report over all that the caller may see. All its lines are true at one instant, which it names with the `sequence` of the last event then: events after it, applied where their revision is higher, give the present. It needs the right of what it contains, and a download needs it again. Costs and profits are in no report. A seller has at most 3 reports that are being made and 20 that wait.
     *
     * Needs any of the rights seller-api:pricing:read, seller-api:notifications:read, seller-api:notifications:write, seller-api:pricing:write, seller-api:limits:write, seller-api:costs:read, seller-api:account:read.
     */
    public createReport<ThrowOnError extends boolean = true>(options: Options<CreateReportData, ThrowOnError>): RequestResult<CreateReportResponses, CreateReportErrors, ThrowOnError> {
        return (options.client ?? this.client).post<CreateReportResponses, CreateReportErrors, ThrowOnError>({
            url: '/reports/v4/reports',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * Delete a report
     *
     * Cancels a report that is not done: it stays as CANCELLED. Removes one that has ended, with its document.
     *
     * Needs any of the rights seller-api:pricing:read, seller-api:notifications:read, seller-api:notifications:write, seller-api:pricing:write, seller-api:limits:write, seller-api:costs:read, seller-api:account:read.
     */
    public deleteReport<ThrowOnError extends boolean = true>(options: Options<DeleteReportData, ThrowOnError>): RequestResult<DeleteReportResponses, DeleteReportErrors, ThrowOnError> {
        return (options.client ?? this.client).delete<DeleteReportResponses, DeleteReportErrors, ThrowOnError>({ url: '/reports/v4/reports/{reportId}', ...options });
    }
    
    /**
     * Get a report
     *
     * How far a report is, and its `reportDocumentId` when it is DONE.
     *
     * Needs any of the rights seller-api:pricing:read, seller-api:notifications:read, seller-api:notifications:write, seller-api:pricing:write, seller-api:limits:write, seller-api:costs:read, seller-api:account:read.
     */
    public getReport<ThrowOnError extends boolean = true>(options: Options<GetReportData, ThrowOnError>): RequestResult<GetReportResponses, GetReportErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetReportResponses, GetReportErrors, ThrowOnError>({ url: '/reports/v4/reports/{reportId}', ...options });
    }
    
    /**
     * Download a report
     *
     * The document of a report that is DONE, in the format of the report. A download that was cut off goes on with `Range` and `If-Range`. With `compression=GZIP` it is a gzip file. It needs the right of what the report contains.
     *
     * Needs any of the rights seller-api:pricing:read, seller-api:notifications:read, seller-api:notifications:write, seller-api:pricing:write, seller-api:limits:write, seller-api:costs:read, seller-api:account:read.
     */
    public getReportDocument<ThrowOnError extends boolean = true>(options: Options<GetReportDocumentData, ThrowOnError>): RequestResult<GetReportDocumentResponses, GetReportDocumentErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetReportDocumentResponses, GetReportDocumentErrors, ThrowOnError>({ url: '/reports/v4/documents/{reportDocumentId}', ...options });
    }
    
    /**
     * Delete a schedule of reports
     *
     * It asks for no more reports. Those that it asked for stay.
     *
     * Needs any of the rights seller-api:pricing:read, seller-api:notifications:read, seller-api:notifications:write, seller-api:pricing:write, seller-api:limits:write, seller-api:costs:read, seller-api:account:read.
     */
    public deleteReportSchedule<ThrowOnError extends boolean = true>(options: Options<DeleteReportScheduleData, ThrowOnError>): RequestResult<DeleteReportScheduleResponses, DeleteReportScheduleErrors, ThrowOnError> {
        return (options.client ?? this.client).delete<DeleteReportScheduleResponses, DeleteReportScheduleErrors, ThrowOnError>({ url: '/reports/v4/schedules/{scheduleId}', ...options });
    }
    
    /**
     * Get a schedule of reports
     *
     * When its next report is due, and why the last one was not asked for, if so.
     *
     * Needs any of the rights seller-api:pricing:read, seller-api:notifications:read, seller-api:notifications:write, seller-api:pricing:write, seller-api:limits:write, seller-api:costs:read, seller-api:account:read.
     */
    public getReportSchedule<ThrowOnError extends boolean = true>(options: Options<GetReportScheduleData, ThrowOnError>): RequestResult<GetReportScheduleResponses, GetReportScheduleErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetReportScheduleResponses, GetReportScheduleErrors, ThrowOnError>({ url: '/reports/v4/schedules/{scheduleId}', ...options });
    }
    
    /**
     * Make a report regularly
     *
     * Adds a schedule, or replaces the one of the caller with this id. It asks for a report every day, or on one day of the week, at an hour of a time zone, with the access of whoever saved it last: when that ends, it stops, and says why (`problem`). Runs that are missed while the service is down are made up for by one report. It needs the right of what the reports contain. A seller and its applications have at most 50 together.
     *
     * Needs any of the rights seller-api:pricing:read, seller-api:notifications:read, seller-api:notifications:write, seller-api:pricing:write, seller-api:limits:write, seller-api:costs:read, seller-api:account:read.
     */
    public putReportSchedule<ThrowOnError extends boolean = true>(options: Options<PutReportScheduleData, ThrowOnError>): RequestResult<PutReportScheduleResponses, PutReportScheduleErrors, ThrowOnError> {
        return (options.client ?? this.client).put<PutReportScheduleResponses, PutReportScheduleErrors, ThrowOnError>({
            url: '/reports/v4/schedules/{scheduleId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    
    /**
     * List schedules of reports
     *
     * The caller's schedules, of the types of reports that it has the right to read. An application that the seller authorized gets only its own; the applications of the seller itself get all.
     *
     * Needs any of the rights seller-api:pricing:read, seller-api:notifications:read, seller-api:notifications:write, seller-api:pricing:write, seller-api:limits:write, seller-api:costs:read, seller-api:account:read.
     */
    public getReportSchedules<ThrowOnError extends boolean = true>(options?: Options<GetReportSchedulesData, ThrowOnError>): RequestResult<GetReportSchedulesResponses, GetReportSchedulesErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<GetReportSchedulesResponses, GetReportSchedulesErrors, ThrowOnError>({ url: '/reports/v4/schedules', ...options });
    }
    
    /**
     * List marketplaces
     *
     * Lists the MarketplaceIds that the other endpoints take. A seller takes part in every marketplace unless the operator's record of the seller lists some. A seller without a record takes part in none. `priceChanges` says whether sellers can change prices with this service.
     *
     * Needs any of the rights seller-api:pricing:read, seller-api:notifications:read, seller-api:notifications:write, seller-api:pricing:write, seller-api:limits:write, seller-api:costs:read, seller-api:account:read.
     */
    public getMarketplaceParticipations<ThrowOnError extends boolean = true>(options?: Options<GetMarketplaceParticipationsData, ThrowOnError>): RequestResult<GetMarketplaceParticipationsResponses, GetMarketplaceParticipationsErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<GetMarketplaceParticipationsResponses, GetMarketplaceParticipationsErrors, ThrowOnError>({ url: '/sellers/v4/marketplaceParticipations', ...options });
    }
    
    /**
     * Get the names of sellers
     *
     * Offers, buy boxes and events name sellers by their SellerId. This gives the display names for people to read. A seller that the service does not know, or that has no name, is answered without one.
     *
     * Needs any of the rights seller-api:pricing:read, seller-api:notifications:read, seller-api:notifications:write, seller-api:pricing:write, seller-api:limits:write, seller-api:costs:read, seller-api:account:read.
     */
    public getSellerNames<ThrowOnError extends boolean = true>(options: Options<GetSellerNamesData, ThrowOnError>): RequestResult<GetSellerNamesResponses, GetSellerNamesErrors, ThrowOnError> {
        return (options.client ?? this.client).get<GetSellerNamesResponses, GetSellerNamesErrors, ThrowOnError>({ url: '/sellers/v4/sellerNames', ...options });
    }
    
    /**
     * List changes of accounts
     *
     * Who changed the seller's own accounts, members, applications and grants, who used support sessions, and who set limits
     * and costs of listings: the seller's members, its applications, or the operator. Newest first; `nextToken` gets the next page. Changes of
     * the market are not in it.
     *
     * A change appears within seconds. Entries are kept for `AUDIT_DAYS`. With another identity provider than the embedded one, that provider's
     * own log has the changes of accounts, members, applications and grants.
     *
     * Needs the right seller-api:account:read.
     */
    public getSellerAudit<ThrowOnError extends boolean = true>(options?: Options<GetSellerAuditData, ThrowOnError>): RequestResult<GetSellerAuditResponses, GetSellerAuditErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<GetSellerAuditResponses, GetSellerAuditErrors, ThrowOnError>({ url: '/sellers/v4/audit', ...options });
    }
    
    /**
     * Read your usage of the API
     *
     * How your applications used the API: how many requests, what was refused and why, how long they took, and what is left of the rate limit
     * at this moment. Without parameters: today, by application and operation.
     *
     * Which applications: with `seller-api:account:read` an application of the seller's own, and the console, sees all of the seller. Without that
     * right an application sees itself; one that a person gave access never sees others.
     *
     * What is left is what the process that answers knows: with several processes and no shared counter each has its part of the limit
     * (decision 41).
     *
     * Needs any of the rights seller-api:pricing:read, seller-api:notifications:read, seller-api:notifications:write, seller-api:pricing:write, seller-api:limits:write, seller-api:costs:read, seller-api:account:read.
     */
    public getSellerUsage<ThrowOnError extends boolean = true>(options?: Options<GetSellerUsageData, ThrowOnError>): RequestResult<GetSellerUsageResponses, GetSellerUsageErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<GetSellerUsageResponses, GetSellerUsageErrors, ThrowOnError>({ url: '/sellers/v4/usage', ...options });
    }
    
    /**
     * List support sessions
     *
     * When the operator looked at the console as this seller, and why: the newest first. A support session reads what the console shows, without costs, for an hour at most; no call with it changes anything. The sessions are kept for 400 days.
     *
     * Needs the right seller-api:account:read.
     */
    public getSellerSupportSessions<ThrowOnError extends boolean = true>(options?: Options<GetSellerSupportSessionsData, ThrowOnError>): RequestResult<GetSellerSupportSessionsResponses, GetSellerSupportSessionsErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<GetSellerSupportSessionsResponses, GetSellerSupportSessionsErrors, ThrowOnError>({ url: '/sellers/v4/supportSessions', ...options });
    }
    
    /**
     * End a support session
     *
     * At once, for an owner of the seller, with a token of the console. A session that has ended already is answered as it is.
     *
     * Needs the right seller-api:account:read.
     */
    public endSellerSupportSession<ThrowOnError extends boolean = true>(options: Options<EndSellerSupportSessionData, ThrowOnError>): RequestResult<EndSellerSupportSessionResponses, EndSellerSupportSessionErrors, ThrowOnError> {
        return (options.client ?? this.client).post<EndSellerSupportSessionResponses, EndSellerSupportSessionErrors, ThrowOnError>({ url: '/sellers/v4/supportSessions/{supportSessionId}/end', ...options });
    }
    
    /**
     * Read notes of the operator
     *
     * What the operator of this service tells all sellers at this moment, such as an announced maintenance.
     *
     * Needs any of the rights seller-api:pricing:read, seller-api:notifications:read, seller-api:notifications:write, seller-api:pricing:write, seller-api:limits:write, seller-api:costs:read, seller-api:account:read.
     */
    public getNotes<ThrowOnError extends boolean = true>(options?: Options<GetNotesData, ThrowOnError>): RequestResult<GetNotesResponses, GetNotesErrors, ThrowOnError> {
        return (options?.client ?? this.client).get<GetNotesResponses, GetNotesErrors, ThrowOnError>({ url: '/sellers/v4/notes', ...options });
    }
    
    /**
     * Change market data
     *
     * Takes market records as JSON lines or as one JSON array, and applies them in order, in batches, while they arrive. The answer lists rejected records by line, field and reason, and names unknown fields in `warnings`. All other records are applied, and their effect is visible when the answer arrives. You can send the same records again without harm. The body has no size limit, but must arrive within 5 minutes: split more than that into several requests, or use `npm run import`.
     *
     * Needs the right operator:market:write.
     */
    public applyChanges<ThrowOnError extends boolean = true>(options: Options<ApplyChangesData, ThrowOnError>): RequestResult<ApplyChangesResponses, ApplyChangesErrors, ThrowOnError> {
        return (options.client ?? this.client).post<ApplyChangesResponses, ApplyChangesErrors, ThrowOnError>({
            url: '/operator/v1/changes',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}
