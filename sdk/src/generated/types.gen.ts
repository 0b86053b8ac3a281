// Written by `npm run generate` from openapi.json. Do not edit.

import type { OtherWord } from '../other-word.ts';

export type ClientOptions = {
    baseUrl: 'http://127.0.0.1:8080' | (string & {});
};

export type Webhooks = OnTestNotificationWebhookRequest | OnAnyOfferChangedWebhookRequest | OnBuyBoxChangedWebhookRequest | OnPricingHealthWebhookRequest | OnPriceChangedWebhookRequest | OnFeePromotionWebhookRequest | OnFeeChangedWebhookRequest | OnDestinationSuspendedWebhookRequest | OnCredentialExpiringWebhookRequest | OnReportReadyWebhookRequest;

/**
 * AcknowledgedMessage
 *
 * The result for one handle.
 */
export type AcknowledgedMessage = {
    /**
     * The handle.
     */
    receiptHandle: string;
    /**
     * ACKNOWLEDGED, or STALE: the handle is no longer valid. The message was received again after its visibility timeout, or it is settled.
     */
    status: 'ACKNOWLEDGED' | 'STALE';
};

/**
 * AcknowledgedMessages
 *
 * The result for each handle.
 */
export type AcknowledgedMessages = {
    /**
     * In the order of the handles.
     */
    results: Array<AcknowledgedMessage>;
};

/**
 * Alive
 *
 * The process is alive.
 */
export type Alive = {
    /**
     * Always `alive`.
     */
    status: 'alive';
};

/**
 * AnyOfferChangedData
 *
 * What happened.
 */
export type AnyOfferChangedData = {
    /**
     * The version of data: 1.0.
     */
    payloadVersion: string;
    /**
     * The seller that is told.
     */
    sellerId: string;
    /**
     * The marketplace.
     */
    marketplaceId: string;
    /**
     * Rises with every change of the item. Of two events about one item, the greater one is the newer.
     */
    revision: number;
    /**
     * The item.
     */
    storeItemId: string;
    ItemCondition: ItemCondition;
    status: OffersStatus;
    LowestLandedPrice?: Money;
    PreviousLowestLandedPrice?: Money;
    Summary: OfferSummary;
    /**
     * The best offers of the condition, in order of landed price.
     */
    Offers: Array<Offer>;
    Business?: BusinessOffers;
    /**
     * The id of the operator's request that changed the market, when it was one request.
     */
    requestId?: string;
    /**
     * Whether a record that changed is the receiver's own.
     */
    Own: boolean;
    /**
     * The receiver's own SKUs of this item and condition: those on sale first, then the cheapest. Absent in old events.
     */
    MySKUs?: Array<string>;
};

/**
 * AnyOfferChangedEvent
 *
 * The offers that customers see of an item and condition have changed, or the summary of the item: replace what you have with it. It goes to every seller with an offer on sale on the item. Sales ranks alone cause no event. LowestLandedPrice is the lowest price with shipping that consumers see in this condition, PreviousLowestLandedPrice the one before; each is absent while there is none, the second one also for a seller that is new on the item.
 */
export type AnyOfferChangedEvent = {
    /**
     * The version of CloudEvents.
     */
    specversion: '1.0';
    /**
     * The notification id, the same in every delivery. Use it to drop duplicates.
     */
    id: string;
    /**
     * The service that sent it.
     */
    source: string;
    /**
     * The kind of the event.
     */
    type: 'ANY_OFFER_CHANGED';
    /**
     * The item.
     */
    subject: string;
    /**
     * When it happened.
     */
    time: string;
    /**
     * The media type of data.
     */
    datacontenttype: 'application/json';
    /**
     * The number of the event: per seller, rising by 1, without gaps. An integer as text.
     */
    sequence: string;
    /**
     * The sequence of the event that was queued before this one for the same destination. If you do not have that one, you missed it. Absent in the first one, and in GET /notifications/v4/events.
     */
    previoussequence?: string;
    /**
     * The sequences that this event replaces at this destination, with commas between them. Count them as received.
     */
    supersedes?: string;
    data: AnyOfferChangedData;
};

/**
 * AskedChange
 *
 * What was asked for.
 */
export type AskedChange = {
    CustomerType: CustomerType;
    strategy?: WhatIfStrategy;
    floor?: Money;
    terms?: NamedTerms;
    /**
     * The TermsRevision that the change demands.
     */
    IfTermsRevision?: number;
    /**
     * Whether the caller confirmed a price far from the present one.
     */
    Confirm?: boolean;
    /**
     * Of an undo: the PriceChangeId of the change that it takes back.
     */
    UndoOf?: string;
};

/**
 * AssumedTerms
 *
 * The terms of the request, which the offer does not have.
 */
export type AssumedTerms = {
    ListingPrice?: Money;
    Shipping?: Money;
    FulfillmentChannel?: FulfillmentChannel;
};

/**
 * AttributeSet
 *
 * Catalogue attributes of an item, by name.
 */
export type AttributeSet = {
    [key: string]: unknown;
};

/**
 * BatchAnswer
 *
 * The answers, in the order of the requests.
 */
export type BatchAnswer = {
    /**
     * In the order of the requests.
     */
    responses: Array<BatchResponse>;
};

/**
 * BatchResponse
 *
 * The answer to one request.
 */
export type BatchResponse = {
    /**
     * The headers of the single answer.
     */
    headers: {
        [key: string]: string;
    };
    status: BatchStatus;
    /**
     * The single answer.
     */
    body: OffersAnswer | Errors;
    /**
     * The request as the service understood it.
     */
    request: {
        [key: string]: unknown;
    };
};

/**
 * BatchStatus
 *
 * The status of the single answer.
 */
export type BatchStatus = {
    /**
     * The status of the single answer.
     */
    statusCode: number;
    /**
     * The text of the status.
     */
    reasonPhrase: string;
};

/**
 * BoxExplanation
 *
 * Why an offer of the caller holds the buy box or does not. Holder is another offer that holds it; RunnerUp is the next one when the offer itself does. A gap is the landed price of the offer minus that of the other: GapToHolder above zero means too dear, GapToRunnerUp below zero is the lead. Gaps are absent while no shipping charge is set.
 */
export type BoxExplanation = {
    /**
     * The marketplace.
     */
    MarketplaceId: string;
    /**
     * The caller's SKU.
     */
    SellerSKU: string;
    /**
     * The item.
     */
    storeItemId: string;
    /**
     * The revision of the offer's terms: it rises by one with each change of its price, shipping, business price or quantity discounts, by whomever. IfTermsRevision of a price change refers to it.
     */
    TermsRevision: number;
    ItemCondition: ItemCondition;
    CustomerType: CustomerType;
    offerType: OfferType;
    Assumed?: AssumedTerms;
    Offer: ExplainedOffer;
    /**
     * Whether the offer holds the buy box.
     */
    IsBuyBoxWinner: boolean;
    /**
     * Why the offer holds the buy box or does not, in a sentence.
     */
    Explanation: string;
    /**
     * Whether the offer passes every gate.
     */
    IsEligible: boolean;
    /**
     * Every gate of the buy box rule, in its order.
     */
    Gates: Array<GateVerdict>;
    /**
     * The place among the eligible offers; 1 wins. Absent when it is not eligible.
     */
    Rank?: number;
    /**
     * The number of eligible offers, this one included if it is one.
     */
    EligibleOffers: number;
    Holder?: BuyBoxRival;
    GapToHolder?: Money;
    RunnerUp?: BuyBoxRival;
    GapToRunnerUp?: Money;
    /**
     * The first field in which the offer and the other one differ, in the order of the rule: LandedPrice, FulfillmentChannel, SellerPositiveFeedbackRating, FeedbackCount, SellerId or SellerSKU; an open set. Absent when the offer is not eligible, or no other is.
     */
    DecidedBy?: 'LandedPrice' | 'FulfillmentChannel' | 'SellerPositiveFeedbackRating' | 'FeedbackCount' | 'SellerId' | 'SellerSKU' | (string & {});
    WinningPrice: WinningPrice;
};

/**
 * BoxExplanationAnswer
 *
 * Why an offer of the caller holds the buy box or does not.
 */
export type BoxExplanationAnswer = {
    payload: BoxExplanation;
};

/**
 * BoxOffer
 *
 * One of the offers of the receiver that stand in this box, and what would win it. NetAtWinningPrice is present when there is a winning price.
 */
export type BoxOffer = {
    /**
     * The receiver's SKU.
     */
    SellerSKU: string;
    OwnPrice: BoxOwnPrice;
    /**
     * Whether this offer holds the box now.
     */
    IsBuyBoxWinner: boolean;
    WinningPrice: BoxWinningPrice;
    NetAtOwnPrice: NetProceeds;
    NetAtWinningPrice?: NetProceeds;
};

/**
 * BoxOwnPrice
 *
 * The price of the offer as the customers of this box see it. Shipping and LandedPrice are absent while no shipping charge is set.
 */
export type BoxOwnPrice = {
    ListingPrice: Money;
    Shipping?: Money;
    LandedPrice?: Money;
};

/**
 * BoxWinningPrice
 *
 * The highest listing price with which the offer, with its own shipping, would hold this box at the time of the event. The prices are present with VALID_FOEP.
 */
export type BoxWinningPrice = {
    resultStatus: WinningPriceStatus;
    ListingPrice?: Money;
    LandedPrice?: Money;
    /**
     * With OFFER_NOT_ELIGIBLE: the gates that fail at every price.
     */
    Reasons?: Array<GateName>;
};

/**
 * BusinessOffers
 *
 * What business customers see. Absent: the same as consumers, in Summary and Offers.
 */
export type BusinessOffers = {
    Summary: OfferSummary;
    /**
     * The best offers of the condition, in order of landed price.
     */
    Offers: Array<Offer>;
};

/**
 * BuyBoxCause
 *
 * priceChange, newOffer, offerEnded, eligibility, clock, rules, several; an open set. clock: a date passed. rules: the rules of the buy box changed. several: more than one change.
 */
export type BuyBoxCause = 'priceChange' | 'newOffer' | 'offerEnded' | 'eligibility' | 'clock' | 'rules' | 'several' | (string & {});

/**
 * BuyBoxChange
 *
 * WON, LOST, HOLDER, PRICE, NONE; an open set. WON: you hold it now. LOST: you held it. HOLDER: it went from one other seller to another, or to the first one. PRICE: the same holder, another price. NONE: nobody holds it now.
 */
export type BuyBoxChange = 'WON' | 'LOST' | 'HOLDER' | 'PRICE' | 'NONE' | (string & {});

/**
 * BuyBoxChangedData
 *
 * What happened.
 */
export type BuyBoxChangedData = {
    /**
     * The version of data: 1.0.
     */
    payloadVersion: string;
    /**
     * The seller that is told.
     */
    sellerId: string;
    /**
     * The marketplace.
     */
    marketplaceId: string;
    /**
     * Rises with every change of the item. Of two events about one item, the greater one is the newer.
     */
    revision: number;
    /**
     * The item.
     */
    storeItemId: string;
    ItemCondition: ItemCondition;
    /**
     * Whose buy box: Consumer or Business; an open set.
     */
    CustomerType: 'Consumer' | 'Business' | (string & {});
    /**
     * All customers whose buy box this is. An item without business terms has one buy box for both. Absent in an event from before this field existed: CustomerType alone is known.
     */
    CustomerTypes?: Array<'Consumer' | 'Business' | (string & {})>;
    offerType: OfferType;
    Cause: BuyBoxCause;
    BuyBoxPrice?: BuyBoxHolder;
    PreviousBuyBoxPrice?: BuyBoxHolder;
    PriceDifference?: Money;
    Change: BuyBoxChange;
    /**
     * The id of the operator's request that changed the market, when it was one request.
     */
    requestId?: string;
    /**
     * Whether a record that changed is the receiver's own.
     */
    Own: boolean;
    /**
     * The receiver's SKU that held the box before. Absent: another seller did, or nobody.
     */
    PreviousSellerSKU?: string;
    /**
     * The receipt of the receiver's own price change that the event follows. Never that of another seller.
     */
    PriceChangeId?: string;
    /**
     * The offers of the receiver that stand in this box, the best first.
     */
    MyOffers: Array<BoxOffer>;
};

/**
 * BuyBoxChangedEvent
 *
 * The holder of a buy box, or its price, has changed. It goes to every seller with an offer on sale on the item, and to the seller that held the box. One event for each buy box: an item without business terms has one for both customer types, told as that of consumers.
 */
export type BuyBoxChangedEvent = {
    /**
     * The version of CloudEvents.
     */
    specversion: '1.0';
    /**
     * The notification id, the same in every delivery. Use it to drop duplicates.
     */
    id: string;
    /**
     * The service that sent it.
     */
    source: string;
    /**
     * The kind of the event.
     */
    type: 'BUY_BOX_CHANGED';
    /**
     * The item.
     */
    subject: string;
    /**
     * When it happened.
     */
    time: string;
    /**
     * The media type of data.
     */
    datacontenttype: 'application/json';
    /**
     * The number of the event: per seller, rising by 1, without gaps. An integer as text.
     */
    sequence: string;
    /**
     * The sequence of the event that was queued before this one for the same destination. If you do not have that one, you missed it. Absent in the first one, and in GET /notifications/v4/events.
     */
    previoussequence?: string;
    /**
     * The sequences that this event replaces at this destination, with commas between them. Count them as received.
     */
    supersedes?: string;
    data: BuyBoxChangedData;
};

/**
 * BuyBoxHolder
 *
 * Who holds a buy box, and at which price.
 */
export type BuyBoxHolder = {
    condition: ItemCondition;
    offerType: OfferType;
    LandedPrice: Money;
    ListingPrice: Money;
    Shipping: Money;
    /**
     * Whether that seller is the receiver.
     */
    belongsToRequester: boolean;
    /**
     * The seller that holds the buy box.
     */
    sellerId: string;
};

/**
 * BuyBoxPrice
 *
 * The price of the buy box winner of one condition and offer type.
 */
export type BuyBoxPrice = {
    condition: ItemCondition;
    offerType: OfferType;
    /**
     * The price applies from this quantity on. Absent: the price of one unit.
     */
    quantityTier?: number;
    /**
     * With quantityTier: QUANTITY_DISCOUNT; an open set.
     */
    quantityDiscountType?: 'QUANTITY_DISCOUNT' | (string & {});
    LandedPrice: Money;
    ListingPrice: Money;
    Shipping: Money;
    /**
     * The seller that wins the buy box.
     */
    sellerId: string;
};

/**
 * BuyBoxRival
 *
 * The best eligible other offer of the buy box.
 */
export type BuyBoxRival = {
    /**
     * Whether it is an offer of the caller, under another SKU.
     */
    MyOffer: boolean;
    /**
     * The seller of the offer.
     */
    SellerId: string;
    /**
     * The SKU, only when it is the caller's own offer.
     */
    SellerSKU?: string;
    SubCondition: SubCondition;
    FulfillmentChannel: FulfillmentChannel;
    LandedPrice: Money;
    ListingPrice: Money;
    Shipping: Money;
    SellerFeedbackRating: SellerFeedbackRating;
};

/**
 * BuyBoxShareReportParameters
 *
 * Which UTC days: from that of since until today, at most 100.
 */
export type BuyBoxShareReportParameters = {
    /**
     * Only days at this date or time (RFC 3339) or later. Absent: 7 days before the instant of the report.
     */
    since?: string;
};

/**
 * ChangeDestination
 *
 * Only keys in the body are changed; settings are merged key by key. A masked value stays as it is. null removes an optional key.
 */
export type ChangeDestination = {
    /**
     * 1 to 256 characters, none of them a control character, invisible or changing the direction of text; `name` is accepted, too.
     */
    channelName?: string;
    /**
     * Another name of channelName.
     */
    name?: string;
    /**
     * The kinds of events to send. Empty: it waits for subscriptions. Absent: all for WEBHOOKS and PULL; for EMAIL, SMS and MOBILE_PUSH what a person may have to act upon: BUY_BOX_CHANGED when the buy box is lost, PRICING_HEALTH, FEE_PROMOTION, FEE_CHANGED and DESTINATION_SUSPENDED.
     */
    eventTypes?: Array<'TEST_NOTIFICATION' | 'ANY_OFFER_CHANGED' | 'BUY_BOX_CHANGED' | 'PRICING_HEALTH' | 'PRICE_CHANGED' | 'FEE_PROMOTION' | 'FEE_CHANGED' | 'DESTINATION_SUSPENDED' | 'CREDENTIAL_EXPIRING' | 'REPORT_READY'>;
    windowSeconds?: 0 | 60 | 300 | 600 | null;
    filter?: EventFilter | null;
    quietHours?: QuietHours | null;
    webhookConfig?: WebhookConfigBody;
    /**
     * For type WEBHOOKS: another name of webhookConfig.url.
     */
    url?: string;
    emailConfig?: EmailConfig;
    smsConfig?: SmsConfig;
    mobilePushConfig?: MobilePushConfig;
    pullConfig?: PullConfig;
    /**
     * ACTIVE or INACTIVE.
     */
    status?: 'ACTIVE' | 'INACTIVE';
    [key: string]: unknown;
};

/**
 * ChangeRejection
 *
 * One reason why a record was rejected.
 */
export type ChangeRejection = {
    /**
     * The line of the body where the record begins, counted from 1.
     */
    line: number;
    /**
     * The field that is wrong. Empty when the record as a whole is wrong.
     */
    field: string;
    /**
     * What is wrong, and what is allowed.
     */
    reason: string;
};

/**
 * Changes
 *
 * The valid changes are applied; the rejected ones are listed.
 */
export type Changes = {
    /**
     * Records that are new.
     */
    added: number;
    /**
     * Records that replaced an existing one.
     */
    changed: number;
    /**
     * Records that already existed with the same fields.
     */
    unchanged: number;
    /**
     * Records that were deleted.
     */
    removed: number;
    /**
     * Records to delete that did not exist.
     */
    absent: number;
    /**
     * Records that were not applied; all others were.
     */
    rejected: number;
    /**
     * The reasons for rejections, by line: the first 1,000.
     */
    rejections: Array<ChangeRejection>;
    /**
     * The number of further reasons that are not listed.
     */
    moreRejections: number;
    keptTerms?: KeptTerms;
    /**
     * What the caller should look at; absent when there is nothing.
     */
    warnings?: Array<Warning>;
};

/**
 * ChannelType
 *
 * EMAIL, WEBHOOKS, SMS, PULL or MOBILE_PUSH.
 */
export type ChannelType = 'EMAIL' | 'WEBHOOKS' | 'SMS' | 'PULL' | 'MOBILE_PUSH';

/**
 * ClientRegistration
 *
 * Client metadata (RFC 7591 2). Other metadata is ignored. Metadata that names a seller is rejected.
 */
export type ClientRegistration = {
    /**
     * Where codes may be sent; matched exactly.
     */
    redirect_uris: Array<string>;
    /**
     * `client_secret_basic` when absent; `none` for public clients.
     */
    token_endpoint_auth_method?: 'none' | 'client_secret_post' | 'client_secret_basic';
    /**
     * Both when absent.
     */
    grant_types?: Array<'authorization_code' | 'refresh_token'>;
    /**
     * Only `code`.
     */
    response_types?: Array<'code'>;
    /**
     * What sellers are shown.
     */
    client_name?: string;
    /**
     * The application's page.
     */
    client_uri?: string;
    /**
     * The application's logo.
     */
    logo_uri?: string;
    /**
     * Rights, with a space between them; `offline_access` is the right to a refresh token. The basic seller rights when absent.
     */
    scope?: string;
    /**
     * Contacts of the application's developer.
     */
    contacts?: Array<string>;
};

/**
 * CompetitivePrice
 *
 * The price that wins a buy box.
 */
export type CompetitivePrice = {
    /**
     * 1: the New buy box. 2: the Used buy box; an open set.
     */
    CompetitivePriceId: '1' | '2' | (string & {});
    Price: Price;
    condition: ItemCondition;
    subcondition: SubCondition;
    offerType: OfferType;
    /**
     * The price applies from this quantity on. Absent: the price of one unit.
     */
    quantityTier?: number;
    /**
     * With quantityTier: QUANTITY_DISCOUNT; an open set.
     */
    quantityDiscountType?: 'QUANTITY_DISCOUNT' | (string & {});
    /**
     * The seller that wins the buy box.
     */
    sellerId: string;
    /**
     * Whether that seller is the caller.
     */
    belongsToRequester: boolean;
};

/**
 * CompetitivePricing
 *
 * The buy box prices of the item and the number of its offers.
 */
export type CompetitivePricing = {
    CompetitivePrices: Array<CompetitivePrice>;
    NumberOfOfferListings: Array<OfferListingCount>;
    TradeInValue?: Money;
};

/**
 * CompetitiveSummary
 *
 * How an item sells. It has the parts that includedData names.
 */
export type CompetitiveSummary = {
    /**
     * The marketplace.
     */
    marketplaceId: string;
    /**
     * The item.
     */
    storeItemId: string;
    /**
     * The buy boxes that somebody holds, of all conditions and both customer types.
     */
    featuredBuyingOptions?: Array<FeaturedBuyingOption>;
    /**
     * One list for each input, in the order of the inputs.
     */
    lowestPricedOffers?: Array<LowestPricedOffers>;
    /**
     * Prices to compare with. Those that are not known are missing.
     */
    referencePrices?: Array<ReferencePrice>;
};

/**
 * CompetitiveSummaryBatch
 *
 * Up to 20 requests. An invalid one gets its own error; the others are still answered.
 */
export type CompetitiveSummaryBatch = {
    /**
     * Up to 20 requests.
     */
    requests: Array<CompetitiveSummaryRequest>;
};

/**
 * CompetitiveSummaryBatchAnswer
 *
 * The answers, in the order of the requests.
 */
export type CompetitiveSummaryBatchAnswer = {
    /**
     * In the order of the requests.
     */
    responses: Array<CompetitiveSummaryBatchResponse>;
};

/**
 * CompetitiveSummaryBatchResponse
 *
 * The answer to one request.
 */
export type CompetitiveSummaryBatchResponse = {
    /**
     * The headers of the single answer.
     */
    headers: {
        [key: string]: string;
    };
    status: BatchStatus;
    /**
     * The single answer.
     */
    body: CompetitiveSummary | Errors;
    /**
     * The request as the service understood it.
     */
    request: {
        [key: string]: unknown;
    };
};

/**
 * CompetitiveSummaryRequest
 *
 * One item, and what to tell about it. MarketplaceId means the same as marketplaceId.
 */
export type CompetitiveSummaryRequest = {
    /**
     * The marketplace whose prices are returned.
     */
    marketplaceId: string;
    /**
     * The marketplace item ID.
     */
    storeItemId: string;
    /**
     * The parts of the answer: featuredBuyingOptions, lowestPricedOffers, referencePrices.
     */
    includedData: Array<'featuredBuyingOptions' | 'lowestPricedOffers' | 'referencePrices'>;
    /**
     * The lists of lowestPricedOffers, at most 5. Without any: New, Consumer.
     */
    lowestPricedOffersInputs?: Array<LowestPricedOffersInput>;
    /**
     * Accepted from clients that send it. It has no effect.
     */
    uri?: string;
    /**
     * Accepted from clients that send it. It has no effect.
     */
    method?: string;
};

/**
 * ConfirmationCode
 *
 * The code that the owner of the address told the seller.
 */
export type ConfirmationCode = {
    /**
     * The six digits in the message to the address, with or without the space between them.
     */
    code: string;
};

/**
 * CreateDestination
 *
 * Every key is optional. Unknown keys are ignored; one that is nearly a known key is named in the warnings of the answer.
 */
export type CreateDestination = {
    /**
     * 1 to 256 characters, none of them a control character, invisible or changing the direction of text; `name` is accepted, too.
     */
    channelName?: string;
    /**
     * Another name of channelName.
     */
    name?: string;
    /**
     * The kinds of events to send. Empty: it waits for subscriptions. Absent: all for WEBHOOKS and PULL; for EMAIL, SMS and MOBILE_PUSH what a person may have to act upon: BUY_BOX_CHANGED when the buy box is lost, PRICING_HEALTH, FEE_PROMOTION, FEE_CHANGED and DESTINATION_SUSPENDED.
     */
    eventTypes?: Array<'TEST_NOTIFICATION' | 'ANY_OFFER_CHANGED' | 'BUY_BOX_CHANGED' | 'PRICING_HEALTH' | 'PRICE_CHANGED' | 'FEE_PROMOTION' | 'FEE_CHANGED' | 'DESTINATION_SUSPENDED' | 'CREDENTIAL_EXPIRING' | 'REPORT_READY'>;
    /**
     * 0, 60, 300, 600 seconds. Of several events about one item, condition and kind within this time, the first is sent at once and the last ones at its end. 0: every event is sent at once. Absent: 60.
     */
    windowSeconds?: 0 | 60 | 300 | 600;
    filter?: EventFilter;
    quietHours?: QuietHours;
    webhookConfig?: WebhookConfigBody;
    /**
     * For type WEBHOOKS: another name of webhookConfig.url.
     */
    url?: string;
    emailConfig?: EmailConfig;
    smsConfig?: SmsConfig;
    mobilePushConfig?: MobilePushConfig;
    pullConfig?: PullConfig;
    /**
     * EMAIL, WEBHOOKS, SMS, PULL, MOBILE_PUSH. Absent: the type whose settings are present; WEBHOOKS when there is a url; otherwise PULL.
     */
    type?: 'EMAIL' | 'WEBHOOKS' | 'SMS' | 'PULL' | 'MOBILE_PUSH';
    /**
     * The caller's own SellerId, and no other.
     */
    channelOwner?: string;
    [key: string]: unknown;
};

/**
 * CreateSubscription
 *
 * Unknown keys are ignored, but not in `eventFilter`; one that is nearly a known key is named in the warnings of the answer.
 */
export type CreateSubscription = {
    /**
     * The channelId of the destination.
     */
    destinationId: string;
    /**
     * The version of the events: 1.0, the only one.
     */
    payloadVersion?: string;
    /**
     * What counts for this kind. Without `eventFilter` or `windowSeconds` the filter or the window of the destination counts; an `eventFilter` of {} lets everything pass.
     */
    processingDirective?: {
        eventFilter?: EventFilter;
        /**
         * 0, 60, 300, 600 seconds. Of several events about one item, condition and kind within this time, the first is sent at once and the last ones at its end. 0: every event is sent at once. Absent: 60.
         */
        windowSeconds?: 0 | 60 | 300 | 600;
        [key: string]: unknown;
    };
    [key: string]: unknown;
};

/**
 * CredentialExpiringData
 *
 * What happened.
 */
export type CredentialExpiringData = {
    /**
     * The version of data: 1.0.
     */
    payloadVersion: string;
    /**
     * The seller that is told.
     */
    sellerId: string;
    /**
     * The secret or the access: the same in all notices about it.
     */
    credentialId: string;
    /**
     * CLIENT_SECRET: a secret of the application; rotate it. GRANT: the access of the application; connect it again. An open set.
     */
    credentialType: 'CLIENT_SECRET' | 'GRANT' | (string & {});
    /**
     * The client id of the application.
     */
    clientId: string;
    /**
     * The name of the application, if it has one.
     */
    applicationName?: string;
    /**
     * Which notice it is: 30, 7 or 1. A notice that could not be sent in time is sent later, until the next one is due.
     */
    DaysBefore: number;
    /**
     * When it ends.
     */
    EffectiveUntil: string;
};

/**
 * CredentialExpiringEvent
 *
 * A secret of an application, or the access that the seller gave to one, will end. Told to the seller, and to that application; 30, 7 and 1 days before.
 */
export type CredentialExpiringEvent = {
    /**
     * The version of CloudEvents.
     */
    specversion: '1.0';
    /**
     * The notification id, the same in every delivery. Use it to drop duplicates.
     */
    id: string;
    /**
     * The service that sent it.
     */
    source: string;
    /**
     * The kind of the event.
     */
    type: 'CREDENTIAL_EXPIRING';
    /**
     * When it happened.
     */
    time: string;
    /**
     * The media type of data.
     */
    datacontenttype: 'application/json';
    /**
     * The number of the event: per seller, rising by 1, without gaps. An integer as text.
     */
    sequence: string;
    /**
     * The sequence of the event that was queued before this one for the same destination. If you do not have that one, you missed it. Absent in the first one, and in GET /notifications/v4/events.
     */
    previoussequence?: string;
    /**
     * The sequences that this event replaces at this destination, with commas between them. Count them as received.
     */
    supersedes?: string;
    data: CredentialExpiringData;
};

/**
 * CustomerType
 *
 * Consumer or Business: whose view of the prices.
 */
export type CustomerType = 'Consumer' | 'Business';

/**
 * Deliveries
 *
 * A page of the log.
 */
export type Deliveries = {
    /**
     * Newest first.
     */
    deliveries: Array<Delivery>;
    /**
     * There are more: send it as nextToken to get the next page.
     */
    nextToken?: string;
};

/**
 * DeliveriesReportParameters
 *
 * Which deliveries. All that are kept when absent.
 */
export type DeliveriesReportParameters = {
    /**
     * Only deliveries to this destination of the caller.
     */
    channelId?: string;
    /**
     * Only the delivery with this id, and those of the notification with this id.
     */
    id?: string;
    /**
     * Only deliveries in this state.
     */
    state?: 'PENDING' | 'SENDING' | 'DELIVERED' | 'STORED' | 'DEAD' | 'EXPIRED' | 'CANCELED' | 'SUPERSEDED' | 'FILTERED';
    /**
     * Only deliveries that were queued at this date or time (RFC 3339) or later. Absent: from the oldest one that is kept.
     */
    since?: string;
    /**
     * Only deliveries that were queued before this date or time. Absent: until the instant of the report.
     */
    until?: string;
};

/**
 * Delivery
 *
 * One notification to one destination.
 */
export type Delivery = {
    /**
     * Its identifier.
     */
    deliveryId: string;
    /**
     * The destination.
     */
    channelId: string;
    /**
     * The `id` of the event: the same in every delivery of it.
     */
    notificationId: string;
    eventType: EventKind;
    /**
     * Whether it is a test notification.
     */
    isTest: boolean;
    state: DeliveryState;
    /**
     * While it is PENDING: why it waits until nextAttemptTime. WINDOW: the window of the destination, HOURLY_LIMIT: one e-mail an hour for each kind, DAILY_LIMIT: 10 SMS a day, QUIET_HOURS: the quiet hours of the destination; an open set.
     */
    heldBy?: 'WINDOW' | 'HOURLY_LIMIT' | 'DAILY_LIMIT' | 'QUIET_HOURS' | (string & {});
    /**
     * The notification that replaced it.
     */
    supersededBy?: string;
    /**
     * The key of the filter that kept it back; an open set.
     */
    filteredBy?: 'marketplaceIds' | 'storeItemIds' | 'skus' | 'conditions' | 'changes' | 'minPriceChangePercent' | 'ownOnly' | 'othersOnly' | (string & {});
    /**
     * How many attempts were started.
     */
    attemptCount: number;
    lastAttempt?: LastDeliveryAttempt;
    /**
     * The marketplace of the item.
     */
    marketplaceId?: string;
    /**
     * The item that the event is about. Absent: it is about none, or the answer is about a resend.
     */
    storeItemId?: string;
    /**
     * With storeItemId: the first of the caller's SKUs that the event names.
     */
    skus?: Array<string>;
    /**
     * When it was queued.
     */
    createdTime: string;
    /**
     * While it is PENDING: the earliest time of the next attempt.
     */
    nextAttemptTime?: string;
    /**
     * When it reached a final state.
     */
    settledTime?: string;
    /**
     * When it expires.
     */
    expiresTime: string;
};

/**
 * DeliveryAttempt
 *
 * One attempt.
 */
export type DeliveryAttempt = {
    /**
     * From 1.
     */
    number: number;
    /**
     * DELIVERED, STORED, FAILED, IN_PROGRESS, or UNKNOWN: it was started and its outcome was never stored; an open set.
     */
    outcome: 'DELIVERED' | 'STORED' | 'FAILED' | 'IN_PROGRESS' | 'UNKNOWN' | (string & {});
    /**
     * When it was started.
     */
    startedTime?: string;
    /**
     * How long it took.
     */
    durationMs?: number;
    /**
     * The receiver's code: an HTTP status, an SMTP reply.
     */
    code?: number;
    /**
     * What went wrong.
     */
    error?: string;
    /**
     * The beginning of the receiver's answer.
     */
    answer?: string;
};

/**
 * DeliveryDetails
 *
 * A delivery with all its attempts and its event.
 */
export type DeliveryDetails = {
    /**
     * Its identifier.
     */
    deliveryId: string;
    /**
     * The destination.
     */
    channelId: string;
    /**
     * The `id` of the event: the same in every delivery of it.
     */
    notificationId: string;
    eventType: EventKind;
    /**
     * Whether it is a test notification.
     */
    isTest: boolean;
    state: DeliveryState;
    /**
     * While it is PENDING: why it waits until nextAttemptTime. WINDOW: the window of the destination, HOURLY_LIMIT: one e-mail an hour for each kind, DAILY_LIMIT: 10 SMS a day, QUIET_HOURS: the quiet hours of the destination; an open set.
     */
    heldBy?: 'WINDOW' | 'HOURLY_LIMIT' | 'DAILY_LIMIT' | 'QUIET_HOURS' | (string & {});
    /**
     * The notification that replaced it.
     */
    supersededBy?: string;
    /**
     * The key of the filter that kept it back; an open set.
     */
    filteredBy?: 'marketplaceIds' | 'storeItemIds' | 'skus' | 'conditions' | 'changes' | 'minPriceChangePercent' | 'ownOnly' | 'othersOnly' | (string & {});
    /**
     * How many attempts were started.
     */
    attemptCount: number;
    lastAttempt?: LastDeliveryAttempt;
    /**
     * The marketplace of the item.
     */
    marketplaceId?: string;
    /**
     * The item that the event is about. Absent: it is about none, or the answer is about a resend.
     */
    storeItemId?: string;
    /**
     * With storeItemId: the first of the caller's SKUs that the event names.
     */
    skus?: Array<string>;
    /**
     * When it was queued.
     */
    createdTime: string;
    /**
     * While it is PENDING: the earliest time of the next attempt.
     */
    nextAttemptTime?: string;
    /**
     * When it reached a final state.
     */
    settledTime?: string;
    /**
     * When it expires.
     */
    expiresTime: string;
    /**
     * Every attempt, in order.
     */
    attempts: Array<DeliveryAttempt>;
    event: SellerEvent;
};

/**
 * DeliveryState
 *
 * PENDING waits for its next attempt, SENDING is in flight or held by a receiver, DELIVERED was acknowledged, STORED is a file in the operator's outbox, because no mail server or SMS gateway is configured, DEAD failed for good, EXPIRED was not delivered in time, CANCELED was canceled, SUPERSEDED was replaced by a newer event (supersededBy), FILTERED was kept back by the filter of the destination (filteredBy); an open set.
 */
export type DeliveryState = 'PENDING' | 'SENDING' | 'DELIVERED' | 'STORED' | 'DEAD' | 'EXPIRED' | 'CANCELED' | 'SUPERSEDED' | 'FILTERED' | (string & {});

/**
 * Destination
 *
 * A destination of notifications.
 */
export type Destination = {
    /**
     * The seller that owns it.
     */
    channelOwner: string;
    /**
     * Its name.
     */
    channelName: string;
    type: ChannelType;
    webhookConfig: WebhookConfig;
    status: DestinationStatus;
    /**
     * Why it is SUSPENDED. DELIVERY_FAILED: only failures for a long time. DESTINATION_GONE: its receiver says that it does not exist any more. APPLICATION_WITHDRAWN: the seller ended the access of its application. APPLICATION_UNUSED: the application has not used its access for a long time. SELLER_DISABLED: the operator has disabled the seller. An open set.
     */
    statusReason?: 'DELIVERY_FAILED' | 'DESTINATION_GONE' | 'APPLICATION_WITHDRAWN' | 'APPLICATION_UNUSED' | 'SELLER_DISABLED' | (string & {});
    /**
     * true: the receiver of this webhook answered that it wants webhooks of this service (CloudEvents, `WebHook-Allowed-Origin`). Absent: it did not say, as most receivers do, or nobody has asked it.
     */
    verified?: boolean;
    /**
     * Its identifier.
     */
    channelId: string;
    /**
     * When it was created, in milliseconds since 1970 UTC.
     */
    createdTimestamp: number;
    /**
     * When it was last changed, in milliseconds since 1970 UTC.
     */
    lastModifiedTimestamp: number;
    /**
     * The kinds of events that it receives. Empty: it waits for subscriptions. Absent: all for WEBHOOKS and PULL; for EMAIL, SMS and MOBILE_PUSH what a person may have to act upon: BUY_BOX_CHANGED when the buy box is lost, PRICING_HEALTH, FEE_PROMOTION, FEE_CHANGED and DESTINATION_SUSPENDED.
     */
    eventTypes?: Array<EventKind>;
    /**
     * 0, 60, 300, 600 seconds. Of several events about one item, condition and kind within this time, the first is sent at once and the last ones at its end. 0: every event is sent at once. Absent: 60.
     */
    windowSeconds?: 0 | 60 | 300 | 600;
    filter?: EventFilter;
    quietHours?: QuietHours;
    /**
     * What subscriptions have set for single kinds (`/notifications/v4/subscriptions`). Absent when there is nothing.
     */
    choicesByKind?: Array<KindChoice>;
    emailConfig?: EmailConfig;
    smsConfig?: SmsConfig;
    mobilePushConfig?: MobilePushConfig;
    pullConfig?: PullConfig;
    /**
     * The id of the application that created it; absent in very old destinations.
     */
    createdBy?: string;
    /**
     * What the caller should look at; absent when there is nothing.
     */
    warnings?: Array<Warning>;
};

