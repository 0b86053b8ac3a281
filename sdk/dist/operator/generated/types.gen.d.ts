export type ClientOptions = {
    baseUrl: 'http://127.0.0.1:8080' | (string & {});
};
/**
 * AccessChange
 *
 * Whether a seller or an account has access.
 */
export type AccessChange = {
    /**
     * DISABLED, or ENABLED to undo that.
     */
    status: 'ENABLED' | 'DISABLED';
};
/**
 * AccessStatus
 *
 * ENABLED or DISABLED; an open set.
 */
export type AccessStatus = 'ENABLED' | 'DISABLED' | (string & {});
/**
 * AccountSeller
 *
 * A seller that the person works for.
 */
export type AccountSeller = {
    /**
     * The SellerId.
     */
    sellerId: string;
    role: MemberRole;
};
/**
 * ApplicationChange
 *
 * What to change of an application; what is absent stays.
 */
export type ApplicationChange = {
    /**
     * DISABLED, or ENABLED to undo that.
     */
    status?: 'ENABLED' | 'DISABLED';
    /**
     * true: you have verified whose application it is. false: it is not verified any more.
     */
    verified?: boolean;
};
/**
 * ApplicationKind
 *
 * SELLER: a seller's own. OPERATOR: the operator's own. REGISTERED: it registered itself, and acts for sellers who consent; an open set.
 */
export type ApplicationKind = 'SELLER' | 'OPERATOR' | 'REGISTERED' | (string & {});
/**
 * AuditActor
 *
 * Who did it.
 */
export type AuditActor = {
    /**
     * client: an application. user: a person who ran a command. service: the service by itself. member: a person of the seller. operator: a person who signed in as the operator; an open set.
     */
    type: 'client' | 'user' | 'service' | 'member' | 'operator' | (string & {});
    /**
     * The application's client id, the user's name on that machine, the part of the service, the account of a person of the operator, or the id of a member of a seller.
     */
    id: string;
    /**
     * The e-mail address of the person. Absent where the identity provider does not tell it, or your rights do not.
     */
    email?: string;
    /**
     * The name of the application. Absent where the identity provider does not tell it, or your rights do not.
     */
    name?: string;
    /**
     * true: there is no such account, member or application, or none any more.
     */
    isRemoved?: boolean;
};
/**
 * AuditChain
 *
 * Which entries the log has now, whatever the filter. Keep it elsewhere: later it shows what was removed or changed since.
 */
export type AuditChain = {
    /**
     * The number of the oldest entry.
     */
    firstNumber: number;
    /**
     * The number of the newest entry.
     */
    lastNumber: number;
    /**
     * The digest of the newest entry.
     */
    digest: string;
};
/**
 * AuditEntries
 *
 * A page of the audit log.
 */
export type AuditEntries = {
    /**
     * Newest first.
     */
    entries: Array<AuditEntry>;
    chain?: AuditChain;
    /**
     * There are more: send it as nextToken to get the next page.
     */
    nextToken?: string;
};
/**
 * AuditEntry
 *
 * One change by the operator, or to the accounts of a seller.
 */
export type AuditEntry = {
    /**
     * Its place in the chain, without gaps.
     */
    number: number;
    /**
     * Its identifier.
     */
    entryId: string;
    /**
     * When it happened, by the clock of the store.
     */
    time: string;
    who: AuditActor;
    /**
     * The client's address, or the name of the machine where the command ran.
     */
    from: string;
    /**
     * The operation of this API, or the command.
     */
    operation: string;
    /**
     * done: one change. begun, then ended or failed: a command; without the second it was killed. denied: the right was missing; an open set.
     */
    outcome: 'done' | 'begun' | 'ended' | 'failed' | 'denied' | (string & {});
    /**
     * The request, or the run of the command.
     */
    requestId?: string;
    /**
     * Counts, kinds and keys; it depends on the operation.
     */
    details: {
        [key: string]: unknown;
    };
    /**
     * The seller whose accounts, members, applications, grants, support sessions or limits it is about: that seller may read it.
     */
    sellerId?: string;
    /**
     * SHA-256 of the entry and the digest before it.
     */
    digest: string;
};
/**
 * BegunSupportSession
 *
 * A support session that has begun.
 */
export type BegunSupportSession = {
    /**
     * The seller whose console it shows.
     */
    sellerId: string;
    /**
     * Who began it: the account of a person of the operator, or its application.
     */
    operatorId: string;
    operator?: SupportOperator;
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
    /**
     * The bearer token of the session, shown only now. It reads what the console of the seller shows, until `untilTime`, and cannot be renewed.
     */
    accessToken: string;
};
/**
 * BoundedCount
 *
 * How many there are. Counting ends at 100,000, for sellers at 10,000.
 */