/**
 * DestinationStatus
 *
 * PENDING_VERIFICATION, ACTIVE, INACTIVE or SUSPENDED; an open set.
 */
export type DestinationStatus = 'PENDING_VERIFICATION' | 'ACTIVE' | 'INACTIVE' | 'SUSPENDED' | (string & {});

/**
 * DestinationSuspendedData
 *
 * What happened.
 */
export type DestinationSuspendedData = {
    /**
     * The version of data: 1.0.
     */
    payloadVersion: string;
    /**
     * The seller that is told.
     */
    sellerId: string;
    /**
     * The client id of the application that created them. Absent: it is not known.
     */
    createdBy?: string;
    /**
     * The name of that application, where the identity provider tells it.
     */
    applicationName?: string;
    /**
     * The destinations.
     */
    channelIds: Array<string>;
    /**
     * Their names, in the same order.
     */
    channelNames: Array<string>;
    /**
     * ACTIVE: they will be suspended at EffectiveFrom. SUSPENDED: they are since then; an open set.
     */
    status: 'ACTIVE' | 'SUSPENDED' | (string & {});
    /**
     * DELIVERY_FAILED: only failures for a long time. DESTINATION_GONE: the receiver says that it does not exist any more. APPLICATION_WITHDRAWN: the seller ended the access of the application. APPLICATION_UNUSED: the application has not used its access for a long time. SELLER_DISABLED: the operator has disabled the seller. An open set.
     */
    statusReason: 'DELIVERY_FAILED' | 'DESTINATION_GONE' | 'APPLICATION_WITHDRAWN' | 'APPLICATION_UNUSED' | 'SELLER_DISABLED' | (string & {});
    /**
     * APPLICATION_UNUSED: when the application last used its access, if that is known.
     */
    lastUsedTime?: string;
    /**
     * DELIVERY_FAILED, DESTINATION_GONE: how the last attempt failed. It quotes nothing that the receiver answered.
     */
    lastError?: string;
    /**
     * When they are suspended.
     */
    EffectiveFrom: string;
};

/**
 * DestinationSuspendedEvent
 *
 * Destinations are suspended, or will be: nothing is sent to them. Told to the seller, and to the application that they belong to; not at the suspended destinations themselves.
 */
export type DestinationSuspendedEvent = {
    /**
     * The version of CloudEvents.
     */
    specversion: '1.0';
    /**
     * The notification id, the same in every delivery. Use it to drop duplicates.
     */
    id: string;
    /**
     * The service that sent it.
     */
    source: string;
    /**
     * The kind of the event.
     */
    type: 'DESTINATION_SUSPENDED';
    /**
     * When it happened.
     */
    time: string;
    /**
     * The media type of data.
     */
    datacontenttype: 'application/json';
    /**
     * The number of the event: per seller, rising by 1, without gaps. An integer as text.
     */
    sequence: string;
    /**
     * The sequence of the event that was queued before this one for the same destination. If you do not have that one, you missed it. Absent in the first one, and in GET /notifications/v4/events.
     */
    previoussequence?: string;
    /**
     * The sequences that this event replaces at this destination, with commas between them. Count them as received.
     */
    supersedes?: string;
    data: DestinationSuspendedData;
};

/**
 * Destinations
 *
 * All of the caller's destinations.
 */
export type Destinations = {
    /**
     * In the order in which they were created.
     */
    channels: Array<Destination>;
};

/**
 * EmailConfig
 *
 * For type EMAIL.
 */
export type EmailConfig = {
    /**
     * One address. Absent: the seller's registered one, which only the seller sees; others see `****`.
     */
    address?: string;
};

/**
 * Error
 *
 * One reason why the request failed.
 */
export type Error = {
    code: ErrorCode;
    /**
     * What is wrong, in one sentence.
     */
    message: string;
    /**
     * Which field, and what would be right.
     */
    details: string;
};

/**
 * ErrorCode
 *
 * What kind of failure this is, for programs; an open set.
 */
export type ErrorCode = 'InvalidInput' | 'Unauthorized' | 'AccessDenied' | 'NotFound' | 'MethodNotAllowed' | 'Conflict' | 'RequestTooLarge' | 'MisdirectedRequest' | 'UnsupportedMediaType' | 'IdempotencyConflict' | 'QuotaExceeded' | 'InternalFailure' | 'NotImplemented' | 'ServiceUnavailable' | 'INVALID_SKU' | (string & {});

/**
 * Errors
 *
 * Errors of all other endpoints: a list.
 */
export type Errors = {
    errors: Array<Error>;
};

/**
 * EstimatedPrice
 *
 * What the buyer would pay.
 */
export type EstimatedPrice = {
    ListingPrice: Money;
    Shipping: Money;
    Points?: {
        PointsNumber: number;
    };
};

/**
 * EventFilter
 *
 * Which events a destination gets, of the kinds that it takes. An event must pass every key that is present. Events that are not about an item ignore storeItemIds, skus, conditions and minPriceChangePercent.
 */
export type EventFilter = {
    /**
     * Only events of these marketplaces. At most 1000.
     */
    marketplaceIds?: Array<string>;
    /**
     * Only events about these items. At most 1000.
     */
    storeItemIds?: Array<string>;
    /**
     * Only events about listings of yours with these SKUs. At most 1000.
     */
    skus?: Array<string>;
    /**
     * Only events about these conditions.
     */
    conditions?: Array<'New' | 'Used' | 'Collectible' | 'Refurbished' | 'Club'>;
    /**
     * Only these changes: words of Change in BUY_BOX_CHANGED, and of Health in PRICING_HEALTH. A kind of which no word is listed is not filtered.
     */
    changes?: Array<'WON' | 'LOST' | 'HOLDER' | 'PRICE' | 'NONE' | 'UNHEALTHY' | 'RECOVERED'>;
    /**
     * Leaves out events that tell only a price that moved by less than this, in percent of the price before. At most two decimals. A change of the holder is never left out.
     */
    minPriceChangePercent?: number;
    /**
     * Only events that a change of your own records caused.
     */
    ownOnly?: boolean;
    /**
     * Only events that something other than your own records caused.
     */
    othersOnly?: boolean;
};

/**
 * EventKind
 *
 * The kind of the event: TEST_NOTIFICATION, ANY_OFFER_CHANGED, BUY_BOX_CHANGED, PRICING_HEALTH, PRICE_CHANGED, FEE_PROMOTION, FEE_CHANGED, DESTINATION_SUSPENDED, CREDENTIAL_EXPIRING, REPORT_READY; an open set.
 */
export type EventKind = 'TEST_NOTIFICATION' | 'ANY_OFFER_CHANGED' | 'BUY_BOX_CHANGED' | 'PRICING_HEALTH' | 'PRICE_CHANGED' | 'FEE_PROMOTION' | 'FEE_CHANGED' | 'DESTINATION_SUSPENDED' | 'CREDENTIAL_EXPIRING' | 'REPORT_READY' | (string & {});

/**
 * EventSchema
 *
 * A JSON Schema that needs no other document.
 */
export type EventSchema = {
    [key: string]: unknown;
};

/**
 * EventSchemas
 *
 * The schemas of all kinds of events.
 */
export type EventSchemas = {
    /**
     * One for each kind.
     */
    schemas: Array<ListedEventSchema>;
};

/**
 * Events
 *
 * A page of the seller's events.
 */
export type Events = {
    /**
     * In the order of their sequences. A page has about 512 KiB at most, so it may have fewer than limit.
     */
    events: Array<SellerEvent>;
    /**
     * The oldest event that is kept; latestSequence + 1 when none is.
     */
    oldestSequence: number;
    /**
     * The last event of the seller; 0: there was none yet.
     */
    latestSequence: number;
    /**
     * Whether events after `after` are not kept any more: read the pricing answers again, and go on from latestSequence.
     */
    truncated: boolean;
    /**
     * Whether there are more: ask for them at once.
     */
    hasMore: boolean;
    /**
     * Send it as `after` with the next request.
     */
    nextAfter: number;
};

/**
 * EventsReportParameters
 *
 * Which events. All that are kept when absent.
 */
export type EventsReportParameters = {
    /**
     * Only events of these kinds.
     */
    eventTypes?: Array<'TEST_NOTIFICATION' | 'ANY_OFFER_CHANGED' | 'BUY_BOX_CHANGED' | 'PRICING_HEALTH' | 'PRICE_CHANGED' | 'FEE_PROMOTION' | 'FEE_CHANGED' | 'DESTINATION_SUSPENDED' | 'CREDENTIAL_EXPIRING' | 'REPORT_READY'>;
    /**
     * Only events that name one of the caller's SKUs which contains this text, in any case.
     */
    query?: string;
    /**
     * Only events after this sequence.
     */
    after?: number;
    /**
     * Only events that happened at this date or time (RFC 3339) or later. Absent: from the oldest one that is kept.
     */
    since?: string;
    /**
     * Only events that happened before this date or time. Absent: until the instant of the report.
     */
    until?: string;
};

/**
 * ExpectedPriceBatch
 *
 * Up to 40 listings. An invalid request gets its own error; the others are still answered.
 */
export type ExpectedPriceBatch = {
    /**
     * Up to 40 requests.
     */
    requests: Array<ExpectedPriceRequest>;
};

/**
 * ExpectedPriceBatchAnswer
 *
 * The answers, in the order of the requests.
 */
export type ExpectedPriceBatchAnswer = {
    /**
     * In the order of the requests.
     */
    responses: Array<ExpectedPriceBatchResponse>;
};

/**
 * ExpectedPriceBatchResponse
 *
 * The answer to one request.
 */
export type ExpectedPriceBatchResponse = {
    /**
     * The headers of the single answer.
     */
    headers: {
        [key: string]: string;
    };
    status: BatchStatus;
    /**
     * The single answer.
     */
    body: FeaturedOfferExpectedPrices | Errors;
    /**
     * The request as the service understood it.
     */
    request: {
        [key: string]: unknown;
    };
};

/**
 * ExpectedPriceRequest
 *
 * One of the caller's listings. MarketplaceId and SellerSKU mean the same as marketplaceId and sku.
 */
export type ExpectedPriceRequest = {
    /**
     * The marketplace whose prices are returned.
     */
    marketplaceId: string;
    /**
     * The caller's SKU.
     */
    sku: string;
    /**
     * Accepted from clients that send it. It has no effect.
     */
    uri?: string;
    /**
     * Accepted from clients that send it. It has no effect.
     */
    method?: string;
    /**
     * Accepted from clients that send it. It has no effect.
     */
    segment?: {
        [key: string]: unknown;
    };
};

/**
 * ExplainedOffer
 *
 * The offer that is explained: as it is, or on the assumed terms. ListingPrice is the price that the customer type sees. Shipping and LandedPrice are absent while no shipping charge is set; AfterFees then counts none.
 */
export type ExplainedOffer = {
    ListingPrice: Money;
    Shipping?: Money;
    LandedPrice?: Money;
    FulfillmentChannel: FulfillmentChannel;
    AfterFees: NetAndProfit;
};

/**
 * ExplainedProgram
 *
 * The fulfilment program, and what it adds.
 */
export type ExplainedProgram = {
    /**
     * FS_STANDARD or FS_EXPEDITED; an open set.
     */
    Name: 'FS_STANDARD' | 'FS_EXPEDITED' | (string & {});
    Addition: Money;
};

/**
 * ExplainedPromotion
 *
 * A promotion that applied.
 */
export type ExplainedPromotion = {
    /**
     * Its id.
     */
    PromotionId: string;
    /**
     * Its name.
     */
    Name: string;
    Amount: Money;
};

/**
 * ExplainedReferralTier
 *
 * A tier of the referral fee that applied.
 */
export type ExplainedReferralTier = {
    UpTo?: Money;
    /**
     * The rate.
     */
    RatePercent: number;
    Base: Money;
    Amount: Money;
};

/**
 * ExplainedSchedule
 *
 * The fee schedule in force.
 */
export type ExplainedSchedule = {
    /**
     * Its id.
     */
    ScheduleId: string;
    /**
     * Its version.
     */
    Version: string;
    /**
     * Since when it is in force.
     */
    EffectiveFrom: string;
};

/**
 * ExplainedSize
 *
 * The sides of the parcel, in inches.
 */
export type ExplainedSize = {
    /**
     * The longest side.
     */
    LongestIn: number;
    /**
     * The second longest side.
     */
    MedianIn: number;
    /**
     * The longest side, plus twice the sum of the other two.
     */
    LongestPlusGirthIn: number;
};

/**
 * ExplainedSurcharge
 *
 * A surcharge that applied.
 */
export type ExplainedSurcharge = {
    /**
     * apparel, hazmat, priceUnder10, oversize or additionalOversize; an open set.
     */
    Name: 'apparel' | 'hazmat' | 'priceUnder10' | 'oversize' | 'additionalOversize' | (string & {});
    Amount: Money;
};

/**
 * ExplainedWeightTier
 *
 * The price of the shipping weight: Base, and PerLb over OverLb.
 */
export type ExplainedWeightTier = {
    /**
     * The upper bound; absent for big and bulky goods.
     */
    MaxLb?: number;
    Base: Money;
    PerLb: Money;
    /**
     * The weight that Base includes. A fraction of a pound above it costs that fraction of PerLb.
     */
    OverLb: number;
    Amount: Money;
};

/**
 * ExplainedWeights
 *
 * The weights of the parcel, in pounds.
 */
export type ExplainedWeights = {
    /**
     * The weight of the unit.
     */
    UnitLb: number;
    /**
     * Length x width x height / divisor; absent for light units.
     */
    DimensionalLb?: number;
    /**
     * Added for packaging.
     */
    PackagingLb: number;
    /**
     * The greater of unit and dimensional weight, plus packaging, rounded up.
     */
    ShippingLb: number;
    /**
     * unit or dimensional: the greater of the two weights.
     */
    DecidedBy: 'unit' | 'dimensional';
};

/**
 * ExtendMessages
 *
 * Which messages, and for how long.
 */
export type ExtendMessages = {
    /**
     * Handles from receive.
     */
    receiptHandles: Array<string>;
    /**
     * How long from now the messages are hidden from other receivers.
     */
    visibilityTimeoutSeconds: number;
};

/**
 * ExtendedMessage
 *
 * The result for one handle.
 */
export type ExtendedMessage = {
    /**
     * The handle.
     */
    receiptHandle: string;
    /**
     * EXTENDED, or STALE: the handle is no longer valid. The message was received again after its visibility timeout, or it is settled.
     */
    status: 'EXTENDED' | 'STALE';
};

/**
 * ExtendedMessages
 *
 * The result for each handle.
 */
export type ExtendedMessages = {
    /**
     * In the order of the handles.
     */
    results: Array<ExtendedMessage>;
};

/**
 * FSPrimeDetails
 *
 * The prime benefit of the fulfilment program.
 */
export type FsPrimeDetails = {
    /**
     * Whether it has the prime benefit anywhere.
     */
    IsFSPrime: boolean;
    /**
     * Whether it has the prime benefit everywhere in the country.
     */
    IsNationalFSPrime: boolean;
};

/**
 * FeaturedBuyingOption
 *
 * A buy box that somebody holds, and the offer that holds it.
 */
export type FeaturedBuyingOption = {
    condition: ItemCondition;
    CustomerType: CustomerType;
    offerType: OfferType;
    /**
     * The number of offers that are eligible for this buy box.
     */
    eligibleOffers: number;
    featuredOffer: FeaturedOffer;
};

/**
 * FeaturedOffer
 *
 * An offer that holds a buy box or competes for it, at the price that the customer type of the box sees.
 */
export type FeaturedOffer = {
    /**
     * Whether it is the caller's own offer.
     */
    MyOffer: boolean;
    /**
     * The seller of the offer.
     */
    sellerId: string;
    condition: ItemCondition;
    subCondition: SubCondition;
    fulfillmentChannel: FulfillmentChannel;
    price: FeaturedOfferPrice;
    SellerFeedbackRating: SellerFeedbackRating;
};

/**
 * FeaturedOfferExpectedPrice
 *
 * Only with VALID_FOEP: the highest listing price with which the offer, with its own shipping, holds the buy box
 * at this moment. For the B2B result it is a business price.
 */
export type FeaturedOfferExpectedPrice = {
    listingPrice: Money;
};

/**
 * FeaturedOfferExpectedPriceResult
 *
 * The expected price for one buy box. competingFeaturedOffer is the best eligible other offer, also of the caller's own;
 * currentFeaturedOffer holds the buy box now, and may be the offer itself. Both are absent when there is none.
 */
export type FeaturedOfferExpectedPriceResult = {
    CustomerType: CustomerType;
    offerType: OfferType;
    /**
     * VALID_FOEP: there is an expected price. NO_COMPETING_OFFER: no other offer is eligible and the item has no
     * competitive price threshold, so every price wins. OFFER_NOT_ELIGIBLE: no price wins, for the reasons given. NO_WINNING_PRICE: the
     * listing price would have to be negative. An open set.
     */
    resultStatus: 'VALID_FOEP' | 'NO_COMPETING_OFFER' | 'OFFER_NOT_ELIGIBLE' | 'NO_WINNING_PRICE' | (string & {});
    featuredOfferExpectedPrice?: FeaturedOfferExpectedPrice;
    /**
     * Only with OFFER_NOT_ELIGIBLE: the gates that the offer fails (active, startTime, stock, availability, shippingCharge, featuredMerchant, feedbackRating, feedbackCount), or why it is not in
     * this buy box: noBusinessPrice (B2B), hasBusinessPrice (B2C for businesses). An open set.
     */
    reasons?: Array<'active' | 'startTime' | 'stock' | 'availability' | 'shippingCharge' | 'featuredMerchant' | 'feedbackRating' | 'feedbackCount' | 'competitivePriceThreshold' | 'noBusinessPrice' | 'hasBusinessPrice' | (string & {})>;
    competingFeaturedOffer?: IdentifiedFeaturedOffer;
    currentFeaturedOffer?: IdentifiedFeaturedOffer;
};

/**
 * FeaturedOfferExpectedPrices
 *
 * The expected prices of one listing.
 */
export type FeaturedOfferExpectedPrices = {
    offerIdentifier: OwnOfferIdentifier;
    /**
     * One for each buy box of the condition of the offer: Consumer B2C, Business B2B, Business B2C.
     */
    featuredOfferExpectedPriceResults: Array<FeaturedOfferExpectedPriceResult>;
};

/**
 * FeaturedOfferIdentifier
 *
 * Which offer it is.
 */
export type FeaturedOfferIdentifier = {
    /**
     * The marketplace of the offer.
     */
    marketplaceId: string;
    /**
     * The seller of the offer.
     */
    sellerId: string;
    /**
     * The item of the offer.
     */
    storeItemId: string;
    fulfillmentType: FulfillmentChannel;
    /**
     * The SKU. Only for the caller's own offers.
     */
    sku?: string;
};

/**
 * FeaturedOfferPrice
 *
 * landedPrice = listingPrice + shippingPrice.
 */
export type FeaturedOfferPrice = {
    listingPrice: Money;
    shippingPrice: Money;
    landedPrice: Money;
};

/**
 * FeeChangedData
 *
 * What happened.
 */
export type FeeChangedData = {
    /**
     * The version of data: 1.0.
     */
    payloadVersion: string;
    /**
     * The seller that is told.
     */
    sellerId: string;
    /**
     * The marketplace.
     */
    marketplaceId: string;
    /**
     * The fee schedule.
     */
    scheduleId: string;
    /**
     * Its version.
     */
    version: string;
    /**
     * When it takes effect.
     */
    EffectiveFrom: string;
    /**
     * Which notice this is: 30, 7 or 1. 0: the schedule is in effect already; an open set.
     */
    DaysBefore: number;
    /**
     * The number of listings whose fees change. 0: a change that was told before does not come.
     */
    ListingCount: number;
    TotalDifference: Money;
    /**
     * The 20 largest differences, up or down; among equal ones by SKU. TotalDifference is the sum over all listings, one unit each.
     */
    Largest: Array<ListingWithChangedFees>;
};

/**
 * FeeChangedEvent
 *
 * A fee schedule changes what the receiver's active listings pay. Told 30, 7 and 1 days before it takes effect, and at once when the operator loads it later, or changes what was told. `POST /products/fees/v4/compare` explains the difference of each listing.
 */
export type FeeChangedEvent = {
    /**
     * The version of CloudEvents.
     */
    specversion: '1.0';
    /**
     * The notification id, the same in every delivery. Use it to drop duplicates.
     */
    id: string;
    /**
     * The service that sent it.
     */
    source: string;
    /**
     * The kind of the event.
     */
    type: 'FEE_CHANGED';
    /**
     * When it happened.
     */
    time: string;
    /**
     * The media type of data.
     */
    datacontenttype: 'application/json';
    /**
     * The number of the event: per seller, rising by 1, without gaps. An integer as text.
     */
    sequence: string;
    /**
     * The sequence of the event that was queued before this one for the same destination. If you do not have that one, you missed it. Absent in the first one, and in GET /notifications/v4/events.
     */
    previoussequence?: string;
    /**
     * The sequences that this event replaces at this destination, with commas between them. Count them as received.
     */
    supersedes?: string;
    data: FeeChangedData;
};

/**
 * FeeDetail
 *
 * One fee: FinalFee = FeeAmount - FeePromotion + TaxAmount.
 */
export type FeeDetail = {
    FeeType: FeeType;
    FeeAmount: Money;
    FeePromotion: Money;
    TaxAmount: Money;
    FinalFee: Money;
    Explanation?: FeeExplanation;
};

/**
 * FeeDifference
 *
 * One fee: Before is its FinalFee at the first date, After at this one, Difference is After - Before.
 */
export type FeeDifference = {
    FeeType: FeeType;
    Before: Money;
    After: Money;
    Difference: Money;
    /**
     * Empty when nothing behind the fee differs. AmountUnchanged: the amount is the same, what it is made of is not.
     */
    Reasons: Array<FeeDifferenceReason>;
};

/**
 * FeeDifferenceReason
 *
 * Why a fee differs from the one at the first date.
 */
export type FeeDifferenceReason = {
    /**
     * The reason; a closed list.
     */
    Code: 'ScheduleChanged' | 'CategoryChanged' | 'ReferralBaseChanged' | 'ReferralTierChanged' | 'ReferralRateChanged' | 'ReferralMinimumChanged' | 'ClosingFeeChanged' | 'PerItemFeeChanged' | 'ShippingWeightChanged' | 'WeightTierChanged' | 'FulfillmentPriceChanged' | 'SurchargeChanged' | 'ProgramChanged' | 'PromotionAdded' | 'PromotionRemoved' | 'PromotionChanged' | 'TaxRateChanged' | 'AmountUnchanged';
    /**
     * A sentence with the figures of both dates.
     */
    Message: string;
};

/**
 * FeeExplanation
 *
 * Present with `explain=true`: the rule and tier that applied, and every figure behind them. `Base` and `Minimum` are of the referral fee: the amount that the rates apply to, and the minimum fee where it is the fee.
 */
export type FeeExplanation = {
    /**
     * The rule that gave the amount: ReferralBand, ReferralMarginal, ClosingMedia, ClosingNotMedia, PerItemPlan, FulfillmentWeightTier or FulfillmentBigAndBulky; an open set.
     */
    Rule: 'ReferralBand' | 'ReferralMarginal' | 'ClosingMedia' | 'ClosingNotMedia' | 'PerItemPlan' | 'FulfillmentWeightTier' | 'FulfillmentBigAndBulky' | (string & {});
    Schedule: ExplainedSchedule;
    /**
     * The tax rate on the fee after promotions.
     */
    TaxRatePercent: number;
    /**
     * The promotions that applied.
     */
    Promotions: Array<ExplainedPromotion>;
    /**
     * The category of the item.
     */
    Category?: string;
    /**
     * The category whose terms are charged.
     */
    ChargedAs?: string;
    /**
     * Whether that is the default category, because the schedule does not have the item's category.
     */
    IsDefaultCategory?: boolean;
    Base?: Money;
    /**
     * Referral: whether Base has the shipping.
     */
    BaseIncludesShipping?: boolean;
    /**
     * Referral: each tier that applied.
     */
    Tiers?: Array<ExplainedReferralTier>;
    Minimum?: Money;
    /**
     * Per item: the seller's plan; an open set.
     */
    Plan?: 'Professional' | 'Individual' | (string & {});
    Program?: ExplainedProgram;
    Size?: ExplainedSize;
    Weights?: ExplainedWeights;
    WeightTier?: ExplainedWeightTier;
    /**
     * Fulfilment: each surcharge that applied.
     */
    Surcharges?: Array<ExplainedSurcharge>;
    [key: string]: unknown;
};

/**
 * FeePromotionData
 *
 * What happened.
 */
export type FeePromotionData = {
    /**
     * The version of data: 1.0.
     */
    payloadVersion: string;
    /**
     * The seller that is told.
     */
    sellerId: string;
    /**
     * The marketplace.
     */
    marketplaceId: string;
    /**
     * The promotion.
     */
    PromotionId: string;
    /**
     * Its name.
     */
    PromotionName?: string;
    /**
     * BEGINS, CHANGED, ENDS; an open set.
     */
    Change: 'BEGINS' | 'CHANGED' | 'ENDS' | (string & {});
    /**
     * The fee that it reduces: ReferralFee, VariableClosingFee, PerItemFee, FSFulfillmentFee; an open set.
     */
    FeeType: 'ReferralFee' | 'VariableClosingFee' | 'PerItemFee' | 'FSFulfillmentFee' | (string & {});
    FeePromotion?: Money;
    /**
     * How much less, in percent of the fee.
     */
    RatePercent?: number;
    /**
     * When it begins.
     */
    EffectiveFrom: string;
    /**
     * When it ends. With ENDS: when it ended, also earlier than planned.
     */
    EffectiveUntil: string;
    /**
     * The number of listings whose fee it reduces; with ENDS: reduced until then.
     */
    ListingCount: number;
    /**
     * The first 100 of them, by SKU.
     */
    Listings: Array<PromotedListing>;
};

/**
 * FeePromotionEvent
 *
 * A promotion on a fee of the receiver's active listings begins, changes or ends. It takes off an amount (FeePromotion) or a percentage (RatePercent). One event for each promotion and change.
 */
export type FeePromotionEvent = {
    /**
     * The version of CloudEvents.
     */
    specversion: '1.0';
    /**
     * The notification id, the same in every delivery. Use it to drop duplicates.
     */
    id: string;
    /**
     * The service that sent it.
     */
    source: string;
    /**
     * The kind of the event.
     */
    type: 'FEE_PROMOTION';
    /**
     * When it happened.
     */
    time: string;
    /**
     * The media type of data.
     */
    datacontenttype: 'application/json';
    /**
     * The number of the event: per seller, rising by 1, without gaps. An integer as text.
     */
    sequence: string;
    /**
     * The sequence of the event that was queued before this one for the same destination. If you do not have that one, you missed it. Absent in the first one, and in GET /notifications/v4/events.
     */
    previoussequence?: string;
    /**
     * The sequences that this event replaces at this destination, with commas between them. Count them as received.
     */
    supersedes?: string;
    data: FeePromotionData;
};

/**
 * FeeType
 *
 * ReferralFee, VariableClosingFee, PerItemFee or FSFulfillmentFee; an open set.
 */
export type FeeType = 'ReferralFee' | 'VariableClosingFee' | 'PerItemFee' | 'FSFulfillmentFee' | (string & {});

/**
 * FeesComparison
 *
 * One request at each date.
 */
export type FeesComparison = {
    FeesEstimateIdentifier: FeesEstimateIdentifier;
    /**
     * One per date, in the order of AsOf.
     */
    EstimateList: Array<FeesEstimateAtDate>;
    /**
     * What the caller should look at; absent when there is nothing.
     */
    warnings?: Array<Warning>;
};

/**
 * FeesComparisonAnswer
 *
 * The comparisons, in the order of the requests.
 */
export type FeesComparisonAnswer = {
    payload: FeesComparisons;
    /**
     * What the caller should look at; absent when there is nothing.
     */
    warnings?: Array<Warning>;
};

/**
 * FeesComparisonBody
 *
 * Dates, and what to estimate at each. An invalid request gets an Error; the others are still answered.
 */
export type FeesComparisonBody = {
    /**
     * The dates to compare, in any order. Differences are to the first. A single date is compared with now, which comes first.
     */
    asOf: Array<string>;
    /**
     * Up to 20 estimates, as in the batch.
     */
    requests: Array<FeesEstimateElement>;
};

/**
 * FeesComparisons
 *
 * The comparisons.
 */
export type FeesComparisons = {
    /**
     * The dates as times in UTC. The first is the base of all differences.
     */
    AsOf: Array<string>;
    /**
     * In the order of the requests.
     */
    FeesComparisonList: Array<FeesComparison>;
};

/**
 * FeesDifference
 *
 * How the estimate differs from that of the first date. Absent at the first date, and where this or the first date has no estimate.
 */
export type FeesDifference = {
    TotalDifference: Money;
    FeeDifferenceList: Array<FeeDifference>;
};

/**
 * FeesErrorList
 *
 * The list.
 */
export type FeesErrorList = {
    errors: Array<Error>;
};

/**
 * FeesErrors
 *
 * Errors of the fee endpoints: a list inside an object.
 */
export type FeesErrors = {
    errors: FeesErrorList;
};

/**
 * FeesEstimate
 *
 * Present with Status Success.
 */
export type FeesEstimate = {
    /**
     * The time of the estimate, RFC 3339.
     */
    TimeOfFeesEstimation: string;
    TotalFeesEstimate: Money;
    FeeDetailList: Array<FeeDetail>;
};

/**
 * FeesEstimateAnswer
 *
 * The result. When the item cannot be estimated, it holds the reason.
 */
export type FeesEstimateAnswer = {
    payload: FeesEstimatePayload;
    /**
     * What the caller should look at; absent when there is nothing.
     */
    warnings?: Array<Warning>;
};

/**
 * FeesEstimateAnswers
 *
 * The results, in the order of the request.
 */
export type FeesEstimateAnswers = Array<FeesEstimateResult>;

/**
 * FeesEstimateAtDate
 *
 * The estimate with the fees in force at a date, or why there is none.
 */
export type FeesEstimateAtDate = {
    /**
     * The date, as a time in UTC.
     */
    AsOf: string;
    Status: FeesEstimateStatus;
    Schedule?: ExplainedSchedule;
    FeesEstimate?: FeesEstimate;
    Error?: FeesEstimateError;
    Difference?: FeesDifference;
};

/**
 * FeesEstimateBody
 *
 * Without FeesEstimateRequest the estimate is for the caller's own active offer.
 */
export type FeesEstimateBody = {
    FeesEstimateRequest?: FeesEstimateRequest;
};

/**
 * FeesEstimateElement
 *
 * One estimate of a batch.
 */
export type FeesEstimateElement = {
    /**
     * What IdValue is.
     */
    IdType: 'StoreItemId' | 'SellerSKU';
    /**
     * The item or listing.
     */
    IdValue: string;
    FeesEstimateRequest?: FeesEstimateRequest;
};

/**
 * FeesEstimateElements
 *
 * Up to 20 estimates. An invalid one gets a result with Error; the others are still answered.
 */
export type FeesEstimateElements = Array<FeesEstimateElement>;

/**
 * FeesEstimateError
 *
 * Present with any other Status.
 */
export type FeesEstimateError = {
    /**
     * Sender (the request is wrong) or Receiver (the service failed).
     */
    Type: 'Sender' | 'Receiver';
    /**
     * InvalidParameterValue, DataNotAvailable, MissingPrice or InternalError.
     */
    Code: 'InvalidParameterValue' | 'DataNotAvailable' | 'MissingPrice' | 'InternalError';
    /**
     * What is wrong.
     */
    Message: string;
    /**
     * The reasons, one per element.
     */
    Detail: Array<string>;
};

/**
 * FeesEstimateIdentifier
 *
 * The item, price and seller of the estimate, with the values that counted: defaults are filled in.
 */
export type FeesEstimateIdentifier = {
    /**
     * The marketplace.
     */
    MarketplaceId?: string;
    /**
     * StoreItemId or SellerSKU.
     */
    IdType?: string;
    /**
     * The item or listing.
     */
    IdValue?: string;
    /**
     * Whether the store ships.
     */
    IsStoreFulfilled?: boolean;
    PriceToEstimateFees?: EstimatedPrice;
    /**
     * The seller that the caller acts for.
     */
    SellerId: string;
    /**
     * The Identifier of the request.
     */
    SellerInputIdentifier?: string;
    /**
     * The fulfilment program.
     */
    OptionalFulfillmentProgram?: string;
};

/**
 * FeesEstimatePayload
 *
 * The result.
 */
export type FeesEstimatePayload = {
    FeesEstimateResult: FeesEstimateResult;
};

/**
 * FeesEstimateRequest
 *
 * What to estimate.
 */
export type FeesEstimateRequest = {
    /**
     * The marketplace whose fees are estimated.
     */
    MarketplaceId: string;
    /**
     * Whether the store ships (FS); absent is false.
     */
    IsStoreFulfilled?: boolean;
    PriceToEstimateFees: PriceToEstimateFees;
    /**
     * Echoed as SellerInputIdentifier.
     */
    Identifier?: string;
    /**
     * With IsStoreFulfilled: FS_STANDARD (the default; FS_CORE means the same) or FS_EXPEDITED.
     */
    OptionalFulfillmentProgram?: string;
};

/**
 * FeesEstimateResult
 *
 * An estimate, or the reason why there is none.
 */
export type FeesEstimateResult = {
    Status: FeesEstimateStatus;
    FeesEstimateIdentifier: FeesEstimateIdentifier;
    FeesEstimate?: FeesEstimate;
    Error?: FeesEstimateError;
    /**
     * What the caller should look at; absent when there is nothing.
     */
    warnings?: Array<Warning>;
};

/**
 * FeesEstimateStatus
 *
 * Success, ClientError or ServiceError.
 */
export type FeesEstimateStatus = 'Success' | 'ClientError' | 'ServiceError';

/**
 * FeesReportParameters
 *
 * Of which listings, and at which dates. All, and now, when absent.
 */
export type FeesReportParameters = {
    /**
     * Only the listing with this SKU, and listings of the item with this id.
     */
    id?: string;
    /**
     * The dates to compare, each once, in any order. Differences are to the first. A single date is compared with now, which comes first.
     */
    asOf?: Array<string>;
};

/**
 * FulfillmentChannel
 *
 * FS or SELLER; an open set.
 */
export type FulfillmentChannel = 'FS' | 'SELLER' | (string & {});

/**
 * GateFigure
 *
 * Money, a number, true or false, a time or a word: see the name of the gate.
 */
export type GateFigure = Money | number | boolean | string;

/**
 * GateName
 *
 * active, startTime, stock, availability, shippingCharge, featuredMerchant, feedbackRating, feedbackCount, competitivePriceThreshold; an open set.
 */
export type GateName = 'active' | 'startTime' | 'stock' | 'availability' | 'shippingCharge' | 'featuredMerchant' | 'feedbackRating' | 'feedbackCount' | 'competitivePriceThreshold' | (string & {});

/**
 * GateVerdict
 *
 * The verdict of one gate of the buy box rule. Figure is what the gate looked at; absent where the offer has no start time or no shipping charge. Required is what passes; for a number at least, for money at most. PassingListingPrice, of competitivePriceThreshold: the highest listing price that passes with the shipping of the offer, or with shipping of 0 while it has no shipping charge; Figure is then its listing price.
 */
export type GateVerdict = {
    Name: GateName;
    /**
     * Whether the offer passes the gate.
     */
    Passed: boolean;
    Figure?: GateFigure;
    Required?: GateFigure;
    PassingListingPrice?: Money;
    /**
     * The verdict in a sentence, and what would pass.
     */
    Explanation: string;
};

/**
 * GivenBackMessage
 *
 * The result for one handle.
 */
export type GivenBackMessage = {
    /**
     * The handle.
     */
    receiptHandle: string;
    /**
     * GIVEN_BACK, or STALE: the handle is no longer valid. The message was received again after its visibility timeout, or it is settled.
     */
    status: 'GIVEN_BACK' | 'STALE';
};

/**
 * GivenBackMessages
 *
 * The result for each handle.
 */
export type GivenBackMessages = {
    /**
     * In the order of the handles.
     */
    results: Array<GivenBackMessage>;
};

/**
 * HealthOffer
 *
 * An offer whose health has changed.
 */
export type HealthOffer = {
    /**
     * The receiver's SKU.
     */
    SellerSKU: string;
    ItemCondition: ItemCondition;
    /**
     * UNHEALTHY or RECOVERED; an open set.
     */
    Health: 'UNHEALTHY' | 'RECOVERED' | (string & {});
    OwnPrice: ListingOwnPrice;
    /**
     * The gates that the offer fails, with their figures. Empty with RECOVERED.
     */
    FailingGates: Array<GateVerdict>;
};

/**
 * IdentifiedFeaturedOffer
 *
 * An eligible offer, at the price that the customer type of the result sees.
 */
export type IdentifiedFeaturedOffer = {
    offerIdentifier: FeaturedOfferIdentifier;
    condition: ItemCondition;
    subCondition: SubCondition;
    price: FeaturedOfferPrice;
    SellerFeedbackRating: SellerFeedbackRating;
};

/**
 * ItemCondition
 *
 * New, Used, Collectible, Refurbished or Club.
 */
export type ItemCondition = 'New' | 'Used' | 'Collectible' | 'Refurbished' | 'Club';

/**
 * ItemIdentifier
 *
 * An item of a marketplace.
 */
export type ItemIdentifier = {
    /**
     * The marketplace.
     */
    MarketplaceId: string;
    /**
     * The item.
     */
    storeItemId: string;
};

/**
 * ItemOffersBatch
 *
 * Up to 20 requests for offers. An invalid one gets its own error; the others are still answered.
 */
export type ItemOffersBatch = {
    /**
     * Up to 20 requests.
     */
    requests: Array<ItemOffersRequest>;
};

/**
 * ItemOffersRequest
 *
 * One request: by uri or by storeItemId.
 */
export type ItemOffersRequest = {
    /**
     * The path of the single request. Its query may hold the parameters.
     */
    uri?: string;
    /**
     * The method of the single request.
     */
    method?: 'GET';
    /**
     * The marketplace whose prices are returned.
     */
    MarketplaceId?: string;
    /**
     * The condition whose offers are returned.
     */
    ItemCondition?: 'New' | 'Used' | 'Collectible' | 'Refurbished' | 'Club';
    /**
     * Whose view of the prices: a business customer sees business prices where there are any.
     */
    CustomerType?: 'Consumer' | 'Business';
    /**
     * The marketplace item ID.
     */
    storeItemId?: string;
};

/**
 * ItemRelationship
 *
 * How the item is related to others.
 */
export type ItemRelationship = {
    /**
     * VARIATION; an open set.
     */
    type: 'VARIATION' | (string & {});
    /**
     * The variation parent of the item.
     */
    parentStoreItemId?: string;
    /**
     * The variation children of the item.
     */
    childStoreItemIds?: Array<string>;
    [key: string]: unknown;
};

/**
 * KeptTerms
 *
 * Records that counted, but for their terms: the sellers had changed those.
 */
export type KeptTerms = {
    /**
     * How many records.
     */
    count: number;
    /**
     * Their listings: the first 1,000.
     */
    listings: Array<KeptTermsListing>;
};

/**
 * KeptTermsListing
 *
 * A listing that kept the terms that its seller set.
 */
export type KeptTermsListing = {
    /**
     * The line of the body where the record begins, counted from 1.
     */
    line: number;
    /**
     * The marketplace.
     */
    marketplaceId: string;
    /**
     * The seller.
     */
    sellerId: string;
    /**
     * The SKU.
     */
    sku: string;
    /**
     * When the seller changed the terms: send `termsAsOf` of this time or later, or `terms` `override`.
     */
    changedAt: string;
    terms: RecordTerms;
};

/**
 * KindChoice
 *
 * What counts for one kind of events in place of the choices of the destination.
 */
export type KindChoice = {
    eventType: EventKind;
    filter?: EventFilter;
    /**
     * 0, 60, 300, 600 seconds. Of several events about one item, condition and kind within this time, the first is sent at once and the last ones at its end. 0: every event is sent at once. Absent: 60.
     */
    windowSeconds?: 0 | 60 | 300 | 600;
};

/**
 * LastDeliveryAttempt
 *
 * The last attempt, without the receiver's answer. Absent: none was started, or the answer is about a resend.
 */
export type LastDeliveryAttempt = {
    /**
     * From 1.
     */
    number: number;
    /**
     * DELIVERED, STORED, FAILED, IN_PROGRESS, or UNKNOWN: it was started and its outcome was never stored; an open set.
     */
    outcome: 'DELIVERED' | 'STORED' | 'FAILED' | 'IN_PROGRESS' | 'UNKNOWN' | (string & {});
    /**
     * When it was started.
     */
    startedTime?: string;
    /**
     * How long it took.
     */
    durationMs?: number;
    /**
     * The receiver's code: an HTTP status, an SMTP reply.
     */
    code?: number;
    /**
     * What went wrong.
     */
    error?: string;
};

/**
 * LimitedListing
 *
 * A listing with limits or a cost.
 */
export type LimitedListing = {
    /**
     * The caller's SKU.
     */
    SellerSKU: string;
    Limits: ListingLimits;
    /**
     * When limits or cost last changed. Absent while none is set.
     */
    LastChanged?: string;
};

/**
 * LimitsOfListing
 *
 * MinimumPrice and MaximumPrice are landed prices: no change of the seller leaves a listing price, business price or quantity
 * tier, with shipping, outside them. MinimumNet is the least net of a sale at such a price, less the cost where one is set. A limit that is absent is not set. Cost is
 * what one unit costs the seller; it is present only for callers with the right seller-api:costs:read.
 */
export type LimitsOfListing = {
    /**
     * The marketplace.
     */
    MarketplaceId: string;
    /**
     * The caller's SKU.
     */
    SellerSKU: string;
    MinimumPrice?: Money;
    MaximumPrice?: Money;
    MinimumNet?: Money;
    Cost?: Money;
    /**
     * When limits or cost last changed. Absent while none is set.
     */
    LastChanged?: string;
    /**
     * After a change: which of the limits the present price breaks, in a sentence. The price stays: limits bind changes of prices. For callers without the right seller-api:costs:read the net of MinimumNet is that before the cost.
     */
    PresentPriceOutside?: string;
};

/**
 * ListedEventSchema
 *
 * A kind of events and where its schema is.
 */
export type ListedEventSchema = {
    eventType: EventKind;
    /**
     * What it tells, and whom.
     */
    description: string;
    /**
     * The address of its JSON Schema.
     */
    schema: string;
};

/**
 * Listing
 *
 * One of the caller's listings. BuyBoxPrice is the price of the holder of the consumers' buy box of its condition, absent when nobody holds it. GapToBuyBox is the own landed price minus that price: above zero means dearer; absent without BuyBoxPrice or shipping charge. NetAtWinningPrice is present when there is a winning price, Limits when any is set.
 */
export type Listing = {
    /**
     * The caller's SKU.
     */
    SellerSKU: string;
    /**
     * The item.
     */
    storeItemId: string;
    /**
     * The title of the item, when the catalogue has one.
     */
    Title?: string;
    ItemCondition: ItemCondition;
    FulfillmentChannel: FulfillmentChannel;
    State: ListingState;
    OwnPrice: ListingOwnPrice;
    BuyBoxPrice?: Price;
    GapToBuyBox?: Money;
    WinningPrice: ListingWinningPrice;
    NetAtOwnPrice: NetAndProfit;
    NetAtWinningPrice?: NetAndProfit;
    Limits?: ListingLimits;
    /**
     * How many units of the listing are in stock.
     */
    Quantity: number;
    /**
     * The number of offers on sale on the item, of all conditions.
     */
    OffersCount: number;
    /**
     * The revision of the offer's terms: it rises by one with each change of its price, shipping, business price or quantity discounts, by whomever. IfTermsRevision of a price change refers to it.
     */
    TermsRevision: number;
    /**
     * When the record of the offer last changed. Absent: before the service recorded it.
     */
    LastChanged?: string;
};

/**
 * ListingCount
 *
 * How many listings are in a state.
 */
export type ListingCount = {
    State: ListingState;
    /**
     * The number of listings, at most 10,000.
     */
    Count: number;
    /**
     * False: there are more than Count, or may be: for a while after an upgrade, and with `query` when the caller has more than 2,000 listings.
     */
    IsExact: boolean;
};

/**
 * ListingHistories
 *
 * The histories of several listings.
 */
export type ListingHistories = {
    /**
     * The marketplace.
     */
    MarketplaceId: string;
    /**
     * One element for each SKU, in the order of the request.
     */
    Listings: Array<ListingHistory>;
};

/**
 * ListingHistory
 *
 * The history of one listing: with Success all members but errors.
 */
export type ListingHistory = {
    /**
     * Success, or ClientError: the caller has no such listing.
     */
    status: 'Success' | 'ClientError';
    /**
     * The SKU of the request.
     */
    SellerSKU: string;
    /**
     * The item.
     */
    storeItemId?: string;
    ItemCondition?: ItemCondition;
    /**
     * From this time on the history is known. What was before is unknown. Absent: nothing is known.
     */
    observedSince?: string;
    /**
     * Oldest first. Days before observedSince are missing: they are unknown, not zero.
     */
    Days?: Array<ListingShareDay>;
    Total?: ListingShareTotal;
    /**
     * The newest states of the consumers' buy box of the listing's condition, oldest first, at most 100. GET .../items/{storeItemId}/priceHistory has all.
     */
    Steps?: Array<PriceStep>;
    /**
     * The newest own prices of the listing on its item, oldest first, at most 100. GET .../items/{storeItemId}/priceHistory with SellerSKU has all.
     */
    OwnPrices?: Array<OwnPriceStep>;
    /**
     * Why there is no history.
     */
    errors?: Array<Error>;
};

/**
 * ListingHistoryAnswer
 *
 * The shares and prices of several listings.
 */
export type ListingHistoryAnswer = {
    payload: ListingHistories;
    /**
     * What the caller should look at; absent when there is nothing.
     */
    warnings?: Array<Warning>;
};

/**
 * ListingHistoryBody
 *
 * The listings, and the begin of the time that is asked about.
 */
export type ListingHistoryBody = {
    /**
     * The marketplace whose prices are returned.
     */
    MarketplaceId: string;
    /**
     * Up to 50 of the caller's SKUs. Duplicates are answered once.
     */
    SellerSKUs: Array<string>;
    /**
     * The begin, a time such as 2026-11-15T09:30:00Z or a date such as 2026-11-15 (UTC). Without it, 7 days ago.
     */
    since?: string;
};

/**
 * ListingLimits
 *
 * MinimumPrice and MaximumPrice are landed prices: no change of the seller leaves a listing price, business price or quantity
 * tier, with shipping, outside them. MinimumNet is the least net of a sale at such a price, less the cost where one is set. A limit that is absent is not set. Cost is
 * what one unit costs the seller; it is present only for callers with the right seller-api:costs:read.
 */
export type ListingLimits = {
    MinimumPrice?: Money;
    MaximumPrice?: Money;
    MinimumNet?: Money;
    Cost?: Money;
};

/**
 * ListingLimitsAnswer
 *
 * The limits of a listing.
 */
export type ListingLimitsAnswer = {
    payload: LimitsOfListing;
};

/**
 * ListingLimitsBody
 *
 * All limits of a listing: one that is absent or null is removed. Cost stays as it is when it is absent; null removes it.
 */
export type ListingLimitsBody = {
    MinimumPrice?: Money | null;
    MaximumPrice?: Money | null;
    MinimumNet?: Money | null;
    Cost?: Money | null;
};

/**
 * ListingLimitsListBody
 *
 * The limits of up to 500 listings.
 */
export type ListingLimitsListBody = {
    /**
     * Each SKU once.
     */
    listings: Array<WantedListingLimits>;
};

/**
 * ListingLimitsPage
 *
 * A page of listings with limits.
 */
export type ListingLimitsPage = {
    /**
     * The marketplace.
     */
    MarketplaceId: string;
    /**
     * In the order of SKUs.
     */
    Listings: Array<LimitedListing>;
    /**
     * There are more: send it as nextToken to get the next page.
     */
    nextToken?: string;
};

/**
 * ListingLimitsPageAnswer
 *
 * A page of listings with limits.
 */
export type ListingLimitsPageAnswer = {
    payload: ListingLimitsPage;
};

/**
 * ListingLimitsResult
 *
 * What became of the limits of one listing.
 */
export type ListingLimitsResult = {
    /**
     * The caller's SKU.
     */
    SellerSKU: string;
    /**
     * CHANGED; UNCHANGED: they were so before; INVALID_SKU: the caller has no such listing. An open set.
     */
    status: 'CHANGED' | 'UNCHANGED' | 'INVALID_SKU' | (string & {});
    Limits?: ListingLimits;
    /**
     * Which of the limits the present price breaks, in a sentence.
     */
    PresentPriceOutside?: string;
};

/**
 * ListingLimitsResults
 *
 * What became of the limits.
 */
export type ListingLimitsResults = {
    /**
     * The marketplace.
     */
    MarketplaceId: string;
    /**
     * In the order of the request.
     */
    Results: Array<ListingLimitsResult>;
};

/**
 * ListingLimitsResultsAnswer
 *
 * What became of the limits.
 */
export type ListingLimitsResultsAnswer = {
    payload: ListingLimitsResults;
};

/**
 * ListingOffersBatch
 *
 * Up to 20 requests for offers. An invalid one gets its own error; the others are still answered.
 */
export type ListingOffersBatch = {
    /**
     * Up to 20 requests.
     */
    requests: Array<ListingOffersRequest>;
};

/**
 * ListingOffersRequest
 *
 * One request: by uri or by SellerSKU.
 */
export type ListingOffersRequest = {
    /**
     * The path of the single request. Its query may hold the parameters.
     */
    uri?: string;
    /**
     * The method of the single request.
     */
    method?: 'GET';
    /**
     * The marketplace whose prices are returned.
     */
    MarketplaceId?: string;
    /**
     * The condition whose offers are returned.
     */
    ItemCondition?: 'New' | 'Used' | 'Collectible' | 'Refurbished' | 'Club';
    /**
     * Whose view of the prices: a business customer sees business prices where there are any.
     */
    CustomerType?: 'Consumer' | 'Business';
    /**
     * The caller's SKU.
     */
    SellerSKU?: string;
};

/**
 * ListingOwnPrice
 *
 * The price of the listing for consumers. Shipping and LandedPrice are absent while no shipping charge is set.
 */
export type ListingOwnPrice = {
    ListingPrice: Money;
    Shipping?: Money;
    LandedPrice?: Money;
};

/**
 * ListingShare
 *
 * The share of one listing.
 */
export type ListingShare = {
    /**
     * The marketplace.
     */
    MarketplaceId: string;
    /**
     * The caller's SKU.
     */
    SellerSKU: string;
    /**
     * The item.
     */
    storeItemId: string;
    ItemCondition: ItemCondition;
    /**
     * From this time on the history is known. What was before is unknown. Absent: nothing is known.
     */
    observedSince?: string;
    /**
     * Oldest first. Days before observedSince are missing: they are unknown, not zero.
     */
    Days: Array<ListingShareDay>;
    Total: ListingShareTotal;
};

/**
 * ListingShareAnswer
 *
 * How much of each day a listing held the consumers' buy box.
 */
export type ListingShareAnswer = {
    payload: ListingShare;
};

/**
 * ListingShareDay
 *
 * One UTC day.
 */
export type ListingShareDay = {
    /**
     * A UTC day.
     */
    Date: string;
    /**
     * How long the listing held the buy box.
     */
    HeldMilliseconds: number;
    /**
     * The observed part: less than a whole day on the first day and today.
     */
    ObservedMilliseconds: number;
    /**
     * The first time divided by the second, to four decimals. Absent when the second is 0.
     */
    Share?: number;
};

/**
 * ListingShareTotal
 *
 * All days together.
 */
export type ListingShareTotal = {
    /**
     * How long the listing held the buy box.
     */
    HeldMilliseconds: number;
    /**
     * The observed part: less than a whole day on the first day and today.
     */
    ObservedMilliseconds: number;
    /**
     * The first time divided by the second, to four decimals. Absent when the second is 0.
     */
    Share?: number;
};

/**
 * ListingState
 *
 * Where the listing stands in the consumers' buy box: winning, noCompetition, losing, unhealthy, inactive; an open set.
 */
export type ListingState = 'winning' | 'noCompetition' | 'losing' | 'unhealthy' | 'inactive' | (string & {});

/**
 * ListingWinningPrice
 *
 * The highest listing price with which the offer, with its own shipping, holds the consumers' buy box at this moment. The prices are present with VALID_FOEP.
 */
export type ListingWinningPrice = {
    resultStatus: WinningPriceStatus;
    ListingPrice?: Money;
    LandedPrice?: Money;
    /**
     * With OFFER_NOT_ELIGIBLE: the gates that fail at every price.
     */
    Reasons?: Array<GateName>;
};

/**
 * ListingWithChangedFees
 *
 * All fees of one unit at the present price: just before the schedule takes effect, from then on, and After minus Before.
 */
export type ListingWithChangedFees = {
    /**
     * The receiver's SKU.
     */
    SellerSKU: string;
    /**
     * The item that it lists.
     */
    storeItemId: string;
    Before: Money;
    After: Money;
    Difference: Money;
};

/**
 * ListingsAnswer
 *
 * A page of the caller's listings.
 */
export type ListingsAnswer = {
    payload: ListingsPayload;
};

/**
 * ListingsPayload
 *
 * A page of the caller's listings.
 */
export type ListingsPayload = {
    /**
     * The marketplace.
     */
    MarketplaceId: string;
    /**
     * The listings of this page, in order.
     */
    Listings: Array<Listing>;
    /**
     * With `counts=true`: the listings of the caller by state, whatever `state` is; with `query` those that match it.
     */
    Counts?: Array<ListingCount>;
    /**
     * There may be more: send it as nextToken to get the next page.
     */
    nextToken?: string;
};

/**
 * LowestPrice
 *
 * The lowest landed price of one condition, fulfilment channel and offer type.
 */
export type LowestPrice = {
    condition: ItemCondition;
    fulfillmentChannel: FulfillmentChannel;
    offerType: OfferType;
    /**
     * The price applies from this quantity on. Absent: the price of one unit.
     */
    quantityTier?: number;
    /**
     * With quantityTier: QUANTITY_DISCOUNT; an open set.
     */
    quantityDiscountType?: 'QUANTITY_DISCOUNT' | (string & {});
    LandedPrice: Money;
    ListingPrice: Money;
    Shipping: Money;
};

/**
 * LowestPricedOffers
 *
 * The offers of one condition, as one customer type sees them.
 */
export type LowestPricedOffers = {
    lowestPricedOffersInput: LowestPricedOffersList;
    /**
     * The best offers, in order of landed price, as `Offers` of the single request shows them.
     */
    offers: Array<Offer>;
};

/**
 * LowestPricedOffersInput
 *
 * The offers of one condition, as one customer type sees them. ItemCondition and customerType mean the same.
 */
export type LowestPricedOffersInput = {
    /**
     * The condition of the offers.
     */
    itemCondition: 'New' | 'Used' | 'Collectible' | 'Refurbished' | 'Club';
    /**
     * Whose view of the prices. Without it: Business with offerType B2B, else Consumer.
     */
    CustomerType?: 'Consumer' | 'Business';
    /**
     * Only those of the 20 lowest priced offers that have this offer type. Consumers see only B2C.
     */
    offerType?: 'B2C' | 'B2B';
};

/**
 * LowestPricedOffersList
 *
 * The input that the offers belong to, with its defaults.
 */
export type LowestPricedOffersList = {
    itemCondition: ItemCondition;
    CustomerType: CustomerType;
    offerType?: OfferType;
};

/**
 * MarketplaceParticipation
 *
 * One marketplace, and whether the seller sells in it.
 */
export type MarketplaceParticipation = {
    marketplace: ParticipationMarketplace;
    participation: Participation;
};

/**
 * MarketplaceParticipations
 *
 * All marketplaces of the operator.
 */
export type MarketplaceParticipations = {
    /**
     * One element for each marketplace, in order of its id.
     */
    payload: Array<MarketplaceParticipation>;
    /**
     * Whether sellers can change prices here. off: they cannot. direct: a change is in force when it is answered. confirmed: the operator's system decides on each change. An open set.
     */
    priceChanges: 'off' | 'direct' | 'confirmed' | (string & {});
    signedInAs?: SignedInPerson;
};

/**
 * Message
 *
 * A notification that was received and not yet acknowledged.
 */
export type Message = {
    /**
     * Identifies this receipt; valid until the message is received again.
     */
    receiptHandle: string;
    /**
     * The delivery.
     */
    deliveryId: string;
    /**
     * The `id` of the event.
     */
    notificationId: string;
    /**
     * How often it was received, this time included.
     */
    receiveCount: number;
    event: SellerEvent;
};

/**
 * MobilePushConfig
 *
 * For type MOBILE_PUSH.
 */
export type MobilePushConfig = {
    subscription: WebPushSubscription;
};

/**
 * Money
 *
 * An amount of money.
 */
export type Money = {
    /**
     * ISO 4217.
     */
    CurrencyCode: string;
    /**
     * A decimal amount, with no more decimals than the currency has.
     */
    Amount: number;
};

/**
 * NamedTerms
 *
 * The terms that the change named. Those that it removes are in Removed.
 */
export type NamedTerms = {
    Shipping?: Money;
    BusinessPrice?: Money;
    quantityDiscountPrices?: Array<QuantityDiscountPrice>;
    /**
     * The names of the terms that the change removes.
     */
    Removed: Array<string>;
};

/**
 * NetAndProfit
 *
 * The net of one sold unit: Net is listing price plus shipping minus TotalFees. Below zero, each sale loses money. TotalFees is what the fee endpoints estimate. Cost and Profit, which is Net minus Cost, are present where a cost is set and the caller has the right seller-api:costs:read.
 */
export type NetAndProfit = {
    Net?: Money;
    TotalFees?: Money;
    Cost?: Money;
    Profit?: Money;
    /**
     * Why the fees of this price are not known. Net and TotalFees are then absent.
     */
    Reason?: string;
};

/**
 * NetProceeds
 *
 * The net of one sold unit: Net is listing price plus shipping minus TotalFees. Below zero, each sale loses money. TotalFees is what the fee endpoints estimate.
 */
export type NetProceeds = {
    Net?: Money;
    TotalFees?: Money;
    /**
     * Why the fees of this price are not known. Net and TotalFees are then absent.
     */
    Reason?: string;
};

/**
 * NotReady
 *
 * The process cannot do its main work. There is one error for each part that it cannot work without.
 */
export type NotReady = {
    errors: Array<Error>;
    /**
     * Always `unavailable`.
     */
    status: 'unavailable';
    /**
     * Each checked part, and its state.
     */
    parts: {
        [key: string]: 'ok' | 'degraded' | 'failed';
    };
    /**
     * Why, for each part that is not `ok`.
     */
    reasons?: {
        [key: string]: string;
    };
};

/**
 * OAuthError
 *
 * Errors of the authorization endpoints (RFC 6749 5.2).
 */
export type OAuthError = {
    /**
     * The error code of RFC 6749 4.1.2.1 and 5.2, RFC 6750 3.1 or RFC 7591 3.2.2; an open set.
     */
    error: 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unauthorized_client' | 'unsupported_grant_type' | 'invalid_scope' | 'invalid_token' | 'invalid_redirect_uri' | 'invalid_client_metadata' | 'unsupported_response_type' | 'access_denied' | 'server_error' | 'temporarily_unavailable' | (string & {});
    /**
     * What is wrong, for the developer.
     */
    error_description: string;
};

/**
 * Offer
 *
 * The public fields of an offer.
 */
export type Offer = {
    /**
     * Whether it is the caller's own offer.
     */
    MyOffer: boolean;
    offerType: OfferType;
    SubCondition: SubCondition;
    /**
     * The seller of the offer.
     */
    SellerId: string;
    /**
     * The notes of the seller about the condition.
     */
    ConditionNotes?: string;
    SellerFeedbackRating: SellerFeedbackRating;
    ShippingTime: ShippingTime;
    ListingPrice: Money;
    quantityDiscountPrices: Array<QuantityDiscountPrice>;
    Shipping: Money;
    ShipsFrom?: ShipsFrom;
    /**
     * Whether the store ships it.
     */
    IsFulfilledByFS: boolean;
    FSPrimeDetails?: FsPrimeDetails;
    /**
     * Whether it wins the buy box of its condition and offer type.
     */
    IsBuyBoxWinner: boolean;
    /**
     * Whether its seller may win the buy box.
     */
    IsFeaturedMerchant: boolean;
};

/**
 * OfferCount
 *
 * The number of offers of one condition and fulfilment channel.
 */
export type OfferCount = {
    condition: ItemCondition;
    fulfillmentChannel: FulfillmentChannel;
    /**
     * The number of offers.
     */
    OfferCount: number;
};

/**
 * OfferListingCount
 *
 * The number of buyable offers of one condition.
 */
export type OfferListingCount = {
    /**
     * The number of buyable offers.
     */
    Count: number;
    /**
     * A condition, or Any.
     */
    condition: 'New' | 'Used' | 'Collectible' | 'Refurbished' | 'Club' | 'Any';
};

/**
 * OfferSummary
 *
 * A summary of all buyable offers of the item, of all conditions.
 */
export type OfferSummary = {
    /**
     * The number of buyable offers of all conditions.
     */
    TotalOfferCount: number;
    NumberOfOffers: Array<OfferCount>;
    LowestPrices: Array<LowestPrice>;
    BuyBoxPrices: Array<BuyBoxPrice>;
    ListPrice?: Money;
    CompetitivePriceThreshold?: Money;
    SuggestedLowerPricePlusShipping?: Money;
    SalesRankings: Array<SalesRank>;
    BuyBoxEligibleOffers: Array<OfferCount>;
    /**
     * The time when the first offer starts, if none has started yet.
     */
    OffersAvailableTime?: string;
};

/**
 * OfferTerms
 *
 * Everything that a seller may change about an offer. Shipping and LandedPrice are absent while no shipping charge is set.
 */
export type OfferTerms = {
    ListingPrice: Money;
    Shipping?: Money;
    LandedPrice?: Money;
    BusinessPrice?: Money;
    quantityDiscountPrices: Array<QuantityDiscountPrice>;
};

/**
 * OfferType
 *
 * B2C or B2B; an open set.
 */
export type OfferType = 'B2C' | 'B2B' | (string & {});

/**
 * OffersAnswer
 *
 * The lowest priced offers of an item.
 */
export type OffersAnswer = {
    payload: OffersPayload;
};

/**
 * OffersIdentifier
 *
 * The item and condition of the request.
 */
export type OffersIdentifier = {
    /**
     * The marketplace.
     */
    MarketplaceId: string;
    /**
     * The item.
     */
    storeItemId: string;
    /**
     * The caller's SKU, when the request is by SKU.
     */
    SellerSKU?: string;
    ItemCondition: ItemCondition;
};

/**
 * OffersPayload
 *
 * The lowest priced offers of an item.
 */
export type OffersPayload = {
    /**
     * The marketplace.
     */
    marketplaceId: string;
    /**
     * The item.
     */
    storeItemId: string;
    /**
     * The caller's SKU, when the request is by SKU.
     */
    SKU?: string;
    ItemCondition: ItemCondition;
    status: OffersStatus;
    Identifier: OffersIdentifier;
    Summary: OfferSummary;
    /**
     * The best offers of the condition, in order of landed price.
     */
    Offers: Array<Offer>;
};

/**
 * OffersStatus
 *
 * Success, NoBuyableOffers, ActiveButTooSoonForProcessing or NoOfferDueToMissingShippingCharge; an open set.
 */
export type OffersStatus = 'Success' | 'NoBuyableOffers' | 'ActiveButTooSoonForProcessing' | 'NoOfferDueToMissingShippingCharge' | (string & {});

/**
 * OtherEvent
 *
 * An event of a kind that this document does not have yet. Ignore it.
 */
export type OtherEvent = {
    /**
     * The version of CloudEvents.
     */
    specversion: '1.0';
    /**
     * The notification id, the same in every delivery. Use it to drop duplicates.
     */
    id: string;
    /**
     * The service that sent it.
     */
    source: string;
    type: OtherEventKind;
    /**
     * The item, when the event is about one.
     */
    subject?: string;
    /**
     * When it happened.
     */
    time: string;
    /**
     * The media type of data.
     */
    datacontenttype: 'application/json';
    /**
     * The number of the event: per seller, rising by 1, without gaps. An integer as text.
     */
    sequence?: string;
    /**
     * The sequence of the event that was queued before this one for the same destination. If you do not have that one, you missed it. Absent in the first one, and in GET /notifications/v4/events.
     */
    previoussequence?: string;
    /**
     * The sequences that this event replaces at this destination, with commas between them. Count them as received.
     */
    supersedes?: string;
    /**
     * What happened.
     */
    data: {
        [key: string]: unknown;
    };
    [key: string]: unknown;
};

/**
 * OtherEventKind
 *
 * A kind of event that this document does not have yet.
 */
export type OtherEventKind = OtherWord;

/**
 * OwnOffer
 *
 * One of the caller's own active offers on the item.
 */
export type OwnOffer = {
    offerType: OfferType;
    BuyingPrice: Price;
    RegularPrice: Money;
    businessPrice?: Money;
    quantityDiscountPrices: Array<QuantityDiscountPrice>;
    FulfillmentChannel: FulfillmentChannel;
    ItemCondition: ItemCondition;
    ItemSubCondition: SubCondition;
    /**
     * The caller's SKU.
     */
    SellerSKU: string;
};

/**
 * OwnOfferIdentifier
 *
 * The caller's offer.
 */
export type OwnOfferIdentifier = {
    /**
     * The marketplace of the offer.
     */
    marketplaceId: string;
    /**
     * The seller of the offer.
     */
    sellerId: string;
    /**
     * The item of the offer.
     */
    storeItemId: string;
    fulfillmentType: FulfillmentChannel;
    /**
     * The caller's SKU.
     */
    sku: string;
};

/**
 * OwnPriceStep
 *
 * The own price of a listing between two changes of its terms.
 */
export type OwnPriceStep = {
    /**
     * From this time on, until the next step. The first step may have begun before.
     */
    at: string;
    OwnPrice?: PastOwnPrice;
    BusinessPrice?: Money;
};

/**
 * Participation
 *
 * Whether the seller sells in the marketplace.
 */
export type Participation = {
    /**
     * Whether the seller sells there.
     */
    isParticipating: boolean;
    /**
     * Whether listings of the seller are suspended there.
     */
    hasSuspendedListings: boolean;
};

/**
 * ParticipationMarketplace
 *
 * A marketplace of the operator.
 */
export type ParticipationMarketplace = {
    /**
     * The MarketplaceId that the other endpoints take.
     */
    id: string;
    /**
     * The display name of the marketplace.
     */
    name: string;
    /**
     * The country, ISO 3166 alpha-2.
     */
    countryCode: string;
    /**
     * The currency of all its amounts, ISO 4217.
     */
    defaultCurrencyCode: string;
    /**
     * Whether the service uses it for requests that name no marketplace. At most one is the default.
     */
    isDefault: boolean;
};

/**
 * PastBuyBox
 *
 * Who holds the buy box, at which price. Absent: nobody does.
 */
export type PastBuyBox = {
    /**
     * Whether an offer of the caller holds it.
     */
    MyOffer: boolean;
    /**
     * The seller that holds it.
     */
    SellerId: string;
    /**
     * The SKU, only when it is the caller's own offer.
     */
    SellerSKU?: string;
    FulfillmentChannel: FulfillmentChannel;
    LandedPrice: Money;
    ListingPrice: Money;
    Shipping: Money;
};

/**
 * PastLowestPrice
 *
 * The lowest landed price of all offers of the box, eligible or not. Absent: there is no offer.
 */
export type PastLowestPrice = {
    LandedPrice: Money;
    ListingPrice: Money;
    Shipping: Money;
};

/**
 * PastOwnPrice
 *
 * The price for consumers. Absent: the listing was not on the item. Shipping and LandedPrice are absent while no shipping charge is set.
 */
export type PastOwnPrice = {
    ListingPrice: Money;
    Shipping?: Money;
    LandedPrice?: Money;
};

/**
 * PositionsReportParameters
 *
 * Which listings. All when absent.
 */
export type PositionsReportParameters = {
    /**
     * Only listings in these states of the consumers' buy box.
     */
    states?: Array<'winning' | 'noCompetition' | 'losing' | 'unhealthy' | 'inactive'>;
    /**
     * Only listings whose SKU, item id or title contains this text, in any case.
     */
    query?: string;
    /**
     * Only listings with these SKUs, up to 500.
     */
    SellerSKUs?: Array<string>;
};

/**
 * Price
 *
 * LandedPrice = ListingPrice + Shipping.
 */
export type Price = {
    LandedPrice: Money;
    ListingPrice: Money;
    Shipping: Money;
};

/**
 * PriceChangeAnswer
 *
 * One price change.
 */
export type PriceChangeAnswer = {
    payload: PriceChangeReceipt;
};

/**
 * PriceChangeAuthor
 *
 * Who asked for the change. An application that a seller authorized sees only Kind of changes that others made.
 */
export type PriceChangeAuthor = {
    /**
     * application, member (with the console), operator; rule is reserved. An open set.
     */
    Kind: 'application' | 'member' | 'operator' | 'rule' | (string & {});
    /**
     * The client_id of the application.
     */
    ApplicationId?: string;
    /**
     * The id of the member: who used the console, or authorized the application.
     */
    MemberId?: string;
};

/**
 * PriceChangeAuthorNames
 *
 * Who asked for the change, as people know them. It is asked for when the answer is made: an application that was removed has no name any more.
 */
export type PriceChangeAuthorNames = {
    /**
     * The name of the application.
     */
    ApplicationName?: string;
    /**
     * The e-mail address of the member.
     */
    MemberEmail?: string;
    /**
     * true: the member is none of the seller's any more.
     */
    MemberHasLeft?: boolean;
};

/**
 * PriceChangeList
 *
 * A page of the seller's price changes.
 */
export type PriceChangeList = {
    /**
     * The newest first.
     */
    Receipts: Array<PriceChangeReceipt>;
    /**
     * There are more: send it as after to get the next page.
     */
    nextToken?: string;
};

/**
 * PriceChangeListAnswer
 *
 * A page of the seller's price changes.
 */
export type PriceChangeListAnswer = {
    payload: PriceChangeList;
};

/**
 * PriceChangeListing
 *
 * One listing. What it says itself counts in place of what the body says for all. Without a strategy the price stays.
 */
export type PriceChangeListing = {
    /**
     * The caller's SKU.
     */
    SellerSKU: string;
    strategy?: WhatIfStrategy;
    floor?: Money;
    terms?: WantedTerms;
    /**
     * Change the terms only if this is their TermsRevision. Otherwise the change is refused with Conflict.
     */
    IfTermsRevision?: number;
    /**
     * The caller means it, although the price is far from the present one. Without it such a change is refused with ConfirmationRequired.
     */
    Confirm?: boolean;
};

/**
 * PriceChangeReceipt
 *
 * A price change, from its call to its end. TermsBefore are the terms when it was evaluated; TermsAfter those that it leads to, in force once it is APPLIED.
 */