export type BoundedCount = {
    /**
     * The number, or at least so many.
     */
    count: number;
    /**
     * false: there are more than count.
     */
    isExact: boolean;
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
 * CountedOfferState
 *
 * winning, noCompetition: it holds the buy box. losing: another offer holds it. unhealthy: a gate keeps it from the buy box. inactive: it is not on sale. none: its board was not built yet; an open set.
 */
export type CountedOfferState = 'winning' | 'noCompetition' | 'losing' | 'unhealthy' | 'inactive' | 'none' | (string & {});
/**
 * CustomerType
 *
 * Consumer or Business: whose view of the prices.
 */
export type CustomerType = 'Consumer' | 'Business';
/**
 * DeliveryState
 *
 * PENDING waits for its next attempt, SENDING is in flight or held by a receiver, DELIVERED was acknowledged, STORED is a file in the operator's outbox, because no mail server or SMS gateway is configured, DEAD failed for good, EXPIRED was not delivered in time, CANCELED was canceled, SUPERSEDED was replaced by a newer event (supersededBy), FILTERED was kept back by the filter of the destination (filteredBy); an open set.
 */
export type DeliveryState = 'PENDING' | 'SENDING' | 'DELIVERED' | 'STORED' | 'DEAD' | 'EXPIRED' | 'CANCELED' | 'SUPERSEDED' | 'FILTERED' | (string & {});
/**
 * DestinationCounts
 *
 * How its destinations are.
 */
export type DestinationCounts = {
    /**
     * How many have each status, without those of which there are none.
     */
    byStatus: {
        [key: string]: number;
    };
    /**
     * How many fail.
     */
    failing: number;
    /**
     * Since when the one that fails for longest does.
     */
    failingSince?: string;
};
/**
 * DestinationFailure
 *
 * The last attempt that failed. Only while it fails.
 */
export type DestinationFailure = {
    /**
     * The delivery.
     */
    deliveryId: string;
    /**
     * When it was attempted.
     */
    time: string;
    /**
     * The receiver's code: an HTTP status, an SMTP reply.
     */
    code?: number;
    /**
     * Why it failed, without the address of a person.
     */
    cause: string;
};
/**
 * DoctorFinding
 *
 * Something that the doctor found.
 */
export type DoctorFinding = {
    /**
     * What it looked at.
     */
    section: string;
    /**
     * An open set.
     */
    kind: 'ok' | 'note' | 'problem' | (string & {});
    /**
     * What it found.
     */
    text: string;
    /**
     * Of a problem: what to do.
     */
    remedy?: string;
};
/**
 * DoctorReport
 *
 * What npm run doctor found on the machine that answers. Absent until the first examination has ended: ask again some seconds later.
 */
export type DoctorReport = {
    /**
     * When it looked.
     */
    examinedTime: string;
    /**
     * How many problems it found.
     */
    problems: number;
    /**
     * In the order of the report.
     */
    findings: Array<DoctorFinding>;
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
 * EventFate
 *
 * What became of an event at one destination.
 */
export type EventFate = {
    /**
     * The destination.
     */
    channelId: string;
    /**
     * Its seller.
     */
    sellerId: string;
    /**
     * The name that the seller gave it.
     */
    channelName: string;
    /**
     * An open set.
     */
    type: 'EMAIL' | 'WEBHOOKS' | 'SMS' | 'PULL' | 'MOBILE_PUSH' | (string & {});
    /**
     * The host of a webhook or a push service, because its path may be a secret; the address of a person masked. Absent: it has none.
     */
    address?: string;
    /**
     * DELETED: only in the log, until that is removed. An open set.
     */
    status: 'PENDING_VERIFICATION' | 'ACTIVE' | 'INACTIVE' | 'SUSPENDED' | 'DELETED' | (string & {});
    /**
     * Why it is SUSPENDED; an open set.
     */
    statusReason?: 'DELIVERY_FAILED' | 'DESTINATION_GONE' | 'APPLICATION_WITHDRAWN' | 'APPLICATION_UNUSED' | 'SELLER_DISABLED' | (string & {});
    outcome: NotificationOutcome;
    delivery?: OperatorDelivery;
};
/**
 * EventKind
 *
 * The kind of the event: TEST_NOTIFICATION, ANY_OFFER_CHANGED, BUY_BOX_CHANGED, PRICING_HEALTH, PRICE_CHANGED, FEE_PROMOTION, FEE_CHANGED, DESTINATION_SUSPENDED, CREDENTIAL_EXPIRING, REPORT_READY; an open set.
 */
export type EventKind = 'TEST_NOTIFICATION' | 'ANY_OFFER_CHANGED' | 'BUY_BOX_CHANGED' | 'PRICING_HEALTH' | 'PRICE_CHANGED' | 'FEE_PROMOTION' | 'FEE_CHANGED' | 'DESTINATION_SUSPENDED' | 'CREDENTIAL_EXPIRING' | 'REPORT_READY' | (string & {});
/**
 * EventReceiver
 *
 * A seller that was told of the event.
 */
export type EventReceiver = {
    /**
     * The seller.
     */
    sellerId: string;
    /**
     * Its name. Absent: the operator's record has none.
     */
    sellerName?: string;
    /**
     * The number of the event in the seller's sequence.
     */
    sequence: number;
    /**
     * The id of the event and of its deliveries.
     */
    notificationId: string;
    kind: ReceivedEventKind;
    /**
     * The one application of others that may see it beside the seller. Absent: every destination of the seller.
     */
    application?: string;
};
/**
 * FactorHelp
 *
 * Help for a person who lost every factor.
 */
export type FactorHelp = {
    /**
     * The account.
     */
    accountId: string;
    state: FactorHelpState;
    /**
     * WAITING: since when.
     */
    askedTime?: string;
    /**
     * WAITING: when the factors are removed at the earliest.
     */
    removalTime?: string;
    /**
     * WAITING: the operator who vouched. Another one must do so, too.
     */
    vouchedBy?: string;
    voucher?: FactorHelpVoucher;
    /**
     * REMOVED: when.
     */
    removedTime?: string;
};
/**
 * FactorHelpRequest
 *
 * What to do.
 */
export type FactorHelpRequest = {
    /**
     * HELP: begin, or vouch for the person who asked. STOP: end it. HELP when absent.
     */
    action?: 'HELP' | 'STOP';
};
/**
 * FactorHelpState
 *
 * NONE: nobody asked for help. WAITING: the factors are removed at removalTime, or when a second operator vouches. REMOVED: they are; the person sets up new ones at the next sign-in. An open set.
 */
export type FactorHelpState = 'NONE' | 'WAITING' | 'REMOVED' | (string & {});
/**
 * FactorHelpVoucher
 *
 * Who vouched. Absent where nothing is known.
 */
export type FactorHelpVoucher = {
    /**
     * The e-mail address of the person. Absent where the identity provider does not tell it, or your rights do not.
     */
    email?: string;
    /**
     * The name of the application. Absent where the identity provider does not tell it, or your rights do not.
     */
    name?: string;
    /**
     * true: there is no such account, member or application, or none any more.
     */
    isRemoved?: boolean;
};
/**
 * FeeScheduleSummary
 *
 * A fee schedule of a marketplace.
 */
export type FeeScheduleSummary = {
    /**
     * Its id.
     */
    scheduleId: string;
    /**
     * Its version.
     */
    version: string;
    /**
     * It is in force from this time until the next one begins.
     */
    effectiveFrom: string;
};
/**
 * FoundOfferState
 *
 * The state of an offer. Absent: its board was not built yet; an open set.
 */
export type FoundOfferState = 'winning' | 'noCompetition' | 'losing' | 'unhealthy' | 'inactive' | (string & {});
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
 * Import
 *
 * An import of market data, and how far it is.
 */
export type Import = {
    /**
     * The id of the import.
     */
    importId: string;
    state: ImportState;
    /**
     * upload: by this API. command: `npm run import`; an open set.
     */
    source: 'upload' | 'command' | (string & {});
    /**
     * The name of the file, or of the files of the command, without their folders.
     */
    fileName: string;
    /**
     * The kind of the records of a CSV file that has no column "kind".
     */
    kind?: string;
    /**
     * true: sellers are not told of these changes. false: they are. Absent: they are, but not of the first load of a marketplace.
     */
    quiet?: boolean;
    by: ImportedBy;
    appliedBy?: ImportAppliedBy;
    /**
     * When the upload, or the command, began.
     */
    createdTime: string;
    /**
     * When the check, or the application, began. Absent: it waits.
     */
    startedTime?: string;
    /**
     * When the check, or the application, ended. Absent: not yet.
     */
    endedTime?: string;
    /**
     * The size of the file as it was sent; of a command 0.
     */
    bytes: number;
    /**
     * The digest of the file as it was sent.
     */
    sha256?: string;
    progress: ImportProgress;
    checked?: ImportCounts;
    applied?: ImportCounts;
    /**
     * How many rejected lines `.../rejected` has: of an upload those of its last check or application, of a run of `npm run import` the first 100,000 at most. Runs of earlier versions have none.
     */
    rejectedStored: number;
    /**
     * The marketplaces of its records, as the check found them.
     */
    marketplaceIds: Array<string>;
    /**
     * Why it was refused or failed.
     */
    problem?: string;
    /**
     * How often the check, or the application, began: more than once after its process was killed.
     */
    starts: number;
};
/**
 * ImportAppliedBy
 *
 * Who had it applied. Absent: nobody yet.
 */
export type ImportAppliedBy = {
    /**
     * client: an application. operator: a person who signed in. user: a user of a machine; an open set.
     */
    type: 'client' | 'operator' | 'user' | (string & {});
    /**
     * Its id, or the name of the user.
     */
    id: string;
    /**
     * The e-mail address of the person. Absent where the identity provider does not tell it, or your rights do not.
     */
    email?: string;
    /**
     * The name of the application. Absent where the identity provider does not tell it, or your rights do not.
     */
    name?: string;
    /**
     * true: there is no such account, member or application, or none any more.
     */
    isRemoved?: boolean;
};
/**
 * ImportCounts
 *
 * How many lines had which outcome.
 */
export type ImportCounts = {
    /**
     * Records that are new.
     */
    added: number;
    /**
     * Records that differ from the stored ones.
     */
    changed: number;
    /**
     * Records that are stored already.
     */
    unchanged: number;
    /**
     * Records that are removed.
     */
    removed: number;
    /**
     * Removals of records that do not exist.
     */
    absent: number;
    /**
     * Lines that are rejected.
     */
    rejected: number;
};
/**
 * ImportProgress
 *
 * How far the check, or the application, is.
 */
export type ImportProgress = {
    /**
     * Bytes of the file that were read.
     */
    bytes: number;
    /**
     * Lines that were read.
     */
    lines: number;
    /**
     * Lines a second since it began. Absent: it waits.
     */
    linesPerSecond?: number;
};
/**
 * ImportState
 *
 * UPLOADING: the file arrives. CHECK_QUEUED, CHECKING: every line is read, nothing is written. CHECKED: it can be applied. APPLY_QUEUED, APPLYING: it is written. DONE, REFUSED, CANCELLED, FAILED: it has ended; an open set.
 */
export type ImportState = 'UPLOADING' | 'CHECK_QUEUED' | 'CHECKING' | 'CHECKED' | 'APPLY_QUEUED' | 'APPLYING' | 'DONE' | 'REFUSED' | 'CANCELLED' | 'FAILED' | (string & {});
/**
 * ImportedBy
 *
 * Who uploaded it, or ran the command.
 */
export type ImportedBy = {
    /**
     * client: an application. operator: a person who signed in. user: a user of a machine; an open set.
     */
    type: 'client' | 'operator' | 'user' | (string & {});
    /**
     * Its id, or the name of the user.
     */
    id: string;
    /**
     * The e-mail address of the person. Absent where the identity provider does not tell it, or your rights do not.
     */
    email?: string;
    /**
     * The name of the application. Absent where the identity provider does not tell it, or your rights do not.
     */
    name?: string;
    /**
     * true: there is no such account, member or application, or none any more.
     */
    isRemoved?: boolean;
};
/**
 * Imports
 *
 * A page of imports.
 */
export type Imports = {
    /**
     * The newest first.
     */
    imports: Array<Import>;
    /**
     * There are more: send it as nextToken to get the next page.
     */
    nextToken?: string;
};
/**
 * ItemCondition
 *
 * New, Used, Collectible, Refurbished or Club.
 */
export type ItemCondition = 'New' | 'Used' | 'Collectible' | 'Refurbished' | 'Club';
/**
 * ItemEventReceivers
 *
 * A page of the sellers that were told of an event.
 */
export type ItemEventReceivers = {
    /**
     * In the order of their ids. A page can be short, or empty, before the last.
     */
    receivers: Array<EventReceiver>;
    /**
     * There may be more: send it as nextToken to get the next page.
     */
    nextToken?: string;
};
/**
 * ItemHistory
 *
 * A page of the history of a buy box.
 */
export type ItemHistory = {
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
     * Oldest first. The first step of the first page is the one in force at since.
     */
    Steps: Array<ItemHistoryStep>;
    /**
     * Gets the next page. Absent: this is the last one.
     */
    nextToken?: string;
};
/**
 * ItemHistoryAnswer
 *
 * Who held a buy box at which prices, step by step.
 */
export type ItemHistoryAnswer = {
    payload: ItemHistory;
};
/**
 * ItemHistoryHolder
 *
 * Who holds the buy box, at which price. Absent: nobody does.
 */
export type ItemHistoryHolder = {
    /**
     * The seller that holds it.
     */
    SellerId: string;
    /**
     * Its name. Absent: the operator's record has none.
     */
    SellerName?: string;
    /**
     * The SKU of the offer.
     */
    SellerSKU?: string;
    FulfillmentChannel: FulfillmentChannel;
    LandedPrice: Money;
    ListingPrice: Money;
    Shipping: Money;
};
/**
 * ItemHistoryLowestPrice
 *
 * The lowest landed price of all offers of the box, eligible or not. Absent: there is no offer.
 */
export type ItemHistoryLowestPrice = {
    LandedPrice: Money;
    ListingPrice: Money;
    Shipping: Money;
};
/**
 * ItemHistoryStep
 *
 * The state of a buy box between two changes.
 */
export type ItemHistoryStep = {
    /**
     * From this time on, until the next step. The first step may have begun before.
     */
    at: string;
    BuyBox?: ItemHistoryHolder;
    LowestPrice?: ItemHistoryLowestPrice;
};
/**
 * ItemOffer
 *
 * An offer on the item, on sale or not, and why it holds its buy box or does not. The box is that of its condition; for business customers by its business price when it has one.
 */
export type ItemOffer = {
    /**
     * The seller of the offer.
     */
    SellerId: string;
    /**
     * The seller's name. Absent: the operator's record has none.
     */
    SellerName?: string;
    /**
     * The seller's SKU.
     */
    SellerSKU: string;
    /**
     * The revision of the offer's terms: it rises by one with each change of its price, shipping, business price or quantity discounts, by whomever. IfTermsRevision of a price change refers to it.
     */
    TermsRevision: number;
    ItemCondition: ItemCondition;
    SubCondition: SubCondition;
    offerType: OfferType;
    FulfillmentChannel: FulfillmentChannel;
    ListingPrice: Money;
    Shipping?: Money;
    LandedPrice?: Money;
    /**
     * How many units are in stock.
     */
    Quantity: number;
    /**
     * Whether the offer holds the buy box.
     */
    IsBuyBoxWinner: boolean;
    /**
     * Whether the offer passes every gate.
     */
    IsEligible: boolean;
    /**
     * Why the offer holds the buy box or does not, in a sentence.
     */
    Explanation: string;
    /**
     * The first field in which the offer and the other one differ, in the order of the rule: LandedPrice, FulfillmentChannel, SellerPositiveFeedbackRating, FeedbackCount, SellerId or SellerSKU; an open set. Absent when the offer is not eligible, or no other is.
     */
    DecidedBy?: 'LandedPrice' | 'FulfillmentChannel' | 'SellerPositiveFeedbackRating' | 'FeedbackCount' | 'SellerId' | 'SellerSKU' | (string & {});
    /**
     * Every gate of the buy box rule, in its order.
     */
    Gates: Array<GateVerdict>;
    WinningPrice: ItemOfferWinningPrice;
};
/**
 * ItemOfferWinningPrice
 *
 * The highest listing price with which the offer, with its own shipping, holds the buy box at this moment.
 */
export type ItemOfferWinningPrice = {
    resultStatus: WinningPriceStatus;
    ListingPrice?: Money;
    LandedPrice?: Money;
    /**
     * With OFFER_NOT_ELIGIBLE: the gates that fail at every price.
     */
    Reasons?: Array<GateName>;
};
/**
 * ItemOffersAnswer
 *
 * A page of the offers on an item.
 */
export type ItemOffersAnswer = {
    payload: ItemOffersPayload;
};
/**
 * ItemOffersPayload
 *
 * A page of the offers on an item, of all sellers and conditions.
 */
export type ItemOffersPayload = {
    /**
     * The marketplace.
     */
    MarketplaceId: string;
    /**
     * The item.
     */
    storeItemId: string;
    /**
     * The title of the item, when the catalogue has one.
     */
    Title?: string;
    CompetitivePriceThreshold?: Money;
    /**
     * The offers of this page, in the order of SellerIds and SKUs.
     */
    Offers: Array<ItemOffer>;
    /**
     * There are more: send it as nextToken to get the next page.
     */
    nextToken?: string;
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
 * LastImport
 *
 * The last import that is about a marketplace.
 */
export type LastImport = {
    /**
     * The import: read it for the rest.
     */
    importId: string;
    state: LastImportState;
    /**
     * As in the list of imports; an open set.
     */
    source: 'upload' | 'command' | (string & {});
    /**
     * The name of the file, or of the files of the command, without their folders.
     */
    fileName: string;
    /**
     * When it ended, or began if it goes on.
     */
    time: string;
    /**
     * Lines that were read.
     */
    lines: number;
    /**
     * Lines that are rejected.
     */
    rejected: number;
};
/**
 * LastImportState
 *
 * As in the list of imports; an open set.
 */
export type LastImportState = 'UPLOADING' | 'CHECK_QUEUED' | 'CHECKING' | 'CHECKED' | 'APPLY_QUEUED' | 'APPLYING' | 'DONE' | 'REFUSED' | 'CANCELLED' | 'FAILED' | (string & {});
/**
 * MarketSearchAnswer
 *
 * A page of what was found.
 */
export type MarketSearchAnswer = {
    /**
     * Items first, then sellers, then offers; each in the order of what was looked for.
     */
    results: Array<MarketSearchResult>;
    /**
     * There are more: send it as nextToken to get the next page.
     */
    nextToken?: string;
};
/**
 * MarketSearchKind
 *
 * What it is; an open set.
 */
export type MarketSearchKind = 'item' | 'seller' | 'offer' | (string & {});
/**
 * MarketSearchResult
 *
 * An item, a seller or an offer.
 */
export type MarketSearchResult = {
    kind: MarketSearchKind;
    /**
     * The marketplace of an item or an offer.
     */
    marketplaceId?: string;
    /**
     * The item, or the item of an offer.
     */
    itemId?: string;
    /**
     * The title of the item, when the catalogue has one.
     */
    title?: string;
    /**
     * The seller, or the seller of an offer.
     */
    sellerId?: string;
    /**
     * The name of the seller, or of the seller of an offer. Absent: the operator's record has none.
     */
    name?: string;
    /**
     * The SKU of an offer.
     */
    sku?: string;
    state?: FoundOfferState;
};
/**
 * MarketSeller
 *
 * A seller of the market, as the operator sees it.
 */
export type MarketSeller = {
    /**
     * The seller.
     */
    sellerId: string;
    /**
     * Its name in the operator's record.
     */
    name?: string;
    /**
     * Its plan.
     */
    plan?: string;
    /**
     * Whether it may hold the buy box.
     */
    featuredMerchant: boolean;
    /**
     * Where it has listings.
     */
    markets: Array<SellerMarket>;
    destinations: DestinationCounts;
    usageToday: SellerUsageToday;
};
/**
 * MarketSellers
 *
 * A page of the sellers of the market.
 */
export type MarketSellers = {
    /**
     * In the order of their ids.
     */
    sellers: Array<MarketSeller>;
    /**
     * There are more: send it as nextToken to get the next page.
     */
    nextToken?: string;
};
/**
 * MemberRole
 *
 * owner, manager, analyst or developer; an open set.
 */
export type MemberRole = 'owner' | 'manager' | 'analyst' | 'developer' | (string & {});
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
 * NewOperatorNote
 *
 * A note to create.
 */
export type NewOperatorNote = {
    /**
     * Plain text of at most 500 characters, with line breaks. No markup: it is shown as it is.
     */
    text: string;
    /**
     * How much it matters.
     */
    severity?: 'INFO' | 'WARNING' | 'URGENT';
    /**
     * Shown from this time on; default: now.
     */
    from?: string;
    /**
     * Shown until this time, at most a year later; default: seven days after from.
     */
    until?: string;
};
/**
 * NoEvents
 *
 * Why the page has no event.
 */
export type NoEvents = {
    /**
     * For programs; an open set.
     */
    code: 'NO_RECEIVER' | 'BEFORE_RECEIVER' | 'NOT_KEPT' | 'WAITING' | 'NO_EVENT' | (string & {});
    /**
     * For people.
     */
    text: string;
};
/**
 * NoteCreator
 *
 * Who that is. Absent where nothing is known.
 */
export type NoteCreator = {
    /**
     * The e-mail address of the person. Absent where the identity provider does not tell it, or your rights do not.
     */
    email?: string;
    /**
     * The name of the application. Absent where the identity provider does not tell it, or your rights do not.
     */
    name?: string;
    /**
     * true: there is no such account, member or application, or none any more.
     */
    isRemoved?: boolean;
};
/**
 * NotificationOutcome
 *
 * What became of it, and why.
 */
export type NotificationOutcome = {
    /**
     * For programs; an open set.
     */
    code: 'DELIVERED' | 'STORED' | 'IN_FLIGHT' | 'TAKEN' | 'WAITS_FOR_WORKER' | 'WAITS_FOR_RETRY' | 'WAITS_FOR_RECEIVER' | 'WAITS_BEHIND_FAILURES' | 'HELD_BY_WINDOW' | 'HELD_BY_HOURLY_LIMIT' | 'HELD_BY_DAILY_LIMIT' | 'HELD_BY_QUIET_HOURS' | 'PAUSED' | 'SUSPENDED' | 'NOT_CONFIRMED' | 'WITHOUT_ACCESS' | 'REMOVED' | 'REFUSED' | 'EXPIRED' | 'CANCELED' | 'SUPERSEDED' | 'FILTERED' | 'CREATED_LATER' | 'KIND_NOT_CHOSEN' | 'OF_ANOTHER_APPLICATION' | 'ABOUT_ITSELF' | 'LOG_REMOVED' | 'CHANGED_SINCE' | 'NOT_QUEUED' | (string & {});
    /**
     * For people: the cause, and what it waits for.
     */
    text: string;
};
/**
 * NotificationTrace
 *
 * What an id stands for, and what became of it.
 */
export type NotificationTrace = {
    /**
     * What the id is of; an open set.
     */
    of: 'DELIVERY' | 'EVENT' | 'TEST' | 'DESTINATION' | (string & {});
    /**
     * The seller.
     */
    sellerId: string;
    outcome?: NotificationOutcome;
    /**
     * From the change of the market to the receiver, of each destination in turn.
     */
    steps: Array<TraceStep>;
    event?: OperatorEvent;
    /**
     * The delivery, or those of the test. Those of an event are in it.
     */
    deliveries: Array<OperatorDelivery>;
    destination?: OperatorDestination;
};
/**
 * OfferStateCount
 *
 * How many offers are in one state.
 */
export type OfferStateCount = {
    state: CountedOfferState;
    /**
     * How many of the offers that were counted.
     */
    offers: number;
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
 * OperatedBackup
 *
 * The last backup of a data folder that a process knows of.
 */
export type OperatedBackup = {
    /**
     * The machine.
     */
    host: string;
    /**
     * When it began. Absent: none is known.
     */
    lastTime?: string;
    /**
     * Whether it has the generated operator key.
     */
    hasKey?: boolean;
};
/**
 * OperatedDisk
 *
 * The disk of a machine's data folder.
 */
export type OperatedDisk = {
    /**
     * The machine.
     */
    host: string;
    /**
     * What is free.
     */
    freeBytes: number;
    /**
     * Its size.
     */
    totalBytes: number;
};
/**
 * OperatedEnding
 *
 * Something that ends, and has to be replaced before that.
 */
export type OperatedEnding = {
    /**
     * CERTIFICATE: of a server in the settings. CLIENT_SECRET: of an application. GRANT: the access that a seller gave to one; an open set.
     */
    type: 'CERTIFICATE' | 'CLIENT_SECRET' | 'GRANT' | (string & {});
    /**
     * The setting and the server of a certificate; the name of an application.
     */
    name?: string;
    /**
     * When it ends.
     */
    endsTime: string;
    /**
     * The application.
     */
    clientId?: string;
    /**
     * The seller. Absent: it is the operator's own.
     */
    sellerId?: string;
};
/**
 * OperatedProcess
 *
 * A process of the service.
 */
export type OperatedProcess = {
    /**
     * The process, for as long as it runs.
     */
    processId: string;
    /**
     * What it does: reports also runs imports; an open set.
     */
    role: 'all' | 'api' | 'worker' | 'reports' | (string & {});
    /**
     * SILENT: it has written nothing for 90 seconds. Ended processes are not listed.
     */
    state: 'RUNNING' | 'SILENT' | (string & {});
    /**
     * Its machine.
     */
    host: string;
    /**
     * Its number there.
     */
    pid: number;
    /**
     * Its program.
     */
    version: string;
    /**
     * When it started.
     */
    startedTime: string;
    /**
     * When it last wrote that it runs: every 30 seconds.
     */
    seenTime: string;
};
/**
 * OperatedQueue
 *
 * Something that waits for a worker.
 */
export type OperatedQueue = {
    /**
     * deliveries: notifications to send. events: changes of the market that not all sellers have. boards: items whose answers wait to be rebuilt. fees: comparisons of fee schedules. priceChanges: those that wait for your system; an open set.
     */
    queue: 'deliveries' | 'events' | 'boards' | 'fees' | 'priceChanges' | 'reports' | 'imports' | (string & {});
    /**
     * How many there are, or at least so many.
     */
    count: number;
    /**
     * false: there are more than count.
     */
    isExact: boolean;
    /**
     * For how long the first one has waited. Absent when none waits.
     */
    oldestSeconds?: number;
    /**
     * What to do: a path of this service, which needs no token.
     */
    runbook: string;
};
/**
 * OperatedService
 *
 * How the service does.
 */
export type OperatedService = {
    /**
     * When this was read.
     */
    readTime: string;
    /**
     * Those that wrote last come first.
     */
    processes: Array<OperatedProcess>;
    /**
     * What waits.
     */
    queues: Array<OperatedQueue>;
    /**
     * By name; of several workers, the one that ran last.
     */
    work: Array<OperatedWork>;
    /**
     * By name.
     */
    sharedWork: Array<SharedWork>;
    store: OperatedStore;
    /**
     * One of each machine.
     */
    disks: Array<OperatedDisk>;
    /**
     * One of each machine.
     */
    backups: Array<OperatedBackup>;
    /**
     * Certificates, secrets and accesses with their ends, the next one first: all certificates, of the others those of 30 days, at most 200 of each type.
     */
    endings: Array<OperatedEnding>;
    /**
     * false: the identity provider does not say which secrets and accesses end.
     */
    knowsCredentials: boolean;
    doctor?: DoctorReport;
};
/**
 * OperatedStore
 *
 * The data store.
 */
export type OperatedStore = {
    /**
     * Its engine; an open set.
     */
    engine: 'sqlite' | 'postgres' | (string & {});
    /**
     * The size of its data.
     */
    bytes?: number;
    /**
     * SQLite: the length of its write-ahead log. PostgreSQL: what slots of replication hold back; absent without one.
     */
    logBytes?: number;
    /**
     * PostgreSQL: for how long the oldest transaction runs. Absent when none does.
     */
    oldestTransactionSeconds?: number;
    /**
     * PostgreSQL: whether its log is archived: off, working or failing; an open set.
     */
    archive?: 'off' | 'working' | 'failing' | (string & {});
    /**
     * What to do: a path of this service, which needs no token.
     */
    runbook: string;
};
/**
 * OperatedWork
 *
 * Background work that is repeated.
 */
export type OperatedWork = {
    /**
     * Its name, as in the metrics; an open set.
     */
    work: 'boards' | 'dispatcher' | 'fees' | 'credentials' | 'applications' | 'provider audit' | 'unfinished price changes' | 'pending price changes' | 'report schedules' | 'deliveries' | 'outbox' | 'history' | 'terms' | 'events' | 'receipts' | 'reports' | 'imports' | 'groups' | 'usage' | 'audit' | 'audit sealing' | (string & {});
    /**
     * What it does.
     */
    purpose?: string;
    /**
     * When it last ended. Absent before its first end.
     */
    lastRunTime?: string;
    /**
     * How long that took.
     */
    durationSeconds?: number;
    /**
     * Whether that run failed.
     */
    hasFailed: boolean;
    /**
     * For how long its next run was due when its process last wrote.
     */
    lagSeconds: number;
    /**
     * What to do: a path of this service, which needs no token.
     */
    runbook: string;
};
/**
 * OperatorAccount
 *
 * The account of a person, for the operator.
 */
export type OperatorAccount = {
    /**
     * Its identifier.
     */
    accountId: string;
    /**
     * The address that the person signs in with.
     */
    email: string;
    status: AccessStatus;
    /**
     * Since when it is disabled. Absent while it is enabled.
     */
    disabledTime?: string;
    /**
     * When the person last signed in. Absent: never, as far as it is known.
     */
    lastSignInTime?: string;
    /**
     * The sellers that the person works for.
     */
    sellers: Array<AccountSeller>;
};
/**
 * OperatorApplication
 *
 * An application at the identity provider, for the operator.
 */
export type OperatorApplication = {
    /**
     * Its client id.
     */
    clientId: string;
    /**
     * Its name. Absent: it has none.
     */
    name?: string;
    kind: ApplicationKind;
    /**
     * SELLER: whose it is.
     */
    sellerId?: string;
    status: AccessStatus;
    /**
     * Since when it is disabled. Absent while it is enabled.
     */
    disabledTime?: string;
    /**
     * Whether the operator has verified whose application it is.
     */
    verified: boolean;
    /**
     * When it was created.
     */
    createdTime: string;
    /**
     * When it last got a token, to the hour. Absent: never.
     */
    lastUsedTime?: string;
};
/**
 * OperatorApplications
 *
 * A page of applications.
 */
export type OperatorApplications = {
    /**
     * In the order of their ids.
     */
    applications: Array<OperatorApplication>;
    /**
     * There are more: send it as nextToken to get the next page.
     */
    nextToken?: string;
};
/**
 * OperatorBoxHolder
 *
 * An offer of a buy box.
 */
export type OperatorBoxHolder = {
    /**
     * The seller of the offer.
     */
    SellerId: string;
    /**
     * The seller's name. Absent: the operator's record has none.
     */
    SellerName?: string;
    /**
     * The seller's SKU.
     */
    SellerSKU: string;
    SubCondition: SubCondition;
    FulfillmentChannel: FulfillmentChannel;
    LandedPrice: Money;
    ListingPrice: Money;
    Shipping: Money;
};
/**
 * OperatorBuyBox
 *
 * A buy box of the item (decision 44).
 */
export type OperatorBuyBox = {
    ItemCondition: ItemCondition;
    CustomerType: CustomerType;
    offerType: OfferType;
    /**
     * How many offers pass every gate.
     */
    EligibleOffers: number;
    Holder?: OperatorBoxHolder;
    RunnerUp?: OperatorBoxHolder;
    /**
     * Why the holder holds it, or why nobody does, in a sentence.
     */
    Explanation: string;
};
/**
 * OperatorChange
 *
 * What to change. What is absent stays.
 */
export type OperatorChange = {
    /**
     * DISABLED, or ENABLED to undo that.
     */
    status?: 'ENABLED' | 'DISABLED';
    /**
     * What the person may do: all of it. You can add only rights that you have.
     */
    rights?: Array<'operator:market:read' | 'operator:market:write' | 'operator:sellers:read' | 'operator:sellers:write' | 'operator:support' | 'operator:admin'>;
};
/**
 * OperatorDeliveries
 *
 * A page of deliveries.
 */
export type OperatorDeliveries = {
    /**
     * Newest first.
     */
    deliveries: Array<OperatorDelivery>;
    /**
     * There are more: send it as nextToken to get the next page.
     */
    nextToken?: string;
};
/**
 * OperatorDelivery
 *
 * A notification to one destination, as the operator sees it.
 */
export type OperatorDelivery = {
    /**
     * Its identifier.
     */
    deliveryId: string;
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
     * The destination.
     */
    channelId: string;
    /**
     * Its seller.
     */
    sellerId: string;
    /**
     * The name that the seller gave it.
     */
    channelName: string;
    /**
     * An open set.
     */
    type: 'EMAIL' | 'WEBHOOKS' | 'SMS' | 'PULL' | 'MOBILE_PUSH' | (string & {});
    /**
     * The host of a webhook or a push service, because its path may be a secret; the address of a person masked. Absent: it has none.
     */
    address?: string;
    /**
     * DELETED: only in the log, until that is removed. An open set.
     */
    status: 'PENDING_VERIFICATION' | 'ACTIVE' | 'INACTIVE' | 'SUSPENDED' | 'DELETED' | (string & {});
    /**
     * Why it is SUSPENDED; an open set.
     */
    statusReason?: 'DELIVERY_FAILED' | 'DESTINATION_GONE' | 'APPLICATION_WITHDRAWN' | 'APPLICATION_UNUSED' | 'SELLER_DISABLED' | (string & {});
    outcome: NotificationOutcome;
    /**
     * In order. In a list the last five.
     */
    attempts: Array<OperatorDeliveryAttempt>;
};
/**
 * OperatorDeliveryAttempt
 *
 * One attempt.
 */
export type OperatorDeliveryAttempt = {
    /**
     * From 1.
     */
    number: number;
    /**
     * When it was started. Absent: that was never stored.
     */
    startedTime?: string;
    /**
     * How long it took. Absent: it has no outcome.
     */
    durationMs?: number;
    /**
     * The receiver's code: an HTTP status, an SMTP reply.
     */
    code?: number;
    /**
     * Why it failed, without the address of a person. Absent: it arrived, or is in flight.
     */
    cause?: string;
};
/**
 * OperatorDestination
 *
 * A destination of a seller, as the operator sees it.
 */
export type OperatorDestination = {
    /**
     * The destination.
     */
    channelId: string;
    /**
     * Its seller.
     */
    sellerId: string;
    /**
     * The name that the seller gave it.
     */
    channelName: string;
    /**
     * An open set.
     */
    type: 'EMAIL' | 'WEBHOOKS' | 'SMS' | 'PULL' | 'MOBILE_PUSH' | (string & {});
    /**
     * The host of a webhook or a push service, because its path may be a secret; the address of a person masked. Absent: it has none.
     */
    address?: string;
    /**
     * DELETED: only in the log, until that is removed. An open set.
     */
    status: 'PENDING_VERIFICATION' | 'ACTIVE' | 'INACTIVE' | 'SUSPENDED' | 'DELETED' | (string & {});
    /**
     * Why it is SUSPENDED; an open set.
     */
    statusReason?: 'DELIVERY_FAILED' | 'DESTINATION_GONE' | 'APPLICATION_WITHDRAWN' | 'APPLICATION_UNUSED' | 'SELLER_DISABLED' | (string & {});
    /**
     * The name of its seller. Absent: the operator's record has none.
     */
    sellerName?: string;
    stopped?: NotificationOutcome;
    /**
     * The first failure since the last delivery that arrived. Absent: it does not fail.
     */
    failingSince?: string;
    lastFailure?: DestinationFailure;
    waiting: WaitingDeliveries;
    /**
     * The kinds of events that it takes. Absent: the default ones of its type.
     */
    eventTypes?: Array<EventKind>;
    /**
     * How long it gathers events about one item.
     */
    windowSeconds: number;
    /**
     * Whether a filter keeps events back.
     */
    hasFilter: boolean;
    /**
     * Whether nothing is sent at some hours.
     */
    hasQuietHours: boolean;
    /**
     * The application that it belongs to. Absent: it belongs to the seller.
     */
    application?: string;
    /**
     * The application that created it.
     */
    createdBy?: string;
    /**
     * When it was created.
     */
    createdTime: string;
    /**
     * When it was last changed.
     */
    modifiedTime: string;
};
/**
 * OperatorDestinations
 *
 * A page of destinations.
 */
export type OperatorDestinations = {
    /**
     * In the order of their ids; with failingSince in the order in which they began to fail.
     */
    destinations: Array<OperatorDestination>;
    /**
     * There are more: send it as nextToken to get the next page.
     */
    nextToken?: string;
};
/**
 * OperatorEvent
 *
 * An event of a seller, as the operator sees it.
 */
export type OperatorEvent = {
    /**
     * The seller.
     */
    sellerId: string;
    /**
     * The `id` of the event: the same in every delivery of it.
     */
    eventId: string;
    /**
     * Its number among the seller's events.
     */
    sequence: number;
    eventType: EventKind;
    /**
     * When it happened.
     */
    time: string;
    /**
     * When it was queued for the seller's destinations.
     */
    queuedTime: string;
    /**
     * The marketplace of the item.
     */
    marketplaceId?: string;
    /**
     * The item. Absent: it is about none.
     */
    storeItemId?: string;
    /**
     * The first of the seller's SKUs that it names.
     */
    skus?: Array<string>;
    /**
     * The revision of the item.
     */
    revision?: number;
    /**
     * What became of it at each destination of the seller.
     */
    destinations: Array<EventFate>;
};
/**
 * OperatorEvents
 *
 * A page of the events of a seller.
 */
export type OperatorEvents = {
    /**
     * Newest first.
     */
    events: Array<OperatorEvent>;
    receiving: SellerReceiving;
    none?: NoEvents;
    /**
     * There are more: send it as nextToken to get the next page.
     */
    nextToken?: string;
};
/**
 * OperatorGrant
 *
 * An application that people of a seller gave access to.
 */
export type OperatorGrant = {
    /**
     * Its client id.
     */
    clientId: string;
    /**
     * Its name, or its client id where it has none.
     */
    name: string;
    /**
     * What it may do for the seller.
     */
    rights: Array<string>;
    /**
     * When the first person gave it access.
     */
    connectedTime: string;
    /**
     * When it last got an access token, which lives 15 minutes. Absent: never.
     */
    lastUsedTime?: string;
    /**
     * When its access ends unless a person gives it again. Absent: each access needs a person.
     */
    endsTime?: string;
    /**
     * The people who gave it access.
     */
    members: Array<OperatorGrantMember>;
    /**
     * It has no access now: the application, the seller or every person who gave it is disabled.
     */
    paused: boolean;
};
/**
 * OperatorGrantMember
 *
 * Who gave it.
 */
export type OperatorGrantMember = {
    /**
     * The member.
     */
    memberId: string;
    /**
     * The address that the person signs in with.
     */
    email: string;
};
/**
 * OperatorGrants
 *
 * The applications that act for a seller.
 */
export type OperatorGrants = {
    /**
     * The one that was connected last comes first.
     */
    grants: Array<OperatorGrant>;
};
/**
 * OperatorInvitationRequest
 *
 * Whom to invite, with which rights.
 */
export type OperatorInvitationRequest = {
    /**
     * The address of the person. It must have no account yet.
     */
    email: string;
    /**
     * What the person may do: all of it. You can add only rights that you have.
     */
    rights: Array<'operator:market:read' | 'operator:market:write' | 'operator:sellers:read' | 'operator:sellers:write' | 'operator:support' | 'operator:admin'>;
};
/**
 * OperatorItem
 *
 * The record of an item, and who holds its buy boxes.
 */
export type OperatorItem = {
    /**
     * The marketplace.
     */
    MarketplaceId: string;
    /**
     * The item.
     */
    storeItemId: string;
    /**
     * The title of the item, when the catalogue has one.
     */
    Title?: string;
    /**
     * How many offers are on sale, of all conditions.
     */
    OffersOnSale: number;
    /**
     * Whether business customers see something else than consumers.
     */
    HasBusinessPrices: boolean;
    /**
     * Those of every condition with an offer on sale. Businesses have boxes of their own only when HasBusinessPrices.
     */
    BuyBoxes: Array<OperatorBuyBox>;
    /**
     * The revision of the last event about the item. Absent: there was none.
     */
    Revision?: number;
    /**
     * Since when the boxes are as they are, at the latest. Absent: it is not known.
     */
    DecidedTime?: string;
    /**
     * The operator's record of the item, in the form of an import (market-records.md).
     */
    Record: {
        [key: string]: unknown;
    };
};
/**
 * OperatorItemAnswer
 *
 * An item as its operator sees it.
 */
export type OperatorItemAnswer = {
    payload: OperatorItem;
};
/**
 * OperatorItemEvent
 *
 * An event about the item.
 */
export type OperatorItemEvent = {
    /**
     * The revision of the item that the event tells.
     */
    revision: number;
    /**
     * When it happened.
     */
    time: string;
    /**
     * Its kind. Absent: nobody was told, or their events are not kept any more.
     */
    kind?: string;
    /**
     * What all receivers were told, without the list of offers: members of the `data` of the event.
     */
    data: {
        [key: string]: unknown;
    };
    /**
     * The first 10 sellers that were told, in the order of their ids.
     */
    receivers: Array<EventReceiver>;
    /**
     * Whether there may be more: the operation getItemEventReceivers has all.
     */
    hasMoreReceivers: boolean;
};
/**
 * OperatorItemEvents
 *
 * A page of the events about an item.
 */
export type OperatorItemEvents = {
    /**
     * The newest first. They are kept as long as those of sellers.
     */
    events: Array<OperatorItemEvent>;
    /**
     * How many events about the item are not addressed to sellers yet; 100 means at least so many.
     */
    waiting: number;
    /**
     * There are more: send it as nextToken to get the next page.
     */
    nextToken?: string;
};
/**
 * OperatorMarketplace
 *
 * A marketplace, what it has, and how fresh that is.
 */
export type OperatorMarketplace = {
    /**
     * Its id.
     */
    marketplaceId: string;
    /**
     * Its name.
     */
    name: string;
    /**
     * The country, ISO 3166 alpha-2.
     */
    countryCode: string;
    /**
     * The currency of all its amounts, ISO 4217.
     */
    currency: string;
    /**
     * Whether requests that name no marketplace are about it.
     */
    isDefault: boolean;
    items: BoundedCount;
    offers: BoundedCount;
    sellers: BoundedCount;
    buyable: BoundedCount;
    /**
     * In the consumers' buy box of their condition.
     */
    offerStates: Array<OfferStateCount>;
    staleBoards: BoundedCount;
    lastImport?: LastImport;
    /**
     * When a record of the marketplace last changed, a few seconds later at most. Absent: unknown.
     */
    lastChangedTime?: string;
    feeSchedule?: FeeScheduleSummary;
    /**
     * Those that are not in force yet, the next one first.
     */
    comingFeeSchedules: Array<FeeScheduleSummary>;
    /**
     * Whether a priceGuard record bounds the price changes of sellers.
     */
    hasPriceGuard: boolean;
    /**
     * When it was counted: ten seconds ago at most.
     */
    countedTime: string;
};
/**
 * OperatorMarketplaces
 *
 * Every marketplace of the operator.
 */
export type OperatorMarketplaces = {
    /**
     * In the order of their ids.
     */
    marketplaces: Array<OperatorMarketplace>;
    /**
     * Who keeps the prices (decision 47); an open set.
     */
    priceChanges: 'off' | 'direct' | 'confirmed' | (string & {});
};
/**
 * OperatorNote
 *
 * A note of the operator to all sellers.
 */
export type OperatorNote = {
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
    /**
     * Whether sellers see it now; an open set.
     */
    state: 'COMING' | 'SHOWN' | 'ENDED' | (string & {});
    /**
     * When it was created.
     */
    createdTime: string;
    /**
     * The application, or the account of the person, that created it.
     */
    createdBy: string;
    creator?: NoteCreator;
};
/**
 * OperatorNotes
 *
 * The notes of the operator.
 */
export type OperatorNotes = {
    /**
     * Those that end last first. An ended one is kept for 30 days.
     */
    notes: Array<OperatorNote>;
};
/**
 * OperatorPeople
 *
 * A page of the operator's people.
 */
export type OperatorPeople = {
    /**
     * In the order of their ids.
     */
    operators: Array<OperatorPerson>;
    /**
     * There are more: send it as nextToken to get the next page.
     */
    nextToken?: string;
};
/**
 * OperatorPerson
 *
 * A person of the marketplace's operator.
 */
export type OperatorPerson = {
    /**
     * Its identifier: the audit log has it.
     */
    accountId: string;
    /**
     * The address that the person signs in with.
     */
    email: string;
    status: AccessStatus;
    /**
     * Since when it is disabled. Absent while it is enabled.
     */
    disabledTime?: string;
    /**
     * What the person may do.
     */
    rights: Array<OperatorRight>;
    /**
     * When the account was created.
     */
    createdTime: string;
    /**
     * When the person last signed in. Absent: never, as far as it is known.
     */
    lastSignInTime?: string;
};
/**
 * OperatorPriceChange
 *
 * A seller's price change, for the operator's system.
 */
export type OperatorPriceChange = {
    /**
     * The change's id: outcomes name it.
     */
    priceChangeId: string;
    /**
     * The marketplace.
     */
    marketplaceId: string;
    /**
     * The seller.
     */
    sellerId: string;
    /**
     * The seller's own id of the listing.
     */
    sku: string;
    /**
     * The item of the listing.
     */
    itemId?: string;
    /**
     * The state now. APPLIED: put `after` into your system. PENDING: send its outcome. OVERRIDDEN: a later record of yours has replaced the terms: keep those of your record. REPLACED: a newer change of the listing follows. REJECTED: nothing to do; an open set.
     */
    state: 'ACCEPTED' | 'PENDING' | 'APPLIED' | 'UNCHANGED' | 'REJECTED' | 'REPLACED' | 'OVERRIDDEN' | (string & {});
    before?: RecordTerms;
    after?: RecordTerms;
    /**
     * The revision of the offer's terms that the change made; of others, the one that it was asked on.
     */
    termsRevision?: number;
    /**
     * Why it was rejected.
     */
    reason?: string;
    /**
     * When the seller asked for it.
     */
    createdAt: string;
    /**
     * When it was applied, rejected or replaced. Absent while it waits.
     */
    settledAt?: string;
};
/**
 * OperatorReport
 *
 * A report of a seller, as the operator sees it: not its parameters, and not its document.
 */
export type OperatorReport = {
    /**
     * Its id.
     */
    reportId: string;
    /**
     * What it lists.
     */
    reportType: string;
    /**
     * The marketplaces that it is about.
     */
    marketplaceIds: Array<string>;
    /**
     * The format of its document; an open set.
     */
    format: 'JSONL' | 'CSV' | (string & {});
    /**
     * How far it is; an open set.
     */
    state: 'IN_QUEUE' | 'IN_PROGRESS' | 'DONE' | 'CANCELLED' | 'FATAL' | (string & {});
    /**
     * With FATAL: why it was not made; an open set.
     */
    failureCode?: 'SnapshotTooLong' | 'DiskFull' | 'SellerLimit' | 'ServiceLimit' | 'SinceRemoved' | 'Failed' | (string & {});
    /**
     * When it was asked for.
     */
    createdTime: string;
    /**
     * When the work on it began.
     */
    startedTime?: string;
    /**
     * When it ended.
     */
    endedTime?: string;
    /**
     * How many rows are computed.
     */
    processed: number;
    /**
     * How many there are to compute.
     */
    total?: number;
    /**
     * With DONE: the length of its document.
     */
    bytes?: number;
    /**
     * The application that asked for it.
     */
    createdBy?: string;
};
/**
 * OperatorReports
 *
 * A page of a seller's reports.
 */
export type OperatorReports = {
    /**
     * Newest first.
     */
    reports: Array<OperatorReport>;
    /**
     * There are more: send it as nextToken to get the next page.
     */
    nextToken?: string;
};
/**
 * OperatorRight
 *
 * A right of the operator; an open set.
 */
export type OperatorRight = 'operator:market:read' | 'operator:market:write' | 'operator:sellers:read' | 'operator:sellers:write' | 'operator:support' | 'operator:admin' | (string & {});
/**
 * OperatorSeller
 *
 * A seller at the identity provider, for the operator.
 */
export type OperatorSeller = {
    /**
     * The SellerId.
     */
    sellerId: string;
    status: AccessStatus;
    /**
     * Since when it is disabled. Absent while it is enabled.
     */
    disabledTime?: string;
    /**
     * When the provider first knew it.
     */
    createdTime: string;
    /**
     * Its people: owners first, then by address.
     */
    members: Array<SellerMember>;
};
/**
 * OperatorSellers
 *
 * A page of sellers.
 */
export type OperatorSellers = {
    /**
     * In the order of their ids.
     */
    sellers: Array<OperatorSeller>;
    /**
     * There are more: send it as nextToken to get the next page.
     */
    nextToken?: string;
};
/**
 * OperatorUsage
 *
 * A page of who used the API.
 */
export type OperatorUsage = {
    /**
     * The most requests first.
     */
    usage: Array<OperatorUsageRow>;
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
 * OperatorUsageRow
 *
 * Requests that have the groups in common.
 */
export type OperatorUsageRow = {
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
     * The seller that the application acted for. Absent when it acted for none.
     */
    sellerId?: string;
    /**
     * Its name. Absent: the operator's record has none.
     */
    sellerName?: string;
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
};
/**
 * OwnerInvitation
 *
 * The invitation of a seller's first owner.
 */
export type OwnerInvitation = {
    /**
     * Its identifier.
     */
    invitationId: string;
    /**
     * The SellerId.
     */
    sellerId: string;
    /**
     * The invited address.
     */
    email: string;
    /**
     * When it ends.
     */
    expiresTime: string;
};
/**
 * OwnerInvitationRequest
 *
 * Whom to invite.
 */
export type OwnerInvitationRequest = {
    /**
     * The address of the first owner.
     */
    email: string;
};
/**
 * PriceChangeFeed
 *
 * A page of a marketplace's price changes.
 */
export type PriceChangeFeed = {
    /**
     * The marketplace.
     */
    marketplaceId: string;
    /**
     * In the order of their numbers.
     */
    lines: Array<PriceChangeFeedLine>;
    /**
     * The oldest change that is kept; latestNumber + 1 when none is.
     */
    oldestNumber: number;
    /**
     * The last change of the marketplace; 0: there was none yet.
     */
    latestNumber: number;
    /**
     * Whether changes after `after` are not kept any more: export the market, and go on from latestNumber.
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
 * PriceChangeFeedLine
 *
 * A change with its number.
 */
export type PriceChangeFeedLine = {
    /**
     * Its place in the feed of the marketplace, without gaps.
     */
    number: number;
    change: OperatorPriceChange;
};
/**
 * PriceChangeOutcome
 *
 * A change after its outcome.
 */
export type PriceChangeOutcome = {
    /**
     * The change.
     */
    priceChangeId: string;
    change?: OperatorPriceChange;
    /**
     * Why the outcome does not count. The others do.
     */
    problem?: string;
};
/**
 * PriceChangeOutcomes
 *
 * What became of the changes, in the order of the request.
 */
export type PriceChangeOutcomes = {
    /**
     * One for each outcome of the request.
     */
    outcomes: Array<PriceChangeOutcome>;
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
 * ReceivedEventKind
 *
 * The kind of the event; an open set.
 */
export type ReceivedEventKind = (string & {});
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
 * SellerListingCount
 *
 * How many listings are in one state.
 */
export type SellerListingCount = {
    /**
     * none: not judged yet. An open set.
     */
    state: 'winning' | 'noCompetition' | 'losing' | 'unhealthy' | 'inactive' | 'none' | (string & {});
    /**
     * How many. Counting ends at 1,000 in the list, at 100,000 for one seller.
     */
    count: number;
    /**
     * false: there are more.
     */
    isExact: boolean;
};
/**
 * SellerMarket
 *
 * What a seller has in one marketplace.
 */
export type SellerMarket = {
    /**
     * The marketplace.
     */
    marketplaceId: string;
    /**
     * By state, without those of which there are none.
     */
    listings: Array<SellerListingCount>;
    /**
     * From 0 to 1: of the time that its listings were on sale, how much they held the buy box. In the list today, for one seller the last seven days.
     */
    buyBoxShare?: number;
};
/**
 * SellerMember
 *
 * A person who works for a seller.
 */
export type SellerMember = {
    /**
     * The person at this seller: `sub` of tokens, and the audit log, have it.
     */
    memberId: string;
    /**
     * The person, the same at all sellers.
     */
    accountId: string;
    /**
     * The address that the person signs in with.
     */
    email: string;
    role: MemberRole;
    /**
     * Since when the person works for the seller.
     */
    joinedTime: string;
    /**
     * When the person last signed in. Absent: never, as far as it is known.
     */
    lastSignInTime?: string;
    status: AccessStatus;
    /**
     * Since when it is disabled. Absent while it is enabled.
     */
    disabledTime?: string;
};
/**
 * SellerPriceChange
 *
 * A price change of a seller, as the operator sees it.
 */
export type SellerPriceChange = {
    /**
     * Its id.
     */
    PriceChangeId: string;
    /**
     * The marketplace.
     */
    MarketplaceId: string;
    /**
     * The listing.
     */
    SellerSKU: string;
    /**
     * The item.
     */
    storeItemId?: string;
    /**
     * What became of it; an open set.
     */
    State: 'ACCEPTED' | 'PENDING' | 'APPLIED' | 'UNCHANGED' | 'REJECTED' | 'REPLACED' | 'OVERRIDDEN' | (string & {});
    /**
     * Why it was refused. Without figures: they may say what the seller keeps to itself.
     */
    RejectionCode?: string;
    /**
     * The revision of the terms after it.
     */
    TermsRevision?: number;
    TermsBefore?: OfferTerms;
    TermsAfter?: OfferTerms;
    ChangedBy: SellerPriceChangeAuthor;
    /**
     * The request.
     */
    RequestId?: string;
    /**
     * When it was asked for.
     */
    CreatedTime: string;
    /**
     * When it was settled.
     */
    SettledTime?: string;
    /**
     * When the operator's record changed the terms after it.
     */
    OverriddenTime?: string;
    /**
     * The newer change of the listing that replaced it.
     */
    ReplacedBy?: string;
};
/**
 * SellerPriceChangeApplication
 *
 * Which that is. Absent where nothing is known.
 */
export type SellerPriceChangeApplication = {
    /**
     * The e-mail address of the person. Absent where the identity provider does not tell it, or your rights do not.
     */
    email?: string;
    /**
     * The name of the application. Absent where the identity provider does not tell it, or your rights do not.
     */
    name?: string;
    /**
     * true: there is no such account, member or application, or none any more.
     */
    isRemoved?: boolean;
};
/**
 * SellerPriceChangeAuthor
 *
 * Who changed it.
 */
export type SellerPriceChangeAuthor = {
    /**
     * What kind of author.
     */
    Kind: string;
    /**
     * The application.
     */
    ApplicationId: string;
    Application?: SellerPriceChangeApplication;
    /**
     * The member: who used the console, or authorized the application.
     */
    MemberId?: string;
    Member?: SellerPriceChangeMember;
};
/**
 * SellerPriceChangeMember
 *
 * Who that is. Absent where nothing is known.
 */
export type SellerPriceChangeMember = {
    /**
     * The e-mail address of the person. Absent where the identity provider does not tell it, or your rights do not.
     */
    email?: string;
    /**
     * The name of the application. Absent where the identity provider does not tell it, or your rights do not.
     */
    name?: string;
    /**
     * true: there is no such account, member or application, or none any more.
     */
    isRemoved?: boolean;
};
/**
 * SellerPriceChanges
 *
 * A page of a seller's price changes.
 */
export type SellerPriceChanges = {
    /**
     * Newest first.
     */
    priceChanges: Array<SellerPriceChange>;
    /**
     * There are more: send it as nextToken to get the next page.
     */
    nextToken?: string;
};
/**
 * SellerReceiving
 *
 * Whether events are made for the seller at all.
 */
export type SellerReceiving = {
    /**
     * Since when. Absent: never; it had no destination yet, and has not read its list of events.
     */
    since?: string;
    /**
     * The number of its last event.
     */
    latestSequence: number;
    /**
     * The oldest event that is kept.
     */
    oldestSequence: number;
    /**
     * Changes of the market wait to become events since this time, of whichever seller. Absent: none waits.
     */
    addressingSince?: string;
};
/**
 * SellerUsageToday
 *
 * What was sent for it today, UTC.
 */
export type SellerUsageToday = {
    /**
     * How many requests.
     */
    requests: number;
    /**
     * How many of them were answered with 400 or more.
     */
    refused: number;
};
/**
 * SharedWork
 *
 * Work that workers divide by ranges.
 */
export type SharedWork = {
    /**
     * Its name.
     */
    work: string;
    /**
     * How many share it at this moment. 0 while there is nothing to do.
     */
    workers: number;
};
/**
 * SignIn
 *
 * A sign-in, or an attempt that failed.
 */
export type SignIn = {
    /**
     * Its identifier.
     */
    signInId: string;
    /**
     * When it happened.
     */
    time: string;
    outcome: SignInOutcome;
    /**
     * The account. Absent: no account has the typed address.
     */
    accountId?: string;
    /**
     * The address of the account.
     */
    email?: string;
    /**
     * A keyed hash of an address that no account has: the same for the same address.
     */
    unknownAddress?: string;
    /**
     * Browser and system, as the browser named them.
     */
    device: string;
    /**
     * The network address; of IPv6 the network of 64 bits.
     */
    address: string;
};
/**
 * SignInOutcome
 *
 * SIGNED_IN, WRONG_PASSWORD, WRONG_SECOND_STEP or DISABLED; an open set.
 */
export type SignInOutcome = 'SIGNED_IN' | 'WRONG_PASSWORD' | 'WRONG_SECOND_STEP' | 'DISABLED' | (string & {});
/**
 * SignIns
 *
 * A page of sign-ins and failures.
 */
export type SignIns = {
    /**
     * The latest first.
     */
    signIns: Array<SignIn>;
    /**
     * There are more: send it as nextToken to get the next page.
     */
    nextToken?: string;
};
/**
 * SubCondition
 *
 * New, Mint, VeryGood, Good, Acceptable, Poor, Club, OEM, Warranty, RefurbishedWarranty, Refurbished, OpenBox, Other; an open set.
 */
export type SubCondition = 'New' | 'Mint' | 'VeryGood' | 'Good' | 'Acceptable' | 'Poor' | 'Club' | 'OEM' | 'Warranty' | 'RefurbishedWarranty' | 'Refurbished' | 'OpenBox' | 'Other' | (string & {});
/**
 * SupportOperator
 *
 * Who that is. Absent where nothing is known.
 */
export type SupportOperator = {
    /**
     * The e-mail address of the person. Absent where the identity provider does not tell it, or your rights do not.
     */
    email?: string;
    /**
     * The name of the application. Absent where the identity provider does not tell it, or your rights do not.
     */
    name?: string;
    /**
     * true: there is no such account, member or application, or none any more.
     */
    isRemoved?: boolean;
};
/**
 * SupportSession
 *
 * A support session of a person of the operator.
 */
export type SupportSession = {
    /**
     * The seller whose console it shows.
     */
    sellerId: string;
    /**
     * Who began it: the account of a person of the operator, or its application.
     */
    operatorId: string;
    operator?: SupportOperator;
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
 * SupportSessionEnd
 *
 * Who ended it before that: an owner of the seller, the operator, or the end of the sign-in of its person (SIGN_IN), as with another password; an open set.
 */
export type SupportSessionEnd = 'OWNER' | 'OPERATOR' | 'SIGN_IN' | (string & {});
/**
 * SupportSessionRequest
 *
 * Whose console to see, and why.
 */
export type SupportSessionRequest = {
    /**
     * The SellerId.
     */
    sellerId: string;
    /**
     * Why, in words that the seller understands: its owners read it. One line.
     */
    reason: string;
    /**
     * How long it may last.
     */
    minutes?: number;
};
/**
 * SupportSessionStatus
 *
 * LIVE while its token is accepted, then ENDED; an open set.
 */
export type SupportSessionStatus = 'LIVE' | 'ENDED' | (string & {});
/**
 * SupportSessions
 *
 * A page of support sessions.
 */
export type SupportSessions = {
    /**
     * The newest first.
     */
    supportSessions: Array<SupportSession>;
    /**
     * There are more: send it as nextToken to get the next page.
     */
    nextToken?: string;
};
/**
 * TraceStep
 *
 * One step from the cause to the receiver.
 */
export type TraceStep = {
    /**
     * What kind of step; an open set.
     */
    step: 'CHANGE' | 'EVENT' | 'DESTINATION' | 'QUEUED' | 'ATTEMPT' | 'OUTCOME' | (string & {});
    /**
     * When.
     */
    time?: string;
    /**
     * The destination that it is about.
     */
    channelId?: string;
    /**
     * What happened.
     */
    text: string;
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
 * WaitingDeliveries
 *
 * What waits for it or is in flight.
 */
export type WaitingDeliveries = {
    /**
     * How many deliveries, at most 1,000.
     */
    count: number;
    /**
     * true: more than that.
     */
    isMore: boolean;
    /**
     * When the oldest of them was queued. With isMore the oldest of the 500 that are due first and the 500 that are due last.
     */
    oldestTime?: string;
};
/**
 * WaitingFactorHelp
 *
 * A page of people who wait for help with lost factors.
 */
export type WaitingFactorHelp = {
    /**
     * In the order of their accountIds.
     */
    factorHelp: Array<WaitingPerson>;
    /**
     * There are more: send it as nextToken to get the next page.
     */
    nextToken?: string;
};
/**
 * WaitingPerson
 *
 * A person who waits for help with lost factors.
 */
export type WaitingPerson = {
    /**
     * The account.
     */
    accountId: string;
    state: FactorHelpState;
    /**
     * WAITING: since when.
     */
    askedTime?: string;
    /**
     * WAITING: when the factors are removed at the earliest.
     */
    removalTime?: string;
    /**
     * WAITING: the operator who vouched. Another one must do so, too.
     */
    vouchedBy?: string;
    voucher?: FactorHelpVoucher;
    /**
     * REMOVED: when.
     */
    removedTime?: string;
    /**
     * The address that the person signs in with.
     */
    email: string;
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
export type GetAuditData = {
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
         * Only the entries of this application, person or user: an id, an e-mail address, or at least three characters of the address of a person or the name of an application, as far as you see them in the answer. Somebody whose account is gone is found by the id.
         */
        who?: string;
        /**
         * Only this operation or command.
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
    url: '/operator/v1/audit';
};
export type GetAuditErrors = {
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
export type GetAuditError = GetAuditErrors[keyof GetAuditErrors];
export type GetAuditResponses = {
    /**
     * A page of the audit log, or all matching entries as JSON lines.
     */
    200: AuditEntries;
};
export type GetAuditResponse = GetAuditResponses[keyof GetAuditResponses];
export type GetMarketplacesData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/operator/v1/marketplaces';
};
export type GetMarketplacesErrors = {
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
export type GetMarketplacesError = GetMarketplacesErrors[keyof GetMarketplacesErrors];
export type GetMarketplacesResponses = {
    /**
     * Every marketplace of the operator.
     */
    200: OperatorMarketplaces;
};
export type GetMarketplacesResponse = GetMarketplacesResponses[keyof GetMarketplacesResponses];
export type ExportMarketData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only records of this kind; repeat it for several. Without it all.
         */
        kind?: Array<'marketplace' | 'seller' | 'item' | 'offer' | 'feeSchedule' | 'priceGuard'>;
        /**
         * Only records of this marketplace. Sellers are of none, so they come in any case. Without it all.
         */
        marketplaceId?: string;
        /**
         * GZIP: a gzip file.
         */
        compression?: 'GZIP';
    };
    url: '/operator/v1/export';
};
export type ExportMarketErrors = {
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
     * The current state does not allow this; `details` says what to do first.
     */
    409: Errors;
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
export type ExportMarketError = ExportMarketErrors[keyof ExportMarketErrors];
export type ExportMarketResponses = {
    /**
     * A record in each line.
     */
    200: Blob | File;
};
export type ExportMarketResponse = ExportMarketResponses[keyof ExportMarketResponses];
export type ListImportsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only imports in this state; repeat it for several.
         */
        state?: Array<'UPLOADING' | 'CHECK_QUEUED' | 'CHECKING' | 'CHECKED' | 'APPLY_QUEUED' | 'APPLYING' | 'DONE' | 'REFUSED' | 'CANCELLED' | 'FAILED'>;
        /**
         * The maximum number of imports.
         */
        limit?: number;
        /**
         * Where the last page ended.
         */
        nextToken?: string;
    };
    url: '/operator/v1/imports';
};
export type ListImportsErrors = {
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
export type ListImportsError = ListImportsErrors[keyof ListImportsErrors];
export type ListImportsResponses = {
    /**
     * A page of imports.
     */
    200: Imports;
};
export type ListImportsResponse = ListImportsResponses[keyof ListImportsResponses];
export type UploadImportData = {
    /**
     * The file.
     */
    body: Blob | File;
    path?: never;
    query: {
        /**
         * The name of the file. Where it contains the kind of the records, as offers.csv does, a CSV file need not say it.
         */
        fileName: string;
        /**
         * The kind of the records of a CSV file that has no column "kind".
         */
        kind?: 'marketplace' | 'seller' | 'item' | 'offer' | 'feeSchedule' | 'priceGuard';
        /**
         * true: sellers are not told of these changes. false: they are. Without it the first load of a marketplace is quiet.
         */
        quiet?: boolean;
    };
    url: '/operator/v1/imports';
};
export type UploadImportErrors = {
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
     * The current state does not allow this; `details` says what to do first.
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
export type UploadImportError = UploadImportErrors[keyof UploadImportErrors];
export type UploadImportResponses = {
    /**
     * The file is stored, and will be checked.
     */
    200: Import;
};
export type UploadImportResponse = UploadImportResponses[keyof UploadImportResponses];
export type GetImportData = {
    body?: never;
    path: {
        /**
         * The import.
         */
        importId: string;
    };
    query?: never;
    url: '/operator/v1/imports/{importId}';
};
export type GetImportErrors = {
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
export type GetImportError = GetImportErrors[keyof GetImportErrors];
export type GetImportResponses = {
    /**
     * The import.
     */
    200: Import;
};
export type GetImportResponse = GetImportResponses[keyof GetImportResponses];
export type ApplyImportData = {
    body?: never;
    path: {
        /**
         * The import.
         */
        importId: string;
    };
    query?: never;
    url: '/operator/v1/imports/{importId}/apply';
};
export type ApplyImportErrors = {
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
     * The current state does not allow this; `details` says what to do first.
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
export type ApplyImportError = ApplyImportErrors[keyof ApplyImportErrors];
export type ApplyImportResponses = {
    /**
     * The import as it is now.
     */
    200: Import;
};
export type ApplyImportResponse = ApplyImportResponses[keyof ApplyImportResponses];
export type CancelImportData = {
    body?: never;
    path: {
        /**
         * The import.
         */
        importId: string;
    };
    query?: never;
    url: '/operator/v1/imports/{importId}/cancel';
};
export type CancelImportErrors = {
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
     * The current state does not allow this; `details` says what to do first.
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
export type CancelImportError = CancelImportErrors[keyof CancelImportErrors];
export type CancelImportResponses = {
    /**
     * The import as it is now.
     */
    200: Import;
};
export type CancelImportResponse = CancelImportResponses[keyof CancelImportResponses];
export type GetRejectedLinesData = {
    body?: never;
    path: {
        /**
         * The import.
         */
        importId: string;
    };
    query?: {
        /**
         * A line of JSON for each problem, or CSV.
         */
        format?: 'JSONL' | 'CSV';
    };
    url: '/operator/v1/imports/{importId}/rejected';
};
export type GetRejectedLinesErrors = {
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
export type GetRejectedLinesError = GetRejectedLinesErrors[keyof GetRejectedLinesErrors];
export type GetRejectedLinesResponses = {
    /**
     * A line of JSON for each problem.
     */
    200: Blob | File;
};
export type GetRejectedLinesResponse = GetRejectedLinesResponses[keyof GetRejectedLinesResponses];
export type SearchMarketData = {
    body?: never;
    path?: never;
    query: {
        /**
         * The beginning of an item id, a SKU or a SellerId, as it is written. When nothing begins so, its capital letters are looked for, too.
         */
        q: string;
        /**
         * What to look for; repeat it for several. Default: all.
         */
        kinds?: Array<'item' | 'seller' | 'offer'>;
        /**
         * The maximum number of results.
         */
        limit?: number;
        /**
         * Where the last page ended.
         */
        nextToken?: string;
    };
    url: '/operator/v1/search';
};
export type SearchMarketErrors = {
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
export type SearchMarketError = SearchMarketErrors[keyof SearchMarketErrors];
export type SearchMarketResponses = {
    /**
     * A page of what was found.
     */
    200: MarketSearchAnswer;
};
export type SearchMarketResponse = SearchMarketResponses[keyof SearchMarketResponses];
export type GetOperatorItemData = {
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
    };
    url: '/operator/v1/items/{storeItemId}';
};
export type GetOperatorItemErrors = {
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
export type GetOperatorItemError = GetOperatorItemErrors[keyof GetOperatorItemErrors];
export type GetOperatorItemResponses = {
    /**
     * The item.
     */
    200: OperatorItemAnswer;
};
export type GetOperatorItemResponse = GetOperatorItemResponses[keyof GetOperatorItemResponses];
export type ExplainItemOffersData = {
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
         * Whose view of the prices: a business customer sees business prices where there are any.
         */
        CustomerType?: 'Consumer' | 'Business';
        /**
         * The maximum number of offers. 20 without it.
         */
        pageSize?: number;
        /**
         * Where the last page ended.
         */
        nextToken?: string;
    };
    url: '/operator/v1/items/{storeItemId}/offers';
};
export type ExplainItemOffersErrors = {
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
export type ExplainItemOffersError = ExplainItemOffersErrors[keyof ExplainItemOffersErrors];
export type ExplainItemOffersResponses = {
    /**
     * A page of the offers on the item.
     */
    200: ItemOffersAnswer;
};
export type ExplainItemOffersResponse = ExplainItemOffersResponses[keyof ExplainItemOffersResponses];
export type GetItemHistoryData = {
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
    url: '/operator/v1/items/{storeItemId}/history';
};
export type GetItemHistoryErrors = {
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
export type GetItemHistoryError = GetItemHistoryErrors[keyof GetItemHistoryErrors];
export type GetItemHistoryResponses = {
    /**
     * The steps of the buy box.
     */
    200: ItemHistoryAnswer;
};
export type GetItemHistoryResponse = GetItemHistoryResponses[keyof GetItemHistoryResponses];
export type GetItemEventsData = {
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
         * The maximum number of elements.
         */
        limit?: number;
        /**
         * Where the last page ended.
         */
        nextToken?: string;
    };
    url: '/operator/v1/items/{storeItemId}/events';
};
export type GetItemEventsErrors = {
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
export type GetItemEventsError = GetItemEventsErrors[keyof GetItemEventsErrors];
export type GetItemEventsResponses = {
    /**
     * A page of the events about an item.
     */
    200: OperatorItemEvents;
};
export type GetItemEventsResponse = GetItemEventsResponses[keyof GetItemEventsResponses];
export type GetItemEventReceiversData = {
    body?: never;
    path: {
        /**
         * The marketplace item ID.
         */
        storeItemId: string;
        /**
         * The revision of the event.
         */
        revision: number;
    };
    query: {
        /**
         * The marketplace whose prices are returned.
         */
        MarketplaceId: string;
        /**
         * The maximum number of elements.
         */
        limit?: number;
        /**
         * Where the last page ended.
         */
        nextToken?: string;
    };
    url: '/operator/v1/items/{storeItemId}/events/{revision}/receivers';
};
export type GetItemEventReceiversErrors = {
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
export type GetItemEventReceiversError = GetItemEventReceiversErrors[keyof GetItemEventReceiversErrors];
export type GetItemEventReceiversResponses = {
    /**
     * A page of the sellers that were told of an event.
     */
    200: ItemEventReceivers;
};
export type GetItemEventReceiversResponse = GetItemEventReceiversResponses[keyof GetItemEventReceiversResponses];
export type GetPriceChangeFeedData = {
    body?: never;
    headers?: {
        /**
         * wait=N: answer when there is a change, or after N seconds, at most 60.
         */
        prefer?: string;
    };
    path?: never;
    query: {
        /**
         * The marketplace of the changes.
         */
        MarketplaceId: string;
        /**
         * Changes after this number. 0: from the oldest one on.
         */
        after?: number;
        /**
         * The maximum number of changes.
         */
        limit?: number;
    };
    url: '/operator/v1/priceChanges';
};
export type GetPriceChangeFeedErrors = {
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
export type GetPriceChangeFeedError = GetPriceChangeFeedErrors[keyof GetPriceChangeFeedErrors];
export type GetPriceChangeFeedResponses = {
    /**
     * A page of price changes.
     */
    200: PriceChangeFeed;
};
export type GetPriceChangeFeedResponse = GetPriceChangeFeedResponses[keyof GetPriceChangeFeedResponses];
export type SettlePriceChangesData = {
    body: {
        /**
         * In the order in which they count.
         */
        outcomes: Array<{
            /**
             * The change.
             */
            priceChangeId: string;
            /**
             * What your system did with the change.
             */
            outcome: 'applied' | 'rejected';
            /**
             * Why it was rejected: the seller reads it.
             */
            reason?: string;
            terms?: RecordTerms;
            /**
             * When the terms were applied in your system; absent, or in the future: now. If it is older than your last record of the offer, nothing is written, and the change is OVERRIDDEN at once.
             */
            termsAsOf?: string;
        }>;
    };
    path?: never;
    query?: never;
    url: '/operator/v1/priceChanges/outcomes';
};
export type SettlePriceChangesErrors = {
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
export type SettlePriceChangesError = SettlePriceChangesErrors[keyof SettlePriceChangesErrors];
export type SettlePriceChangesResponses = {
    /**
     * What became of each change.
     */
    200: PriceChangeOutcomes;
};
export type SettlePriceChangesResponse = SettlePriceChangesResponses[keyof SettlePriceChangesResponses];
export type ListSellersData = {
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
    url: '/operator/v1/sellers';
};
export type ListSellersErrors = {
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
export type ListSellersError = ListSellersErrors[keyof ListSellersErrors];
export type ListSellersResponses = {
    /**
     * A page of sellers.
     */
    200: OperatorSellers;
};
export type ListSellersResponse = ListSellersResponses[keyof ListSellersResponses];
export type GetSellerData = {
    body?: never;
    path: {
        /**
         * The SellerId.
         */
        sellerId: string;
    };
    query?: never;
    url: '/operator/v1/sellers/{sellerId}';
};
export type GetSellerErrors = {
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
export type GetSellerError = GetSellerErrors[keyof GetSellerErrors];
export type GetSellerResponses = {
    /**
     * The seller.
     */
    200: OperatorSeller;
};
export type GetSellerResponse = GetSellerResponses[keyof GetSellerResponses];
export type ChangeSellerData = {
    /**
     * Whether a seller or an account has access.
     */
    body: AccessChange;
    path: {
        /**
         * The SellerId.
         */
        sellerId: string;
    };
    query?: never;
    url: '/operator/v1/sellers/{sellerId}';
};
export type ChangeSellerErrors = {
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
     * The identity provider of this service cannot do this; `details` says where it is done instead.
     */
    501: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};
export type ChangeSellerError = ChangeSellerErrors[keyof ChangeSellerErrors];
export type ChangeSellerResponses = {
    /**
     * The seller.
     */
    200: OperatorSeller;
};
export type ChangeSellerResponse = ChangeSellerResponses[keyof ChangeSellerResponses];
export type ChangeAccountData = {
    /**
     * Whether a seller or an account has access.
     */
    body: AccessChange;
    path: {
        /**
         * The accountId of a member.
         */
        accountId: string;
    };
    query?: never;
    url: '/operator/v1/accounts/{accountId}';
};
export type ChangeAccountErrors = {
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
     * The identity provider of this service cannot do this; `details` says where it is done instead.
     */
    501: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};
export type ChangeAccountError = ChangeAccountErrors[keyof ChangeAccountErrors];
export type ChangeAccountResponses = {
    /**
     * The account of a person, for the operator.
     */
    200: OperatorAccount;
};
export type ChangeAccountResponse = ChangeAccountResponses[keyof ChangeAccountResponses];
export type ListApplicationsData = {
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
        /**
         * Only this seller's own applications.
         */
        sellerId?: string;
    };
    url: '/operator/v1/applications';
};
export type ListApplicationsErrors = {
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
export type ListApplicationsError = ListApplicationsErrors[keyof ListApplicationsErrors];
export type ListApplicationsResponses = {
    /**
     * A page of applications.
     */
    200: OperatorApplications;
};
export type ListApplicationsResponse = ListApplicationsResponses[keyof ListApplicationsResponses];
export type ChangeApplicationData = {
    /**
     * What to change of an application; what is absent stays.
     */
    body?: ApplicationChange;
    path: {
        /**
         * The client id of the application.
         */
        clientId: string;
    };
    query?: never;
    url: '/operator/v1/applications/{clientId}';
};
export type ChangeApplicationErrors = {
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
     * The identity provider of this service cannot do this; `details` says where it is done instead.
     */
    501: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};
export type ChangeApplicationError = ChangeApplicationErrors[keyof ChangeApplicationErrors];
export type ChangeApplicationResponses = {
    /**
     * The application.
     */
    200: OperatorApplication;
};
export type ChangeApplicationResponse = ChangeApplicationResponses[keyof ChangeApplicationResponses];
export type ListGrantsData = {
    body?: never;
    path: {
        /**
         * The SellerId.
         */
        sellerId: string;
    };
    query?: never;
    url: '/operator/v1/sellers/{sellerId}/grants';
};
export type ListGrantsErrors = {
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
export type ListGrantsError = ListGrantsErrors[keyof ListGrantsErrors];
export type ListGrantsResponses = {
    /**
     * The applications that act for a seller.
     */
    200: OperatorGrants;
};
export type ListGrantsResponse = ListGrantsResponses[keyof ListGrantsResponses];
export type InviteOwnerData = {
    /**
     * Whom to invite.
     */
    body: OwnerInvitationRequest;
    headers?: {
        /**
         * Visible ASCII, up to 255 characters, such as a UUID. Requests with the same key and body within 24 h take effect once.
         */
        'idempotency-key'?: string;
    };
    path: {
        /**
         * The SellerId.
         */
        sellerId: string;
    };
    query?: never;
    url: '/operator/v1/sellers/{sellerId}/ownerInvitations';
};
export type InviteOwnerErrors = {
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
     * The seller has people already.
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
     * The identity provider of this service cannot do this; `details` says where it is done instead.
     */
    501: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};
export type InviteOwnerError = InviteOwnerErrors[keyof InviteOwnerErrors];
export type InviteOwnerResponses = {
    /**
     * The invitation.
     */
    200: OwnerInvitation;
};
export type InviteOwnerResponse = InviteOwnerResponses[keyof InviteOwnerResponses];
export type ListSignInsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only this account.
         */
        accountId?: string;
        /**
         * The maximum number of elements.
         */
        limit?: number;
        /**
         * Where the last page ended.
         */
        nextToken?: string;
    };
    url: '/operator/v1/signIns';
};
export type ListSignInsErrors = {
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
export type ListSignInsError = ListSignInsErrors[keyof ListSignInsErrors];
export type ListSignInsResponses = {
    /**
     * A page of sign-ins and failures.
     */
    200: SignIns;
};
export type ListSignInsResponse = ListSignInsResponses[keyof ListSignInsResponses];
export type ListFactorHelpData = {
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
    url: '/operator/v1/factorHelp';
};
export type ListFactorHelpErrors = {
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
export type ListFactorHelpError = ListFactorHelpErrors[keyof ListFactorHelpErrors];
export type ListFactorHelpResponses = {
    /**
     * A page of people who wait for help with lost factors.
     */
    200: WaitingFactorHelp;
};
export type ListFactorHelpResponse = ListFactorHelpResponses[keyof ListFactorHelpResponses];
export type HelpWithFactorsData = {
    /**
     * What to do.
     */
    body?: FactorHelpRequest;
    path: {
        /**
         * The accountId of a member.
         */
        accountId: string;
    };
    query?: never;
    url: '/operator/v1/accounts/{accountId}/factorHelp';
};
export type HelpWithFactorsErrors = {
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
     * There is nothing to remove, or nothing to stop.
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
export type HelpWithFactorsError = HelpWithFactorsErrors[keyof HelpWithFactorsErrors];
export type HelpWithFactorsResponses = {
    /**
     * The state of the help.
     */
    200: FactorHelp;
};
export type HelpWithFactorsResponse = HelpWithFactorsResponses[keyof HelpWithFactorsResponses];
export type ListOperatorsData = {
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
    url: '/operator/v1/operators';
};
export type ListOperatorsErrors = {
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
export type ListOperatorsError = ListOperatorsErrors[keyof ListOperatorsErrors];
export type ListOperatorsResponses = {
    /**
     * A page of the operator's people.
     */
    200: OperatorPeople;
};
export type ListOperatorsResponse = ListOperatorsResponses[keyof ListOperatorsResponses];
export type InviteOperatorData = {
    /**
     * Whom to invite, with which rights.
     */
    body: OperatorInvitationRequest;
    headers?: {
        /**
         * Visible ASCII, up to 255 characters, such as a UUID. Requests with the same key and body within 24 h take effect once.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: never;
    url: '/operator/v1/operators';
};
export type InviteOperatorErrors = {
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
     * The address has an account, or you do not have one of the rights.
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
     * The identity provider of this service cannot do this; `details` says where it is done instead.
     */
    501: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};
export type InviteOperatorError = InviteOperatorErrors[keyof InviteOperatorErrors];
export type InviteOperatorResponses = {
    /**
     * The account.
     */
    200: OperatorPerson;
};
export type InviteOperatorResponse = InviteOperatorResponses[keyof InviteOperatorResponses];
export type ChangeOperatorData = {
    /**
     * What to change. What is absent stays.
     */
    body?: OperatorChange;
    path: {
        /**
         * The accountId of a member.
         */
        accountId: string;
    };
    query?: never;
    url: '/operator/v1/operators/{accountId}';
};
export type ChangeOperatorErrors = {
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
     * It is the last account with operator:admin, or you do not have one of the rights.
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
export type ChangeOperatorError = ChangeOperatorErrors[keyof ChangeOperatorErrors];
export type ChangeOperatorResponses = {
    /**
     * The account.
     */
    200: OperatorPerson;
};
export type ChangeOperatorResponse = ChangeOperatorResponses[keyof ChangeOperatorResponses];
export type GetUsageData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * What the requests of a row have in common; repeat it for several. Default: client. With time the rows are in its order, then the most requests first.
         */
        groupBy?: Array<'time' | 'client' | 'seller' | 'operation'>;
        /**
         * Only this application.
         */
        clientId?: string;
        /**
         * Only requests for this seller.
         */
        sellerId?: string;
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
    url: '/operator/v1/usage';
};
export type GetUsageErrors = {
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
export type GetUsageError = GetUsageErrors[keyof GetUsageErrors];
export type GetUsageResponses = {
    /**
     * A page of who used the API.
     */
    200: OperatorUsage;
};
export type GetUsageResponse = GetUsageResponses[keyof GetUsageResponses];
export type ListSupportSessionsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * The SellerId.
         */
        sellerId?: string;
        /**
         * The maximum number of elements.
         */
        limit?: number;
        /**
         * Where the last page ended.
         */
        nextToken?: string;
    };
    url: '/operator/v1/supportSessions';
};
export type ListSupportSessionsErrors = {
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
export type ListSupportSessionsError = ListSupportSessionsErrors[keyof ListSupportSessionsErrors];
export type ListSupportSessionsResponses = {
    /**
     * A page of support sessions.
     */
    200: SupportSessions;
};
export type ListSupportSessionsResponse = ListSupportSessionsResponses[keyof ListSupportSessionsResponses];
export type BeginSupportSessionData = {
    /**
     * Whose console to see, and why.
     */
    body: SupportSessionRequest;
    headers?: {
        /**
         * Visible ASCII, up to 255 characters, such as a UUID. Requests with the same key and body within 24 h take effect once.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: never;
    url: '/operator/v1/supportSessions';
};
export type BeginSupportSessionErrors = {
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
     * The seller is disabled, or a repeated request finds that its session has ended.
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
     * The identity provider of this service cannot do this; `details` says where it is done instead.
     */
    501: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};
export type BeginSupportSessionError = BeginSupportSessionErrors[keyof BeginSupportSessionErrors];
export type BeginSupportSessionResponses = {
    /**
     * The session and its token.
     */
    200: BegunSupportSession;
};
export type BeginSupportSessionResponse = BeginSupportSessionResponses[keyof BeginSupportSessionResponses];
export type EndSupportSessionData = {
    body?: never;
    path: {
        /**
         * The support session.
         */
        supportSessionId: string;
    };
    query?: never;
    url: '/operator/v1/supportSessions/{supportSessionId}/end';
};
export type EndSupportSessionErrors = {
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
     * The identity provider of this service cannot do this; `details` says where it is done instead.
     */
    501: Errors;
    /**
     * The service cannot answer now, for example because the database or the identity provider cannot be reached, or because it has too much to do; `Retry-After` says when to try again.
     */
    503: Errors;
};
export type EndSupportSessionError = EndSupportSessionErrors[keyof EndSupportSessionErrors];
export type EndSupportSessionResponses = {
    /**
     * The session.
     */
    200: SupportSession;
};
export type EndSupportSessionResponse = EndSupportSessionResponses[keyof EndSupportSessionResponses];
export type ListDestinationsOfSellersData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only those of this seller.
         */
        sellerId?: string;
        /**
         * Only those with this status.
         */
        state?: 'PENDING_VERIFICATION' | 'ACTIVE' | 'INACTIVE' | 'SUSPENDED';
        /**
         * Only those that fail, and whose first failure since the last delivery that arrived was at this time or later.
         */
        failingSince?: string;
        /**
         * The maximum number of destinations.
         */
        limit?: number;
        /**
         * Where the last page ended.
         */
        nextToken?: string;
    };
    url: '/operator/v1/destinations';
};
export type ListDestinationsOfSellersErrors = {
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
export type ListDestinationsOfSellersError = ListDestinationsOfSellersErrors[keyof ListDestinationsOfSellersErrors];
export type ListDestinationsOfSellersResponses = {
    /**
     * A page of destinations.
     */
    200: OperatorDestinations;
};
export type ListDestinationsOfSellersResponse = ListDestinationsOfSellersResponses[keyof ListDestinationsOfSellersResponses];
export type ListDeliveriesOfSellersData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only those of this seller.
         */
        sellerId?: string;
        /**
         * Only those to this destination, by its channelId.
         */
        destinationId?: string;
        /**
         * Only those of this event or test: the `id` that the receiver got, `notificationId` in the log.
         */
        eventId?: string;
        /**
         * Only deliveries in this state.
         */
        state?: 'PENDING' | 'SENDING' | 'DELIVERED' | 'STORED' | 'DEAD' | 'EXPIRED' | 'CANCELED' | 'SUPERSEDED' | 'FILTERED';
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
    url: '/operator/v1/deliveries';
};
export type ListDeliveriesOfSellersErrors = {
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
export type ListDeliveriesOfSellersError = ListDeliveriesOfSellersErrors[keyof ListDeliveriesOfSellersErrors];
export type ListDeliveriesOfSellersResponses = {
    /**
     * A page of deliveries.
     */
    200: OperatorDeliveries;
};
export type ListDeliveriesOfSellersResponse = ListDeliveriesOfSellersResponses[keyof ListDeliveriesOfSellersResponses];
export type GetDeliveryOfSellerData = {
    body?: never;
    path: {
        /**
         * The delivery.
         */
        deliveryId: string;
    };
    query?: never;
    url: '/operator/v1/deliveries/{deliveryId}';
};
export type GetDeliveryOfSellerErrors = {
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
     * There is no such delivery.
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
export type GetDeliveryOfSellerError = GetDeliveryOfSellerErrors[keyof GetDeliveryOfSellerErrors];
export type GetDeliveryOfSellerResponses = {
    /**
     * The delivery.
     */
    200: OperatorDelivery;
};
export type GetDeliveryOfSellerResponse = GetDeliveryOfSellerResponses[keyof GetDeliveryOfSellerResponses];
export type ListEventsOfSellerData = {
    body?: never;
    path: {
        /**
         * The SellerId.
         */
        sellerId: string;
    };
    query?: {
        /**
         * Queued at this time or later.
         */
        from?: string;
        /**
         * Queued before this time.
         */
        to?: string;
        /**
         * The maximum number of events.
         */
        limit?: number;
        /**
         * Where the last page ended.
         */
        nextToken?: string;
    };
    url: '/operator/v1/sellers/{sellerId}/events';
};
export type ListEventsOfSellerErrors = {
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
export type ListEventsOfSellerError = ListEventsOfSellerErrors[keyof ListEventsOfSellerErrors];
export type ListEventsOfSellerResponses = {
    /**
     * A page of the events of a seller.
     */
    200: OperatorEvents;
};
export type ListEventsOfSellerResponse = ListEventsOfSellerResponses[keyof ListEventsOfSellerResponses];
export type TraceNotificationData = {
    body?: never;
    path?: never;
    query: {
        /**
         * The id of a delivery, of an event (or test), or of a destination.
         */
        id: string;
        /**
         * Its seller. Needed only for an event that no destination took: nothing else leads to it.
         */
        sellerId?: string;
    };
    url: '/operator/v1/trace';
};
export type TraceNotificationErrors = {
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
     * Nothing has this id.
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
export type TraceNotificationError = TraceNotificationErrors[keyof TraceNotificationErrors];
export type TraceNotificationResponses = {
    /**
     * What an id stands for, and what became of it.
     */
    200: NotificationTrace;
};
export type TraceNotificationResponse = TraceNotificationResponses[keyof TraceNotificationResponses];
export type ListNotesData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/operator/v1/notes';
};
export type ListNotesErrors = {
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
export type ListNotesError = ListNotesErrors[keyof ListNotesErrors];
export type ListNotesResponses = {
    /**
     * The notes of the operator.
     */
    200: OperatorNotes;
};
export type ListNotesResponse = ListNotesResponses[keyof ListNotesResponses];
export type CreateNoteData = {
    /**
     * A note to create.
     */
    body: NewOperatorNote;
    headers?: {
        /**
         * Visible ASCII, up to 255 characters, such as a UUID. Requests with the same key and body within 24 h take effect once.
         */
        'idempotency-key'?: string;
    };
    path?: never;
    query?: never;
    url: '/operator/v1/notes';
};
export type CreateNoteErrors = {
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
     * There are too many notes, or the one of this key was deleted.
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
export type CreateNoteError = CreateNoteErrors[keyof CreateNoteErrors];
export type CreateNoteResponses = {
    /**
     * The note.
     */
    200: OperatorNote;
};
export type CreateNoteResponse = CreateNoteResponses[keyof CreateNoteResponses];
export type DeleteNoteData = {
    body?: never;
    path: {
        /**
         * The note.
         */
        noteId: string;
    };
    query?: never;
    url: '/operator/v1/notes/{noteId}';
};
export type DeleteNoteErrors = {
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
     * There is no such note.
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
export type DeleteNoteError = DeleteNoteErrors[keyof DeleteNoteErrors];
export type DeleteNoteResponses = {
    /**
     * It is deleted.
     */
    204: void;
};
export type DeleteNoteResponse = DeleteNoteResponses[keyof DeleteNoteResponses];
export type ListMarketSellersData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only those whose SellerId begins so.
         */
        q?: string;
        /**
         * The maximum number of sellers.
         */
        limit?: number;
        /**
         * Where the last page ended.
         */
        nextToken?: string;
    };
    url: '/operator/v1/marketSellers';
};
export type ListMarketSellersErrors = {
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
export type ListMarketSellersError = ListMarketSellersErrors[keyof ListMarketSellersErrors];
export type ListMarketSellersResponses = {
    /**
     * A page of the sellers of the market.
     */
    200: MarketSellers;
};
export type ListMarketSellersResponse = ListMarketSellersResponses[keyof ListMarketSellersResponses];
export type GetMarketSellerData = {
    body?: never;
    path: {
        /**
         * The SellerId.
         */
        sellerId: string;
    };
    query?: never;
    url: '/operator/v1/marketSellers/{sellerId}';
};
export type GetMarketSellerErrors = {
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
     * There is no such seller.
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
export type GetMarketSellerError = GetMarketSellerErrors[keyof GetMarketSellerErrors];
export type GetMarketSellerResponses = {
    /**
     * The seller.
     */
    200: MarketSeller;
};
export type GetMarketSellerResponse = GetMarketSellerResponses[keyof GetMarketSellerResponses];
export type ListPriceChangesOfSellerData = {
    body?: never;
    path: {
        /**
         * The SellerId.
         */
        sellerId: string;
    };
    query?: {
        /**
         * The maximum number of changes.
         */
        limit?: number;
        /**
         * Where the last page ended.
         */
        nextToken?: string;
    };
    url: '/operator/v1/sellers/{sellerId}/priceChanges';
};
export type ListPriceChangesOfSellerErrors = {
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
export type ListPriceChangesOfSellerError = ListPriceChangesOfSellerErrors[keyof ListPriceChangesOfSellerErrors];
export type ListPriceChangesOfSellerResponses = {
    /**
     * A page of a seller's price changes.
     */
    200: SellerPriceChanges;
};
export type ListPriceChangesOfSellerResponse = ListPriceChangesOfSellerResponses[keyof ListPriceChangesOfSellerResponses];
export type ListReportsOfSellerData = {
    body?: never;
    path: {
        /**
         * The SellerId.
         */
        sellerId: string;
    };
    query?: {
        /**
         * The maximum number of reports.
         */
        limit?: number;
        /**
         * Where the last page ended.
         */
        nextToken?: string;
    };
    url: '/operator/v1/sellers/{sellerId}/reports';
};
export type ListReportsOfSellerErrors = {
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
export type ListReportsOfSellerError = ListReportsOfSellerErrors[keyof ListReportsOfSellerErrors];
export type ListReportsOfSellerResponses = {
    /**
     * A page of a seller's reports.
     */
    200: OperatorReports;
};
export type ListReportsOfSellerResponse = ListReportsOfSellerResponses[keyof ListReportsOfSellerResponses];
export type GetServiceData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/operator/v1/service';
};
export type GetServiceErrors = {
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
export type GetServiceError = GetServiceErrors[keyof GetServiceErrors];
export type GetServiceResponses = {
    /**
     * How the service does.
     */
    200: OperatedService;
};
export type GetServiceResponse = GetServiceResponses[keyof GetServiceResponses];
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