export type PriceChangeReceipt = {
    /**
     * The id of the change. Ids ascend with the time.
     */
    PriceChangeId: string;
    /**
     * The marketplace.
     */
    MarketplaceId: string;
    /**
     * The caller's SKU.
     */
    SellerSKU: string;
    /**
     * The item, when the seller has the listing.
     */
    storeItemId?: string;
    State: PriceChangeState;
    /**
     * The revision of the offer's terms: right after an applied change, else as it was then. It rises by one with each change of the terms, by whomever. Absent: the seller has no such listing, or the change is not evaluated yet.
     */
    TermsRevision?: number;
    Asked: AskedChange;
    TermsBefore?: OfferTerms;
    TermsAfter?: OfferTerms;
    ChangedBy: PriceChangeAuthor;
    ChangedByNames?: PriceChangeAuthorNames;
    /**
     * The x-request-id of the call. Absent for an application that may not see who made the change.
     */
    RequestId?: string;
    /**
     * When the change was stored.
     */
    CreatedTime: string;
    /**
     * When it reached its state; absent while it is ACCEPTED or PENDING.
     */
    SettledTime?: string;
    Result?: PriceChangeResult;
    Rejection?: PriceChangeRejection;
    /**
     * When the operator's record changed the terms of an applied change.
     */
    OverriddenTime?: string;
    /**
     * The PriceChangeId of the change that replaced a pending one.
     */
    ReplacedBy?: string;
};

/**
 * PriceChangeRejection
 *
 * Why a change was refused. Nothing of it is in force.
 */
export type PriceChangeRejection = {
    /**
     * The rule: INVALID_SKU, NOT_ELIGIBLE, NO_COMPETITION, BELOW_FLOOR, PRICE_OUT_OF_RANGE, Conflict, InvalidTerms, ConfirmationRequired, BelowMinimumPrice, AboveMaximumPrice, BelowMinimumNet, NetUnknown, MaxStepPercent, MaxDayPercent, MinOfListPricePercent, MaxOfListPricePercent, MaxChangesPerHour, TimedOut, RejectedByOperator, OfferRemoved, SettingChanged, PriceChangesOff; an open set.
     */
    Code: 'INVALID_SKU' | 'NOT_ELIGIBLE' | 'NO_COMPETITION' | 'BELOW_FLOOR' | 'PRICE_OUT_OF_RANGE' | 'Conflict' | 'InvalidTerms' | 'ConfirmationRequired' | 'BelowMinimumPrice' | 'AboveMaximumPrice' | 'BelowMinimumNet' | 'NetUnknown' | 'MaxStepPercent' | 'MaxDayPercent' | 'MinOfListPricePercent' | 'MaxOfListPricePercent' | 'MaxChangesPerHour' | 'TimedOut' | 'RejectedByOperator' | 'OfferRemoved' | 'SettingChanged' | 'PriceChangesOff' | (string & {});
    /**
     * The reason in words, with its figures.
     */
    Reason: string;
    Limit?: RejectionFigure;
    Actual?: RejectionFigure;
    /**
     * What Limit and Actual are; an open set. Absent without figures.
     */
    Unit?: 'money' | 'percent' | 'count' | 'revision' | (string & {});
};

/**
 * PriceChangeResult
 *
 * Where the listing stood right after the change, in the same transaction. CompetingLandedPrice is that of the best eligible other offer.
 */
export type PriceChangeResult = {
    /**
     * Whether it holds the buy box of the customer type.
     */
    IsBuyBoxWinner: boolean;
    /**
     * Why it holds the buy box or does not, in a sentence.
     */
    Reason: string;
    /**
     * The first field in which the offer and the other one differ, in the order of the rule: LandedPrice, FulfillmentChannel, SellerPositiveFeedbackRating, FeedbackCount, SellerId or SellerSKU; an open set. Absent when the offer is not eligible, or no other is.
     */
    DecidedBy?: 'LandedPrice' | 'FulfillmentChannel' | 'SellerPositiveFeedbackRating' | 'FeedbackCount' | 'SellerId' | 'SellerSKU' | (string & {});
    /**
     * The gates that the offer fails: active, startTime, stock, availability, shippingCharge, featuredMerchant, feedbackRating, feedbackCount, competitivePriceThreshold. Absent when it fails none.
     */
    FailedGates?: Array<GateName>;
    CompetingLandedPrice?: Money;
    /**
     * The number of eligible offers, this one included if it is one.
     */
    EligibleOffers: number;
    AfterFees: NetAndProfit;
};

/**
 * PriceChangeState
 *
 * ACCEPTED: stored, being applied. PENDING: waits for the operator. APPLIED: in force. UNCHANGED: nothing differs from the present
 * terms. REJECTED: Rejection says why. REPLACED: a newer change of the listing came while it was PENDING, or ACCEPTED for more than five seconds. OVERRIDDEN: it was applied, and
 * the operator's record changed the terms later. An open set.
 */
export type PriceChangeState = 'ACCEPTED' | 'PENDING' | 'APPLIED' | 'UNCHANGED' | 'REJECTED' | 'REPLACED' | 'OVERRIDDEN' | (string & {});

/**
 * PriceChangeTotals
 *
 * How many of the changes are in each state.
 */
export type PriceChangeTotals = {
    /**
     * How many are ACCEPTED.
     */
    ACCEPTED: number;
    /**
     * How many are PENDING.
     */
    PENDING: number;
    /**
     * How many are APPLIED.
     */
    APPLIED: number;
    /**
     * How many are UNCHANGED.
     */
    UNCHANGED: number;
    /**
     * How many are REJECTED.
     */
    REJECTED: number;
    /**
     * How many are REPLACED.
     */
    REPLACED: number;
    /**
     * How many are OVERRIDDEN.
     */
    OVERRIDDEN: number;
};

/**
 * PriceChangedData
 *
 * What happened.
 */
export type PriceChangedData = {
    /**
     * The version of data: 1.0.
     */
    payloadVersion: string;
    /**
     * The seller that is told.
     */
    sellerId: string;
    /**
     * The marketplace.
     */
    marketplaceId: string;
    /**
     * Rises with every change of the item. Of two events about one item, the greater one is the newer.
     */
    revision: number;
    /**
     * The item.
     */
    storeItemId: string;
    /**
     * The receiver's SKU.
     */
    SellerSKU: string;
    ItemCondition: ItemCondition;
    /**
     * The revision of the offer's terms: it rises by one with each change of its price, shipping, business price or quantity discounts, by whomever. IfTermsRevision of a price change refers to it.
     */
    TermsRevision: number;
    TermsBefore: OfferTerms;
    TermsAfter: OfferTerms;
    /**
     * The item that the offer was on. Absent: it is the same.
     */
    PreviousStoreItemId?: string;
    /**
     * Whether the terms cross a limit that the receiver has set for the listing. Only of the operator's records: limits bind every other change.
     */
    LimitsCrossed?: boolean;
    /**
     * The receipt. Absent: the operator's record changed the terms.
     */
    PriceChangeId?: string;
    /**
     * The id of the operator's request that changed the market, when it was one request.
     */
    requestId?: string;
    /**
     * Whether a record that changed is the receiver's own.
     */
    Own: boolean;
    ChangedBy: PriceChangeAuthor;
};

/**
 * PriceChangedEvent
 *
 * The terms of an offer of the receiver have changed, by whomever: its price, shipping, business price or quantity discounts, or the item that it is on. New and removed offers are not told this way. None while price changes are off (priceChanges of marketplaceParticipations).
 */
export type PriceChangedEvent = {
    /**
     * The version of CloudEvents.
     */
    specversion: '1.0';
    /**
     * The notification id, the same in every delivery. Use it to drop duplicates.
     */
    id: string;
    /**
     * The service that sent it.
     */
    source: string;
    /**
     * The kind of the event.
     */
    type: 'PRICE_CHANGED';
    /**
     * The item.
     */
    subject: string;
    /**
     * When it happened.
     */
    time: string;
    /**
     * The media type of data.
     */
    datacontenttype: 'application/json';
    /**
     * The number of the event: per seller, rising by 1, without gaps. An integer as text.
     */
    sequence: string;
    /**
     * The sequence of the event that was queued before this one for the same destination. If you do not have that one, you missed it. Absent in the first one, and in GET /notifications/v4/events.
     */
    previoussequence?: string;
    /**
     * The sequences that this event replaces at this destination, with commas between them. Count them as received.
     */
    supersedes?: string;
    data: PriceChangedData;
};

/**
 * PriceChanges
 *
 * A receipt for each change.
 */
export type PriceChanges = {
    /**
     * The marketplace.
     */
    MarketplaceId: string;
    Totals: PriceChangeTotals;
    /**
     * In the order of the request.
     */
    Receipts: Array<PriceChangeReceipt>;
};

/**
 * PriceChangesAnswer
 *
 * What became of each change.
 */
export type PriceChangesAnswer = {
    payload: PriceChanges;
    /**
     * What the caller should look at; absent when there is nothing.
     */
    warnings?: Array<Warning>;
};

/**
 * PriceChangesBody
 *
 * The body of whatIf, which can be sent as it is. Each change may also name terms: shipping, business price and quantity discounts. It then needs no strategy: the price stays.
 */
export type PriceChangesBody = {
    /**
     * The marketplace whose prices are returned.
     */
    MarketplaceId: string;
    /**
     * Whose view of the prices: a business customer sees business prices where there are any.
     */
    CustomerType?: 'Consumer' | 'Business';
    strategy?: WhatIfStrategy;
    floor?: Money;
    /**
     * Up to 500 of the caller's SKUs, all with the same strategy and floor. Each once.
     */
    SellerSKUs?: Array<string>;
    terms?: WantedTerms;
    /**
     * Change the terms only if this is their TermsRevision. Otherwise the change is refused with Conflict.
     */
    IfTermsRevision?: number;
    /**
     * The caller means it, although the price is far from the present one. Without it such a change is refused with ConfirmationRequired.
     */
    Confirm?: boolean;
    /**
     * In place of SellerSKUs: up to 500 listings, of which each may have its own strategy, floor and terms. Each once.
     */
    listings?: Array<PriceChangeListing>;
};

/**
 * PriceChangesReportParameters
 *
 * Which price changes. All that are kept when absent.
 */
export type PriceChangesReportParameters = {
    /**
     * Only changes in this state.
     */
    state?: 'ACCEPTED' | 'PENDING' | 'APPLIED' | 'UNCHANGED' | 'REJECTED' | 'REPLACED' | 'OVERRIDDEN';
    /**
     * Only changes of this SKU.
     */
    SellerSKU?: string;
    /**
     * Only changes that were stored at this date or time (RFC 3339) or later. Absent: from the oldest one that is kept.
     */
    since?: string;
    /**
     * Only changes that were stored before this date or time. Absent: until the instant of the report.
     */
    until?: string;
};

/**
 * PriceHistory
 *
 * A page of the history of a buy box.
 */
export type PriceHistory = {
    /**
     * The marketplace.
     */
    MarketplaceId: string;
    /**
     * The item.
     */
    storeItemId: string;
    ItemCondition: ItemCondition;
    CustomerType: CustomerType;
    offerType: OfferType;
    /**
     * From this time on the history is known. What was before is unknown. Absent: nothing is known.
     */
    observedSince?: string;
    /**
     * Oldest first. The first step of the first page is the one in force at since, or at observedSince.
     */
    Steps: Array<PriceStep>;
    /**
     * With SellerSKU: the own price of that listing of the caller on this item, in the time of this page's Steps, oldest first. Empty: the caller has no such listing, and had none as far as is known.
     */
    OwnPrices?: Array<OwnPriceStep>;
    /**
     * Gets the next page. Absent: this is the last one. A page can be short, or empty, before the last.
     */
    nextToken?: string;
};

/**
 * PriceHistoryAnswer
 *
 * Who held a buy box at which prices, step by step.
 */
export type PriceHistoryAnswer = {
    payload: PriceHistory;
};

/**
 * PriceHistoryReportParameters
 *
 * Which time, and whose buy boxes.
 */
export type PriceHistoryReportParameters = {
    /**
     * Only what was in force at this date or time (RFC 3339) or later. Absent: 7 days before the instant of the report.
     */
    since?: string;
    /**
     * Only what was in force before this date or time. Absent: until the instant of the report.
     */
    until?: string;
    /**
     * Whose buy boxes are meant.
     */
    CustomerType?: 'Consumer' | 'Business';
    /**
     * With CustomerType Business: the boxes of ordinary prices (B2C) or of business prices (B2B).
     */
    OfferType?: 'B2C' | 'B2B';
};

/**
 * PriceStep
 *
 * The state of a buy box between two changes.
 */
export type PriceStep = {
    /**
     * From this time on, until the next step. The first step may have begun before.
     */
    at: string;
    BuyBox?: PastBuyBox;
    LowestPrice?: PastLowestPrice;
};

/**
 * PriceToEstimateFees
 *
 * What the buyer would pay.
 */
export type PriceToEstimateFees = {
    ListingPrice: Money;
    Shipping?: Money;
    Points?: {
        /**
         * Echoed; changes no fee.
         */
        PointsNumber: number;
    };
};

/**
 * PricingHealthData
 *
 * What happened.
 */
export type PricingHealthData = {
    /**
     * The version of data: 1.0.
     */
    payloadVersion: string;
    /**
     * The seller that is told.
     */
    sellerId: string;
    /**
     * The marketplace.
     */
    marketplaceId: string;
    /**
     * Rises with every change of the item. Of two events about one item, the greater one is the newer.
     */
    revision: number;
    /**
     * The item.
     */
    storeItemId: string;
    /**
     * UNHEALTHY: at least one offer became so. RECOVERED: all are eligible again; an open set.
     */
    Health: 'UNHEALTHY' | 'RECOVERED' | (string & {});
    /**
     * The offers whose health has changed.
     */
    Offers: Array<HealthOffer>;
    /**
     * The id of the operator's request that changed the market, when it was one request.
     */
    requestId?: string;
    /**
     * Whether a record that changed is the receiver's own.
     */
    Own: boolean;
};

/**
 * PricingHealthEvent
 *
 * Active offers of the receiver are not eligible for the buy box of consumers any more, or are again; the boxes of businesses are not judged. Offers of one item that change together come in one event. `GET /products/pricing/v4/listings?state=unhealthy` lists those that are not at any time.
 */
export type PricingHealthEvent = {
    /**
     * The version of CloudEvents.
     */
    specversion: '1.0';
    /**
     * The notification id, the same in every delivery. Use it to drop duplicates.
     */
    id: string;
    /**
     * The service that sent it.
     */
    source: string;
    /**
     * The kind of the event.
     */
    type: 'PRICING_HEALTH';
    /**
     * The item.
     */
    subject: string;
    /**
     * When it happened.
     */
    time: string;
    /**
     * The media type of data.
     */
    datacontenttype: 'application/json';
    /**
     * The number of the event: per seller, rising by 1, without gaps. An integer as text.
     */
    sequence: string;
    /**
     * The sequence of the event that was queued before this one for the same destination. If you do not have that one, you missed it. Absent in the first one, and in GET /notifications/v4/events.
     */
    previoussequence?: string;
    /**
     * The sequences that this event replaces at this destination, with commas between them. Count them as received.
     */
    supersedes?: string;
    data: PricingHealthData;
};

/**
 * Product
 *
 * An item with its competitive prices and the caller's own offers on it.
 */
export type Product = {
    Identifiers: ProductIdentifiers;
    /**
     * The catalogue attributes of the item, as open objects.
     */
    AttributeSets: Array<AttributeSet>;
    /**
     * The variation relatives of the item, as open objects.
     */
    Relationships: Array<ItemRelationship>;
    CompetitivePricing: CompetitivePricing;
    SalesRankings: Array<SalesRank>;
    /**
     * The caller's own active offers on the item, the cheapest first. Of more than 100, the first 100.
     */
    Offers: Array<OwnOffer>;
};

/**
 * ProductIdentifiers
 *
 * The item. SKUIdentifier is present only when the request is by SKU.
 */
export type ProductIdentifiers = {
    MarketplaceItem: ItemIdentifier;
    SKUIdentifier?: SkuIdentifier;
};

/**
 * ProductResult
 *
 * The result for one identifier: with Success it has Product, otherwise errors.
 */
export type ProductResult = {
    /**
     * Success, ClientError (no such identifier) or ServerError.
     */
    status: 'Success' | 'ClientError' | 'ServerError';
    /**
     * The SKU of the request.
     */
    SellerSKU?: string;
    /**
     * The item.
     */
    storeItemId?: string;
    Product?: Product;
    /**
     * Why there is no Product.
     */
    errors?: Array<Error>;
};

/**
 * ProductsAnswer
 *
 * Competitive prices and the caller's own offers.
 */
export type ProductsAnswer = {
    /**
     * One element for each identifier, in the order of the request. Duplicates are answered once.
     */
    payload: Array<ProductResult>;
};

/**
 * PromotedListing
 *
 * A listing, and what the promotion takes off the fee of one unit at its present price.
 */
export type PromotedListing = {
    /**
     * The receiver's SKU.
     */
    SellerSKU: string;
    /**
     * The item that it lists.
     */
    storeItemId: string;
    FeePromotion: Money;
};

/**
 * PullConfig
 *
 * For type PULL.
 */
export type PullConfig = {
    /**
     * How long a received message is hidden; 30 by default.
     */
    visibilityTimeoutSeconds?: number;
    /**
     * How long an unacknowledged message is kept; 345600 by default.
     */
    retentionSeconds?: number;
};

/**
 * PushKey
 *
 * The public key that identifies this service to push services (RFC 8292).
 */
export type PushKey = {
    /**
     * The `applicationServerKey` for a browser to subscribe: base64url, without padding.
     */
    publicKey: string;
};

/**
 * QuantityDiscountPrice
 *
 * The unit price from a quantity on.
 */
export type QuantityDiscountPrice = {
    /**
     * The price applies from this quantity on.
     */
    quantityTier: number;
    /**
     * QUANTITY_DISCOUNT; an open set.
     */
    quantityDiscountType: 'QUANTITY_DISCOUNT' | (string & {});
    listingPrice: Money;
};

/**
 * QuietHours
 *
 * For EMAIL, SMS and MOBILE_PUSH: the hours of each day in which nothing is sent. What happens then is sent at their end. Tests are sent at any time.
 */
export type QuietHours = {
    /**
     * When they begin, as HH:MM.
     */
    start: string;
    /**
     * When they end, as HH:MM. Earlier than start: on the next day.
     */
    end: string;
    /**
     * The name of a time zone, such as Europe/Berlin or UTC.
     */
    timeZone: string;
};

/**
 * Ready
 *
 * The process can do its main work.
 */
export type Ready = {
    /**
     * `degraded`: the process does its main work, but a part does not work, for example writing to a full disk.
     */
    status: 'ready' | 'degraded';
    /**
     * Each checked part, and its state.
     */
    parts: {
        [key: string]: 'ok' | 'degraded' | 'failed';
    };
    /**
     * Why, for each part that is not `ok`.
     */
    reasons?: {
        [key: string]: string;
    };
};

/**
 * ReceiptHandles
 *
 * Which messages.
 */
export type ReceiptHandles = {
    /**
     * Handles from receive.
     */
    receiptHandles: Array<string>;
};

/**
 * ReceiveMessages
 *
 * All are optional.
 */
export type ReceiveMessages = {
    /**
     * The maximum number of messages.
     */
    maxMessages?: number;
    /**
     * How long to wait for the first message.
     */
    waitSeconds?: number;
    /**
     * How long the messages are hidden from other receivers; the destination's setting when absent.
     */
    visibilityTimeoutSeconds?: number;
};

/**
 * ReceivedMessages
 *
 * What was received.
 */
export type ReceivedMessages = {
    /**
     * The oldest first; may be empty.
     */
    messages: Array<Message>;
};

/**
 * RecordTerms
 *
 * The terms of an offer, as in its record. What is absent is not set.
 */
export type RecordTerms = {
    /**
     * The price of one unit without shipping.
     */
    listingPrice: number;
    /**
     * The shipping charge.
     */
    shipping?: number;
    /**
     * The price of one unit for business buyers.
     */
    businessPrice?: number;
    /**
     * Price tiers for business buyers.
     */
    quantityDiscounts?: Array<RecordTermsTier>;
};

/**
 * RecordTermsTier
 *
 * A price from a quantity on.
 */
export type RecordTermsTier = {
    /**
     * The least quantity of the tier.
     */
    quantity: number;
    /**
     * The price of one unit.
     */
    price: number;
};

/**
 * RecoverDeliveries
 *
 * Which deliveries to recover.
 */
export type RecoverDeliveries = {
    /**
     * Failed deliveries that were queued at this time or later.
     */
    since: string;
};

/**
 * RecoveredDeliveries
 *
 * How many deliveries are sent again.
 */
export type RecoveredDeliveries = {
    /**
     * How many are queued again.
     */
    recovered: number;
};

/**
 * ReferencePrice
 *
 * A price to compare with. A price of a buy box names the box and the time that it is about.
 */
export type ReferencePrice = {
    /**
     * CompetitivePriceThreshold: above it no offer holds a buy box. ListPrice: the suggested retail price. LowestBuyBoxPrice and AverageBuyBoxPrice: the landed prices of a buy box from since to until, weighted by time. An open set.
     */
    name: 'CompetitivePriceThreshold' | 'ListPrice' | 'LowestBuyBoxPrice' | 'AverageBuyBoxPrice' | (string & {});
    price: Money;
    condition?: ItemCondition;
    CustomerType?: CustomerType;
    offerType?: OfferType;
    /**
     * The UTC days before today from since on. Present only when all were observed.
     */
    days?: number;
    /**
     * The begin of the time that the price is about. It is never before observedSince.
     */
    since?: string;
    /**
     * The end of the time that the price is about.
     */
    until?: string;
    /**
     * Prices of the item are known from this time on. What was before is unknown.
     */
    observedSince?: string;
};

/**
 * RegisteredClient
 *
 * The application as it is registered (RFC 7591 3.2.1).
 */
export type RegisteredClient = {
    /**
     * The name of the application from now on.
     */
    client_id: string;
    /**
     * Seconds since 1970.
     */
    client_id_issued_at?: number;
    /**
     * Shown this once.
     */
    client_secret?: string;
    /**
     * 0 is never.
     */
    client_secret_expires_at?: number;
    /**
     * Where codes may be sent; matched exactly.
     */
    redirect_uris: Array<string>;
    /**
     * `client_secret_basic` when absent; `none` for public clients.
     */
    token_endpoint_auth_method?: 'none' | 'client_secret_post' | 'client_secret_basic';
    /**
     * Both when absent.
     */
    grant_types?: Array<'authorization_code' | 'refresh_token'>;
    /**
     * Only `code`.
     */
    response_types?: Array<'code'>;
    /**
     * What sellers are shown.
     */
    client_name?: string;
    /**
     * The application's page.
     */
    client_uri?: string;
    /**
     * The application's logo.
     */
    logo_uri?: string;
    /**
     * Rights, with a space between them; `offline_access` is the right to a refresh token. The basic seller rights when absent.
     */
    scope?: string;
    /**
     * Contacts of the application's developer.
     */
    contacts?: Array<string>;
};

/**
 * RejectionFigure
 *
 * Money, or a number: see Unit.
 */
export type RejectionFigure = Money | number;

/**
 * ReplayEvents
 *
 * Which events to send again: either fromSequence or since.
 */
export type ReplayEvents = {
    /**
     * The sequence of the first event to send again.
     */
    fromSequence?: number;
    /**
     * Events that were told at this time or later.
     */
    since?: string;
};

/**
 * ReplayedEvents
 *
 * What is sent again.
 */
export type ReplayedEvents = {
    /**
     * How many events are queued. Those that the destination does not take are not.
     */
    queued: number;
    /**
     * The first event of the range. It is later than the one that was asked for when older ones are not kept any more. Absent: there is no event in the range.
     */
    fromSequence?: number;
    /**
     * The last event of the range.
     */
    toSequence?: number;
    /**
     * There are more than one call sends: send it as fromSequence to go on.
     */
    nextFromSequence?: number;
};

/**
 * Report
 *
 * A report, from its request until it is removed.
 */
export type Report = {
    /**
     * Its identifier.
     */
    reportId: string;
    /**
     * What it lists; an open set.
     */
    reportType: 'POSITIONS' | 'FEES' | 'WHAT_IF' | 'PRICE_HISTORY' | 'BUY_BOX_SHARE' | 'PRICE_CHANGES' | 'EVENTS' | 'DELIVERIES' | (string & {});
    /**
     * The marketplaces that it is about.
     */
    marketplaceIds: Array<string>;
    /**
     * The parameters of the request.
     */
    parameters: {
        [key: string]: unknown;
    };
    /**
     * The format of its document; an open set.
     */
    format: 'JSONL' | 'CSV' | (string & {});
    /**
     * The language and country whose customs CSV follows.
     */
    locale?: string;
    /**
     * The report that it is compared with: it has only the lines that differ, and those that are gone.
     */
    since?: string;
    /**
     * The schedule that asked for it.
     */
    scheduleId?: string;
    state: ReportState;
    failure?: ReportFailure;
    /**
     * When it was asked for.
     */
    createdTime: string;
    /**
     * When the work on it began.
     */
    startedTime?: string;
    /**
     * When it reached a final state.
     */
    endedTime?: string;
    /**
     * When it is removed: 7 days after it was asked for.
     */
    expiresTime: string;
    /**
     * All its lines are true at this instant.
     */
    instant?: string;
    /**
     * The sequence of the caller's last event at the instant. Later events, applied where their revision is higher, give the present.
     */
    sequence?: string;
    /**
     * The versions of rules and data that it was made with.
     */
    versions?: {
        [key: string]: string | number;
    };
    notInEvents?: ReportNotInEvents;
    /**
     * How many rows are computed.
     */
    processed: number;
    /**
     * How many rows there are to compute. Absent until they are counted.
     */
    total?: number;
    /**
     * While it is being made: when it will probably be done.
     */
    estimatedEndTime?: string;
    /**
     * With DONE: its document.
     */
    reportDocumentId?: string;
    /**
     * With DONE: the lines of the document, without the first one.
     */
    lines?: number;
    /**
     * With DONE and `since`: how many of the lines are about something that is gone.
     */
    removed?: number;
    /**
     * With DONE: the length of the document.
     */
    bytes?: number;
    /**
     * With DONE: its length with `compression=GZIP`.
     */
    gzipBytes?: number;
    /**
     * The application that asked for it.
     */
    createdBy?: string;
};

/**
 * ReportBody
 *
 * What to report.
 */
export type ReportBody = {
    /**
     * What it lists. POSITIONS: Where each listing stands in the consumers' buy box, with its prices, the winning price and the net of both. FEES: The fees of one sold unit of each listing at its own price, fee by fee, now or at several dates, with the differences. WHAT_IF: What a pricing strategy would do with each listing, as if it alone changed. Nothing changes. PRICE_HISTORY: Step by step, who held the buy box of each listing's item and condition at which price, and the own price of the listing. BUY_BOX_SHARE: How much of each day each listing held the consumers' buy box of the condition that it had at the time. PRICE_CHANGES: The receipts of the seller's price changes, oldest first. EVENTS: The seller's events in the order of their sequence. DELIVERIES: The log of deliveries to the caller's destinations.
     */
    reportType: 'POSITIONS' | 'FEES' | 'WHAT_IF' | 'PRICE_HISTORY' | 'BUY_BOX_SHARE' | 'PRICE_CHANGES' | 'EVENTS' | 'DELIVERIES';
    /**
     * The marketplaces that it is about. All of the seller when absent.
     */
    marketplaceIds?: Array<string>;
    /**
     * What the type of the report takes: the shape depends on `reportType`.
     */
    parameters?: PositionsReportParameters | FeesReportParameters | WhatIfReportParameters | PriceHistoryReportParameters | BuyBoxShareReportParameters | PriceChangesReportParameters | EventsReportParameters | DeliveriesReportParameters;
    /**
     * JSONL: a line of JSON for each, after a first line with the instant. CSV: a spreadsheet, without that line.
     */
    format?: 'JSONL' | 'CSV';
    /**
     * With CSV: the language and country whose separator and decimal sign it has. `en-US` when absent.
     */
    locale?: string;
    /**
     * The reportId of an earlier report of the same type, marketplaces and parameters: only lines that differ come, and those that are gone, marked as `removed`.
     */
    since?: string;
};

/**
 * ReportFailure
 *
 * With FATAL: why it was not made.
 */
export type ReportFailure = {
    /**
     * The reason as a word; an open set.
     */
    code: 'SnapshotTooLong' | 'DiskFull' | 'SellerLimit' | 'ServiceLimit' | 'SinceRemoved' | 'Failed' | (string & {});
    /**
     * The reason, and what to do.
     */
    message: string;
};

/**
 * ReportNotInEvents
 *
 * What came between the last report like this one and this one that no event tells. Absent when there is no earlier report, and in reports about events.
 */
export type ReportNotInEvents = {
    /**
     * The earlier report: that of `since`, else the last one of the same type and maker that is DONE.
     */
    reportId: string;
    /**
     * Its instant.
     */
    instant: string;
    /**
     * Its sequence.
     */
    sequence: string;
    /**
     * Empty: the earlier report and the events after it give this report, in the columns that events carry.
     */
    changes: Array<ReportUnpublishedChange>;
};

/**
 * ReportReadyData
 *
 * What happened.
 */
export type ReportReadyData = {
    /**
     * The version of data: 1.0.
     */
    payloadVersion: string;
    /**
     * The seller that is told.
     */
    sellerId: string;
    /**
     * The report.
     */
    reportId: string;
    /**
     * What it lists. More types may come.
     */
    reportType: string;
    /**
     * The marketplaces that it is about.
     */
    marketplaceIds: Array<string>;
    /**
     * The format of its document: JSONL or CSV. More may come.
     */
    format: string;
    /**
     * DONE has a document, FATAL could not be made; an open set.
     */
    state: 'DONE' | 'FATAL' | (string & {});
    /**
     * The schedule that asked for it.
     */
    scheduleId?: string;
    failure?: ReportReadyFailure;
    /**
     * With DONE: its document.
     */
    reportDocumentId?: string;
    /**
     * With DONE: the address of its document. It answers only to a token with the right of what the report contains.
     */
    documentUrl?: string;
    /**
     * With DONE: how many lines the document has, without the first one of JSONL.
     */
    lines?: number;
    /**
     * With DONE: the length of the document.
     */
    bytes?: number;
    /**
     * When the report is removed.
     */
    expiresTime: string;
};

/**
 * ReportReadyEvent
 *
 * A report that was asked for is done, or could not be made. Told to the seller, and to the application that asked for it.
 */
export type ReportReadyEvent = {
    /**
     * The version of CloudEvents.
     */
    specversion: '1.0';
    /**
     * The notification id, the same in every delivery. Use it to drop duplicates.
     */
    id: string;
    /**
     * The service that sent it.
     */
    source: string;
    /**
     * The kind of the event.
     */
    type: 'REPORT_READY';
    /**
     * When it happened.
     */
    time: string;
    /**
     * The media type of data.
     */
    datacontenttype: 'application/json';
    /**
     * The number of the event: per seller, rising by 1, without gaps. An integer as text.
     */
    sequence: string;
    /**
     * The sequence of the event that was queued before this one for the same destination. If you do not have that one, you missed it. Absent in the first one, and in GET /notifications/v4/events.
     */
    previoussequence?: string;
    /**
     * The sequences that this event replaces at this destination, with commas between them. Count them as received.
     */
    supersedes?: string;
    data: ReportReadyData;
};

/**
 * ReportReadyFailure
 *
 * With FATAL: why it was not made.
 */
export type ReportReadyFailure = {
    /**
     * The reason as a word. More may come.
     */
    code: string;
    /**
     * The reason, and what to do.
     */
    message: string;
};

/**
 * ReportSchedule
 *
 * A report that is asked for regularly.
 */
export type ReportSchedule = {
    /**
     * Its id.
     */
    scheduleId: string;
    /**
     * What the reports list; an open set.
     */
    reportType: 'POSITIONS' | 'FEES' | 'WHAT_IF' | 'PRICE_HISTORY' | 'BUY_BOX_SHARE' | 'PRICE_CHANGES' | 'EVENTS' | 'DELIVERIES' | (string & {});
    /**
     * The marketplaces that they are about.
     */
    marketplaceIds: Array<string>;
    /**
     * Their parameters.
     */
    parameters: {
        [key: string]: unknown;
    };
    /**
     * The format of their documents; an open set.
     */
    format: 'JSONL' | 'CSV' | (string & {});
    /**
     * The language and country whose customs CSV follows.
     */
    locale?: string;
    /**
     * Whether each report has only what changed since the one before.
     */
    onlyChanges: boolean;
    /**
     * The day of the week. Absent: every day. An open set.
     */
    weekday?: 'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY' | (string & {});
    /**
     * The hour of the day, in the time zone.
     */
    hour: number;
    /**
     * The time zone.
     */
    timeZone: string;
    /**
     * When the next report is due. An hour that the clock skips is due at the first instant after the gap, one that it shows twice at the first.
     */
    nextTime: string;
    /**
     * The last report that it asked for.
     */
    lastReportId?: string;
    problem?: ReportScheduleProblem;
    /**
     * When it was made.
     */
    createdTime: string;
    /**
     * When it was last changed.
     */
    changedTime: string;
    /**
     * The application that made it.
     */
    createdBy?: string;
};

/**
 * ReportScheduleBody
 *
 * What to report, and when.
 */
export type ReportScheduleBody = {
    /**
     * What it lists. POSITIONS: Where each listing stands in the consumers' buy box, with its prices, the winning price and the net of both. FEES: The fees of one sold unit of each listing at its own price, fee by fee, now or at several dates, with the differences. WHAT_IF: What a pricing strategy would do with each listing, as if it alone changed. Nothing changes. PRICE_HISTORY: Step by step, who held the buy box of each listing's item and condition at which price, and the own price of the listing. BUY_BOX_SHARE: How much of each day each listing held the consumers' buy box of the condition that it had at the time. PRICE_CHANGES: The receipts of the seller's price changes, oldest first. EVENTS: The seller's events in the order of their sequence. DELIVERIES: The log of deliveries to the caller's destinations.
     */
    reportType: 'POSITIONS' | 'FEES' | 'WHAT_IF' | 'PRICE_HISTORY' | 'BUY_BOX_SHARE' | 'PRICE_CHANGES' | 'EVENTS' | 'DELIVERIES';
    /**
     * The marketplaces that it is about. All of the seller when absent.
     */
    marketplaceIds?: Array<string>;
    /**
     * What the type of the report takes: the shape depends on `reportType`.
     */
    parameters?: PositionsReportParameters | FeesReportParameters | WhatIfReportParameters | PriceHistoryReportParameters | BuyBoxShareReportParameters | PriceChangesReportParameters | EventsReportParameters | DeliveriesReportParameters;
    /**
     * JSONL: a line of JSON for each, after a first line with the instant. CSV: a spreadsheet, without that line.
     */
    format?: 'JSONL' | 'CSV';
    /**
     * With CSV: the language and country whose separator and decimal sign it has. `en-US` when absent.
     */
    locale?: string;
    /**
     * Each report has only what changed since the one before. For daily schedules only: reports are kept for a week. False when absent.
     */
    onlyChanges?: boolean;
    /**
     * The day of the week. Every day when absent.
     */
    weekday?: 'MONDAY' | 'TUESDAY' | 'WEDNESDAY' | 'THURSDAY' | 'FRIDAY' | 'SATURDAY' | 'SUNDAY';
    /**
     * The hour of the day, in the time zone.
     */
    hour: number;
    /**
     * The name of a time zone, such as Europe/Berlin or UTC.
     */
    timeZone: string;
};

/**
 * ReportScheduleProblem
 *
 * Why the last report that was due was not asked for.
 */
export type ReportScheduleProblem = {
    /**
     * The reason as a word; an open set.
     */
    code: 'SellerDisabled' | 'ApplicationWithdrawn' | 'ApplicationUnused' | 'MemberRemoved' | 'TooManyReports' | 'NotPossible' | (string & {});
    /**
     * The reason, and what to do.
     */
    message: string;
    /**
     * Since when.
     */
    since: string;
};

/**
 * ReportSchedules
 *
 * The schedules of the caller, by their ids.
 */
export type ReportSchedules = {
    schedules: Array<ReportSchedule>;
};

/**
 * ReportState
 *
 * IN_QUEUE waits, IN_PROGRESS is being made, DONE has a document, CANCELLED was deleted before it was done, FATAL could not be made (`failure`); an open set.
 */
export type ReportState = 'IN_QUEUE' | 'IN_PROGRESS' | 'DONE' | 'CANCELLED' | 'FATAL' | (string & {});

/**
 * ReportUnpublishedChange
 *
 * Something that changed without events.
 */
export type ReportUnpublishedChange = {
    kind: ReportUnpublishedChangeKind;
    /**
     * Where.
     */
    marketplaceId: string;
    /**
     * With QUIET_LOAD: how many records were changed.
     */
    records?: number;
    /**
     * With QUIET_LOAD: the last time.
     */
    lastTime?: string;
    /**
     * With FEE_SCHEDULE: the schedule of the earlier report and its version. Absent: there was none.
     */
    before?: string;
    /**
     * With FEE_SCHEDULE: the schedule of this report. Absent: there is none.
     */
    now?: string;
};

/**
 * ReportUnpublishedChangeKind
 *
 * QUIET_LOAD: the operator changed records without events. FEE_SCHEDULE: another fee schedule is in force, so all fees and nets may differ. An open set.
 */
export type ReportUnpublishedChangeKind = 'QUIET_LOAD' | 'FEE_SCHEDULE' | (string & {});

/**
 * Reports
 *
 * A page of reports, newest first.
 */
export type Reports = {
    reports: Array<Report>;
    /**
     * Gets the next page. Absent on the last one.
     */
    nextToken?: string;
};

/**
 * RotateSecret
 *
 * Both are optional.
 */
export type RotateSecret = {
    /**
     * How long requests are also signed with the previous secret; a day when absent.
     */
    graceSeconds?: number;
    /**
     * Your own secret: whsec_ and the base64 of 24 to 64 bytes. Absent: one is generated.
     */
    secret?: string;
    [key: string]: unknown;
};

/**
 * SalesRank
 *
 * How well the item sells in a category.
 */
export type SalesRank = {
    /**
     * The category of the ranking.
     */
    ProductCategoryId: string;
    /**
     * The rank of the item in the category; 1 sells best.
     */
    Rank: number;
};

/**
 * SellerAuditActor
 *
 * Who did it.
 */
export type SellerAuditActor = {
    /**
     * member: a person of the seller. client: an application. operator: somebody of the operator. service: the service by itself; an open set.
     */
    type: 'member' | 'client' | 'operator' | 'service' | (string & {});
    /**
     * The member, or the client id of the application.
     */
    id?: string;
};

/**
 * SellerAuditEntries
 *
 * A page of the seller's entries.
 */
export type SellerAuditEntries = {
    /**
     * Newest first.
     */
    entries: Array<SellerAuditEntry>;
    /**
     * There are more: send it as nextToken to get the next page.
     */
    nextToken?: string;
};

/**
 * SellerAuditEntry
 *
 * A change of accounts, members, applications, grants, support sessions or limits of the seller.
 */
export type SellerAuditEntry = {
    /**
     * Its identifier.
     */
    entryId: string;
    /**
     * When it happened.
     */
    time: string;
    who: SellerAuditActor;
    /**
     * The address from which a member did it.
     */
    from?: string;
    /**
     * What was done.
     */
    operation: string;
    /**
     * done: one change; an open set.
     */
    outcome: 'done' | 'begun' | 'ended' | 'failed' | 'denied' | (string & {});
    /**
     * The request.
     */
    requestId?: string;
    /**
     * What it is about; it depends on the operation.
     */
    details: {
        [key: string]: unknown;
    };
};

/**
 * SellerEvent
 *
 * A CloudEvents 1.0 event, the content of every notification: `type` says which kind it is.
 */
export type SellerEvent = TestNotificationEvent | AnyOfferChangedEvent | BuyBoxChangedEvent | PricingHealthEvent | PriceChangedEvent | FeePromotionEvent | FeeChangedEvent | DestinationSuspendedEvent | CredentialExpiringEvent | ReportReadyEvent | OtherEvent;

/**
 * SellerFeedbackRating
 *
 * The feedback of buyers about the seller.
 */
export type SellerFeedbackRating = {
    /**
     * Positive feedback in percent.
     */
    SellerPositiveFeedbackRating: number;
    /**
     * The number of ratings.
     */
    FeedbackCount: number;
};

/**
 * SellerName
 *
 * A seller, and how people call it.
 */
export type SellerName = {
    /**
     * The SellerId of the request.
     */
    sellerId: string;
    /**
     * The seller's display name as messages of the service write it: one line of at most 40 visible characters, without links. Absent when the service knows none.
     */
    name?: string;
};

/**
 * SellerNames
 *
 * The display names of sellers.
 */
export type SellerNames = {
    /**
     * One element for each SellerId, in the order of the request.
     */
    payload: Array<SellerName>;
};

/**
 * SellerNote
 *
 * A note of the operator.
 */
export type SellerNote = {
    /**
     * The note.
     */
    noteId: string;
    /**
     * Plain text, with line breaks. Show every character as it is.
     */
    text: string;
    /**
     * How much it matters; an open set.
     */
    severity: 'INFO' | 'WARNING' | 'URGENT' | (string & {});
    /**
     * It is shown from this time on.
     */
    from: string;
    /**
     * And until this time.
     */
    until: string;
};

/**
 * SellerNotes
 *
 * What the operator of the service tells all sellers now.
 */
export type SellerNotes = {
    /**
     * In the order in which they began.
     */
    notes: Array<SellerNote>;
};

/**
 * SellerShare
 *
 * The share of all listings together.
 */
export type SellerShare = {
    /**
     * The marketplace.
     */
    MarketplaceId: string;
    /**
     * From this time on the history is known. What was before is unknown. Absent: nothing is known.
     */
    observedSince?: string;
    /**
     * Oldest first. Days before observedSince are missing: they are unknown, not zero.
     */
    Days: Array<SellerShareDay>;
    Total: SellerShareTotal;
};

/**
 * SellerShareAnswer
 *
 * How much of their time on sale the caller's listings held buy boxes.
 */
export type SellerShareAnswer = {
    payload: SellerShare;
};

/**
 * SellerShareDay
 *
 * One UTC day.
 */
export type SellerShareDay = {
    /**
     * A UTC day.
     */
    Date: string;
    /**
     * How long the caller's listings held buy boxes, added up.
     */
    HeldMilliseconds: number;
    /**
     * How long the caller's listings were on sale, added up.
     */
    OnSaleMilliseconds: number;
    /**
     * The first time divided by the second, to four decimals. Absent when the second is 0.
     */
    Share?: number;
};

/**
 * SellerShareTotal
 *
 * All days together.
 */
export type SellerShareTotal = {
    /**
     * How long the caller's listings held buy boxes, added up.
     */
    HeldMilliseconds: number;
    /**
     * How long the caller's listings were on sale, added up.
     */
    OnSaleMilliseconds: number;
    /**
     * The first time divided by the second, to four decimals. Absent when the second is 0.
     */
    Share?: number;
};

/**
 * SellerSupportSession
 *
 * A support session: the operator looked at the seller's console.
 */
export type SellerSupportSession = {
    /**
     * Its identifier: the audit log has it.
     */
    supportSessionId: string;
    /**
     * Why the operator began it, in its own words.
     */
    reason: string;
    status: SupportSessionStatus;
    /**
     * When it began.
     */
    begunTime: string;
    /**
     * When it ends by itself.
     */
    untilTime: string;
    endedBy?: SupportSessionEnd;
    /**
     * When somebody ended it.
     */
    endedTime?: string;
};

/**
 * SellerSupportSessions
 *
 * A page of support sessions.
 */
export type SellerSupportSessions = {
    /**
     * The newest first.
     */
    supportSessions: Array<SellerSupportSession>;
    /**
     * There are more: send it as nextToken to get the next page.
     */
    nextToken?: string;
};

/**
 * SellerUsage
 *
 * A page of how your applications used the API.
 */
export type SellerUsage = {
    /**
     * The most requests first.
     */
    usage: Array<SellerUsageRow>;
    /**
     * How finely it is counted; an open set.
     */
    resolution: 'minute' | 'day' | (string & {});
    /**
     * The beginning of the first minute or day.
     */
    from: string;
    /**
     * The end of the last one.
     */
    to: string;
    /**
     * What came later is not in the answer yet: processes write every 10 seconds.
     */
    countedUntil: string;
    /**
     * In the order of time. What is not in a gap is complete.
     */
    gaps: Array<UsageGap>;
    /**
     * true: in a minute of this time came more than 10,000 kinds of requests, and the further ones are counted as `other`.
     */
    hasOther?: boolean;
    /**
     * There are more: send it as nextToken to get the next page.
     */
    nextToken?: string;
};

/**
 * SellerUsageRow
 *
 * Requests of your applications that have the groups in common.
 */
export type SellerUsageRow = {
    /**
     * When the minute or the UTC day begins.
     */
    time?: string;
    /**
     * The application. Absent without a valid token, and for `other`.
     */
    clientId?: string;
    caller?: UsageCaller;
    /**
     * The operationId of this document; `page` for pages and files for people, `unknownPath` for 404 and 405 of paths and methods that do not exist, `other` as for `caller`.
     */
    operation?: string;
    /**
     * How many requests were answered.
     */
    requests: number;
    /**
     * How many of them with a status of 400 or above.
     */
    refused: number;
    /**
     * Half of the requests took at most so long, in milliseconds, by fixed buckets of durations.
     */
    p50Ms: number;
    /**
     * 95 % of the requests took at most so long.
     */
    p95Ms: number;
    /**
     * In the order of the statuses.
     */
    statuses: Array<UsageStatus>;
    /**
     * The most frequent first.
     */
    refusals: Array<UsageRefusal>;
    limit?: UsageLimit;
};

/**
 * ShippingTime
 *
 * The time to dispatch, and whether the offer is available now.
 */
export type ShippingTime = {
    /**
     * The least number of hours from the order to the dispatch.
     */
    minimumHours?: number;
    /**
     * The greatest number of hours from the order to the dispatch.
     */
    maximumHours?: number;
    /**
     * Only with FUTURE_WITH_DATE: the time when it becomes available.
     */
    availableDate?: string;
    /**
     * NOW, FUTURE_WITHOUT_DATE or FUTURE_WITH_DATE; an open set. A date that has passed is NOW.
     */
    availabilityType: 'NOW' | 'FUTURE_WITHOUT_DATE' | 'FUTURE_WITH_DATE' | (string & {});
};

/**
 * ShipsFrom
 *
 * The place that the offer ships from.
 */
export type ShipsFrom = {
    /**
     * The state or province.
     */
    State?: string;
    /**
     * The country, ISO 3166 alpha-2.
     */
    Country: string;
};

/**
 * SignedInPerson
 *
 * The person who is signed in. Only in answers to the console, and only with the embedded identity provider.
 */
export type SignedInPerson = {
    /**
     * The address that the person signs in with.
     */
    email: string;
    /**
     * The person's role at the seller: owner, manager, analyst or developer.
     */
    role: string;
    /**
     * For how many sellers the person works.
     */
    sellerCount: number;
};

/**
 * SkuIdentifier
 *
 * A listing of the caller.
 */
export type SkuIdentifier = {
    /**
     * The marketplace.
     */
    MarketplaceId: string;
    /**
     * The caller.
     */
    SellerId: string;
    /**
     * The caller's SKU.
     */
    SellerSKU: string;
};

/**
 * SmsConfig
 *
 * For type SMS.
 */
export type SmsConfig = {
    /**
     * E.164. Absent: the seller's registered one, which only the seller sees; others see `****`.
     */
    phoneNumber?: string;
};

/**
 * SubCondition
 *
 * New, Mint, VeryGood, Good, Acceptable, Poor, Club, OEM, Warranty, RefurbishedWarranty, Refurbished, OpenBox, Other; an open set.
 */
export type SubCondition = 'New' | 'Mint' | 'VeryGood' | 'Good' | 'Acceptable' | 'Poor' | 'Club' | 'OEM' | 'Warranty' | 'RefurbishedWarranty' | 'Refurbished' | 'OpenBox' | 'Other' | (string & {});

/**
 * Subscription
 *
 * One kind of events for one destination.
 */
export type Subscription = {
    /**
     * Its identifier: made of the destination and the kind, so that it is the same when it is made again.
     */
    subscriptionId: string;
    notificationType: EventKind;
    /**
     * The version of the events.
     */
    payloadVersion: string;
    /**
     * The channelId of the destination.
     */
    destinationId: string;
    /**
     * The filter and the window that count for this kind: its own, or those of the destination.
     */
    processingDirective: {
        eventFilter?: EventFilter;
        /**
         * 0, 60, 300, 600 seconds. Of several events about one item, condition and kind within this time, the first is sent at once and the last ones at its end. 0: every event is sent at once. Absent: 60.
         */
        windowSeconds?: 0 | 60 | 300 | 600;
    };
    /**
     * What the caller should look at; absent when there is nothing.
     */
    warnings?: Array<Warning>;
};

/**
 * SubscriptionDeleted
 *
 * An empty object, unless there are warnings.
 */
export type SubscriptionDeleted = {
    /**
     * What the caller should look at; absent when there is nothing.
     */
    warnings?: Array<Warning>;
};

/**
 * Subscriptions
 *
 * The caller's subscriptions to one kind.
 */
export type Subscriptions = {
    /**
     * In the order in which their destinations were created.
     */
    subscriptions: Array<Subscription>;
};

/**
 * SupportSessionEnd
 *
 * Who ended it before that: an owner of the seller, the operator, or the end of the sign-in of its person (SIGN_IN), as with another password; an open set.
 */
export type SupportSessionEnd = 'OWNER' | 'OPERATOR' | 'SIGN_IN' | (string & {});

/**
 * SupportSessionStatus
 *
 * LIVE while its token is accepted, then ENDED; an open set.
 */
export type SupportSessionStatus = 'LIVE' | 'ENDED' | (string & {});

/**
 * TestFilter
 *
 * The filter to try, as in a destination.
 */
export type TestFilter = {
    filter: EventFilter;
    /**
     * Only events of these kinds. Absent: of all kinds.
     */
    eventTypes?: Array<'TEST_NOTIFICATION' | 'ANY_OFFER_CHANGED' | 'BUY_BOX_CHANGED' | 'PRICING_HEALTH' | 'PRICE_CHANGED' | 'FEE_PROMOTION' | 'FEE_CHANGED' | 'DESTINATION_SUSPENDED' | 'CREDENTIAL_EXPIRING' | 'REPORT_READY'>;
};

/**
 * TestNotificationAnswer
 *
 * An empty object, unless there are warnings.
 */
export type TestNotificationAnswer = {
    /**
     * What the caller should look at; absent when there is nothing.
     */
    warnings?: Array<Warning>;
};

/**
 * TestNotificationData
 *
 * What happened.
 */
export type TestNotificationData = {
    /**
     * The version of data: 1.0.
     */
    payloadVersion: string;
    /**
     * The seller that is told.
     */
    sellerId: string;
    /**
     * The default marketplace.
     */
    marketplaceId?: string;
    /**
     * The testScenario of the request.
     */
    testScenario?: string;
    /**
     * That this is a test.
     */
    message: string;
};

/**
 * TestNotificationEvent
 *
 * A test notification, which a seller sends with POST /notifications/v4/subscriptions/{notificationType}/testNotification. It has no sequence: it goes to the tested destinations only.
 */
export type TestNotificationEvent = {
    /**
     * The version of CloudEvents.
     */
    specversion: '1.0';
    /**
     * The notification id, the same in every delivery. Use it to drop duplicates.
     */
    id: string;
    /**
     * The service that sent it.
     */
    source: string;
    /**
     * The kind of the event.
     */
    type: 'TEST_NOTIFICATION';
    /**
     * When it happened.
     */
    time: string;
    /**
     * The media type of data.
     */
    datacontenttype: 'application/json';
    data: TestNotificationData;
};

/**
 * TestNotificationRequest
 *
 * Every key is optional. Unknown keys are ignored; one that is nearly a known key is named in the warnings of the answer.
 */
export type TestNotificationRequest = {
    /**
     * The channelId of one destination; `channelId` is accepted, too. Absent: all destinations of the type.
     */
    destinationId?: string;
    /**
     * Another name of destinationId.
     */
    channelId?: string;
    /**
     * The content of the event.
     */
    testNotification?: {
        /**
         * Echoed in the event; 1.0 when absent.
         */
        payloadVersion?: string;
        /**
         * Echoed in the event; at most 256 characters.
         */
        testScenario?: string;
        [key: string]: unknown;
    };
    [key: string]: unknown;
};

/**
 * TestedFilter
 *
 * What a filter would have let pass.
 */
export type TestedFilter = {
    /**
     * Events that were told since then were looked at.
     */
    since: string;
    /**
     * Whether there are more events of the last 7 days, before since.
     */
    truncated: boolean;
    /**
     * How many events were looked at.
     */
    events: number;
    /**
     * How many of them pass the filter.
     */
    passed: number;
    kinds: Array<TestedKind>;
    /**
     * The newest events that pass, the newest first.
     */
    examples: Array<SellerEvent>;
};

/**
 * TestedKind
 *
 * The figures of one kind of which there are events.
 */
export type TestedKind = {
    eventType: EventKind;
    /**
     * How many events of the kind were looked at.
     */
    events: number;
    /**
     * How many of them pass.
     */
    passed: number;
};

/**
 * Token
 *
 * An access token (RFC 6749 5.1).
 */
export type Token = {
    /**
     * Opaque; send it as `Authorization: Bearer`.
     */
    access_token: string;
    /**
     * Always `Bearer`.
     */
    token_type: 'Bearer';
    /**
     * Seconds that the access token lives.
     */
    expires_in?: number;
    /**
     * Delegated grants: what the seller consented to.
     */
    scope?: string;
    /**
     * With `offline_access`: for the next access token; works once.
     */
    refresh_token?: string;
};

/**
 * TokenRequest
 *
 * Each parameter at most once; others are ignored.
 */
export type TokenRequest = {
    /**
     * Which of the three grants this is.
     */
    grant_type: 'client_credentials' | 'authorization_code' | 'refresh_token';
    /**
     * The application; not needed with HTTP Basic.
     */
    client_id?: string;
    /**
     * The application's secret, unless it is in HTTP Basic. Public ones have none.
     */
    client_secret?: string;
    /**
     * authorization_code: the code from the redirect.
     */
    code?: string;
    /**
     * authorization_code: what the challenge was made of (RFC 7636).
     */
    code_verifier?: string;
    /**
     * authorization_code: as in the authorization request.
     */
    redirect_uri?: string;
    /**
     * refresh_token: the newest one; each works once.
     */
    refresh_token?: string;
    /**
     * refresh_token: fewer rights than granted. client_credentials: accepted and ignored.
     */
    scope?: string;
};

/**
 * UndoPriceChangeBody
 *
 * Nothing is required.
 */
export type UndoPriceChangeBody = {
    /**
     * The caller means it, although the price is far from the present one. Without it such a change is refused with ConfirmationRequired.
     */
    Confirm?: boolean;
};

/**
 * UsageCaller
 *
 * own: with a token of its own. delegated: with one that a person gave it. none: without a valid token. other: more than 10,000 kinds of requests came in the minute. An open set.
 */
export type UsageCaller = 'own' | 'delegated' | 'none' | 'other' | (string & {});

/**
 * UsageGap
 *
 * A time of which counts are missing.
 */
export type UsageGap = {
    /**
     * Its beginning.
     */
    from: string;
    /**
     * Its end.
     */
    to: string;
    /**
     * none: no process counted; the service did not run. part: a process was killed or could not write, so up to a minute of what it answered is missing; an open set.
     */
    counted: 'none' | 'part' | (string & {});
};

/**
 * UsageLimit
 *
 * What is left of the rate limit at this moment. In rows by client and operation, for operations that have one.
 */
export type UsageLimit = {
    burst: UsageWindowLeft;
    sustained: UsageWindowLeft;
};

/**
 * UsageRefusal
 *
 * Requests that were refused or failed for one reason.
 */
export type UsageRefusal = {
    /**
     * The HTTP status.
     */
    status: number;
    /**
     * An open set. 403: the right that is missing, or `NoSellerRight`. 429: `BurstLimit` or `SustainedLimit`, the window that was full. 401: `NoToken`, `InvalidToken`, `TwoTokens` or `StaleSignIn`. 503: `Overload` or `UnknownTokens` when the service had too much to do. Otherwise the error code. Absent when the answer has no error of this service.
     */
    reason?: string;
    /**
     * How many requests.
     */
    requests: number;
};

/**
 * UsageStatus
 *
 * The requests with one status.
 */
export type UsageStatus = {
    /**
     * The HTTP status.
     */
    status: number;
    /**
     * How many requests were answered with it.
     */
    requests: number;
};

/**
 * UsageWindowLeft
 *
 * A window of a limit: at most so many requests in so many seconds.
 */
export type UsageWindowLeft = {
    /**
     * The size of the window.
     */
    requests: number;
    /**
     * Its length.
     */
    seconds: number;
    /**
     * How many requests are left in it.
     */
    left: number;
    /**
     * It ends in so many seconds. Absent when none was used.
     */
    secondsLeft?: number;
};

/**
 * WantedListingLimits
 *
 * A listing with all its limits: one that is absent or null is removed. Cost stays as it is when it is absent; null removes it.
 */
export type WantedListingLimits = {
    /**
     * The caller's SKU.
     */
    SellerSKU: string;
    MinimumPrice?: Money | null;
    MaximumPrice?: Money | null;
    MinimumNet?: Money | null;
    Cost?: Money | null;
};

/**
 * WantedQuantityPrice
 *
 * The unit price from a quantity on, for business buyers.
 */
export type WantedQuantityPrice = {
    /**
     * The price applies from this quantity on.
     */
    quantityTier: number;
    /**
     * QUANTITY_DISCOUNT, the only type.
     */
    quantityDiscountType?: 'QUANTITY_DISCOUNT';
    listingPrice: Money;
};

/**
 * WantedTerms
 *
 * Terms that change beside the price. null removes one; what is absent stays as it is.
 */
export type WantedTerms = {
    Shipping?: Money | null;
    BusinessPrice?: Money | null;
    /**
     * At most 10, in place of those that the offer has. Quantities rise and prices fall.
     */
    quantityDiscountPrices?: Array<WantedQuantityPrice> | null;
};

/**
 * Warning
 *
 * The request succeeded. This is what the caller should look at.
 */
export type Warning = {
    /**
     * The kind of warning; an open set.
     */
    code: 'ConfirmationNotSent' | 'EventTypesFixed' | 'UnknownKey' | 'UnknownValue' | (string & {});
    /**
     * What was noticed.
     */
    message: string;
    /**
     * What would be right, or what to do.
     */
    details: string;
};

/**
 * WebPushSubscription
 *
 * A Web Push subscription, as browsers give it.
 */
export type WebPushSubscription = {
    /**
     * The push service's address. https, on the public internet.
     */
    endpoint: string;
    keys: {
        /**
         * The receiver's public key; masked in answers.
         */
        p256dh: string;
        /**
         * The receiver's authentication secret; masked in answers.
         */
        auth: string;
    };
};

/**
 * WebhookConfig
 *
 * Other types have none of these keys. Any other key is returned as it was sent; keys named like a secret are masked.
 */
export type WebhookConfig = {
    /**
     * Where events are POSTed.
     */
    url?: string;
    /**
     * The names; every value is masked.
     */
    headers?: {
        [key: string]: string;
    };
    /**
     * Only in the answer to the request that creates the secret.
     */
    signing?: {
        /**
         * The signing secret of Standard Webhooks.
         */
        secret: string;
    };
    /**
     * Maximum number of concurrent requests.
     */
    maxInFlight?: number;
    [key: string]: unknown;
};

/**
 * WebhookConfigBody
 *
 * Other keys are stored and returned.
 */
export type WebhookConfigBody = {
    /**
     * Where events are POSTed; required for WEBHOOKS. https, on the public internet.
     */
    url?: string;
    /**
     * Added to each request, at most 20. Not allowed are headers that frame a request or that the service sets: Host, Content-*, Transfer-Encoding, Connection and related headers, Date, User-Agent, Via, Proxy-*, Webhook-*, Ce-*.
     */
    headers?: {
        [key: string]: string;
    };
    signing?: {
        /**
         * A signing secret of your own: whsec_ and the base64 of 24 to 64 bytes. Absent: one is generated.
         */
        secret?: string;
    };
    /**
     * Maximum number of concurrent requests; 10 when absent.
     */
    maxInFlight?: number;
    [key: string]: unknown;
};

/**
 * WhatIf
 *
 * What the strategy would do.
 */
export type WhatIf = {
    /**
     * The marketplace.
     */
    MarketplaceId: string;
    CustomerType: CustomerType;
    Totals: WhatIfTotals;
    /**
     * In the order of the request.
     */
    Listings: Array<WhatIfResult>;
};

/**
 * WhatIfAnswer
 *
 * What a pricing strategy would do. Nothing has changed.
 */
export type WhatIfAnswer = {
    payload: WhatIf;
    /**
     * What the caller should look at; absent when there is nothing.
     */
    warnings?: Array<Warning>;
};

/**
 * WhatIfBody
 *
 * Listings, in SellerSKUs or in listings, and a strategy. floor is the lowest listing price: one below it is reported and not applied.
 */
export type WhatIfBody = {
    /**
     * The marketplace whose prices are returned.
     */
    MarketplaceId: string;
    /**
     * Whose view of the prices: a business customer sees business prices where there are any.
     */
    CustomerType?: 'Consumer' | 'Business';
    strategy?: WhatIfStrategy;
    floor?: Money;
    /**
     * Up to 500 of the caller's SKUs, all with the same strategy and floor. Each once.
     */
    SellerSKUs?: Array<string>;
    /**
     * In place of SellerSKUs: up to 500 listings, of which each may have its own strategy and floor. Each once.
     */
    listings?: Array<WhatIfListing>;
};

/**
 * WhatIfListing
 *
 * One listing. Its own strategy and floor count in place of the common ones.
 */
export type WhatIfListing = {
    /**
     * The caller's SKU.
     */
    SellerSKU: string;
    strategy?: WhatIfStrategy;
    floor?: Money;
};

/**
 * WhatIfPrice
 *
 * A price of the listing as the customer type sees it, and its net after fees. LandedPrice and Shipping are absent
 * while no shipping charge is set; AfterFees then counts none.
 */
export type WhatIfPrice = {
    LandedPrice?: Money;
    ListingPrice: Money;
    Shipping?: Money;
    AfterFees: NetAndProfit;
};

/**
 * WhatIfReportParameters
 *
 * A strategy for all listings, or for some. floor is the lowest listing price: one below it is reported and not applied.
 */
export type WhatIfReportParameters = {
    strategy: WhatIfStrategy;
    floor?: Money;
    /**
     * Whose view of the prices: a business customer sees business prices where there are any.
     */
    CustomerType?: 'Consumer' | 'Business';
    /**
     * Only listings in these states of the consumers' buy box.
     */
    states?: Array<'winning' | 'noCompetition' | 'losing' | 'unhealthy' | 'inactive'>;
    /**
     * Only listings whose SKU, item id or title contains this text, in any case.
     */
    query?: string;
    /**
     * Only listings with these SKUs, up to 500.
     */
    SellerSKUs?: Array<string>;
};

/**
 * WhatIfResult
 *
 * What the strategy would do with one listing. CompetingLandedPrice is that of the best eligible other offer.
 * StrategyPrice is the listing price of the strategy, applied or not, whatever the status; absent where there is none: with INVALID_SKU, and of
 * match and beatBy when there is no other eligible offer, or no shipping charge; of win when no price wins, or every price. NewPrice is the price with which the listing is judged.
 */
export type WhatIfResult = {
    /**
     * The caller's SKU.
     */
    SellerSKU: string;
    /**
     * WOULD_WIN, WOULD_LOSE: whether the listing holds the buy box at the new price. The price stays as it is with:
     * NOT_ELIGIBLE (a gate fails that no price passes), NO_COMPETITION (there is no other eligible offer to match or beat; of win: every price wins), BELOW_FLOOR
     * (StrategyPrice is below the floor), PRICE_OUT_OF_RANGE (StrategyPrice is negative or above the largest amount). INVALID_SKU: the
     * caller has no such listing; nothing else is known. An open set.
     */
    status: 'WOULD_WIN' | 'WOULD_LOSE' | 'NOT_ELIGIBLE' | 'NO_COMPETITION' | 'BELOW_FLOOR' | 'PRICE_OUT_OF_RANGE' | 'INVALID_SKU' | (string & {});
    /**
     * The gates that the offer fails at NewPrice: active, startTime, stock, availability, shippingCharge, featuredMerchant, feedbackRating, feedbackCount, competitivePriceThreshold. Absent when it fails none.
     */
    Reasons?: Array<GateName>;
    /**
     * The item.
     */
    storeItemId?: string;
    /**
     * The title of the item, when the catalogue has one.
     */
    Title?: string;
    ItemCondition?: ItemCondition;
    offerType?: OfferType;
    /**
     * The revision of the offer's terms: it rises by one with each change of its price, shipping, business price or quantity discounts, by whomever. IfTermsRevision of a price change refers to it.
     */
    TermsRevision?: number;
    /**
     * Whether it holds the buy box now.
     */
    IsBuyBoxWinner?: boolean;
    /**
     * Whether it holds the buy box at NewPrice.
     */
    WouldWin?: boolean;
    CompetingLandedPrice?: Money;
    StrategyPrice?: Money;
    PresentPrice?: WhatIfPrice;
    NewPrice?: WhatIfPrice;
};

/**
 * WhatIfStrategy
 *
 * How the new price of a listing is found. beatBy needs amount, setTo needs price.
 */
export type WhatIfStrategy = {
    /**
     * match: the landed price becomes that of the best eligible other offer. beatBy: it becomes amount less than that. setTo: the listing price becomes price. win: it becomes the highest one that wins the buy box. Own shipping stays as it is.
     */
    type: 'match' | 'beatBy' | 'setTo' | 'win';
    amount?: Money;
    price?: Money;
};

/**
 * WhatIfTotals
 *
 * Net and NewNet: the net of one unit of each listing, at the present and at the new prices. They add up unlike items: compare listings one by one.
 * Profit and NewProfit are the same less the costs, of the listings that have one; present for callers with the right seller-api:costs:read, when a listing has a cost.
 */
export type WhatIfTotals = {
    /**
     * The number of listings that the caller has.
     */
    Listings: number;
    /**
     * The number of SKUs that the caller does not have.
     */
    InvalidSKUs: number;
    /**
     * How many hold the buy box now.
     */
    WinsNow: number;
    /**
     * How many would hold it, each as if it alone changed.
     */
    WouldWin: number;
    Net: Money;
    NewNet: Money;
    /**
     * The number of listings whose fees are not known. Net and NewNet do not count them.
     */
    NetUnknown: number;
    Profit?: Money;
    NewProfit?: Money;
    /**
     * The number of listings without a cost, or whose fees are not known. Profit and NewProfit do not count them.
     */
    ProfitUnknown?: number;
};

/**
 * WinningPrice
 *
 * The highest listing price with which the offer, with its own shipping, holds the buy box at this moment. Prices and AfterFees are present with VALID_FOEP.
 */
export type WinningPrice = {
    resultStatus: WinningPriceStatus;
    ListingPrice?: Money;
    LandedPrice?: Money;
    /**
     * With OFFER_NOT_ELIGIBLE: the gates that fail at every price.
     */
    Reasons?: Array<GateName>;
    AfterFees?: NetAndProfit;
    /**
     * The result in a sentence.
     */
    Explanation: string;
};

/**
 * WinningPriceStatus
 *
 * VALID_FOEP: ListingPrice is the highest that wins. NO_COMPETING_OFFER: every price wins. OFFER_NOT_ELIGIBLE: no price wins while the gates in Reasons fail. NO_WINNING_PRICE: it would be negative. An open set.
 */
export type WinningPriceStatus = 'VALID_FOEP' | 'NO_COMPETING_OFFER' | 'OFFER_NOT_ELIGIBLE' | 'NO_WINNING_PRICE' | (string & {});

/**
 * MarketplaceRecord
 *
 * One marketplace of the market. Enumerated values match in any case. Unknown fields are ignored. With `op` `delete` only the key is required: marketplaceId.
 */
export type MarketplaceRecord = {
    kind: 'marketplace';
    /**
     * upsert replaces the whole record; delete needs only the key fields; absent = upsert (one of upsert, delete)
     */
    op?: 'upsert' | 'delete';
    /**
     * the ID in requests and answers (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
     */
    marketplaceId: string;
    /**
     * Required: the display name (a text of 1 to 200 characters without control characters)
     */
    name?: string;
    /**
     * Required: ISO 3166 alpha-2 code (a country code of two letters)
     */
    countryCode?: string;
    /**
     * Required: ISO 4217 code; all amounts of the marketplace are in it (a known currency code)
     */
    currency?: string;
    /**
     * used for requests that name no marketplace; absent = false (true or false)
     */
    isDefault?: boolean;
};

/**
 * SellerRecord
 *
 * One seller of the market. Enumerated values match in any case. Unknown fields are ignored. With `op` `delete` only the key is required: sellerId.
 */
export type SellerRecord = {
    kind: 'seller';
    /**
     * upsert replaces the whole record; delete needs only the key fields; absent = upsert (one of upsert, delete)
     */
    op?: 'upsert' | 'delete';
    /**
     * the SellerId in tokens and answers (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
     */
    sellerId: string;
    /**
     * the display name (a text of 1 to 200 characters without control characters)
     */
    name?: string;
    /**
     * Required: Individual sellers pay the per-item fee (one of Professional, Individual)
     */
    plan?: 'Professional' | 'Individual';
    /**
     * Required: positive feedback in percent (a number from 0 to 100 with at most 1 decimal)
     */
    feedbackRating?: number;
    /**
     * Required: number of feedback ratings (a whole number from 0 to 1000000000)
     */
    feedbackCount?: number;
    /**
     * Required: true = the seller may win the buy box (true or false)
     */
    featuredMerchant?: boolean;
    /**
     * the registered e-mail contact (an e-mail address)
     */
    email?: string;
    /**
     * the registered phone contact (an E.164 number such as +15550100123)
     */
    phone?: string;
    /**
     * the marketplaces in which the seller takes part (a list of at most 200 elements)
     */
    participations?: Array<{
        /**
         * Required: a marketplace (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
         */
        marketplaceId: string;
        /**
         * Required: the seller may list there (true or false)
         */
        isParticipating: boolean;
        /**
         * some listings are suspended; absent = false (true or false)
         */
        hasSuspendedListings?: boolean;
    }>;
};

/**
 * ItemRecord
 *
 * One item of the market. Enumerated values match in any case. Unknown fields are ignored. With `op` `delete` only the key is required: marketplaceId, itemId.
 */
export type ItemRecord = {
    kind: 'item';
    /**
     * upsert replaces the whole record; delete needs only the key fields; absent = upsert (one of upsert, delete)
     */
    op?: 'upsert' | 'delete';
    /**
     * the marketplace; import its record first (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
     */
    marketplaceId: string;
    /**
     * the StoreItemId (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
     */
    itemId: string;
    /**
     * must be the marketplace's currency when given; protects against files of another marketplace (a text of 1 to 3 characters without control characters)
     */
    currency?: string;
    /**
     * Required: a category of the fee schedule; an unknown one is charged as the default category (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
     */
    category?: string;
    /**
     * catalogue data, open: Title, Brand, Color, Size ... (an object of at most 500 JSON values, nested at most 8 deep, without NUL characters)
     */
    attributes?: {
        [key: string]: unknown;
    };
    /**
     * size of the packed unit; fulfilment fees need it (an object with lengthIn, widthIn, heightIn, lengthCm, widthCm, heightCm)
     */
    dimensions?: {
        /**
         * inches; this or lengthCm is required (a number from 0.01 to 1000 with at most 2 decimals)
         */
        lengthIn?: number;
        /**
         * inches; this or widthCm is required (a number from 0.01 to 1000 with at most 2 decimals)
         */
        widthIn?: number;
        /**
         * inches; this or heightCm is required (a number from 0.01 to 1000 with at most 2 decimals)
         */
        heightIn?: number;
        /**
         * centimetres, instead of lengthIn (a number from 0.02 to 2540 with at most 2 decimals)
         */
        lengthCm?: number;
        /**
         * centimetres, instead of widthIn (a number from 0.02 to 2540 with at most 2 decimals)
         */
        widthCm?: number;
        /**
         * centimetres, instead of heightIn (a number from 0.02 to 2540 with at most 2 decimals)
         */
        heightCm?: number;
    };
    /**
     * weight of the packed unit in pounds (a number from 0.001 to 100000 with at most 3 decimals)
     */
    weightLb?: number;
    /**
     * weight of the packed unit in kilograms, instead of weightLb (a number from 0.001 to 45359.237 with at most 3 decimals)
     */
    weightKg?: number;
    /**
     * the manufacturer's list price (a decimal amount such as 22.99)
     */
    listPrice?: number | string | null;
    /**
     * an offer with a higher landed price cannot win the buy box (a decimal amount such as 22.99)
     */
    competitivePriceThreshold?: number | string | null;
    /**
     * sales ranks; absent = none (a list of at most 20 elements)
     */
    salesRanks?: Array<{
        /**
         * Required: the ProductCategoryId (a text of 1 to 200 characters without control characters)
         */
        category: string;
        /**
         * Required: 1 is the best seller (a whole number from 1 to 1000000000)
         */
        rank: number;
    }>;
    /**
     * what the store pays for a used unit (a decimal amount such as 22.99)
     */
    tradeInValue?: number | string | null;
    /**
     * dangerous goods; absent = false (true or false)
     */
    hazmat?: boolean;
    /**
     * variation parent and children in the same marketplace (an object with parent, children)
     */
    relatives?: {
        /**
         * the variation parent (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
         */
        parent?: string;
        /**
         * the variation children (a list of at most 2000 elements)
         */
        children?: Array<string>;
    };
};

/**
 * OfferRecord
 *
 * One offer of the market. Enumerated values match in any case. Unknown fields are ignored. With `op` `delete` only the key is required: marketplaceId, sellerId, sku.
 */
export type OfferRecord = {
    kind: 'offer';
    /**
     * upsert replaces the whole record; delete needs only the key fields; absent = upsert (one of upsert, delete)
     */
    op?: 'upsert' | 'delete';
    /**
     * the marketplace; import its record first (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
     */
    marketplaceId: string;
    /**
     * the seller of the offer (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
     */
    sellerId: string;
    /**
     * the seller's own ID of the listing (1 to 256 characters without control characters or white space at either end)
     */
    sku: string;
    /**
     * Required: the StoreItemId of the item (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
     */
    itemId?: string;
    /**
     * must be the marketplace's currency when given; protects against files of another marketplace (a text of 1 to 3 characters without control characters)
     */
    currency?: string;
    /**
     * Required: the condition of the goods (one of New, Used, Collectible, Refurbished, Club)
     */
    condition?: 'New' | 'Used' | 'Collectible' | 'Refurbished' | 'Club';
    /**
     * Required: the condition in detail (one of New, Mint, VeryGood, Good, Acceptable, Poor, Club, OEM, Warranty, RefurbishedWarranty, Refurbished, OpenBox, Other)
     */
    subCondition?: 'New' | 'Mint' | 'VeryGood' | 'Good' | 'Acceptable' | 'Poor' | 'Club' | 'OEM' | 'Warranty' | 'RefurbishedWarranty' | 'Refurbished' | 'OpenBox' | 'Other';
    /**
     * Required: who ships: the fulfilment program or the seller (one of FS, SELLER)
     */
    channel?: 'FS' | 'SELLER';
    /**
     * Required: the price of one unit without shipping (a decimal amount such as 22.99)
     */
    listingPrice?: number | string | null;
    /**
     * the shipping charge; 0 = free; absent = not set, and the offer cannot be bought (a decimal amount such as 22.99)
     */
    shipping?: number | string | null;
    /**
     * the price of one unit for business buyers (a decimal amount such as 22.99)
     */
    businessPrice?: number | string | null;
    /**
     * price tiers for business buyers; quantities must rise and prices must fall (a list of at most 10 elements)
     */
    quantityDiscounts?: Array<{
        /**
         * Required: the least quantity of the tier (a whole number from 2 to 1000000000)
         */
        quantity: number;
        /**
         * Required: the price of one unit (a decimal amount such as 22.99)
         */
        price: number | string | null;
    }>;
    /**
     * hours from the order to the dispatch (an object with minimumHours, maximumHours)
     */
    handling?: {
        /**
         * Required: the shortest handling time (a whole number from 0 to 8784)
         */
        minimumHours: number;
        /**
         * Required: the longest handling time (a whole number from 0 to 8784)
         */
        maximumHours: number;
    };
    /**
     * when the offer is available; absent = NOW (one of NOW, FUTURE_WITHOUT_DATE, FUTURE_WITH_DATE)
     */
    availability?: 'NOW' | 'FUTURE_WITHOUT_DATE' | 'FUTURE_WITH_DATE';
    /**
     * when the offer becomes available; required with FUTURE_WITH_DATE, and only allowed then (a time such as 2026-11-15T09:30:00Z or a date such as 2026-11-15, not before 1970)
     */
    availableDate?: string;
    /**
     * where the parcel ships from (an object with state, country)
     */
    shipsFrom?: {
        /**
         * state or province (a text of 1 to 64 characters without control characters)
         */
        state?: string;
        /**
         * Required: ISO 3166 alpha-2 code (a country code of two letters)
         */
        country: string;
    };
    /**
     * the seller's own text about the condition (a text of 1 to 2000 characters without control characters)
     */
    conditionNotes?: string;
    /**
     * loyalty points for the buyer (a whole number from 0 to 1000000000)
     */
    points?: number;
    /**
     * the price before a sale (a decimal amount such as 22.99)
     */
    regularPrice?: number | string | null;
    /**
     * the prime program (an object with isPrime, isNationalPrime)
     */
    prime?: {
        /**
         * Required: ships with the prime program (true or false)
         */
        isPrime: boolean;
        /**
         * Required: ships with the prime program in the whole country (true or false)
         */
        isNationalPrime: boolean;
    };
    /**
     * when the prices of this record were in force in your system; after a price change of the seller only those of that time or later count, the others are kept (keptTerms); a time in the future counts as now (a time such as 2026-11-15T09:30:00Z or a date such as 2026-11-15, not before 1970)
     */
    termsAsOf?: string;
    /**
     * override = the prices of this record count, whatever the seller changed (one of override)
     */
    terms?: 'override';
    /**
     * the offer is not on sale before this time (a time such as 2026-11-15T09:30:00Z or a date such as 2026-11-15, not before 1970)
     */
    startTime?: string;
    /**
     * Required: units in stock (a whole number from 0 to 1000000000)
     */
    quantity?: number;
    /**
     * false = not on sale; absent = true (true or false)
     */
    active?: boolean;
};

/**
 * FeeScheduleRecord
 *
 * One feeSchedule of the market. Enumerated values match in any case. Unknown fields are ignored. With `op` `delete` only the key is required: marketplaceId, effectiveFrom.
 */
export type FeeScheduleRecord = {
    kind: 'feeSchedule';
    /**
     * upsert replaces the whole record; delete needs only the key fields; absent = upsert (one of upsert, delete)
     */
    op?: 'upsert' | 'delete';
    /**
     * the marketplace; import its record first (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
     */
    marketplaceId: string;
    /**
     * in force from this time until the next schedule (a time such as 2026-11-15T09:30:00Z or a date such as 2026-11-15, not before 1970)
     */
    effectiveFrom: string;
    /**
     * Required: the name of the schedule (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
     */
    scheduleId?: string;
    /**
     * Required: the edition of the schedule (a text of 1 to 64 characters without control characters)
     */
    version?: string;
    /**
     * must be the marketplace's currency when given; protects against files of another marketplace (a text of 1 to 3 characters without control characters)
     */
    currency?: string;
    /**
     * tax on fees in percent; absent = 0 (a number from 0 to 100 with at most 2 decimals)
     */
    taxOnFeesPct?: number;
    /**
     * Required: referral fees (an object with defaultCategory, categories)
     */
    referral?: {
        /**
         * Required: for items of unknown categories (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
         */
        defaultCategory: string;
        /**
         * Required: referral fees by category (an object with 1 to 1000 entries)
         */
        categories: {
            [key: string]: {
                /**
                 * Required: band = one rate for the whole price; marginal = each rate on its portion (one of band, marginal)
                 */
                mode: 'band' | 'marginal';
                /**
                 * Required: in rising order of upTo (a list of 1 to 20 elements)
                 */
                tiers: Array<{
                    /**
                     * the highest price of the tier, inclusive; null or absent only in the last tier, which has no upper bound (a decimal amount such as 22.99)
                     */
                    upTo?: number | string | null;
                    /**
                     * Required: the rate in percent (a number from 0 to 100 with at most 2 decimals)
                     */
                    pct: number;
                }>;
                /**
                 * the minimum referral fee; absent = 0 (a decimal amount such as 22.99)
                 */
                minimum?: number | string | null;
                /**
                 * media: no referral fee on shipping, but the closing fee; absent = false (true or false)
                 */
                media?: boolean;
                /**
                 * the apparel surcharge applies; absent = true when the category's name begins with apparel (true or false)
                 */
                apparel?: boolean;
            };
        };
    };
    /**
     * closing fee; absent = 0 (an object with appliesTo, amount)
     */
    closing?: {
        /**
         * only media categories pay it (one of media)
         */
        appliesTo?: 'media';
        /**
         * Required: the fee for a unit (a decimal amount such as 22.99)
         */
        amount: number | string | null;
    };
    /**
     * per-item fee; absent = 0 (an object with appliesTo, amount)
     */
    perItem?: {
        /**
         * only Individual sellers pay it (one of individual plan)
         */
        appliesTo?: 'individual plan';
        /**
         * Required: the fee for a unit (a decimal amount such as 22.99)
         */
        amount: number | string | null;
    };
    /**
     * Required: fulfilment fees (an object with weight, tiers, surcharges, oversizeWhen, additionalOversizeWhen, bigAndBulky, programs)
     */
    fulfillment?: {
        /**
         * Required: how the shipping weight is computed (an object with dimDivisor, useUnitWeightOnlyBelowLb, packagingLb, roundUpTo)
         */
        weight: {
            /**
             * Required: cubic inches per pound of dimensional weight (a whole number from 1 to 100000)
             */
            dimDivisor: number;
            /**
             * Required: below this unit weight, dimensional weight is ignored (a number from 0 to 100000 with at most 3 decimals)
             */
            useUnitWeightOnlyBelowLb: number;
            /**
             * Required: packaging weight added to every unit, in pounds (a number from 0 to 100000 with at most 3 decimals)
             */
            packagingLb: number;
            /**
             * Required: the shipping weight is rounded up to a multiple of this many pounds (a number from 0.001 to 100 with at most 3 decimals)
             */
            roundUpTo: number;
        };
        /**
         * Required: in rising order of maxLb (a list of 1 to 100 elements)
         */
        tiers: Array<{
            /**
             * Required: the highest weight of the tier in pounds, inclusive (a number from 0 to 100000 with at most 3 decimals)
             */
            maxLb: number;
            /**
             * Required: the fee for any weight in the tier (a decimal amount such as 22.99)
             */
            base: number | string | null;
            /**
             * Required: added per pound over overLb; a fraction of a pound of the rounded shipping weight adds that fraction (a decimal amount such as 22.99)
             */
            perLb: number | string | null;
            /**
             * Required: pounds that the base fee includes (a number from 0 to 100000 with at most 3 decimals)
             */
            overLb: number;
        }>;
        /**
         * Required: all that apply are added (an object with apparel, hazmat, priceUnder10, oversize, additionalOversize)
         */
        surcharges: {
            /**
             * Required: for apparel categories (a decimal amount such as 22.99)
             */
            apparel: number | string | null;
            /**
             * Required: for dangerous goods (a decimal amount such as 22.99)
             */
            hazmat: number | string | null;
            /**
             * Required: for a listing price under 10 (a decimal amount such as 22.99)
             */
            priceUnder10: number | string | null;
            /**
             * Required: for oversize units: see oversizeWhen (a decimal amount such as 22.99)
             */
            oversize: number | string | null;
            /**
             * Required: for larger units: see additionalOversizeWhen (a decimal amount such as 22.99)
             */
            additionalOversize: number | string | null;
        };
        /**
         * Required: applies when any of the comparisons is true (comparisons joined by OR, such as "weight > 150 lb OR longest > 48 in OR median > 30 in OR longest+girth > 105 in")
         */
        oversizeWhen: string;
        /**
         * Required: applies when any of the comparisons is true (comparisons joined by OR, such as "weight > 150 lb OR longest > 48 in OR median > 30 in OR longest+girth > 105 in")
         */
        additionalOversizeWhen: string;
        /**
         * Required: the fee of big and bulky goods, in place of the tiers (an object with when, base, perLb, overLb)
         */
        bigAndBulky: {
            /**
             * Required: applies when any of the comparisons is true (comparisons joined by OR, such as "weight > 150 lb OR longest > 48 in OR median > 30 in OR longest+girth > 105 in")
             */
            when: string;
            /**
             * Required: the fee for any weight in the tier (a decimal amount such as 22.99)
             */
            base: number | string | null;
            /**
             * Required: added per pound over overLb; a fraction of a pound of the rounded shipping weight adds that fraction (a decimal amount such as 22.99)
             */
            perLb: number | string | null;
            /**
             * Required: pounds that the base fee includes (a number from 0 to 100000 with at most 3 decimals)
             */
            overLb: number;
        };
        /**
         * Required: fulfilment programs by name; FS_STANDARD is required (an object with 1 to 20 entries)
         */
        programs: {
            [key: string]: {
                /**
                 * Required: on top of the fulfilment fee (a decimal amount such as 22.99)
                 */
                addition: number | string | null;
            };
        };
    };
    /**
     * storage prices, for information only (an object with perCubicFootMonth)
     */
    storageInformational?: {
        /**
         * Required: prices by period (an object with 1 to 20 entries)
         */
        perCubicFootMonth: {
            [key: string]: number | string | null;
        };
    };
    /**
     * fee promotions; absent = none (a list of at most 1000 elements)
     */
    promotions?: Array<{
        /**
         * Required: the ID, unique in the schedule (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
         */
        promotionId: string;
        /**
         * Required: the display name (a text of 1 to 200 characters without control characters)
         */
        name: string;
        /**
         * Required: the fee it reduces (one of ReferralFee, VariableClosingFee, PerItemFee, FSFulfillmentFee)
         */
        feeType: 'ReferralFee' | 'VariableClosingFee' | 'PerItemFee' | 'FSFulfillmentFee';
        /**
         * Required: how it reduces the fee (one of percentage, fixed)
         */
        kind: 'percentage' | 'fixed';
        /**
         * Required: kind percentage: percent of the fee, at most 100, with at most 2 decimals; kind fixed: an amount, with at most the decimals of the currency (a number from 0 to 1000000 with at most 3 decimals)
         */
        value: number;
        /**
         * the lowest listing price, inclusive (a decimal amount such as 22.99)
         */
        minPrice?: number | string | null;
        /**
         * the highest listing price, inclusive (a decimal amount such as 22.99)
         */
        maxPrice?: number | string | null;
        /**
         * Required: in force from this time (a time such as 2026-11-15T09:30:00Z or a date such as 2026-11-15, not before 1970)
         */
        from: string;
        /**
         * Required: in force until before this time (a time such as 2026-11-15T09:30:00Z or a date such as 2026-11-15, not before 1970)
         */
        until: string;
        /**
         * only for these categories; absent = all (a list of 1 to 1000 elements)
         */
        categories?: Array<string>;
        /**
         * only for these items; absent = all (a list of 1 to 1000 elements)
         */
        itemIds?: Array<string>;
    }>;
};

/**
 * PriceGuardRecord
 *
 * One priceGuard of the market. Enumerated values match in any case. Unknown fields are ignored. With `op` `delete` only the key is required: marketplaceId.
 */
export type PriceGuardRecord = {
    kind: 'priceGuard';
    /**
     * upsert replaces the whole record; delete needs only the key fields; absent = upsert (one of upsert, delete)
     */
    op?: 'upsert' | 'delete';
    /**
     * the marketplace; import its record first (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
     */
    marketplaceId: string;
    /**
     * how much a price may differ from the present one; absent = any step (a number from 0.01 to 10000 with at most 2 decimals)
     */
    maxStepPercent?: number;
    /**
     * how much a price may differ from the one 24 hours ago; absent = any (a number from 0.01 to 10000 with at most 2 decimals)
     */
    maxDayPercent?: number;
    /**
     * the least that a price may be of the item's list price; items without one are not bound; absent = no bound (a number from 0.01 to 10000 with at most 2 decimals)
     */
    minOfListPricePercent?: number;
    /**
     * the most that a price may be of the item's list price; items without one are not bound; absent = no bound (a number from 0.01 to 10000 with at most 2 decimals)
     */
    maxOfListPricePercent?: number;
    /**
     * changes of one listing in an hour that are applied or wait for their outcome; absent = any number (a whole number from 1 to 100000)
     */
    maxChangesPerHour?: number;
};

/**
 * PositionsReportLine
 *
 * A line of a report of the type POSITIONS. Where each listing stands in the consumers' buy box, with its prices, the winning price and the net of both.
 */
export type PositionsReportLine = {
    /**
     * The marketplace.
     */
    MarketplaceId: string;
    /**
     * The caller's SKU.
     */
    SellerSKU: string;
    /**
     * The item.
     */
    storeItemId?: string;
    /**
     * The revision of the last event about the item; 0 before its first. Later events have a greater one.
     */
    revision?: number;
    /**
     * The title of the item, when the catalogue has one.
     */
    Title?: string;
    /**
     * The condition of the listing.
     */
    ItemCondition?: string;
    /**
     * Who ships: FS, or SELLER.
     */
    FulfillmentChannel?: string;
    /**
     * Where the listing stands: winning, noCompetition, losing, unhealthy or inactive. Absent: not evaluated yet.
     */
    State?: string;
    /**
     * The currency of all amounts of the line.
     */
    CurrencyCode?: string;
    /**
     * The own price for consumers: listing price plus shipping.
     */
    'OwnPrice.LandedPrice'?: number;
    /**
     * The own price for consumers: the listing price.
     */
    'OwnPrice.ListingPrice'?: number;
    /**
     * The own price for consumers: the shipping charge.
     */
    'OwnPrice.Shipping'?: number;
    /**
     * The price of the holder of the consumers' buy box: listing price plus shipping.
     */
    'BuyBoxPrice.LandedPrice'?: number;
    /**
     * The price of the holder of the consumers' buy box: the listing price.
     */
    'BuyBoxPrice.ListingPrice'?: number;
    /**
     * The price of the holder of the consumers' buy box: the shipping charge.
     */
    'BuyBoxPrice.Shipping'?: number;
    /**
     * The own landed price minus that of the holder: above zero means dearer.
     */
    GapToBuyBox?: number;
    /**
     * Whether there is a winning price: VALID_FOEP, NO_COMPETING_OFFER, OFFER_NOT_ELIGIBLE or NO_WINNING_PRICE.
     */
    'WinningPrice.resultStatus'?: string;
    /**
     * The highest listing price that wins.
     */
    'WinningPrice.ListingPrice'?: number;
    /**
     * The same with shipping.
     */
    'WinningPrice.LandedPrice'?: number;
    /**
     * With OFFER_NOT_ELIGIBLE: the gates that fail at every price.
     */
    'WinningPrice.Reasons'?: unknown;
    /**
     * The net of one sold unit at the own price: price with shipping, less fees.
     */
    'NetAtOwnPrice.Net'?: number;
    /**
     * The fees of one sold unit at the own price.
     */
    'NetAtOwnPrice.TotalFees'?: number;
    /**
     * Why the fees at the own price are not known.
     */
    'NetAtOwnPrice.Reason'?: string;
    /**
     * The net of one sold unit at the winning price: price with shipping, less fees.
     */
    'NetAtWinningPrice.Net'?: number;
    /**
     * The fees of one sold unit at the winning price.
     */
    'NetAtWinningPrice.TotalFees'?: number;
    /**
     * Why the fees at the winning price are not known.
     */
    'NetAtWinningPrice.Reason'?: string;
    /**
     * Why the listing holds the buy box or does not, in a sentence.
     */
    Explanation?: string;
    /**
     * The lowest landed price that the seller permits.
     */
    'Limits.MinimumPrice'?: number;
    /**
     * The highest landed price that the seller permits.
     */
    'Limits.MaximumPrice'?: number;
    /**
     * The least net that the seller permits.
     */
    'Limits.MinimumNet'?: number;
    /**
     * How many units are in stock.
     */
    Quantity?: number;
    /**
     * The number of offers on sale on the item, of all conditions.
     */
    OffersCount?: number;
    /**
     * Rises by one with each change of the terms of the listing.
     */
    TermsRevision?: number;
    /**
     * When the record of the offer last changed.
     */
    LastChanged?: string;
    /**
     * Why the rest of the line is missing, when it could not be computed. Absent: nothing is wrong with it.
     */
    Problem?: string;
    /**
     * With `since`: the line is gone. The rest of it is its key.
     */
    removed?: true;
};

/**
 * FeesReportLine
 *
 * A line of a report of the type FEES. The fees of one sold unit of each listing at its own price, fee by fee, now or at several dates, with the differences.
 */
export type FeesReportLine = {
    /**
     * The marketplace.
     */
    MarketplaceId: string;
    /**
     * The caller's SKU.
     */
    SellerSKU: string;
    /**
     * The date whose fees these are, as a time in UTC; now: the instant of the report.
     */
    AsOf: string;
    /**
     * ReferralFee, VariableClosingFee, PerItemFee or FSFulfillmentFee. Empty: there is no estimate, for the reason in Error.
     */
    FeeType: string;
    /**
     * The item.
     */
    storeItemId?: string;
    /**
     * The revision of the last event about the item; 0 before its first. Later events have a greater one.
     */
    revision?: number;
    /**
     * Success, ClientError or ServiceError.
     */
    Status?: string;
    /**
     * Whether the store ships the listing (FS).
     */
    IsStoreFulfilled?: boolean;
    /**
     * The currency of all amounts of the line.
     */
    CurrencyCode?: string;
    /**
     * The own listing price, for which the fees are estimated.
     */
    'PriceToEstimateFees.ListingPrice'?: number;
    /**
     * The own shipping charge.
     */
    'PriceToEstimateFees.Shipping'?: number;
    /**
     * The fee before promotions and tax.
     */
    FeeAmount?: number;
    /**
     * What promotions take off it.
     */
    FeePromotion?: number;
    /**
     * The tax on it.
     */
    TaxAmount?: number;
    /**
     * FeeAmount - FeePromotion + TaxAmount.
     */
    FinalFee?: number;
    /**
     * All fees of the listing at that date: the same in each of its lines.
     */
    TotalFeesEstimate?: number;
    /**
     * The final fee at the first date.
     */
    Before?: number;
    /**
     * The final fee minus that of the first date.
     */
    Difference?: number;
    /**
     * Why the fee differs: codes and sentences. Empty: nothing behind it differs.
     */
    Reasons?: unknown;
    /**
     * All fees of the listing minus those of the first date.
     */
    TotalDifference?: number;
    /**
     * The fee schedule in force at that date.
     */
    'Schedule.ScheduleId'?: string;
    /**
     * Its version.
     */
    'Schedule.Version'?: string;
    /**
     * Since when it is in force.
     */
    'Schedule.EffectiveFrom'?: string;
    /**
     * Sender or Receiver: whose fault it is that there is no estimate.
     */
    'Error.Type'?: string;
    /**
     * Why there is no estimate.
     */
    'Error.Code'?: string;
    /**
     * The same in words.
     */
    'Error.Message'?: string;
    /**
     * One reason a line.
     */
    'Error.Detail'?: unknown;
    /**
     * With `since`: the line is gone. The rest of it is its key.
     */
    removed?: true;
};

/**
 * WhatIfReportLine
 *
 * A line of a report of the type WHAT_IF. What a pricing strategy would do with each listing, as if it alone changed. Nothing changes.
 */
export type WhatIfReportLine = {
    /**
     * The marketplace.
     */
    MarketplaceId: string;
    /**
     * The caller's SKU.
     */
    SellerSKU: string;
    /**
     * The item.
     */
    storeItemId?: string;
    /**
     * The revision of the last event about the item; 0 before its first. Later events have a greater one.
     */
    revision?: number;
    /**
     * What the strategy would do: WOULD_WIN, WOULD_LOSE, NOT_ELIGIBLE, NO_COMPETITION, BELOW_FLOOR or PRICE_OUT_OF_RANGE. Absent: not evaluated yet.
     */
    status?: string;
    /**
     * The gates that the offer fails at NewPrice.
     */
    Reasons?: unknown;
    /**
     * The title of the item, when the catalogue has one.
     */
    Title?: string;
    /**
     * The condition of the listing.
     */
    ItemCondition?: string;
    /**
     * Whether the price is one for everybody (B2C) or for business customers (B2B).
     */
    offerType?: string;
    /**
     * Rises by one with each change of the terms of the listing.
     */
    TermsRevision?: number;
    /**
     * Whether the listing holds the buy box now.
     */
    IsBuyBoxWinner?: boolean;
    /**
     * Whether it holds the buy box at NewPrice.
     */
    WouldWin?: boolean;
    /**
     * The currency of all amounts of the line.
     */
    CurrencyCode?: string;
    /**
     * The landed price of the best eligible other offer.
     */
    CompetingLandedPrice?: number;
    /**
     * The listing price of the strategy, applied or not.
     */
    StrategyPrice?: number;
    /**
     * The present price: listing price plus shipping.
     */
    'PresentPrice.LandedPrice'?: number;
    /**
     * The present price: the listing price.
     */
    'PresentPrice.ListingPrice'?: number;
    /**
     * The present price: the shipping charge.
     */
    'PresentPrice.Shipping'?: number;
    /**
     * The net of one sold unit at the present price: price with shipping, less fees.
     */
    'PresentPrice.AfterFees.Net'?: number;
    /**
     * The fees of one sold unit at the present price.
     */
    'PresentPrice.AfterFees.TotalFees'?: number;
    /**
     * Why the fees at the present price are not known.
     */
    'PresentPrice.AfterFees.Reason'?: string;
    /**
     * The price with which the listing is judged: listing price plus shipping.
     */
    'NewPrice.LandedPrice'?: number;
    /**
     * The price with which the listing is judged: the listing price.
     */
    'NewPrice.ListingPrice'?: number;
    /**
     * The price with which the listing is judged: the shipping charge.
     */
    'NewPrice.Shipping'?: number;
    /**
     * The net of one sold unit at NewPrice: price with shipping, less fees.
     */
    'NewPrice.AfterFees.Net'?: number;
    /**
     * The fees of one sold unit at NewPrice.
     */
    'NewPrice.AfterFees.TotalFees'?: number;
    /**
     * Why the fees at NewPrice are not known.
     */
    'NewPrice.AfterFees.Reason'?: string;
    /**
     * Why the rest of the line is missing, when it could not be computed. Absent: nothing is wrong with it.
     */
    Problem?: string;
    /**
     * With `since`: the line is gone. The rest of it is its key.
     */
    removed?: true;
};

/**
 * PriceHistoryReportLine
 *
 * A line of a report of the type PRICE_HISTORY. Step by step, who held the buy box of each listing's item and condition at which price, and the own price of the listing.
 */
export type PriceHistoryReportLine = {
    /**
     * The marketplace.
     */
    MarketplaceId: string;
    /**
     * The caller's SKU.
     */
    SellerSKU: string;
    /**
     * BuyBox: a step of the buy box. OwnPrice: a step of the own price of the listing.
     */
    Kind: string;
    /**
     * From this time on, until the next step of the same kind. The first one may have begun before.
     */
    at: string;
    /**
     * The number of the step among those of the same kind and time, from 1.
     */
    Number: number;
    /**
     * The item.
     */
    storeItemId?: string;
    /**
     * The revision of the last event about the item; 0 before its first. Later events have a greater one.
     */
    revision?: number;
    /**
     * The condition of the listing, whose buy box it is.
     */
    ItemCondition?: string;
    /**
     * The currency of all amounts of the line.
     */
    CurrencyCode?: string;
    /**
     * Whether an offer of the caller holds the box. Absent: nobody holds it.
     */
    'BuyBox.MyOffer'?: boolean;
    /**
     * The seller that holds it.
     */
    'BuyBox.SellerId'?: string;
    /**
     * The SKU, only when it is the caller's own offer.
     */
    'BuyBox.SellerSKU'?: string;
    /**
     * Who ships the offer that holds it.
     */
    'BuyBox.FulfillmentChannel'?: string;
    /**
     * The price of the holder: listing price plus shipping.
     */
    'BuyBox.LandedPrice'?: number;
    /**
     * The price of the holder: the listing price.
     */
    'BuyBox.ListingPrice'?: number;
    /**
     * The price of the holder: the shipping charge.
     */
    'BuyBox.Shipping'?: number;
    /**
     * The lowest price of all offers of the box, eligible or not: listing price plus shipping.
     */
    'LowestPrice.LandedPrice'?: number;
    /**
     * The lowest price of all offers of the box, eligible or not: the listing price.
     */
    'LowestPrice.ListingPrice'?: number;
    /**
     * The lowest price of all offers of the box, eligible or not: the shipping charge.
     */
    'LowestPrice.Shipping'?: number;
    /**
     * The own price of the listing for consumers: listing price plus shipping.
     */
    'OwnPrice.LandedPrice'?: number;
    /**
     * The own price of the listing for consumers: the listing price.
     */
    'OwnPrice.ListingPrice'?: number;
    /**
     * The own price of the listing for consumers: the shipping charge.
     */
    'OwnPrice.Shipping'?: number;
    /**
     * The own business price.
     */
    BusinessPrice?: number;
    /**
     * With `since`: the line is gone. The rest of it is its key.
     */
    removed?: true;
};

/**
 * BuyBoxShareReportLine
 *
 * A line of a report of the type BUY_BOX_SHARE. How much of each day each listing held the consumers' buy box of the condition that it had at the time.
 */
export type BuyBoxShareReportLine = {
    /**
     * The marketplace.
     */
    MarketplaceId: string;
    /**
     * The caller's SKU.
     */
    SellerSKU: string;
    /**
     * A UTC day. Days before observedSince are missing: they are unknown, not zero.
     */
    Date: string;
    /**
     * The item.
     */
    storeItemId?: string;
    /**
     * The revision of the last event about the item; 0 before its first. Later events have a greater one.
     */
    revision?: number;
    /**
     * The condition of the listing.
     */
    ItemCondition?: string;
    /**
     * From this time on the history of the item is known.
     */
    observedSince?: string;
    /**
     * How long the listing held the buy box on that day.
     */
    HeldMilliseconds?: number;
    /**
     * The observed part of the day: less than a whole day on the first one and today.
     */
    ObservedMilliseconds?: number;
    /**
     * The first time divided by the second, to four decimals.
     */
    Share?: number;
    /**
     * With `since`: the line is gone. The rest of it is its key.
     */
    removed?: true;
};

/**
 * PriceChangesReportLine
 *
 * A line of a report of the type PRICE_CHANGES. The receipts of the seller's price changes, oldest first.
 */
export type PriceChangesReportLine = {
    /**
     * The id of the change. Ids ascend with the time.
     */
    PriceChangeId: string;
    /**
     * The marketplace.
     */
    MarketplaceId?: string;
    /**
     * The caller's SKU.
     */
    SellerSKU?: string;
    /**
     * The item, when the seller has the listing.
     */
    storeItemId?: string;
    /**
     * What became of the change: ACCEPTED, PENDING, APPLIED, UNCHANGED, REJECTED, REPLACED, OVERRIDDEN.
     */
    State?: string;
    /**
     * The revision of the offer's terms: right after an applied change, else as it was then.
     */
    TermsRevision?: number;
    /**
     * Whose price the change was meant for.
     */
    'Asked.CustomerType'?: string;
    /**
     * The strategy. Absent: only other terms were named.
     */
    'Asked.strategy.type'?: string;
    /**
     * The currency of all amounts of the line.
     */
    CurrencyCode?: string;
    /**
     * With beatBy: by how much.
     */
    'Asked.strategy.amount'?: number;
    /**
     * With setTo: the listing price.
     */
    'Asked.strategy.price'?: number;
    /**
     * The lowest listing price that was permitted.
     */
    'Asked.floor'?: number;
    /**
     * Other terms that were asked for.
     */
    'Asked.terms'?: unknown;
    /**
     * The TermsRevision that the change demanded.
     */
    'Asked.IfTermsRevision'?: number;
    /**
     * Whether the caller confirmed a price far from the present one.
     */
    'Asked.Confirm'?: boolean;
    /**
     * The change that it takes back.
     */
    'Asked.UndoOf'?: string;
    /**
     * The terms when the change was evaluated: listing price plus shipping.
     */
    'TermsBefore.LandedPrice'?: number;
    /**
     * The terms when the change was evaluated: the listing price.
     */
    'TermsBefore.ListingPrice'?: number;
    /**
     * The terms when the change was evaluated: the shipping charge.
     */
    'TermsBefore.Shipping'?: number;
    /**
     * The terms when the change was evaluated: the business price.
     */
    'TermsBefore.BusinessPrice'?: number;
    /**
     * The terms when the change was evaluated: the quantity discounts.
     */
    'TermsBefore.quantityDiscountPrices'?: unknown;
    /**
     * The terms that the change leads to: listing price plus shipping.
     */
    'TermsAfter.LandedPrice'?: number;
    /**
     * The terms that the change leads to: the listing price.
     */
    'TermsAfter.ListingPrice'?: number;
    /**
     * The terms that the change leads to: the shipping charge.
     */
    'TermsAfter.Shipping'?: number;
    /**
     * The terms that the change leads to: the business price.
     */
    'TermsAfter.BusinessPrice'?: number;
    /**
     * The terms that the change leads to: the quantity discounts.
     */
    'TermsAfter.quantityDiscountPrices'?: unknown;
    /**
     * Who asked for it: application or member.
     */
    'ChangedBy.Kind'?: string;
    /**
     * The application, where the caller may know it.
     */
    'ChangedBy.ApplicationId'?: string;
    /**
     * The member, where the caller may know it.
     */
    'ChangedBy.MemberId'?: string;
    /**
     * The x-request-id of the call, where the caller may know it.
     */
    RequestId?: string;
    /**
     * When the change was stored.
     */
    CreatedTime?: string;
    /**
     * When it reached its state.
     */
    SettledTime?: string;
    /**
     * Whether the listing held the buy box right after the change.
     */
    'Result.IsBuyBoxWinner'?: boolean;
    /**
     * Why, in a sentence.
     */
    'Result.Reason'?: string;
    /**
     * What decided between the offer and the best other one.
     */
    'Result.DecidedBy'?: string;
    /**
     * The gates that the offer failed.
     */
    'Result.FailedGates'?: unknown;
    /**
     * The landed price of the best eligible other offer.
     */
    'Result.CompetingLandedPrice'?: number;
    /**
     * The number of eligible offers.
     */
    'Result.EligibleOffers'?: number;
    /**
     * The net of one sold unit at the new price: price with shipping, less fees.
     */
    'Result.AfterFees.Net'?: number;
    /**
     * The fees of one sold unit at the new price.
     */
    'Result.AfterFees.TotalFees'?: number;
    /**
     * Why the fees at the new price are not known.
     */
    'Result.AfterFees.Reason'?: string;
    /**
     * The rule that refused the change.
     */
    'Rejection.Code'?: string;
    /**
     * The same in words, with its figures.
     */
    'Rejection.Reason'?: string;
    /**
     * The limit that was crossed: an amount, or a number; see Rejection.Unit.
     */
    'Rejection.Limit'?: number;
    /**
     * What would have been.
     */
    'Rejection.Actual'?: number;
    /**
     * What both figures are: money, percent, count or revision.
     */
    'Rejection.Unit'?: string;
    /**
     * When the operator's record changed the terms of an applied change.
     */
    OverriddenTime?: string;
    /**
     * The change that replaced a pending one.
     */
    ReplacedBy?: string;
    /**
     * With `since`: the line is gone. The rest of it is its key.
     */
    removed?: true;
};

/**
 * EventsReportLine
 *
 * A line of a report of the type EVENTS. The seller's events in the order of their sequence.
 */
export type EventsReportLine = {
    /**
     * The number of the event: per seller, rising by 1. In the event itself it is a text.
     */
    sequence: number;
    /**
     * The notification id, the same in every delivery.
     */
    id?: string;
    /**
     * The kind of the event.
     */
    type?: string;
    /**
     * The item, when the event is about one.
     */
    subject?: string;
    /**
     * When it happened.
     */
    time?: string;
    /**
     * The marketplace of the item.
     */
    marketplaceId?: string;
    /**
     * Rises with every change of the item.
     */
    revision?: number;
    /**
     * What happened: the `data` of the event.
     */
    data?: unknown;
    /**
     * With `since`: the line is gone. The rest of it is its key.
     */
    removed?: true;
};

/**
 * DeliveriesReportLine
 *
 * A line of a report of the type DELIVERIES. The log of deliveries to the caller's destinations.
 */
export type DeliveriesReportLine = {
    /**
     * The destination.
     */
    channelId: string;
    /**
     * When the delivery was queued.
     */
    createdTime: string;
    /**
     * Its identifier.
     */
    deliveryId: string;
    /**
     * The id of the event: the same in every delivery of it.
     */
    notificationId?: string;
    /**
     * The kind of the event.
     */
    eventType?: string;
    /**
     * Whether it is a test notification.
     */
    isTest?: boolean;
    /**
     * What became of it: PENDING, SENDING, DELIVERED, STORED, DEAD, EXPIRED, CANCELED, SUPERSEDED or FILTERED.
     */
    state?: string;
    /**
     * While it is PENDING: why it waits.
     */
    heldBy?: string;
    /**
     * The notification that replaced it.
     */
    supersededBy?: string;
    /**
     * The key of the filter that kept it back.
     */
    filteredBy?: string;
    /**
     * How many attempts were started.
     */
    attemptCount?: number;
    /**
     * The number of the last attempt.
     */
    'lastAttempt.number'?: number;
    /**
     * DELIVERED, STORED, FAILED, IN_PROGRESS or UNKNOWN.
     */
    'lastAttempt.outcome'?: string;
    /**
     * When it was started.
     */
    'lastAttempt.startedTime'?: string;
    /**
     * How long it took.
     */
    'lastAttempt.durationMs'?: number;
    /**
     * The receiver's code: an HTTP status, an SMTP reply.
     */
    'lastAttempt.code'?: number;
    /**
     * What went wrong.
     */
    'lastAttempt.error'?: string;
    /**
     * The marketplace of the item.
     */
    marketplaceId?: string;
    /**
     * The item that the event is about.
     */
    storeItemId?: string;
    /**
     * The revision of the item that the event has.
     */
    revision?: number;
    /**
     * The first of the caller's SKUs that the event names.
     */
    skus?: unknown;
    /**
     * While it is PENDING: the earliest time of the next attempt.
     */
    nextAttemptTime?: string;
    /**
     * When it reached a final state.
     */
    settledTime?: string;
    /**
     * When it expires.
     */
    expiresTime?: string;
    /**
     * With `since`: the line is gone. The rest of it is its key.
     */
    removed?: true;
};

export type GetLivenessData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/health/live';
};

export type GetLivenessErrors = {
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
};

export type GetLivenessError = GetLivenessErrors[keyof GetLivenessErrors];

export type GetLivenessResponses = {
    /**
     * The process is alive.
     */
    200: Alive;
};

export type GetLivenessResponse = GetLivenessResponses[keyof GetLivenessResponses];

export type GetReadinessData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/health/ready';
};

export type GetReadinessErrors = {
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The process cannot do its main work. There is one error for each part that it cannot work without.
     */
    503: NotReady;
};

export type GetReadinessError = GetReadinessErrors[keyof GetReadinessErrors];

export type GetReadinessResponses = {
    /**
     * The process can do its main work.
     */
    200: Ready;
};

export type GetReadinessResponse = GetReadinessResponses[keyof GetReadinessResponses];

export type RequestTokenData = {
    /**
     * Each parameter at most once; others are ignored.
     */
    body: TokenRequest;
    path?: never;
    query?: never;
    url: '/auth/v4/token';
};

export type RequestTokenErrors = {
    /**
     * The request or the grant is not valid.
     */
    400: OAuthError;
    /**
     * The client is not known, or did not prove itself.
     */
    401: OAuthError;
    /**
     * The body is larger than 1 MiB.
     */
    413: OAuthError;
    /**
     * The body is not JSON.
     */
    415: OAuthError;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: OAuthError;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: OAuthError;
    /**
     * The service failed; the request may be right.
     */
    500: OAuthError;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: OAuthError;
};

export type RequestTokenError = RequestTokenErrors[keyof RequestTokenErrors];

export type RequestTokenResponses = {
    /**
     * An access token (RFC 6749 5.1).
     */
    200: Token;
};

export type RequestTokenResponse = RequestTokenResponses[keyof RequestTokenResponses];

export type StartAuthorizationData = {
    body?: never;
    path?: never;
    query: {
        /**
         * Always `code`.
         */
        response_type: 'code';
        /**
         * The application.
         */
        client_id: string;
        /**
         * Absolute: https, http on 127.0.0.1, [::1] or localhost, or a reverse-domain scheme of a native application.
         */
        redirect_uri: string;
        /**
         * 43 base64url characters: the SHA-256 of the verifier (RFC 7636 4.2).
         */
        code_challenge: string;
        /**
         * Always `S256`; `plain` is rejected.
         */
        code_challenge_method: 'S256';
        /**
         * Rights, with a space between them; `offline_access` is the right to a refresh token. `offline_access` when absent, which asks for the basic seller rights.
         */
        scope?: string;
        /**
         * Comes back in the redirect: how the application knows its own request.
         */
        state?: string;
        /**
         * Passed on. When absent and the scope has `offline_access`: `consent`, unless the operator turned that off.
         */
        prompt?: string;
        /**
         * Passed on.
         */
        login_hint?: string;
        /**
         * Passed on.
         */
        ui_locales?: string;
        /**
         * Passed on.
         */
        nonce?: string;
    };
    url: '/auth/v4/authorize';
};

export type StartAuthorizationErrors = {
    /**
     * Something is wrong with the request: JSON, or a page where the browser asks for one. Never a redirect.
     */
    400: OAuthError;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: OAuthError;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: OAuthError;
    /**
     * The service failed; the request may be right.
     */
    500: OAuthError;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: OAuthError;
    /**
     * OAuthError
     *
     * Errors of the authorization endpoints (RFC 6749 5.2).
     */
    default: {
        /**
         * The error code of RFC 6749 4.1.2.1 and 5.2, RFC 6750 3.1 or RFC 7591 3.2.2; an open set.
         */
        error: 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unauthorized_client' | 'unsupported_grant_type' | 'invalid_scope' | 'invalid_token' | 'invalid_redirect_uri' | 'invalid_client_metadata' | 'unsupported_response_type' | 'access_denied' | 'server_error' | 'temporarily_unavailable' | (string & {});
        /**
         * What is wrong, for the developer.
         */
        error_description: string;
    };
};

export type StartAuthorizationError = StartAuthorizationErrors[keyof StartAuthorizationErrors];

export type StartAuthorizationResponses = {
    /**
     * OAuthError
     *
     * Errors of the authorization endpoints (RFC 6749 5.2).
     */
    default: {
        /**
         * The error code of RFC 6749 4.1.2.1 and 5.2, RFC 6750 3.1 or RFC 7591 3.2.2; an open set.
         */
        error: 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unauthorized_client' | 'unsupported_grant_type' | 'invalid_scope' | 'invalid_token' | 'invalid_redirect_uri' | 'invalid_client_metadata' | 'unsupported_response_type' | 'access_denied' | 'server_error' | 'temporarily_unavailable' | (string & {});
        /**
         * What is wrong, for the developer.
         */
        error_description: string;
    };
};

export type StartAuthorizationResponse = StartAuthorizationResponses[keyof StartAuthorizationResponses];

export type RegisterClientData = {
    /**
     * Client metadata (RFC 7591 2). Other metadata is ignored. Metadata that names a seller is rejected.
     */
    body: ClientRegistration;
    path?: never;
    query?: never;
    url: '/auth/v4/register';
};

export type RegisterClientErrors = {
    /**
     * The metadata is not valid.
     */
    400: OAuthError;
    /**
     * An initial access token is needed.
     */
    401: OAuthError;
    /**
     * The body is larger than 1 MiB.
     */
    413: OAuthError;
    /**
     * The body is not JSON.
     */
    415: OAuthError;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: OAuthError;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: OAuthError;
    /**
     * The service failed; the request may be right.
     */
    500: OAuthError;
    /**
     * The identity provider has no dynamic registration. To try again changes nothing.
     */
    501: OAuthError;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: OAuthError;
};

export type RegisterClientError = RegisterClientErrors[keyof RegisterClientErrors];

export type RegisterClientResponses = {
    /**
     * The application as it is registered (RFC 7591 3.2.1).
     */
    201: RegisteredClient;
};

export type RegisterClientResponse = RegisterClientResponses[keyof RegisterClientResponses];

export type GetFeesEstimateForItemData = {
    /**
     * Without FeesEstimateRequest the estimate is for the caller's own active offer.
     */
    body?: FeesEstimateBody;
    path: {
        /**
         * The marketplace item ID.
         */
        StoreItemId: string;
    };
    query?: {
        /**
         * The marketplace, when FeesEstimateRequest does not name it. Default: the default marketplace. 400 when both name one and they differ.
         */
        MarketplaceId?: string;
        /**
         * Whether each fee says why it is what it is.
         */
        explain?: boolean;
        /**
         * Estimates with the fees in force at this date or time (RFC 3339), such as 2027-01-01. Default: now.
         */
        asOf?: string;
    };
    url: '/products/fees/v4/items/{StoreItemId}/feesEstimate';
};

export type GetFeesEstimateForItemErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: FeesErrors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: FeesErrors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: FeesErrors;
    /**
     * The path is no endpoint. An unknown item or SKU is 200 with an `Error` in its result.
     */
    404: FeesErrors;
    /**
     * The body is larger than 1 MiB.
     */
    413: FeesErrors;
    /**
     * The body is not JSON.
     */
    415: FeesErrors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: FeesErrors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: FeesErrors;
    /**
     * The service failed; the request may be right.
     */
    500: FeesErrors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: FeesErrors;
};

export type GetFeesEstimateForItemError = GetFeesEstimateForItemErrors[keyof GetFeesEstimateForItemErrors];

export type GetFeesEstimateForItemResponses = {
    /**
     * The result. When the item cannot be estimated, it holds the reason.
     */
    200: FeesEstimateAnswer;
};

export type GetFeesEstimateForItemResponse = GetFeesEstimateForItemResponses[keyof GetFeesEstimateForItemResponses];

export type GetFeesEstimateForSkuData = {
    /**
     * Without FeesEstimateRequest the estimate is for the caller's own active offer.
     */
    body?: FeesEstimateBody;
    path: {
        /**
         * The caller's SKU.
         */
        SellerSKU: string;
    };
    query?: {
        /**
         * The marketplace, when FeesEstimateRequest does not name it. Default: the default marketplace. 400 when both name one and they differ.
         */
        MarketplaceId?: string;
        /**
         * Whether each fee says why it is what it is.
         */
        explain?: boolean;
        /**
         * Estimates with the fees in force at this date or time (RFC 3339), such as 2027-01-01. Default: now.
         */
        asOf?: string;
    };
    url: '/products/fees/v4/listings/{SellerSKU}/feesEstimate';
};

export type GetFeesEstimateForSkuErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: FeesErrors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: FeesErrors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: FeesErrors;
    /**
     * The path is no endpoint. An unknown item or SKU is 200 with an `Error` in its result.
     */
    404: FeesErrors;
    /**
     * The body is larger than 1 MiB.
     */
    413: FeesErrors;
    /**
     * The body is not JSON.
     */
    415: FeesErrors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: FeesErrors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: FeesErrors;
    /**
     * The service failed; the request may be right.
     */
    500: FeesErrors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: FeesErrors;
};

export type GetFeesEstimateForSkuError = GetFeesEstimateForSkuErrors[keyof GetFeesEstimateForSkuErrors];

export type GetFeesEstimateForSkuResponses = {
    /**
     * The result. When the item cannot be estimated, it holds the reason.
     */
    200: FeesEstimateAnswer;
};

export type GetFeesEstimateForSkuResponse = GetFeesEstimateForSkuResponses[keyof GetFeesEstimateForSkuResponses];

export type GetFeesEstimatesData = {
    /**
     * Up to 20 estimates. An invalid one gets a result with Error; the others are still answered.
     */
    body: FeesEstimateElements;
    path?: never;
    query?: {
        /**
         * Whether each fee says why it is what it is.
         */
        explain?: boolean;
        /**
         * Estimates with the fees in force at this date or time (RFC 3339), such as 2027-01-01. Default: now.
         */
        asOf?: string;
    };
    url: '/products/fees/v4/feesEstimate';
};

export type GetFeesEstimatesErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: FeesErrors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: FeesErrors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: FeesErrors;
    /**
     * The path is no endpoint. An unknown item or SKU is 200 with an `Error` in its result.
     */
    404: FeesErrors;
    /**
     * The body is larger than 1 MiB.
     */
    413: FeesErrors;
    /**
     * The body is not JSON.
     */
    415: FeesErrors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: FeesErrors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: FeesErrors;
    /**
     * The service failed; the request may be right.
     */
    500: FeesErrors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: FeesErrors;
};

export type GetFeesEstimatesError = GetFeesEstimatesErrors[keyof GetFeesEstimatesErrors];

export type GetFeesEstimatesResponses = {
    /**
     * The results, in the order of the request.
     */
    200: FeesEstimateAnswers;
};

export type GetFeesEstimatesResponse = GetFeesEstimatesResponses[keyof GetFeesEstimatesResponses];

export type CompareFeesEstimatesData = {
    /**
     * Dates, and what to estimate at each. An invalid request gets an Error; the others are still answered.
     */
    body: FeesComparisonBody;
    path?: never;
    query?: {
        /**
         * Whether each fee says why it is what it is.
         */
        explain?: boolean;
    };
    url: '/products/fees/v4/compare';
};

export type CompareFeesEstimatesErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: FeesErrors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: FeesErrors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: FeesErrors;
    /**
     * The path is no endpoint. An unknown item or SKU is 200 with an `Error` in its result.
     */
    404: FeesErrors;
    /**
     * The body is larger than 1 MiB.
     */
    413: FeesErrors;
    /**
     * The body is not JSON.
     */
    415: FeesErrors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: FeesErrors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: FeesErrors;
    /**
     * The service failed; the request may be right.
     */
    500: FeesErrors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: FeesErrors;
};

export type CompareFeesEstimatesError = CompareFeesEstimatesErrors[keyof CompareFeesEstimatesErrors];

export type CompareFeesEstimatesResponses = {
    /**
     * The comparisons, in the order of the requests.
     */
    200: FeesComparisonAnswer;
};

export type CompareFeesEstimatesResponse = CompareFeesEstimatesResponses[keyof CompareFeesEstimatesResponses];

export type GetListingOffersData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer that the client has. 304 when it is still current.
         */
        'if-none-match'?: string;
    };
    path: {
        /**
         * The caller's SKU.
         */
        SellerSKU: string;
    };
    query: {
        /**
         * The marketplace whose prices are returned.
         */
        MarketplaceId: string;
        /**
         * The condition whose offers are returned.
         */
        ItemCondition: 'New' | 'Used' | 'Collectible' | 'Refurbished' | 'Club';
        /**
         * Whose view of the prices: a business customer sees business prices where there are any.
         */
        CustomerType?: 'Consumer' | 'Business';
    };
    url: '/products/pricing/v4/listings/{SellerSKU}/offers';
};

export type GetListingOffersErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetListingOffersError = GetListingOffersErrors[keyof GetListingOffersErrors];

export type GetListingOffersResponses = {
    /**
     * The lowest priced offers of an item.
     */
    200: OffersAnswer;
};

export type GetListingOffersResponse = GetListingOffersResponses[keyof GetListingOffersResponses];

export type GetItemOffersData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer that the client has. 304 when it is still current.
         */
        'if-none-match'?: string;
    };
    path: {
        /**
         * The marketplace item ID.
         */
        storeItemId: string;
    };
    query: {
        /**
         * The marketplace whose prices are returned.
         */
        MarketplaceId: string;
        /**
         * The condition whose offers are returned.
         */
        ItemCondition: 'New' | 'Used' | 'Collectible' | 'Refurbished' | 'Club';
        /**
         * Whose view of the prices: a business customer sees business prices where there are any.
         */
        CustomerType?: 'Consumer' | 'Business';
    };
    url: '/products/pricing/v4/items/{storeItemId}/offers';
};

export type GetItemOffersErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetItemOffersError = GetItemOffersErrors[keyof GetItemOffersErrors];

export type GetItemOffersResponses = {
    /**
     * The lowest priced offers of an item.
     */
    200: OffersAnswer;
};

export type GetItemOffersResponse = GetItemOffersResponses[keyof GetItemOffersResponses];

export type GetCompetitivePricingData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer that the client has. 304 when it is still current.
         */
        'if-none-match'?: string;
    };
    path?: never;
    query: {
        /**
         * The marketplace whose prices are returned.
         */
        MarketplaceId: string;
        /**
         * Whether the identifiers are item IDs (storeItemIds) or SKUs (Skus).
         */
        ItemType: 'StoreItemId' | 'Sku';
        /**
         * With ItemType Sku: the caller's SKUs. At most 20; repeated, or joined with commas.
         */
        Skus?: Array<string>;
        /**
         * With ItemType StoreItemId: marketplace item IDs, such as ITEM000001. At most 20; repeated, or joined with commas.
         */
        storeItemIds?: Array<string>;
        /**
         * Whose view of the prices: a business customer sees business prices where there are any.
         */
        CustomerType?: 'Consumer' | 'Business';
    };
    url: '/products/pricing/v4/competitivePrice';
};

export type GetCompetitivePricingErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetCompetitivePricingError = GetCompetitivePricingErrors[keyof GetCompetitivePricingErrors];

export type GetCompetitivePricingResponses = {
    /**
     * Competitive prices and the caller's own offers.
     */
    200: ProductsAnswer;
};

export type GetCompetitivePricingResponse = GetCompetitivePricingResponses[keyof GetCompetitivePricingResponses];

export type GetPricingData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer that the client has. 304 when it is still current.
         */
        'if-none-match'?: string;
    };
    path?: never;
    query: {
        /**
         * The marketplace whose prices are returned.
         */
        MarketplaceId: string;
        /**
         * Whether the identifiers are item IDs (storeItemIds) or SKUs (Skus).
         */
        ItemType: 'StoreItemId' | 'Sku';
        /**
         * With ItemType Sku: the caller's SKUs. At most 20; repeated, or joined with commas.
         */
        Skus?: Array<string>;
        /**
         * With ItemType StoreItemId: marketplace item IDs, such as ITEM000001. At most 20; repeated, or joined with commas.
         */
        storeItemIds?: Array<string>;
        /**
         * Whose view of the prices: a business customer sees business prices where there are any.
         */
        CustomerType?: 'Consumer' | 'Business';
        /**
         * Only own offers of this condition.
         */
        ItemCondition?: 'New' | 'Used' | 'Collectible' | 'Refurbished' | 'Club';
        /**
         * B2C: own offers at the price for consumers. B2B: those with a business price, at it.
         */
        OfferType?: 'B2C' | 'B2B';
    };
    url: '/products/pricing/v4/price';
};

export type GetPricingErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetPricingError = GetPricingErrors[keyof GetPricingErrors];

export type GetPricingResponses = {
    /**
     * Competitive prices and the caller's own offers.
     */
    200: ProductsAnswer;
};

export type GetPricingResponse = GetPricingResponses[keyof GetPricingResponses];

export type ExplainBuyBoxData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer that the client has. 304 when it is still current.
         */
        'if-none-match'?: string;
    };
    path: {
        /**
         * The caller's SKU.
         */
        SellerSKU: string;
    };
    query: {
        /**
         * The marketplace whose prices are returned.
         */
        MarketplaceId: string;
        /**
         * Whose view of the prices: a business customer sees business prices where there are any.
         */
        CustomerType?: 'Consumer' | 'Business';
        /**
         * Answer as if this were the listing price that the customer type sees, such as 22.99. A decimal amount in the currency of the marketplace.
         */
        ListingPrice?: string;
        /**
         * Answer as if this were the shipping charge, such as 0.00. A decimal amount in the currency of the marketplace.
         */
        Shipping?: string;
        /**
         * Answer as if the offer were shipped so.
         */
        FulfillmentChannel?: 'FS' | 'SELLER';
    };
    url: '/products/pricing/v4/listings/{SellerSKU}/buyBox';
};

export type ExplainBuyBoxErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type ExplainBuyBoxError = ExplainBuyBoxErrors[keyof ExplainBuyBoxErrors];

export type ExplainBuyBoxResponses = {
    /**
     * Where the offer stands in the buy box, and why.
     */
    200: BoxExplanationAnswer;
};

export type ExplainBuyBoxResponse = ExplainBuyBoxResponses[keyof ExplainBuyBoxResponses];

export type GetListingsData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer that the client has. 304 when it is still current.
         */
        'if-none-match'?: string;
    };
    path?: never;
    query: {
        /**
         * The marketplace whose prices are returned.
         */
        MarketplaceId: string;
        /**
         * The order: by SKU, by landed price for consumers, by the time of the last change, or by `GapToBuyBox` (the own landed price minus the price that holds the buy box).
         */
        sort?: 'sku' | 'price' | 'changed' | 'gap';
        /**
         * The direction. Without it, `changed` is newest first and the other orders ascend.
         */
        order?: 'asc' | 'desc';
        /**
         * Only listings in these states: winning, noCompetition, losing, unhealthy, inactive. Repeated, or joined with commas.
         */
        state?: Array<string>;
        /**
         * Only listings whose SKU, item ID or title contains this text, in any case. It has no wildcards.
         */
        query?: string;
        /**
         * The maximum number of listings.
         */
        pageSize?: number;
        /**
         * Where the last page ended. The other parameters must be the same, except `pageSize` and `counts`.
         */
        nextToken?: string;
        /**
         * Whether the answer has `Counts`: of all listings, or of those that match `query`. Counting takes longer than a page: ask for it once, not with every page.
         */
        counts?: boolean;
    };
    url: '/products/pricing/v4/listings';
};

export type GetListingsErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetListingsError = GetListingsErrors[keyof GetListingsErrors];

export type GetListingsResponses = {
    /**
     * A page of the caller's listings.
     */
    200: ListingsAnswer;
};

export type GetListingsResponse = GetListingsResponses[keyof GetListingsResponses];

export type TryPricesData = {
    /**
     * Listings, in SellerSKUs or in listings, and a strategy. floor is the lowest listing price: one below it is reported and not applied.
     */
    body: WhatIfBody;
    path?: never;
    query?: never;
    url: '/products/pricing/v4/whatIf';
};

export type TryPricesErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type TryPricesError = TryPricesErrors[keyof TryPricesErrors];

export type TryPricesResponses = {
    /**
     * What the strategy would do with each listing.
     */
    200: WhatIfAnswer;
};

export type TryPricesResponse = TryPricesResponses[keyof TryPricesResponses];

export type GetLimitsData = {
    body?: never;
    path: {
        /**
         * The caller's SKU.
         */
        SellerSKU: string;
    };
    query: {
        /**
         * The marketplace whose prices are returned.
         */
        MarketplaceId: string;
    };
    url: '/products/pricing/v4/listings/{SellerSKU}/limits';
};

export type GetLimitsErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetLimitsError = GetLimitsErrors[keyof GetLimitsErrors];

export type GetLimitsResponses = {
    /**
     * The limits that are set.
     */
    200: ListingLimitsAnswer;
};

export type GetLimitsResponse = GetLimitsResponses[keyof GetLimitsResponses];

export type SetLimitsData = {
    /**
     * All limits of a listing: one that is absent or null is removed. Cost stays as it is when it is absent; null removes it.
     */
    body?: ListingLimitsBody;
    path: {
        /**
         * The caller's SKU.
         */
        SellerSKU: string;
    };
    query: {
        /**
         * The marketplace whose prices are returned.
         */
        MarketplaceId: string;
    };
    url: '/products/pricing/v4/listings/{SellerSKU}/limits';
};

export type SetLimitsErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No valid access token; or the limits would permit more, and the person did not sign in recently.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type SetLimitsError = SetLimitsErrors[keyof SetLimitsErrors];

export type SetLimitsResponses = {
    /**
     * The limits are set.
     */
    200: ListingLimitsAnswer;
};

export type SetLimitsResponse = SetLimitsResponses[keyof SetLimitsResponses];

export type ListLimitsData = {
    body?: never;
    path?: never;
    query: {
        /**
         * The marketplace whose prices are returned.
         */
        MarketplaceId: string;
        /**
         * The maximum number of listings.
         */
        pageSize?: number;
        /**
         * Where the last page ended. MarketplaceId must be the same.
         */
        nextToken?: string;
    };
    url: '/products/pricing/v4/listings/limits';
};

export type ListLimitsErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type ListLimitsError = ListLimitsErrors[keyof ListLimitsErrors];

export type ListLimitsResponses = {
    /**
     * A page of listings with limits.
     */
    200: ListingLimitsPageAnswer;
};

export type ListLimitsResponse = ListLimitsResponses[keyof ListLimitsResponses];

export type SetManyLimitsData = {
    body: ListingLimitsListBody;
    path?: never;
    query: {
        /**
         * The marketplace whose prices are returned.
         */
        MarketplaceId: string;
    };
    url: '/products/pricing/v4/listings/limits';
};

export type SetManyLimitsErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No valid access token; or the limits would permit more, and the person did not sign in recently.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type SetManyLimitsError = SetManyLimitsErrors[keyof SetManyLimitsErrors];

export type SetManyLimitsResponses = {
    /**
     * What became of the limits.
     */
    200: ListingLimitsResultsAnswer;
};

export type SetManyLimitsResponse = SetManyLimitsResponses[keyof SetManyLimitsResponses];

export type GetPriceHistoryData = {
    body?: never;
    path: {
        /**
         * The marketplace item ID.
         */
        storeItemId: string;
    };
    query: {
        /**
         * The marketplace whose prices are returned.
         */
        MarketplaceId: string;
        /**
         * The condition whose buy box is meant.
         */
        ItemCondition: 'New' | 'Used' | 'Collectible' | 'Refurbished' | 'Club';
        /**
         * Whose buy box is meant.
         */
        CustomerType?: 'Consumer' | 'Business';
        /**
         * With CustomerType Business: the box of ordinary prices (B2C) or of business prices (B2B).
         */
        OfferType?: 'B2C' | 'B2B';
        /**
         * The caller's SKU.
         */
        SellerSKU?: string;
        /**
         * The begin, a time such as 2026-11-15T09:30:00Z or a date such as 2026-11-15 (UTC). Without it, 7 days ago.
         */
        since?: string;
        /**
         * The end, which does not belong to it. Without it, now.
         */
        until?: string;
        /**
         * The maximum number of steps.
         */
        pageSize?: number;
        /**
         * Where the last page ended. The box must be the same.
         */
        nextToken?: string;
    };
    url: '/products/pricing/v4/items/{storeItemId}/priceHistory';
};

export type GetPriceHistoryErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetPriceHistoryError = GetPriceHistoryErrors[keyof GetPriceHistoryErrors];

export type GetPriceHistoryResponses = {
    /**
     * The steps of the buy box.
     */
    200: PriceHistoryAnswer;
};

export type GetPriceHistoryResponse = GetPriceHistoryResponses[keyof GetPriceHistoryResponses];

export type GetListingBuyBoxShareData = {
    body?: never;
    path: {
        /**
         * The caller's SKU.
         */
        SellerSKU: string;
    };
    query: {
        /**
         * The marketplace whose prices are returned.
         */
        MarketplaceId: string;
        /**
         * The begin, a time such as 2026-11-15T09:30:00Z or a date such as 2026-11-15 (UTC). Without it, 7 days ago.
         */
        since?: string;
    };
    url: '/products/pricing/v4/listings/{SellerSKU}/buyBoxShare';
};

export type GetListingBuyBoxShareErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetListingBuyBoxShareError = GetListingBuyBoxShareErrors[keyof GetListingBuyBoxShareErrors];

export type GetListingBuyBoxShareResponses = {
    /**
     * The share of each day.
     */
    200: ListingShareAnswer;
};

export type GetListingBuyBoxShareResponse = GetListingBuyBoxShareResponses[keyof GetListingBuyBoxShareResponses];

export type GetBuyBoxShareData = {
    body?: never;
    path?: never;
    query: {
        /**
         * The marketplace whose prices are returned.
         */
        MarketplaceId: string;
        /**
         * The begin, a time such as 2026-11-15T09:30:00Z or a date such as 2026-11-15 (UTC). Without it, 7 days ago.
         */
        since?: string;
    };
    url: '/products/pricing/v4/buyBoxShare';
};

export type GetBuyBoxShareErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetBuyBoxShareError = GetBuyBoxShareErrors[keyof GetBuyBoxShareErrors];

export type GetBuyBoxShareResponses = {
    /**
     * The share of each day.
     */
    200: SellerShareAnswer;
};

export type GetBuyBoxShareResponse = GetBuyBoxShareResponses[keyof GetBuyBoxShareResponses];

export type GetListingHistoryData = {
    /**
     * The listings, and the begin of the time that is asked about.
     */
    body: ListingHistoryBody;
    path?: never;
    query?: never;
    url: '/products/pricing/v4/listings/history';
};

export type GetListingHistoryErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetListingHistoryError = GetListingHistoryErrors[keyof GetListingHistoryErrors];

export type GetListingHistoryResponses = {
    /**
     * The history of each listing.
     */
    200: ListingHistoryAnswer;
};

export type GetListingHistoryResponse = GetListingHistoryResponses[keyof GetListingHistoryResponses];

export type GetPriceChangesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only changes in this marketplace. A page may then have fewer receipts than `limit`, or none, although there are more: go on while there is a `nextToken`.
         */
        MarketplaceId?: string;
        /**
         * Only changes of this SKU of the caller's.
         */
        SellerSKU?: string;
        /**
         * Only changes in this state.
         */
        state?: 'ACCEPTED' | 'PENDING' | 'APPLIED' | 'UNCHANGED' | 'REJECTED' | 'REPLACED' | 'OVERRIDDEN';
        /**
         * Where the last page ended: its `nextToken`, which is the PriceChangeId of its last receipt.
         */
        after?: string;
        /**
         * The maximum number of receipts.
         */
        limit?: number;
        /**
         * Whether receipts have `ChangedByNames`. It needs `seller-api:account:read`, and a token of the console or of an application of your own; others get the receipts without. The identity provider is asked for the names each time.
         */
        names?: boolean;
    };
    url: '/products/pricing/v4/priceChanges';
};

export type GetPriceChangesErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token does not give the right that this operation needs, or price changes are switched off.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetPriceChangesError = GetPriceChangesErrors[keyof GetPriceChangesErrors];

export type GetPriceChangesResponses = {
    /**
     * A page of price changes.
     */
    200: PriceChangeListAnswer;
};

export type GetPriceChangesResponse = GetPriceChangesResponses[keyof GetPriceChangesResponses];

export type ChangePricesData = {
    /**
     * The body of whatIf, which can be sent as it is. Each change may also name terms: shipping, business price and quantity discounts. It then needs no strategy: the price stays.
     */
    body: PriceChangesBody;
    headers?: {
        /**
         * Visible ASCII, up to 255 characters, such as a UUID. Requests with the same key and body within 24 h take effect once.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: never;
    url: '/products/pricing/v4/priceChanges';
};

export type ChangePricesErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token does not give the right that this operation needs, or price changes are switched off.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * The Idempotency-Key was used for another request.
     */
    422: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type ChangePricesError = ChangePricesErrors[keyof ChangePricesErrors];

export type ChangePricesResponses = {
    /**
     * What became of each change.
     */
    200: PriceChangesAnswer;
};

export type ChangePricesResponse = ChangePricesResponses[keyof ChangePricesResponses];

export type GetPriceChangeData = {
    body?: never;
    path: {
        /**
         * The PriceChangeId of a receipt.
         */
        PriceChangeId: string;
    };
    query?: never;
    url: '/products/pricing/v4/priceChanges/{PriceChangeId}';
};

export type GetPriceChangeErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token does not give the right that this operation needs, or price changes are switched off.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetPriceChangeError = GetPriceChangeErrors[keyof GetPriceChangeErrors];

export type GetPriceChangeResponses = {
    /**
     * The receipt.
     */
    200: PriceChangeAnswer;
};

export type GetPriceChangeResponse = GetPriceChangeResponses[keyof GetPriceChangeResponses];

export type UndoPriceChangeData = {
    /**
     * Nothing is required.
     */
    body?: UndoPriceChangeBody;
    headers?: {
        /**
         * Visible ASCII, up to 255 characters, such as a UUID. Requests with the same key and body within 24 h take effect once.
         */
        'idempotency-key'?: string;
    };
    path: {
        /**
         * The PriceChangeId of a receipt.
         */
        PriceChangeId: string;
    };
    query?: never;
    url: '/products/pricing/v4/priceChanges/{PriceChangeId}/undo';
};

export type UndoPriceChangeErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token does not give the right that this operation needs, or price changes are switched off.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * The change was not applied, so there is nothing to undo.
     */
    409: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * The Idempotency-Key was used for another request.
     */
    422: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type UndoPriceChangeError = UndoPriceChangeErrors[keyof UndoPriceChangeErrors];

export type UndoPriceChangeResponses = {
    /**
     * The receipt of the undo.
     */
    200: PriceChangeAnswer;
};

export type UndoPriceChangeResponse = UndoPriceChangeResponses[keyof UndoPriceChangeResponses];

export type GetListingOffersBatchData = {
    /**
     * Up to 20 requests for offers. An invalid one gets its own error; the others are still answered.
     */
    body: ListingOffersBatch;
    path?: never;
    query?: never;
    url: '/batches/products/pricing/v4/listingOffers';
};

export type GetListingOffersBatchErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetListingOffersBatchError = GetListingOffersBatchErrors[keyof GetListingOffersBatchErrors];

export type GetListingOffersBatchResponses = {
    /**
     * The answers, in the order of the requests.
     */
    200: BatchAnswer;
};

export type GetListingOffersBatchResponse = GetListingOffersBatchResponses[keyof GetListingOffersBatchResponses];

export type GetItemOffersBatchData = {
    /**
     * Up to 20 requests for offers. An invalid one gets its own error; the others are still answered.
     */
    body: ItemOffersBatch;
    path?: never;
    query?: never;
    url: '/batches/products/pricing/v4/itemOffers';
};

export type GetItemOffersBatchErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetItemOffersBatchError = GetItemOffersBatchErrors[keyof GetItemOffersBatchErrors];

export type GetItemOffersBatchResponses = {
    /**
     * The answers, in the order of the requests.
     */
    200: BatchAnswer;
};

export type GetItemOffersBatchResponse = GetItemOffersBatchResponses[keyof GetItemOffersBatchResponses];

export type GetCompetitiveSummaryData = {
    /**
     * Up to 20 requests. An invalid one gets its own error; the others are still answered.
     */
    body: CompetitiveSummaryBatch;
    path?: never;
    query?: never;
    url: '/batches/products/pricing/v4/items/competitiveSummary';
};

export type GetCompetitiveSummaryErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetCompetitiveSummaryError = GetCompetitiveSummaryErrors[keyof GetCompetitiveSummaryErrors];

export type GetCompetitiveSummaryResponses = {
    /**
     * The answers, in the order of the requests.
     */
    200: CompetitiveSummaryBatchAnswer;
};

export type GetCompetitiveSummaryResponse = GetCompetitiveSummaryResponses[keyof GetCompetitiveSummaryResponses];

export type GetFeaturedOfferExpectedPriceBatchData = {
    /**
     * Up to 40 listings. An invalid request gets its own error; the others are still answered.
     */
    body: ExpectedPriceBatch;
    path?: never;
    query?: never;
    url: '/batches/products/pricing/v4/offer/featuredOfferExpectedPrice';
};

export type GetFeaturedOfferExpectedPriceBatchErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetFeaturedOfferExpectedPriceBatchError = GetFeaturedOfferExpectedPriceBatchErrors[keyof GetFeaturedOfferExpectedPriceBatchErrors];

export type GetFeaturedOfferExpectedPriceBatchResponses = {
    /**
     * The answers, in the order of the requests.
     */
    200: ExpectedPriceBatchAnswer;
};

export type GetFeaturedOfferExpectedPriceBatchResponse = GetFeaturedOfferExpectedPriceBatchResponses[keyof GetFeaturedOfferExpectedPriceBatchResponses];

export type GetEventSchemasData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer that the client has. 304 when it is still current.
         */
        'if-none-match'?: string;
    };
    path?: never;
    query?: never;
    url: '/notifications/v4/schemas';
};

export type GetEventSchemasErrors = {
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetEventSchemasError = GetEventSchemasErrors[keyof GetEventSchemasErrors];

export type GetEventSchemasResponses = {
    /**
     * The schemas of all kinds of events.
     */
    200: EventSchemas;
};

export type GetEventSchemasResponse = GetEventSchemasResponses[keyof GetEventSchemasResponses];

export type GetEventSchemaData = {
    body?: never;
    headers?: {
        /**
         * The ETag of the answer that the client has. 304 when it is still current.
         */
        'if-none-match'?: string;
    };
    path: {
        /**
         * The kind.
         */
        eventType: 'TEST_NOTIFICATION' | 'ANY_OFFER_CHANGED' | 'BUY_BOX_CHANGED' | 'PRICING_HEALTH' | 'PRICE_CHANGED' | 'FEE_PROMOTION' | 'FEE_CHANGED' | 'DESTINATION_SUSPENDED' | 'CREDENTIAL_EXPIRING' | 'REPORT_READY';
    };
    query?: never;
    url: '/notifications/v4/schemas/{eventType}';
};

export type GetEventSchemaErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * There is no such kind of event.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetEventSchemaError = GetEventSchemaErrors[keyof GetEventSchemaErrors];

export type GetEventSchemaResponses = {
    /**
     * The JSON Schema.
     */
    200: EventSchema;
};

export type GetEventSchemaResponse = GetEventSchemaResponses[keyof GetEventSchemaResponses];

export type GetPushKeyData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/notifications/v4/pushKey';
};

export type GetPushKeyErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetPushKeyError = GetPushKeyErrors[keyof GetPushKeyErrors];

export type GetPushKeyResponses = {
    /**
     * The public key that identifies this service to push services (RFC 8292).
     */
    200: PushKey;
};

export type GetPushKeyResponse = GetPushKeyResponses[keyof GetPushKeyResponses];

export type GetDestinationsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/notifications/v4/destinations';
};

export type GetDestinationsErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetDestinationsError = GetDestinationsErrors[keyof GetDestinationsErrors];

export type GetDestinationsResponses = {
    /**
     * All of the caller's destinations.
     */
    200: Destinations;
};

export type GetDestinationsResponse = GetDestinationsResponses[keyof GetDestinationsResponses];

export type CreateDestinationData = {
    /**
     * Every key is optional. Unknown keys are ignored; one that is nearly a known key is named in the warnings of the answer.
     */
    body?: CreateDestination;
    headers?: {
        /**
         * Visible ASCII, up to 255 characters, such as a UUID. Requests with the same key and body within 24 h take effect once.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: never;
    url: '/notifications/v4/destinations';
};

export type CreateDestinationErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * The seller has 50 destinations or the application 20, or the one that the Idempotency-Key created was deleted.
     */
    409: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * The Idempotency-Key was used for another request.
     */
    422: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type CreateDestinationError = CreateDestinationErrors[keyof CreateDestinationErrors];

export type CreateDestinationResponses = {
    /**
     * The destination.
     */
    200: Destination;
};

export type CreateDestinationResponse = CreateDestinationResponses[keyof CreateDestinationResponses];

export type DeleteDestinationData = {
    body?: never;
    path: {
        /**
         * The destination.
         */
        channelId: string;
    };
    query?: never;
    url: '/notifications/v4/destinations/{channelId}';
};

export type DeleteDestinationErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * The caller has no such destination.
     */
    404: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type DeleteDestinationError = DeleteDestinationErrors[keyof DeleteDestinationErrors];

export type DeleteDestinationResponses = {
    /**
     * The destination is deleted.
     */
    204: void;
};

export type DeleteDestinationResponse = DeleteDestinationResponses[keyof DeleteDestinationResponses];

export type GetDestinationData = {
    body?: never;
    path: {
        /**
         * The destination.
         */
        channelId: string;
    };
    query?: never;
    url: '/notifications/v4/destinations/{channelId}';
};

export type GetDestinationErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * The caller has no such destination.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetDestinationError = GetDestinationErrors[keyof GetDestinationErrors];

export type GetDestinationResponses = {
    /**
     * The destination.
     */
    200: Destination;
};

export type GetDestinationResponse = GetDestinationResponses[keyof GetDestinationResponses];

export type ChangeDestinationData = {
    /**
     * Only keys in the body are changed; settings are merged key by key. A masked value stays as it is. null removes an optional key.
     */
    body?: ChangeDestination;
    path: {
        /**
         * The destination.
         */
        channelId: string;
    };
    query?: never;
    url: '/notifications/v4/destinations/{channelId}';
};

export type ChangeDestinationErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * The caller has no such destination.
     */
    404: Errors;
    /**
     * The owner of the address has not confirmed it.
     */
    409: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type ChangeDestinationError = ChangeDestinationErrors[keyof ChangeDestinationErrors];

export type ChangeDestinationResponses = {
    /**
     * The destination.
     */
    200: Destination;
};

export type ChangeDestinationResponse = ChangeDestinationResponses[keyof ChangeDestinationResponses];

export type RotateSecretData = {
    /**
     * Both are optional.
     */
    body?: RotateSecret;
    path: {
        /**
         * The destination.
         */
        channelId: string;
    };
    query?: never;
    url: '/notifications/v4/destinations/{channelId}/rotateSecret';
};

export type RotateSecretErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * The caller has no such destination.
     */
    404: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type RotateSecretError = RotateSecretErrors[keyof RotateSecretErrors];

export type RotateSecretResponses = {
    /**
     * The destination, with its new secret.
     */
    200: Destination;
};

export type RotateSecretResponse = RotateSecretResponses[keyof RotateSecretResponses];

export type ConfirmDestinationData = {
    /**
     * The code that the owner of the address told the seller.
     */
    body: ConfirmationCode;
    path: {
        /**
         * The destination.
         */
        channelId: string;
    };
    query?: never;
    url: '/notifications/v4/destinations/{channelId}/confirm';
};

export type ConfirmDestinationErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * The caller has no such destination.
     */
    404: Errors;
    /**
     * There is no valid code, or nothing to confirm.
     */
    409: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type ConfirmDestinationError = ConfirmDestinationErrors[keyof ConfirmDestinationErrors];

export type ConfirmDestinationResponses = {
    /**
     * The destination, with its address confirmed.
     */
    200: Destination;
};

export type ConfirmDestinationResponse = ConfirmDestinationResponses[keyof ConfirmDestinationResponses];

export type GetSubscriptionsData = {
    body?: never;
    path: {
        /**
         * The kind of events: ANY_OFFER_CHANGED, BUY_BOX_CHANGED, PRICING_HEALTH, PRICE_CHANGED, FEE_PROMOTION, FEE_CHANGED, DESTINATION_SUSPENDED, CREDENTIAL_EXPIRING, REPORT_READY.
         */
        notificationType: 'ANY_OFFER_CHANGED' | 'BUY_BOX_CHANGED' | 'PRICING_HEALTH' | 'PRICE_CHANGED' | 'FEE_PROMOTION' | 'FEE_CHANGED' | 'DESTINATION_SUSPENDED' | 'CREDENTIAL_EXPIRING' | 'REPORT_READY';
    };
    query?: never;
    url: '/notifications/v4/subscriptions/{notificationType}';
};

export type GetSubscriptionsErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetSubscriptionsError = GetSubscriptionsErrors[keyof GetSubscriptionsErrors];

export type GetSubscriptionsResponses = {
    /**
     * The caller's subscriptions to one kind.
     */
    200: Subscriptions;
};

export type GetSubscriptionsResponse = GetSubscriptionsResponses[keyof GetSubscriptionsResponses];

export type CreateSubscriptionData = {
    /**
     * Unknown keys are ignored, but not in `eventFilter`; one that is nearly a known key is named in the warnings of the answer.
     */
    body: CreateSubscription;
    headers?: {
        /**
         * Visible ASCII, up to 255 characters, such as a UUID. Requests with the same key and body within 24 h take effect once.
         */
        'idempotency-key'?: string;
    };
    path: {
        /**
         * The kind of events: ANY_OFFER_CHANGED, BUY_BOX_CHANGED, PRICING_HEALTH, PRICE_CHANGED, FEE_PROMOTION, FEE_CHANGED, DESTINATION_SUSPENDED, CREDENTIAL_EXPIRING, REPORT_READY.
         */
        notificationType: 'ANY_OFFER_CHANGED' | 'BUY_BOX_CHANGED' | 'PRICING_HEALTH' | 'PRICE_CHANGED' | 'FEE_PROMOTION' | 'FEE_CHANGED' | 'DESTINATION_SUSPENDED' | 'CREDENTIAL_EXPIRING' | 'REPORT_READY';
    };
    query?: never;
    url: '/notifications/v4/subscriptions/{notificationType}';
};

export type CreateSubscriptionErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * The caller has no such destination.
     */
    404: Errors;
    /**
     * The subscription that the Idempotency-Key created was deleted.
     */
    409: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * The Idempotency-Key was used for another request.
     */
    422: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type CreateSubscriptionError = CreateSubscriptionErrors[keyof CreateSubscriptionErrors];

export type CreateSubscriptionResponses = {
    /**
     * The subscription.
     */
    200: Subscription;
};

export type CreateSubscriptionResponse = CreateSubscriptionResponses[keyof CreateSubscriptionResponses];

export type DeleteSubscriptionData = {
    body?: never;
    path: {
        /**
         * The kind of events: ANY_OFFER_CHANGED, BUY_BOX_CHANGED, PRICING_HEALTH, PRICE_CHANGED, FEE_PROMOTION, FEE_CHANGED, DESTINATION_SUSPENDED, CREDENTIAL_EXPIRING, REPORT_READY.
         */
        notificationType: 'ANY_OFFER_CHANGED' | 'BUY_BOX_CHANGED' | 'PRICING_HEALTH' | 'PRICE_CHANGED' | 'FEE_PROMOTION' | 'FEE_CHANGED' | 'DESTINATION_SUSPENDED' | 'CREDENTIAL_EXPIRING' | 'REPORT_READY';
        /**
         * The subscription.
         */
        subscriptionId: string;
    };
    query?: never;
    url: '/notifications/v4/subscriptions/{notificationType}/{subscriptionId}';
};

export type DeleteSubscriptionErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * The caller has no such subscription.
     */
    404: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type DeleteSubscriptionError = DeleteSubscriptionErrors[keyof DeleteSubscriptionErrors];

export type DeleteSubscriptionResponses = {
    /**
     * The subscription is deleted.
     */
    200: SubscriptionDeleted;
};

export type DeleteSubscriptionResponse = DeleteSubscriptionResponses[keyof DeleteSubscriptionResponses];

export type GetSubscriptionData = {
    body?: never;
    path: {
        /**
         * The kind of events: ANY_OFFER_CHANGED, BUY_BOX_CHANGED, PRICING_HEALTH, PRICE_CHANGED, FEE_PROMOTION, FEE_CHANGED, DESTINATION_SUSPENDED, CREDENTIAL_EXPIRING, REPORT_READY.
         */
        notificationType: 'ANY_OFFER_CHANGED' | 'BUY_BOX_CHANGED' | 'PRICING_HEALTH' | 'PRICE_CHANGED' | 'FEE_PROMOTION' | 'FEE_CHANGED' | 'DESTINATION_SUSPENDED' | 'CREDENTIAL_EXPIRING' | 'REPORT_READY';
        /**
         * The subscription.
         */
        subscriptionId: string;
    };
    query?: never;
    url: '/notifications/v4/subscriptions/{notificationType}/{subscriptionId}';
};

export type GetSubscriptionErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * The caller has no such subscription.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetSubscriptionError = GetSubscriptionErrors[keyof GetSubscriptionErrors];

export type GetSubscriptionResponses = {
    /**
     * The subscription.
     */
    200: Subscription;
};

export type GetSubscriptionResponse = GetSubscriptionResponses[keyof GetSubscriptionResponses];

export type SendTestNotificationData = {
    /**
     * Every key is optional. Unknown keys are ignored; one that is nearly a known key is named in the warnings of the answer.
     */
    body?: TestNotificationRequest;
    headers?: {
        /**
         * Visible ASCII, up to 255 characters, such as a UUID. Requests with the same key and body within 24 h take effect once.
         */
        'idempotency-key'?: string;
        /**
         * wait=N: answer when the outcome is known, or after N seconds, at most 60.
         */
        prefer?: string;
    };
    path: {
        /**
         * EMAIL, WEBHOOKS, SMS, PULL or MOBILE_PUSH.
         */
        notificationType: 'EMAIL' | 'WEBHOOKS' | 'SMS' | 'PULL' | 'MOBILE_PUSH';
    };
    query?: never;
    url: '/notifications/v4/subscriptions/{notificationType}/testNotification';
};

export type SendTestNotificationErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * The caller has no destination of this type.
     */
    404: Errors;
    /**
     * The destination is INACTIVE.
     */
    409: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * The Idempotency-Key was used for another request.
     */
    422: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type SendTestNotificationError = SendTestNotificationErrors[keyof SendTestNotificationErrors];

export type SendTestNotificationResponses = {
    /**
     * It is queued, or has arrived.
     */
    200: TestNotificationAnswer;
};

export type SendTestNotificationResponse = SendTestNotificationResponses[keyof SendTestNotificationResponses];

export type GetDeliveriesData = {
    body?: never;
    path: {
        /**
         * The destination.
         */
        channelId: string;
    };
    query?: {
        /**
         * Only deliveries in this state.
         */
        state?: 'PENDING' | 'SENDING' | 'DELIVERED' | 'STORED' | 'DEAD' | 'EXPIRED' | 'CANCELED' | 'SUPERSEDED' | 'FILTERED';
        /**
         * Only the delivery with this `deliveryId`, or the deliveries of the notification with this `notificationId` (the `id` of the event).
         */
        id?: string;
        /**
         * Queued at this time or later.
         */
        from?: string;
        /**
         * Queued before this time.
         */
        to?: string;
        /**
         * The maximum number of deliveries.
         */
        limit?: number;
        /**
         * Where the last page ended.
         */
        nextToken?: string;
    };
    url: '/notifications/v4/destinations/{channelId}/deliveries';
};

export type GetDeliveriesErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * The caller has no such destination.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetDeliveriesError = GetDeliveriesErrors[keyof GetDeliveriesErrors];

export type GetDeliveriesResponses = {
    /**
     * A page of the log.
     */
    200: Deliveries;
};

export type GetDeliveriesResponse = GetDeliveriesResponses[keyof GetDeliveriesResponses];

export type GetDeliveryData = {
    body?: never;
    path: {
        /**
         * The delivery.
         */
        deliveryId: string;
    };
    query?: never;
    url: '/notifications/v4/deliveries/{deliveryId}';
};

export type GetDeliveryErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * The caller has no such delivery.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetDeliveryError = GetDeliveryErrors[keyof GetDeliveryErrors];

export type GetDeliveryResponses = {
    /**
     * A delivery with all its attempts and its event.
     */
    200: DeliveryDetails;
};

export type GetDeliveryResponse = GetDeliveryResponses[keyof GetDeliveryResponses];

export type ResendDeliveryData = {
    body?: never;
    path: {
        /**
         * The delivery.
         */
        deliveryId: string;
    };
    query?: never;
    url: '/notifications/v4/deliveries/{deliveryId}/resend';
};

export type ResendDeliveryErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * The caller has no such delivery.
     */
    404: Errors;
    /**
     * The destination cannot receive deliveries in its current status.
     */
    409: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type ResendDeliveryError = ResendDeliveryErrors[keyof ResendDeliveryErrors];

export type ResendDeliveryResponses = {
    /**
     * It is queued.
     */
    202: Delivery;
};

export type ResendDeliveryResponse = ResendDeliveryResponses[keyof ResendDeliveryResponses];

export type RecoverDeliveriesData = {
    /**
     * Which deliveries to recover.
     */
    body: RecoverDeliveries;
    path: {
        /**
         * The destination.
         */
        channelId: string;
    };
    query?: never;
    url: '/notifications/v4/destinations/{channelId}/recover';
};

export type RecoverDeliveriesErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * The caller has no such destination.
     */
    404: Errors;
    /**
     * The destination cannot receive deliveries in its current status.
     */
    409: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type RecoverDeliveriesError = RecoverDeliveriesErrors[keyof RecoverDeliveriesErrors];

export type RecoverDeliveriesResponses = {
    /**
     * How many deliveries are sent again.
     */
    202: RecoveredDeliveries;
};

export type RecoverDeliveriesResponse = RecoverDeliveriesResponses[keyof RecoverDeliveriesResponses];

export type ReceiveMessagesData = {
    /**
     * All are optional.
     */
    body?: ReceiveMessages;
    path: {
        /**
         * The destination.
         */
        channelId: string;
    };
    query?: never;
    url: '/notifications/v4/destinations/{channelId}/receive';
};

export type ReceiveMessagesErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * The caller has no such destination.
     */
    404: Errors;
    /**
     * The destination is INACTIVE, or its application has no access any more.
     */
    409: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type ReceiveMessagesError = ReceiveMessagesErrors[keyof ReceiveMessagesErrors];

export type ReceiveMessagesResponses = {
    /**
     * What was received.
     */
    200: ReceivedMessages;
};

export type ReceiveMessagesResponse = ReceiveMessagesResponses[keyof ReceiveMessagesResponses];

export type AcknowledgeMessagesData = {
    /**
     * Which messages.
     */
    body: ReceiptHandles;
    path: {
        /**
         * The destination.
         */
        channelId: string;
    };
    query?: never;
    url: '/notifications/v4/destinations/{channelId}/acknowledge';
};

export type AcknowledgeMessagesErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * The caller has no such destination.
     */
    404: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type AcknowledgeMessagesError = AcknowledgeMessagesErrors[keyof AcknowledgeMessagesErrors];

export type AcknowledgeMessagesResponses = {
    /**
     * The result for each handle.
     */
    200: AcknowledgedMessages;
};

export type AcknowledgeMessagesResponse = AcknowledgeMessagesResponses[keyof AcknowledgeMessagesResponses];

export type ExtendMessagesData = {
    /**
     * Which messages, and for how long.
     */
    body: ExtendMessages;
    path: {
        /**
         * The destination.
         */
        channelId: string;
    };
    query?: never;
    url: '/notifications/v4/destinations/{channelId}/extend';
};

export type ExtendMessagesErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * The caller has no such destination.
     */
    404: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type ExtendMessagesError = ExtendMessagesErrors[keyof ExtendMessagesErrors];

export type ExtendMessagesResponses = {
    /**
     * The result for each handle.
     */
    200: ExtendedMessages;
};

export type ExtendMessagesResponse = ExtendMessagesResponses[keyof ExtendMessagesResponses];

export type GiveBackMessagesData = {
    /**
     * Which messages.
     */
    body: ReceiptHandles;
    path: {
        /**
         * The destination.
         */
        channelId: string;
    };
    query?: never;
    url: '/notifications/v4/destinations/{channelId}/giveBack';
};

export type GiveBackMessagesErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * The caller has no such destination.
     */
    404: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GiveBackMessagesError = GiveBackMessagesErrors[keyof GiveBackMessagesErrors];

export type GiveBackMessagesResponses = {
    /**
     * The result for each handle.
     */
    200: GivenBackMessages;
};

export type GiveBackMessagesResponse = GiveBackMessagesResponses[keyof GiveBackMessagesResponses];

export type GetEventsData = {
    body?: never;
    headers?: {
        /**
         * wait=N: answer when there is an event, or after N seconds, at most 60.
         */
        prefer?: string;
    };
    path?: never;
    query?: {
        /**
         * Events after this sequence. 0: from the oldest one on.
         */
        after?: number;
        /**
         * The maximum number of events.
         */
        limit?: number;
    };
    url: '/notifications/v4/events';
};

export type GetEventsErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetEventsError = GetEventsErrors[keyof GetEventsErrors];

export type GetEventsResponses = {
    /**
     * A page of the seller's events.
     */
    200: Events;
};

export type GetEventsResponse = GetEventsResponses[keyof GetEventsResponses];

export type TestFilterData = {
    /**
     * The filter to try, as in a destination.
     */
    body: TestFilter;
    path?: never;
    query?: never;
    url: '/notifications/v4/filters/test';
};

export type TestFilterErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type TestFilterError = TestFilterErrors[keyof TestFilterErrors];

export type TestFilterResponses = {
    /**
     * What a filter would have let pass.
     */
    200: TestedFilter;
};

export type TestFilterResponse = TestFilterResponses[keyof TestFilterResponses];

export type ReplayEventsData = {
    /**
     * Which events to send again: either fromSequence or since.
     */
    body?: ReplayEvents;
    headers?: {
        /**
         * Visible ASCII, up to 255 characters, such as a UUID. Requests with the same key and body within 24 h take effect once.
         */
        'idempotency-key'?: string;
    };
    path: {
        /**
         * The destination.
         */
        channelId: string;
    };
    query?: never;
    url: '/notifications/v4/destinations/{channelId}/replay';
};

export type ReplayEventsErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * The caller has no such destination.
     */
    404: Errors;
    /**
     * The destination is INACTIVE or not confirmed, its application has no access any more, or 10,000 deliveries of the seller wait for its host.
     */
    409: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * The Idempotency-Key was used for another request.
     */
    422: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type ReplayEventsError = ReplayEventsErrors[keyof ReplayEventsErrors];

export type ReplayEventsResponses = {
    /**
     * They are queued.
     */
    202: ReplayedEvents;
};

export type ReplayEventsResponse = ReplayEventsResponses[keyof ReplayEventsResponses];

export type GetReportsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only reports of these types.
         */
        reportTypes?: Array<'POSITIONS' | 'FEES' | 'WHAT_IF' | 'PRICE_HISTORY' | 'BUY_BOX_SHARE' | 'PRICE_CHANGES' | 'EVENTS' | 'DELIVERIES'>;
        /**
         * Only reports in these states.
         */
        states?: Array<'IN_QUEUE' | 'IN_PROGRESS' | 'DONE' | 'CANCELLED' | 'FATAL'>;
        /**
         * The maximum number of reports.
         */
        limit?: number;
        /**
         * The nextToken of the last answer: gets the next page.
         */
        nextToken?: string;
    };
    url: '/reports/v4/reports';
};

export type GetReportsErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetReportsError = GetReportsErrors[keyof GetReportsErrors];

export type GetReportsResponses = {
    /**
     * A page of reports.
     */
    200: Reports;
};

export type GetReportsResponse = GetReportsResponses[keyof GetReportsResponses];

export type CreateReportData = {
    /**
     * What to report.
     */
    body: ReportBody;
    headers?: {
        /**
         * Visible ASCII, up to 255 characters, such as a UUID. Requests with the same key and body within 24 h take effect once.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: never;
    url: '/reports/v4/reports';
};

export type CreateReportErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * The report of the Idempotency-Key was deleted.
     */
    409: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * The Idempotency-Key was used for another request.
     */
    422: Errors;
    /**
     * Too many requests, or too many reports that wait. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type CreateReportError = CreateReportErrors[keyof CreateReportErrors];

export type CreateReportResponses = {
    /**
     * The report is queued.
     */
    202: Report;
};

export type CreateReportResponse = CreateReportResponses[keyof CreateReportResponses];

export type DeleteReportData = {
    body?: never;
    path: {
        /**
         * The reportId of a report.
         */
        reportId: string;
    };
    query?: never;
    url: '/reports/v4/reports/{reportId}';
};

export type DeleteReportErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type DeleteReportError = DeleteReportErrors[keyof DeleteReportErrors];

export type DeleteReportResponses = {
    /**
     * It is cancelled or removed.
     */
    204: void;
};

export type DeleteReportResponse = DeleteReportResponses[keyof DeleteReportResponses];

export type GetReportData = {
    body?: never;
    path: {
        /**
         * The reportId of a report.
         */
        reportId: string;
    };
    query?: never;
    url: '/reports/v4/reports/{reportId}';
};

export type GetReportErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetReportError = GetReportErrors[keyof GetReportErrors];

export type GetReportResponses = {
    /**
     * The report.
     */
    200: Report;
};

export type GetReportResponse = GetReportResponses[keyof GetReportResponses];

export type GetReportDocumentData = {
    body?: never;
    headers?: {
        /**
         * The part of the document: `bytes=1000-`.
         */
        range?: string;
        /**
         * The ETag of the document whose part the client has. The whole document if it is another one.
         */
        'if-range'?: string;
        /**
         * The ETag of the document that the client has. 304 when it is the same.
         */
        'if-none-match'?: string;
    };
    path: {
        /**
         * The reportDocumentId of a report.
         */
        reportDocumentId: string;
    };
    query?: {
        /**
         * The document as a gzip file (`application/gzip`).
         */
        compression?: 'GZIP';
    };
    url: '/reports/v4/documents/{reportDocumentId}';
};

export type GetReportDocumentErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * The document ends before the range.
     */
    416: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetReportDocumentError = GetReportDocumentErrors[keyof GetReportDocumentErrors];

export type GetReportDocumentResponses = {
    /**
     * A line of JSON with the facts of the report, then one for each.
     */
    200: Blob | File;
    /**
     * The part of the document that `Range` asks for.
     */
    206: unknown;
};

export type GetReportDocumentResponse = GetReportDocumentResponses[keyof GetReportDocumentResponses];

export type DeleteReportScheduleData = {
    body?: never;
    path: {
        /**
         * The id of a schedule, which the caller chooses.
         */
        scheduleId: string;
    };
    query?: never;
    url: '/reports/v4/schedules/{scheduleId}';
};

export type DeleteReportScheduleErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type DeleteReportScheduleError = DeleteReportScheduleErrors[keyof DeleteReportScheduleErrors];

export type DeleteReportScheduleResponses = {
    /**
     * It is deleted.
     */
    204: void;
};

export type DeleteReportScheduleResponse = DeleteReportScheduleResponses[keyof DeleteReportScheduleResponses];

export type GetReportScheduleData = {
    body?: never;
    path: {
        /**
         * The id of a schedule, which the caller chooses.
         */
        scheduleId: string;
    };
    query?: never;
    url: '/reports/v4/schedules/{scheduleId}';
};

export type GetReportScheduleErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetReportScheduleError = GetReportScheduleErrors[keyof GetReportScheduleErrors];

export type GetReportScheduleResponses = {
    /**
     * The schedule.
     */
    200: ReportSchedule;
};

export type GetReportScheduleResponse = GetReportScheduleResponses[keyof GetReportScheduleResponses];

export type PutReportScheduleData = {
    /**
     * What to report, and when.
     */
    body: ReportScheduleBody;
    path: {
        /**
         * The id of a schedule, which the caller chooses.
         */
        scheduleId: string;
    };
    query?: never;
    url: '/reports/v4/schedules/{scheduleId}';
};

export type PutReportScheduleErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * The seller has 50 schedules.
     */
    409: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type PutReportScheduleError = PutReportScheduleErrors[keyof PutReportScheduleErrors];

export type PutReportScheduleResponses = {
    /**
     * The schedule.
     */
    200: ReportSchedule;
};

export type PutReportScheduleResponse = PutReportScheduleResponses[keyof PutReportScheduleResponses];

export type GetReportSchedulesData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/reports/v4/schedules';
};

export type GetReportSchedulesErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetReportSchedulesError = GetReportSchedulesErrors[keyof GetReportSchedulesErrors];

export type GetReportSchedulesResponses = {
    /**
     * The schedules of the caller, by their ids.
     */
    200: ReportSchedules;
};

export type GetReportSchedulesResponse = GetReportSchedulesResponses[keyof GetReportSchedulesResponses];

export type GetMarketplaceParticipationsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/sellers/v4/marketplaceParticipations';
};

export type GetMarketplaceParticipationsErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetMarketplaceParticipationsError = GetMarketplaceParticipationsErrors[keyof GetMarketplaceParticipationsErrors];

export type GetMarketplaceParticipationsResponses = {
    /**
     * All marketplaces of the operator.
     */
    200: MarketplaceParticipations;
};

export type GetMarketplaceParticipationsResponse = GetMarketplaceParticipationsResponses[keyof GetMarketplaceParticipationsResponses];

export type GetSellerNamesData = {
    body?: never;
    path?: never;
    query: {
        /**
         * The SellerIds of offers, holders of a buy box and events. At most 50; repeated, or joined with commas.
         */
        sellerIds: Array<string>;
    };
    url: '/sellers/v4/sellerNames';
};

export type GetSellerNamesErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetSellerNamesError = GetSellerNamesErrors[keyof GetSellerNamesErrors];

export type GetSellerNamesResponses = {
    /**
     * The display names of sellers.
     */
    200: SellerNames;
};

export type GetSellerNamesResponse = GetSellerNamesResponses[keyof GetSellerNamesResponses];

export type GetSellerAuditData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * At this time or later.
         */
        from?: string;
        /**
         * Before this time.
         */
        to?: string;
        /**
         * Only this operation.
         */
        operation?: string;
        /**
         * The maximum number of entries.
         */
        limit?: number;
        /**
         * Where the last page ended.
         */
        nextToken?: string;
    };
    url: '/sellers/v4/audit';
};

export type GetSellerAuditErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetSellerAuditError = GetSellerAuditErrors[keyof GetSellerAuditErrors];

export type GetSellerAuditResponses = {
    /**
     * A page of the seller's entries.
     */
    200: SellerAuditEntries;
};

export type GetSellerAuditResponse = GetSellerAuditResponses[keyof GetSellerAuditResponses];

export type GetSellerUsageData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * What the requests of a row have in common; repeat it for several. Default: client and operation. With time the rows are in its order, then the most requests first.
         */
        groupBy?: Array<'time' | 'client' | 'operation'>;
        /**
         * Only this application.
         */
        clientId?: string;
        /**
         * By minute, kept for 48 hours, or by UTC day, kept for 400 days.
         */
        resolution?: 'minute' | 'day';
        /**
         * From the minute or UTC day of this time. Default: today, or by minute the last hour. By minute at most 6 hours are read at once.
         */
        from?: string;
        /**
         * Until this time; default: now.
         */
        to?: string;
        /**
         * Only this operation, by its operationId.
         */
        operation?: string;
        /**
         * The maximum number of rows.
         */
        limit?: number;
        /**
         * Where the last page ended.
         */
        nextToken?: string;
    };
    url: '/sellers/v4/usage';
};

export type GetSellerUsageErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetSellerUsageError = GetSellerUsageErrors[keyof GetSellerUsageErrors];

export type GetSellerUsageResponses = {
    /**
     * A page of how your applications used the API.
     */
    200: SellerUsage;
};

export type GetSellerUsageResponse = GetSellerUsageResponses[keyof GetSellerUsageResponses];

export type GetSellerSupportSessionsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The maximum number of elements.
         */
        limit?: number;
        /**
         * Where the last page ended.
         */
        nextToken?: string;
    };
    url: '/sellers/v4/supportSessions';
};

export type GetSellerSupportSessionsErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The identity provider of this service cannot do this; `details` says where it is done instead.
     */
    501: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetSellerSupportSessionsError = GetSellerSupportSessionsErrors[keyof GetSellerSupportSessionsErrors];

export type GetSellerSupportSessionsResponses = {
    /**
     * A page of support sessions.
     */
    200: SellerSupportSessions;
};

export type GetSellerSupportSessionsResponse = GetSellerSupportSessionsResponses[keyof GetSellerSupportSessionsResponses];

export type EndSellerSupportSessionData = {
    body?: never;
    path: {
        /**
         * The support session.
         */
        supportSessionId: string;
    };
    query?: never;
    url: '/sellers/v4/supportSessions/{supportSessionId}/end';
};

export type EndSellerSupportSessionErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The caller is no owner in the console.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * The person is no owner any more.
     */
    409: Errors;
    /**
     * The body is larger than 1 MiB.
     */
    413: Errors;
    /**
     * The body is not JSON.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The identity provider of this service cannot do this; `details` says where it is done instead.
     */
    501: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type EndSellerSupportSessionError = EndSellerSupportSessionErrors[keyof EndSellerSupportSessionErrors];

export type EndSellerSupportSessionResponses = {
    /**
     * The session.
     */
    200: SellerSupportSession;
};

export type EndSellerSupportSessionResponse = EndSellerSupportSessionResponses[keyof EndSellerSupportSessionResponses];

export type GetNotesData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/sellers/v4/notes';
};

export type GetNotesErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type GetNotesError = GetNotesErrors[keyof GetNotesErrors];

export type GetNotesResponses = {
    /**
     * What the operator of the service tells all sellers now.
     */
    200: SellerNotes;
};

export type GetNotesResponse = GetNotesResponses[keyof GetNotesResponses];

export type ApplyChangesData = {
    /**
     * One JSON array. JSON lines are accepted under this media type too.
     */
    body: Array<MarketplaceRecord | SellerRecord | ItemRecord | OfferRecord | FeeScheduleRecord | PriceGuardRecord>;
    path?: never;
    query?: {
        /**
         * Whether sellers are not told of these changes (`true`), or are told of all of them (`false`). Default: they are not told about a marketplace that has no items when the request begins, its first load, and are told about all others.
         */
        quiet?: boolean;
    };
    url: '/operator/v1/changes';
};

export type ApplyChangesErrors = {
    /**
     * Something in the request is not valid; each element names a field and what would be right.
     */
    400: Errors;
    /**
     * No access token, or one that is malformed, unknown, expired or revoked.
     */
    401: Errors;
    /**
     * The token is good, but does not give the right that this operation needs.
     */
    403: Errors;
    /**
     * There is no such resource for this caller.
     */
    404: Errors;
    /**
     * The body is neither JSON lines nor JSON, or it is compressed.
     */
    415: Errors;
    /**
     * Only a demo answers this: the request came through a proxy, or for another host than localhost.
     */
    421: Errors;
    /**
     * Too many requests. `Retry-After` says when to try again.
     */
    429: Errors;
    /**
     * The service failed; the request may be right.
     */
    500: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};

export type ApplyChangesError = ApplyChangesErrors[keyof ApplyChangesErrors];

export type ApplyChangesResponses = {
    /**
     * The valid changes are applied; the rejected ones are listed.
     */
    200: Changes;
};

export type ApplyChangesResponse = ApplyChangesResponses[keyof ApplyChangesResponses];

/**
 * A CloudEvents 1.0 event in JSON (HTTP structured mode).
 */
export type OnTestNotificationWebhookPayload = TestNotificationEvent;

export type OnTestNotificationWebhookRequest = {
    body: OnTestNotificationWebhookPayload;
    key: 'TEST_NOTIFICATION';
    path?: never;
    query?: never;
};

/**
 * A CloudEvents 1.0 event in JSON (HTTP structured mode).
 */
export type OnAnyOfferChangedWebhookPayload = AnyOfferChangedEvent;

export type OnAnyOfferChangedWebhookRequest = {
    body: OnAnyOfferChangedWebhookPayload;
    key: 'ANY_OFFER_CHANGED';
    path?: never;
    query?: never;
};

/**
 * A CloudEvents 1.0 event in JSON (HTTP structured mode).
 */
export type OnBuyBoxChangedWebhookPayload = BuyBoxChangedEvent;

export type OnBuyBoxChangedWebhookRequest = {
    body: OnBuyBoxChangedWebhookPayload;
    key: 'BUY_BOX_CHANGED';
    path?: never;
    query?: never;
};

/**
 * A CloudEvents 1.0 event in JSON (HTTP structured mode).
 */
export type OnPricingHealthWebhookPayload = PricingHealthEvent;

export type OnPricingHealthWebhookRequest = {
    body: OnPricingHealthWebhookPayload;
    key: 'PRICING_HEALTH';
    path?: never;
    query?: never;
};

/**
 * A CloudEvents 1.0 event in JSON (HTTP structured mode).
 */
export type OnPriceChangedWebhookPayload = PriceChangedEvent;

export type OnPriceChangedWebhookRequest = {
    body: OnPriceChangedWebhookPayload;
    key: 'PRICE_CHANGED';
    path?: never;
    query?: never;
};

/**
 * A CloudEvents 1.0 event in JSON (HTTP structured mode).
 */
export type OnFeePromotionWebhookPayload = FeePromotionEvent;

export type OnFeePromotionWebhookRequest = {
    body: OnFeePromotionWebhookPayload;
    key: 'FEE_PROMOTION';
    path?: never;
    query?: never;
};

/**
 * A CloudEvents 1.0 event in JSON (HTTP structured mode).
 */
export type OnFeeChangedWebhookPayload = FeeChangedEvent;

export type OnFeeChangedWebhookRequest = {
    body: OnFeeChangedWebhookPayload;
    key: 'FEE_CHANGED';
    path?: never;
    query?: never;
};

/**
 * A CloudEvents 1.0 event in JSON (HTTP structured mode).
 */
export type OnDestinationSuspendedWebhookPayload = DestinationSuspendedEvent;

export type OnDestinationSuspendedWebhookRequest = {
    body: OnDestinationSuspendedWebhookPayload;
    key: 'DESTINATION_SUSPENDED';
    path?: never;
    query?: never;
};

/**
 * A CloudEvents 1.0 event in JSON (HTTP structured mode).
 */
export type OnCredentialExpiringWebhookPayload = CredentialExpiringEvent;

export type OnCredentialExpiringWebhookRequest = {
    body: OnCredentialExpiringWebhookPayload;
    key: 'CREDENTIAL_EXPIRING';
    path?: never;
    query?: never;
};

/**
 * A CloudEvents 1.0 event in JSON (HTTP structured mode).
 */
export type OnReportReadyWebhookPayload = ReportReadyEvent;

export type OnReportReadyWebhookRequest = {
    body: OnReportReadyWebhookPayload;
    key: 'REPORT_READY';
    path?: never;
    query?: never;
};
