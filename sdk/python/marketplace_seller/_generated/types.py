# Written by `npm --prefix sdk run generate` from openapi.json. Do not edit.
from __future__ import annotations

from typing import Any, Literal, NewType, NotRequired, TypeAlias, TypedDict


class Warning(TypedDict):
    """The request succeeded. This is what the caller should look at."""

    #: The kind of warning; an open set.
    code: str
    #: What was noticed.
    message: str
    #: What would be right, or what to do.
    details: str


class AccessChange(TypedDict):
    """Whether a seller or an account has access."""

    #: DISABLED, or ENABLED to undo that.
    status: Literal["ENABLED", "DISABLED"]

AccessStatus: TypeAlias = "str"


class AccountSeller(TypedDict):
    """A seller that the person works for."""

    #: The SellerId.
    sellerId: str
    role: MemberRole


class AcknowledgedMessage(TypedDict):
    """The result for one handle."""

    #: The handle.
    receiptHandle: str
    #: ACKNOWLEDGED, or STALE: the handle is no longer valid. The message was received again after its visibility timeout, or it is settled.
    status: Literal["ACKNOWLEDGED", "STALE"]


class AcknowledgedMessages(TypedDict):
    """The result for each handle."""

    #: In the order of the handles.
    results: list[AcknowledgedMessage]


class Alive(TypedDict):
    """The process is alive."""

    #: Always `alive`.
    status: Literal["alive"]


class AnyOfferChangedData(TypedDict):
    """What happened."""

    #: The version of data: 1.0.
    payloadVersion: str
    #: The seller that is told.
    sellerId: str
    #: The marketplace.
    marketplaceId: str
    #: Rises with every change of the item. Of two events about one item, the greater one is the newer.
    revision: int
    #: The item.
    storeItemId: str
    ItemCondition: ItemCondition
    status: OffersStatus
    LowestLandedPrice: NotRequired[Money]
    PreviousLowestLandedPrice: NotRequired[Money]
    Summary: OfferSummary
    #: The best offers of the condition, in order of landed price.
    Offers: list[Offer]
    Business: NotRequired[BusinessOffers]
    #: The id of the operator's request that changed the market, when it was one request.
    requestId: NotRequired[str]
    #: Whether a record that changed is the receiver's own.
    Own: bool
    #: The receiver's own SKUs of this item and condition: those on sale first, then the cheapest. Absent in old events.
    MySKUs: NotRequired[list[str]]


class AnyOfferChangedEvent(TypedDict):
    """The offers that customers see of an item and condition have changed, or the summary of the item: replace what you have with it. It goes to every seller with an offer on sale on the item. Sales ranks alone cause no event. LowestLandedPrice is the lowest price with shipping that consumers see in this condition, PreviousLowestLandedPrice the one before; each is absent while there is none, the second one also for a seller that is new on the item."""

    #: The version of CloudEvents.
    specversion: Literal["1.0"]
    #: The notification id, the same in every delivery. Use it to drop duplicates.
    id: str
    #: The service that sent it.
    source: str
    #: The kind of the event.
    type: Literal["ANY_OFFER_CHANGED"]
    #: The item.
    subject: str
    #: When it happened.
    time: str
    #: The media type of data.
    datacontenttype: Literal["application/json"]
    #: The number of the event: per seller, rising by 1, without gaps. An integer as text.
    sequence: str
    #: The sequence of the event that was queued before this one for the same destination. If you do not have that one, you missed it. Absent in the first one, and in GET /notifications/v4/events.
    previoussequence: NotRequired[str]
    #: The sequences that this event replaces at this destination, with commas between them. Count them as received.
    supersedes: NotRequired[str]
    data: AnyOfferChangedData


class ApplicationChange(TypedDict):
    """What to change of an application; what is absent stays."""

    #: DISABLED, or ENABLED to undo that.
    status: NotRequired[Literal["ENABLED", "DISABLED"]]
    #: true: you have verified whose application it is. false: it is not verified any more.
    verified: NotRequired[bool]

ApplicationKind: TypeAlias = "str"


class AskedChange(TypedDict):
    """What was asked for."""

    CustomerType: CustomerType
    strategy: NotRequired[WhatIfStrategy]
    floor: NotRequired[Money]
    terms: NotRequired[NamedTerms]
    #: The TermsRevision that the change demands.
    IfTermsRevision: NotRequired[int]
    #: Whether the caller confirmed a price far from the present one.
    Confirm: NotRequired[bool]
    #: Of an undo: the PriceChangeId of the change that it takes back.
    UndoOf: NotRequired[str]


class AssumedTerms(TypedDict):
    """The terms of the request, which the offer does not have."""

    ListingPrice: NotRequired[Money]
    Shipping: NotRequired[Money]
    FulfillmentChannel: NotRequired[FulfillmentChannel]

AttributeSet: TypeAlias = "dict[str, Any]"


class AuditActor(TypedDict):
    """Who did it."""

    #: client: an application. user: a person who ran a command. service: the service by itself. member: a person of the seller. operator: a person who signed in as the operator; an open set.
    type: str
    #: The application's client id, the user's name on that machine, the part of the service, the account of a person of the operator, or the id of a member of a seller.
    id: str
    #: The e-mail address of the person. Absent where the identity provider does not tell it, or your rights do not.
    email: NotRequired[str]
    #: The name of the application. Absent where the identity provider does not tell it, or your rights do not.
    name: NotRequired[str]
    #: true: there is no such account, member or application, or none any more.
    isRemoved: NotRequired[bool]


class AuditChain(TypedDict):
    """Which entries the log has now, whatever the filter. Keep it elsewhere: later it shows what was removed or changed since."""

    #: The number of the oldest entry.
    firstNumber: int
    #: The number of the newest entry.
    lastNumber: int
    #: The digest of the newest entry.
    digest: str


class AuditEntries(TypedDict):
    """A page of the audit log."""

    #: Newest first.
    entries: list[AuditEntry]
    chain: NotRequired[AuditChain]
    #: There are more: send it as nextToken to get the next page.
    nextToken: NotRequired[str]

AuditEntry = TypedDict(
    "AuditEntry",
    {
        "number": "int",
        "entryId": "str",
        "time": "str",
        "who": "AuditActor",
        "from": "str",
        "operation": "str",
        "outcome": "str",
        "requestId": "NotRequired[str]",
        "details": "dict[str, Any]",
        "sellerId": "NotRequired[str]",
        "digest": "str",
    },
)


class BatchAnswer(TypedDict):
    """The answers, in the order of the requests."""

    #: In the order of the requests.
    responses: list[BatchResponse]


class BatchResponse(TypedDict):
    """The answer to one request."""

    #: The headers of the single answer.
    headers: dict[str, str]
    status: BatchStatus
    #: The single answer.
    body: OffersAnswer | Errors
    #: The request as the service understood it.
    request: dict[str, Any]


class BatchStatus(TypedDict):
    """The status of the single answer."""

    #: The status of the single answer.
    statusCode: int
    #: The text of the status.
    reasonPhrase: str


class BegunSupportSession(TypedDict):
    """A support session that has begun."""

    #: The seller whose console it shows.
    sellerId: str
    #: Who began it: the account of a person of the operator, or its application.
    operatorId: str
    operator: NotRequired[SupportOperator]
    #: Its identifier: the audit log has it.
    supportSessionId: str
    #: Why the operator began it, in its own words.
    reason: str
    status: SupportSessionStatus
    #: When it began.
    begunTime: str
    #: When it ends by itself.
    untilTime: str
    endedBy: NotRequired[SupportSessionEnd]
    #: When somebody ended it.
    endedTime: NotRequired[str]
    #: The bearer token of the session, shown only now. It reads what the console of the seller shows, until `untilTime`, and cannot be renewed.
    accessToken: str


class BoundedCount(TypedDict):
    """How many there are. Counting ends at 100,000, for sellers at 10,000."""

    #: The number, or at least so many.
    count: int
    #: false: there are more than count.
    isExact: bool


class BoxExplanation(TypedDict):
    """Why an offer of the caller holds the buy box or does not. Holder is another offer that holds it; RunnerUp is the next one when the offer itself does. A gap is the landed price of the offer minus that of the other: GapToHolder above zero means too dear, GapToRunnerUp below zero is the lead. Gaps are absent while no shipping charge is set."""

    #: The marketplace.
    MarketplaceId: str
    #: The caller's SKU.
    SellerSKU: str
    #: The item.
    storeItemId: str
    #: The revision of the offer's terms: it rises by one with each change of its price, shipping, business price or quantity discounts, by whomever. IfTermsRevision of a price change refers to it.
    TermsRevision: int
    ItemCondition: ItemCondition
    CustomerType: CustomerType
    offerType: OfferType
    Assumed: NotRequired[AssumedTerms]
    Offer: ExplainedOffer
    #: Whether the offer holds the buy box.
    IsBuyBoxWinner: bool
    #: Why the offer holds the buy box or does not, in a sentence.
    Explanation: str
    #: Whether the offer passes every gate.
    IsEligible: bool
    #: Every gate of the buy box rule, in its order.
    Gates: list[GateVerdict]
    #: The place among the eligible offers; 1 wins. Absent when it is not eligible.
    Rank: NotRequired[int]
    #: The number of eligible offers, this one included if it is one.
    EligibleOffers: int
    Holder: NotRequired[BuyBoxRival]
    GapToHolder: NotRequired[Money]
    RunnerUp: NotRequired[BuyBoxRival]
    GapToRunnerUp: NotRequired[Money]
    #: The first field in which the offer and the other one differ, in the order of the rule: LandedPrice, FulfillmentChannel, SellerPositiveFeedbackRating, FeedbackCount, SellerId or SellerSKU; an open set. Absent when the offer is not eligible, or no other is.
    DecidedBy: NotRequired[str]
    WinningPrice: WinningPrice


class BoxExplanationAnswer(TypedDict):
    """Why an offer of the caller holds the buy box or does not."""

    payload: BoxExplanation


class BoxOffer(TypedDict):
    """One of the offers of the receiver that stand in this box, and what would win it. NetAtWinningPrice is present when there is a winning price."""

    #: The receiver's SKU.
    SellerSKU: str
    OwnPrice: BoxOwnPrice
    #: Whether this offer holds the box now.
    IsBuyBoxWinner: bool
    WinningPrice: BoxWinningPrice
    NetAtOwnPrice: NetProceeds
    NetAtWinningPrice: NotRequired[NetProceeds]


class BoxOwnPrice(TypedDict):
    """The price of the offer as the customers of this box see it. Shipping and LandedPrice are absent while no shipping charge is set."""

    ListingPrice: Money
    Shipping: NotRequired[Money]
    LandedPrice: NotRequired[Money]


class BoxWinningPrice(TypedDict):
    """The highest listing price with which the offer, with its own shipping, would hold this box at the time of the event. The prices are present with VALID_FOEP."""

    resultStatus: WinningPriceStatus
    ListingPrice: NotRequired[Money]
    LandedPrice: NotRequired[Money]
    #: With OFFER_NOT_ELIGIBLE: the gates that fail at every price.
    Reasons: NotRequired[list[GateName]]


class BusinessOffers(TypedDict):
    """What business customers see. Absent: the same as consumers, in Summary and Offers."""

    Summary: OfferSummary
    #: The best offers of the condition, in order of landed price.
    Offers: list[Offer]

BuyBoxCause: TypeAlias = "str"

BuyBoxChange: TypeAlias = "str"


class BuyBoxChangedData(TypedDict):
    """What happened."""

    #: The version of data: 1.0.
    payloadVersion: str
    #: The seller that is told.
    sellerId: str
    #: The marketplace.
    marketplaceId: str
    #: Rises with every change of the item. Of two events about one item, the greater one is the newer.
    revision: int
    #: The item.
    storeItemId: str
    ItemCondition: ItemCondition
    #: Whose buy box: Consumer or Business; an open set.
    CustomerType: str
    #: All customers whose buy box this is. An item without business terms has one buy box for both. Absent in an event from before this field existed: CustomerType alone is known.
    CustomerTypes: NotRequired[list[str]]
    offerType: OfferType
    Cause: BuyBoxCause
    BuyBoxPrice: NotRequired[BuyBoxHolder]
    PreviousBuyBoxPrice: NotRequired[BuyBoxHolder]
    PriceDifference: NotRequired[Money]
    Change: BuyBoxChange
    #: The id of the operator's request that changed the market, when it was one request.
    requestId: NotRequired[str]
    #: Whether a record that changed is the receiver's own.
    Own: bool
    #: The receiver's SKU that held the box before. Absent: another seller did, or nobody.
    PreviousSellerSKU: NotRequired[str]
    #: The receipt of the receiver's own price change that the event follows. Never that of another seller.
    PriceChangeId: NotRequired[str]
    #: The offers of the receiver that stand in this box, the best first.
    MyOffers: list[BoxOffer]


class BuyBoxChangedEvent(TypedDict):
    """The holder of a buy box, or its price, has changed. It goes to every seller with an offer on sale on the item, and to the seller that held the box. One event for each buy box: an item without business terms has one for both customer types, told as that of consumers."""

    #: The version of CloudEvents.
    specversion: Literal["1.0"]
    #: The notification id, the same in every delivery. Use it to drop duplicates.
    id: str
    #: The service that sent it.
    source: str
    #: The kind of the event.
    type: Literal["BUY_BOX_CHANGED"]
    #: The item.
    subject: str
    #: When it happened.
    time: str
    #: The media type of data.
    datacontenttype: Literal["application/json"]
    #: The number of the event: per seller, rising by 1, without gaps. An integer as text.
    sequence: str
    #: The sequence of the event that was queued before this one for the same destination. If you do not have that one, you missed it. Absent in the first one, and in GET /notifications/v4/events.
    previoussequence: NotRequired[str]
    #: The sequences that this event replaces at this destination, with commas between them. Count them as received.
    supersedes: NotRequired[str]
    data: BuyBoxChangedData


class BuyBoxHolder(TypedDict):
    """Who holds a buy box, and at which price."""

    condition: ItemCondition
    offerType: OfferType
    LandedPrice: Money
    ListingPrice: Money
    Shipping: Money
    #: Whether that seller is the receiver.
    belongsToRequester: bool
    #: The seller that holds the buy box.
    sellerId: str


class BuyBoxPrice(TypedDict):
    """The price of the buy box winner of one condition and offer type."""

    condition: ItemCondition
    offerType: OfferType
    #: The price applies from this quantity on. Absent: the price of one unit.
    quantityTier: NotRequired[int]
    #: With quantityTier: QUANTITY_DISCOUNT; an open set.
    quantityDiscountType: NotRequired[str]
    LandedPrice: Money
    ListingPrice: Money
    Shipping: Money
    #: The seller that wins the buy box.
    sellerId: str


class BuyBoxRival(TypedDict):
    """The best eligible other offer of the buy box."""

    #: Whether it is an offer of the caller, under another SKU.
    MyOffer: bool
    #: The seller of the offer.
    SellerId: str
    #: The SKU, only when it is the caller's own offer.
    SellerSKU: NotRequired[str]
    SubCondition: SubCondition
    FulfillmentChannel: FulfillmentChannel
    LandedPrice: Money
    ListingPrice: Money
    Shipping: Money
    SellerFeedbackRating: SellerFeedbackRating


class BuyBoxShareReportParameters(TypedDict):
    """Which UTC days: from that of since until today, at most 100."""

    #: Only days at this date or time (RFC 3339) or later. Absent: 7 days before the instant of the report.
    since: NotRequired[str]


class ChangeDestination(TypedDict):
    """Only keys in the body are changed; settings are merged key by key. A masked value stays as it is. null removes an optional key."""

    #: 1 to 256 characters, none of them a control character, invisible or changing the direction of text; `name` is accepted, too.
    channelName: NotRequired[str]
    #: Another name of channelName.
    name: NotRequired[str]
    #: The kinds of events to send. Empty: it waits for subscriptions. Absent: all for WEBHOOKS and PULL; for EMAIL, SMS and MOBILE_PUSH what a person may have to act upon: BUY_BOX_CHANGED when the buy box is lost, PRICING_HEALTH, FEE_PROMOTION, FEE_CHANGED and DESTINATION_SUSPENDED.
    eventTypes: NotRequired[list[Literal["TEST_NOTIFICATION", "ANY_OFFER_CHANGED", "BUY_BOX_CHANGED", "PRICING_HEALTH", "PRICE_CHANGED", "FEE_PROMOTION", "FEE_CHANGED", "DESTINATION_SUSPENDED", "CREDENTIAL_EXPIRING", "REPORT_READY"]]]
    windowSeconds: NotRequired[Literal[0, 60, 300, 600] | None]
    filter: NotRequired[EventFilter | None]
    quietHours: NotRequired[QuietHours | None]
    webhookConfig: NotRequired[WebhookConfigBody]
    #: For type WEBHOOKS: another name of webhookConfig.url.
    url: NotRequired[str]
    emailConfig: NotRequired[EmailConfig]
    smsConfig: NotRequired[SmsConfig]
    mobilePushConfig: NotRequired[MobilePushConfig]
    pullConfig: NotRequired[PullConfig]
    #: ACTIVE or INACTIVE.
    status: NotRequired[Literal["ACTIVE", "INACTIVE"]]


class ChangeRejection(TypedDict):
    """One reason why a record was rejected."""

    #: The line of the body where the record begins, counted from 1.
    line: int
    #: The field that is wrong. Empty when the record as a whole is wrong.
    field: str
    #: What is wrong, and what is allowed.
    reason: str


class Changes(TypedDict):
    """The valid changes are applied; the rejected ones are listed."""

    #: Records that are new.
    added: int
    #: Records that replaced an existing one.
    changed: int
    #: Records that already existed with the same fields.
    unchanged: int
    #: Records that were deleted.
    removed: int
    #: Records to delete that did not exist.
    absent: int
    #: Records that were not applied; all others were.
    rejected: int
    #: The reasons for rejections, by line: the first 1,000.
    rejections: list[ChangeRejection]
    #: The number of further reasons that are not listed.
    moreRejections: int
    keptTerms: NotRequired[KeptTerms]
    #: What the caller should look at; absent when there is nothing.
    warnings: NotRequired[list[Warning]]

ChannelType: TypeAlias = "Literal['EMAIL', 'WEBHOOKS', 'SMS', 'PULL', 'MOBILE_PUSH']"


class ClientRegistration(TypedDict):
    """Client metadata (RFC 7591 2). Other metadata is ignored. Metadata that names a seller is rejected."""

    #: Where codes may be sent; matched exactly.
    redirect_uris: list[str]
    #: `client_secret_basic` when absent; `none` for public clients.
    token_endpoint_auth_method: NotRequired[Literal["none", "client_secret_post", "client_secret_basic"]]
    #: Both when absent.
    grant_types: NotRequired[list[Literal["authorization_code", "refresh_token"]]]
    #: Only `code`.
    response_types: NotRequired[list[Literal["code"]]]
    #: What sellers are shown.
    client_name: NotRequired[str]
    #: The application's page.
    client_uri: NotRequired[str]
    #: The application's logo.
    logo_uri: NotRequired[str]
    #: Rights, with a space between them; `offline_access` is the right to a refresh token. The basic seller rights when absent.
    scope: NotRequired[str]
    #: Contacts of the application's developer.
    contacts: NotRequired[list[str]]


class CompetitivePrice(TypedDict):
    """The price that wins a buy box."""

    #: 1: the New buy box. 2: the Used buy box; an open set.
    CompetitivePriceId: str
    Price: Price
    condition: ItemCondition
    subcondition: SubCondition
    offerType: OfferType
    #: The price applies from this quantity on. Absent: the price of one unit.
    quantityTier: NotRequired[int]
    #: With quantityTier: QUANTITY_DISCOUNT; an open set.
    quantityDiscountType: NotRequired[str]
    #: The seller that wins the buy box.
    sellerId: str
    #: Whether that seller is the caller.
    belongsToRequester: bool


class CompetitivePricing(TypedDict):
    """The buy box prices of the item and the number of its offers."""

    CompetitivePrices: list[CompetitivePrice]
    NumberOfOfferListings: list[OfferListingCount]
    TradeInValue: NotRequired[Money]


class CompetitiveSummary(TypedDict):
    """How an item sells. It has the parts that includedData names."""

    #: The marketplace.
    marketplaceId: str
    #: The item.
    storeItemId: str
    #: The buy boxes that somebody holds, of all conditions and both customer types.
    featuredBuyingOptions: NotRequired[list[FeaturedBuyingOption]]
    #: One list for each input, in the order of the inputs.
    lowestPricedOffers: NotRequired[list[LowestPricedOffers]]
    #: Prices to compare with. Those that are not known are missing.
    referencePrices: NotRequired[list[ReferencePrice]]


class CompetitiveSummaryBatch(TypedDict):
    """Up to 20 requests. An invalid one gets its own error; the others are still answered."""

    #: Up to 20 requests.
    requests: list[CompetitiveSummaryRequest]


class CompetitiveSummaryBatchAnswer(TypedDict):
    """The answers, in the order of the requests."""

    #: In the order of the requests.
    responses: list[CompetitiveSummaryBatchResponse]


class CompetitiveSummaryBatchResponse(TypedDict):
    """The answer to one request."""

    #: The headers of the single answer.
    headers: dict[str, str]
    status: BatchStatus
    #: The single answer.
    body: CompetitiveSummary | Errors
    #: The request as the service understood it.
    request: dict[str, Any]


class CompetitiveSummaryRequest(TypedDict):
    """One item, and what to tell about it. MarketplaceId means the same as marketplaceId."""

    #: The marketplace whose prices are returned.
    marketplaceId: str
    #: The marketplace item ID.
    storeItemId: str
    #: The parts of the answer: featuredBuyingOptions, lowestPricedOffers, referencePrices.
    includedData: list[Literal["featuredBuyingOptions", "lowestPricedOffers", "referencePrices"]]
    #: The lists of lowestPricedOffers, at most 5. Without any: New, Consumer.
    lowestPricedOffersInputs: NotRequired[list[LowestPricedOffersInput]]
    #: Accepted from clients that send it. It has no effect.
    uri: NotRequired[str]
    #: Accepted from clients that send it. It has no effect.
    method: NotRequired[str]


class ConfirmationCode(TypedDict):
    """The code that the owner of the address told the seller."""

    #: The six digits in the message to the address, with or without the space between them.
    code: str

CountedOfferState: TypeAlias = "str"


class CreateDestination(TypedDict):
    """Every key is optional. Unknown keys are ignored; one that is nearly a known key is named in the warnings of the answer."""

    #: 1 to 256 characters, none of them a control character, invisible or changing the direction of text; `name` is accepted, too.
    channelName: NotRequired[str]
    #: Another name of channelName.
    name: NotRequired[str]
    #: The kinds of events to send. Empty: it waits for subscriptions. Absent: all for WEBHOOKS and PULL; for EMAIL, SMS and MOBILE_PUSH what a person may have to act upon: BUY_BOX_CHANGED when the buy box is lost, PRICING_HEALTH, FEE_PROMOTION, FEE_CHANGED and DESTINATION_SUSPENDED.
    eventTypes: NotRequired[list[Literal["TEST_NOTIFICATION", "ANY_OFFER_CHANGED", "BUY_BOX_CHANGED", "PRICING_HEALTH", "PRICE_CHANGED", "FEE_PROMOTION", "FEE_CHANGED", "DESTINATION_SUSPENDED", "CREDENTIAL_EXPIRING", "REPORT_READY"]]]
    #: 0, 60, 300, 600 seconds. Of several events about one item, condition and kind within this time, the first is sent at once and the last ones at its end. 0: every event is sent at once. Absent: 60.
    windowSeconds: NotRequired[Literal[0, 60, 300, 600]]
    filter: NotRequired[EventFilter]
    quietHours: NotRequired[QuietHours]
    webhookConfig: NotRequired[WebhookConfigBody]
    #: For type WEBHOOKS: another name of webhookConfig.url.
    url: NotRequired[str]
    emailConfig: NotRequired[EmailConfig]
    smsConfig: NotRequired[SmsConfig]
    mobilePushConfig: NotRequired[MobilePushConfig]
    pullConfig: NotRequired[PullConfig]
    #: EMAIL, WEBHOOKS, SMS, PULL, MOBILE_PUSH. Absent: the type whose settings are present; WEBHOOKS when there is a url; otherwise PULL.
    type: NotRequired[Literal["EMAIL", "WEBHOOKS", "SMS", "PULL", "MOBILE_PUSH"]]
    #: The caller's own SellerId, and no other.
    channelOwner: NotRequired[str]


class CreateSubscription(TypedDict):
    """Unknown keys are ignored, but not in `eventFilter`; one that is nearly a known key is named in the warnings of the answer."""

    #: The channelId of the destination.
    destinationId: str
    #: The version of the events: 1.0, the only one.
    payloadVersion: NotRequired[str]
    #: What counts for this kind. Without `eventFilter` or `windowSeconds` the filter or the window of the destination counts; an `eventFilter` of {} lets everything pass.
    processingDirective: NotRequired[CreateSubscriptionProcessingDirective]


class CreateSubscriptionProcessingDirective(TypedDict):
    """What counts for this kind. Without `eventFilter` or `windowSeconds` the filter or the window of the destination counts; an `eventFilter` of {} lets everything pass."""

    eventFilter: NotRequired[EventFilter]
    #: 0, 60, 300, 600 seconds. Of several events about one item, condition and kind within this time, the first is sent at once and the last ones at its end. 0: every event is sent at once. Absent: 60.
    windowSeconds: NotRequired[Literal[0, 60, 300, 600]]


class CredentialExpiringData(TypedDict):
    """What happened."""

    #: The version of data: 1.0.
    payloadVersion: str
    #: The seller that is told.
    sellerId: str
    #: The secret or the access: the same in all notices about it.
    credentialId: str
    #: CLIENT_SECRET: a secret of the application; rotate it. GRANT: the access of the application; connect it again. An open set.
    credentialType: str
    #: The client id of the application.
    clientId: str
    #: The name of the application, if it has one.
    applicationName: NotRequired[str]
    #: Which notice it is: 30, 7 or 1. A notice that could not be sent in time is sent later, until the next one is due.
    DaysBefore: int
    #: When it ends.
    EffectiveUntil: str


class CredentialExpiringEvent(TypedDict):
    """A secret of an application, or the access that the seller gave to one, will end. Told to the seller, and to that application; 30, 7 and 1 days before."""

    #: The version of CloudEvents.
    specversion: Literal["1.0"]
    #: The notification id, the same in every delivery. Use it to drop duplicates.
    id: str
    #: The service that sent it.
    source: str
    #: The kind of the event.
    type: Literal["CREDENTIAL_EXPIRING"]
    #: When it happened.
    time: str
    #: The media type of data.
    datacontenttype: Literal["application/json"]
    #: The number of the event: per seller, rising by 1, without gaps. An integer as text.
    sequence: str
    #: The sequence of the event that was queued before this one for the same destination. If you do not have that one, you missed it. Absent in the first one, and in GET /notifications/v4/events.
    previoussequence: NotRequired[str]
    #: The sequences that this event replaces at this destination, with commas between them. Count them as received.
    supersedes: NotRequired[str]
    data: CredentialExpiringData

CustomerType: TypeAlias = "Literal['Consumer', 'Business']"


class Deliveries(TypedDict):
    """A page of the log."""

    #: Newest first.
    deliveries: list[Delivery]
    #: There are more: send it as nextToken to get the next page.
    nextToken: NotRequired[str]


class DeliveriesReportParameters(TypedDict):
    """Which deliveries. All that are kept when absent."""

    #: Only deliveries to this destination of the caller.
    channelId: NotRequired[str]
    #: Only the delivery with this id, and those of the notification with this id.
    id: NotRequired[str]
    #: Only deliveries in this state.
    state: NotRequired[Literal["PENDING", "SENDING", "DELIVERED", "STORED", "DEAD", "EXPIRED", "CANCELED", "SUPERSEDED", "FILTERED"]]
    #: Only deliveries that were queued at this date or time (RFC 3339) or later. Absent: from the oldest one that is kept.
    since: NotRequired[str]
    #: Only deliveries that were queued before this date or time. Absent: until the instant of the report.
    until: NotRequired[str]


class Delivery(TypedDict):
    """One notification to one destination."""

    #: Its identifier.
    deliveryId: str
    #: The destination.
    channelId: str
    #: The `id` of the event: the same in every delivery of it.
    notificationId: str
    eventType: EventKind
    #: Whether it is a test notification.
    isTest: bool
    state: DeliveryState
    #: While it is PENDING: why it waits until nextAttemptTime. WINDOW: the window of the destination, HOURLY_LIMIT: one e-mail an hour for each kind, DAILY_LIMIT: 10 SMS a day, QUIET_HOURS: the quiet hours of the destination; an open set.
    heldBy: NotRequired[str]
    #: The notification that replaced it.
    supersededBy: NotRequired[str]
    #: The key of the filter that kept it back; an open set.
    filteredBy: NotRequired[str]
    #: How many attempts were started.
    attemptCount: int
    lastAttempt: NotRequired[LastDeliveryAttempt]
    #: The marketplace of the item.
    marketplaceId: NotRequired[str]
    #: The item that the event is about. Absent: it is about none, or the answer is about a resend.
    storeItemId: NotRequired[str]
    #: With storeItemId: the first of the caller's SKUs that the event names.
    skus: NotRequired[list[str]]
    #: When it was queued.
    createdTime: str
    #: While it is PENDING: the earliest time of the next attempt.
    nextAttemptTime: NotRequired[str]
    #: When it reached a final state.
    settledTime: NotRequired[str]
    #: When it expires.
    expiresTime: str


class DeliveryAttempt(TypedDict):
    """One attempt."""

    #: From 1.
    number: int
    #: DELIVERED, STORED, FAILED, IN_PROGRESS, or UNKNOWN: it was started and its outcome was never stored; an open set.
    outcome: str
    #: When it was started.
    startedTime: NotRequired[str]
    #: How long it took.
    durationMs: NotRequired[int]
    #: The receiver's code: an HTTP status, an SMTP reply.
    code: NotRequired[int]
    #: What went wrong.
    error: NotRequired[str]
    #: The beginning of the receiver's answer.
    answer: NotRequired[str]


class DeliveryDetails(TypedDict):
    """A delivery with all its attempts and its event."""

    #: Its identifier.
    deliveryId: str
    #: The destination.
    channelId: str
    #: The `id` of the event: the same in every delivery of it.
    notificationId: str
    eventType: EventKind
    #: Whether it is a test notification.
    isTest: bool
    state: DeliveryState
    #: While it is PENDING: why it waits until nextAttemptTime. WINDOW: the window of the destination, HOURLY_LIMIT: one e-mail an hour for each kind, DAILY_LIMIT: 10 SMS a day, QUIET_HOURS: the quiet hours of the destination; an open set.
    heldBy: NotRequired[str]
    #: The notification that replaced it.
    supersededBy: NotRequired[str]
    #: The key of the filter that kept it back; an open set.
    filteredBy: NotRequired[str]
    #: How many attempts were started.
    attemptCount: int
    lastAttempt: NotRequired[LastDeliveryAttempt]
    #: The marketplace of the item.
    marketplaceId: NotRequired[str]
    #: The item that the event is about. Absent: it is about none, or the answer is about a resend.
    storeItemId: NotRequired[str]
    #: With storeItemId: the first of the caller's SKUs that the event names.
    skus: NotRequired[list[str]]
    #: When it was queued.
    createdTime: str
    #: While it is PENDING: the earliest time of the next attempt.
    nextAttemptTime: NotRequired[str]
    #: When it reached a final state.
    settledTime: NotRequired[str]
    #: When it expires.
    expiresTime: str
    #: Every attempt, in order.
    attempts: list[DeliveryAttempt]
    event: SellerEvent

DeliveryState: TypeAlias = "str"


class Destination(TypedDict):
    """A destination of notifications."""

    #: The seller that owns it.
    channelOwner: str
    #: Its name.
    channelName: str
    type: ChannelType
    webhookConfig: WebhookConfig
    status: DestinationStatus
    #: Why it is SUSPENDED. DELIVERY_FAILED: only failures for a long time. DESTINATION_GONE: its receiver says that it does not exist any more. APPLICATION_WITHDRAWN: the seller ended the access of its application. APPLICATION_UNUSED: the application has not used its access for a long time. SELLER_DISABLED: the operator has disabled the seller. An open set.
    statusReason: NotRequired[str]
    #: true: the receiver of this webhook answered that it wants webhooks of this service (CloudEvents, `WebHook-Allowed-Origin`). Absent: it did not say, as most receivers do, or nobody has asked it.
    verified: NotRequired[bool]
    #: Its identifier.
    channelId: str
    #: When it was created, in milliseconds since 1970 UTC.
    createdTimestamp: int
    #: When it was last changed, in milliseconds since 1970 UTC.
    lastModifiedTimestamp: int
    #: The kinds of events that it receives. Empty: it waits for subscriptions. Absent: all for WEBHOOKS and PULL; for EMAIL, SMS and MOBILE_PUSH what a person may have to act upon: BUY_BOX_CHANGED when the buy box is lost, PRICING_HEALTH, FEE_PROMOTION, FEE_CHANGED and DESTINATION_SUSPENDED.
    eventTypes: NotRequired[list[EventKind]]
    #: 0, 60, 300, 600 seconds. Of several events about one item, condition and kind within this time, the first is sent at once and the last ones at its end. 0: every event is sent at once. Absent: 60.
    windowSeconds: NotRequired[Literal[0, 60, 300, 600]]
    filter: NotRequired[EventFilter]
    quietHours: NotRequired[QuietHours]
    #: What subscriptions have set for single kinds (`/notifications/v4/subscriptions`). Absent when there is nothing.
    choicesByKind: NotRequired[list[KindChoice]]
    emailConfig: NotRequired[EmailConfig]
    smsConfig: NotRequired[SmsConfig]
    mobilePushConfig: NotRequired[MobilePushConfig]
    pullConfig: NotRequired[PullConfig]
    #: The id of the application that created it; absent in very old destinations.
    createdBy: NotRequired[str]
    #: What the caller should look at; absent when there is nothing.
    warnings: NotRequired[list[Warning]]


class DestinationCounts(TypedDict):
    """How its destinations are."""

    #: How many have each status, without those of which there are none.
    byStatus: dict[str, int]
    #: How many fail.
    failing: int
    #: Since when the one that fails for longest does.
    failingSince: NotRequired[str]


class DestinationFailure(TypedDict):
    """The last attempt that failed. Only while it fails."""

    #: The delivery.
    deliveryId: str
    #: When it was attempted.
    time: str
    #: The receiver's code: an HTTP status, an SMTP reply.
    code: NotRequired[int]
    #: Why it failed, without the address of a person.
    cause: str

DestinationStatus: TypeAlias = "str"


class DestinationSuspendedData(TypedDict):
    """What happened."""

    #: The version of data: 1.0.
    payloadVersion: str
    #: The seller that is told.
    sellerId: str
    #: The client id of the application that created them. Absent: it is not known.
    createdBy: NotRequired[str]
    #: The name of that application, where the identity provider tells it.
    applicationName: NotRequired[str]
    #: The destinations.
    channelIds: list[str]
    #: Their names, in the same order.
    channelNames: list[str]
    #: ACTIVE: they will be suspended at EffectiveFrom. SUSPENDED: they are since then; an open set.
    status: str
    #: DELIVERY_FAILED: only failures for a long time. DESTINATION_GONE: the receiver says that it does not exist any more. APPLICATION_WITHDRAWN: the seller ended the access of the application. APPLICATION_UNUSED: the application has not used its access for a long time. SELLER_DISABLED: the operator has disabled the seller. An open set.
    statusReason: str
    #: APPLICATION_UNUSED: when the application last used its access, if that is known.
    lastUsedTime: NotRequired[str]
    #: DELIVERY_FAILED, DESTINATION_GONE: how the last attempt failed. It quotes nothing that the receiver answered.
    lastError: NotRequired[str]
    #: When they are suspended.
    EffectiveFrom: str


class DestinationSuspendedEvent(TypedDict):
    """Destinations are suspended, or will be: nothing is sent to them. Told to the seller, and to the application that they belong to; not at the suspended destinations themselves."""

    #: The version of CloudEvents.
    specversion: Literal["1.0"]
    #: The notification id, the same in every delivery. Use it to drop duplicates.
    id: str
    #: The service that sent it.
    source: str
    #: The kind of the event.
    type: Literal["DESTINATION_SUSPENDED"]
    #: When it happened.
    time: str
    #: The media type of data.
    datacontenttype: Literal["application/json"]
    #: The number of the event: per seller, rising by 1, without gaps. An integer as text.
    sequence: str
    #: The sequence of the event that was queued before this one for the same destination. If you do not have that one, you missed it. Absent in the first one, and in GET /notifications/v4/events.
    previoussequence: NotRequired[str]
    #: The sequences that this event replaces at this destination, with commas between them. Count them as received.
    supersedes: NotRequired[str]
    data: DestinationSuspendedData


class Destinations(TypedDict):
    """All of the caller's destinations."""

    #: In the order in which they were created.
    channels: list[Destination]


class DoctorFinding(TypedDict):
    """Something that the doctor found."""

    #: What it looked at.
    section: str
    #: An open set.
    kind: str
    #: What it found.
    text: str
    #: Of a problem: what to do.
    remedy: NotRequired[str]


class DoctorReport(TypedDict):
    """What npm run doctor found on the machine that answers. Absent until the first examination has ended: ask again some seconds later."""

    #: When it looked.
    examinedTime: str
    #: How many problems it found.
    problems: int
    #: In the order of the report.
    findings: list[DoctorFinding]


class EmailConfig(TypedDict):
    """For type EMAIL."""

    #: One address. Absent: the seller's registered one, which only the seller sees; others see `****`.
    address: NotRequired[str]


class Error(TypedDict):
    """One reason why the request failed."""

    code: ErrorCode
    #: What is wrong, in one sentence.
    message: str
    #: Which field, and what would be right.
    details: str

ErrorCode: TypeAlias = "str"


class Errors(TypedDict):
    """Errors of all other endpoints: a list."""

    errors: list[Error]


class EstimatedPrice(TypedDict):
    """What the buyer would pay."""

    ListingPrice: Money
    Shipping: Money
    Points: NotRequired[EstimatedPricePoints]


class EstimatedPricePoints(TypedDict):
    PointsNumber: int


class EventFate(TypedDict):
    """What became of an event at one destination."""

    #: The destination.
    channelId: str
    #: Its seller.
    sellerId: str
    #: The name that the seller gave it.
    channelName: str
    #: An open set.
    type: str
    #: The host of a webhook or a push service, because its path may be a secret; the address of a person masked. Absent: it has none.
    address: NotRequired[str]
    #: DELETED: only in the log, until that is removed. An open set.
    status: str
    #: Why it is SUSPENDED; an open set.
    statusReason: NotRequired[str]
    outcome: NotificationOutcome
    delivery: NotRequired[OperatorDelivery]


class EventFilter(TypedDict):
    """Which events a destination gets, of the kinds that it takes. An event must pass every key that is present. Events that are not about an item ignore storeItemIds, skus, conditions and minPriceChangePercent."""

    #: Only events of these marketplaces. At most 1000.
    marketplaceIds: NotRequired[list[str]]
    #: Only events about these items. At most 1000.
    storeItemIds: NotRequired[list[str]]
    #: Only events about listings of yours with these SKUs. At most 1000.
    skus: NotRequired[list[str]]
    #: Only events about these conditions.
    conditions: NotRequired[list[Literal["New", "Used", "Collectible", "Refurbished", "Club"]]]
    #: Only these changes: words of Change in BUY_BOX_CHANGED, and of Health in PRICING_HEALTH. A kind of which no word is listed is not filtered.
    changes: NotRequired[list[Literal["WON", "LOST", "HOLDER", "PRICE", "NONE", "UNHEALTHY", "RECOVERED"]]]
    #: Leaves out events that tell only a price that moved by less than this, in percent of the price before. At most two decimals. A change of the holder is never left out.
    minPriceChangePercent: NotRequired[float]
    #: Only events that a change of your own records caused.
    ownOnly: NotRequired[bool]
    #: Only events that something other than your own records caused.
    othersOnly: NotRequired[bool]

EventKind: TypeAlias = "str"


class EventReceiver(TypedDict):
    """A seller that was told of the event."""

    #: The seller.
    sellerId: str
    #: Its name. Absent: the operator's record has none.
    sellerName: NotRequired[str]
    #: The number of the event in the seller's sequence.
    sequence: int
    #: The id of the event and of its deliveries.
    notificationId: str
    kind: ReceivedEventKind
    #: The one application of others that may see it beside the seller. Absent: every destination of the seller.
    application: NotRequired[str]

EventSchema: TypeAlias = "dict[str, Any]"


class EventSchemas(TypedDict):
    """The schemas of all kinds of events."""

    #: One for each kind.
    schemas: list[ListedEventSchema]


class Events(TypedDict):
    """A page of the seller's events."""

    #: In the order of their sequences. A page has about 512 KiB at most, so it may have fewer than limit.
    events: list[SellerEvent]
    #: The oldest event that is kept; latestSequence + 1 when none is.
    oldestSequence: int
    #: The last event of the seller; 0: there was none yet.
    latestSequence: int
    #: Whether events after `after` are not kept any more: read the pricing answers again, and go on from latestSequence.
    truncated: bool
    #: Whether there are more: ask for them at once.
    hasMore: bool
    #: Send it as `after` with the next request.
    nextAfter: int


class EventsReportParameters(TypedDict):
    """Which events. All that are kept when absent."""

    #: Only events of these kinds.
    eventTypes: NotRequired[list[Literal["TEST_NOTIFICATION", "ANY_OFFER_CHANGED", "BUY_BOX_CHANGED", "PRICING_HEALTH", "PRICE_CHANGED", "FEE_PROMOTION", "FEE_CHANGED", "DESTINATION_SUSPENDED", "CREDENTIAL_EXPIRING", "REPORT_READY"]]]
    #: Only events that name one of the caller's SKUs which contains this text, in any case.
    query: NotRequired[str]
    #: Only events after this sequence.
    after: NotRequired[int]
    #: Only events that happened at this date or time (RFC 3339) or later. Absent: from the oldest one that is kept.
    since: NotRequired[str]
    #: Only events that happened before this date or time. Absent: until the instant of the report.
    until: NotRequired[str]


class ExpectedPriceBatch(TypedDict):
    """Up to 40 listings. An invalid request gets its own error; the others are still answered."""

    #: Up to 40 requests.
    requests: list[ExpectedPriceRequest]


class ExpectedPriceBatchAnswer(TypedDict):
    """The answers, in the order of the requests."""

    #: In the order of the requests.
    responses: list[ExpectedPriceBatchResponse]


class ExpectedPriceBatchResponse(TypedDict):
    """The answer to one request."""

    #: The headers of the single answer.
    headers: dict[str, str]
    status: BatchStatus
    #: The single answer.
    body: FeaturedOfferExpectedPrices | Errors
    #: The request as the service understood it.
    request: dict[str, Any]


class ExpectedPriceRequest(TypedDict):
    """One of the caller's listings. MarketplaceId and SellerSKU mean the same as marketplaceId and sku."""

    #: The marketplace whose prices are returned.
    marketplaceId: str
    #: The caller's SKU.
    sku: str
    #: Accepted from clients that send it. It has no effect.
    uri: NotRequired[str]
    #: Accepted from clients that send it. It has no effect.
    method: NotRequired[str]
    #: Accepted from clients that send it. It has no effect.
    segment: NotRequired[dict[str, Any]]


class ExplainedOffer(TypedDict):
    """The offer that is explained: as it is, or on the assumed terms. ListingPrice is the price that the customer type sees. Shipping and LandedPrice are absent while no shipping charge is set; AfterFees then counts none."""

    ListingPrice: Money
    Shipping: NotRequired[Money]
    LandedPrice: NotRequired[Money]
    FulfillmentChannel: FulfillmentChannel
    AfterFees: NetAndProfit


class ExplainedProgram(TypedDict):
    """The fulfilment program, and what it adds."""

    #: FS_STANDARD or FS_EXPEDITED; an open set.
    Name: str
    Addition: Money


class ExplainedPromotion(TypedDict):
    """A promotion that applied."""

    #: Its id.
    PromotionId: str
    #: Its name.
    Name: str
    Amount: Money


class ExplainedReferralTier(TypedDict):
    """A tier of the referral fee that applied."""

    UpTo: NotRequired[Money]
    #: The rate.
    RatePercent: float
    Base: Money
    Amount: Money


class ExplainedSchedule(TypedDict):
    """The fee schedule in force."""

    #: Its id.
    ScheduleId: str
    #: Its version.
    Version: str
    #: Since when it is in force.
    EffectiveFrom: str


class ExplainedSize(TypedDict):
    """The sides of the parcel, in inches."""

    #: The longest side.
    LongestIn: float
    #: The second longest side.
    MedianIn: float
    #: The longest side, plus twice the sum of the other two.
    LongestPlusGirthIn: float


class ExplainedSurcharge(TypedDict):
    """A surcharge that applied."""

    #: apparel, hazmat, priceUnder10, oversize or additionalOversize; an open set.
    Name: str
    Amount: Money


class ExplainedWeightTier(TypedDict):
    """The price of the shipping weight: Base, and PerLb over OverLb."""

    #: The upper bound; absent for big and bulky goods.
    MaxLb: NotRequired[float]
    Base: Money
    PerLb: Money
    #: The weight that Base includes. A fraction of a pound above it costs that fraction of PerLb.
    OverLb: float
    Amount: Money


class ExplainedWeights(TypedDict):
    """The weights of the parcel, in pounds."""

    #: The weight of the unit.
    UnitLb: float
    #: Length x width x height / divisor; absent for light units.
    DimensionalLb: NotRequired[float]
    #: Added for packaging.
    PackagingLb: float
    #: The greater of unit and dimensional weight, plus packaging, rounded up.
    ShippingLb: float
    #: unit or dimensional: the greater of the two weights.
    DecidedBy: Literal["unit", "dimensional"]


class ExtendMessages(TypedDict):
    """Which messages, and for how long."""

    #: Handles from receive.
    receiptHandles: list[str]
    #: How long from now the messages are hidden from other receivers.
    visibilityTimeoutSeconds: int


class ExtendedMessage(TypedDict):
    """The result for one handle."""

    #: The handle.
    receiptHandle: str
    #: EXTENDED, or STALE: the handle is no longer valid. The message was received again after its visibility timeout, or it is settled.
    status: Literal["EXTENDED", "STALE"]


class ExtendedMessages(TypedDict):
    """The result for each handle."""

    #: In the order of the handles.
    results: list[ExtendedMessage]


class FSPrimeDetails(TypedDict):
    """The prime benefit of the fulfilment program."""

    #: Whether it has the prime benefit anywhere.
    IsFSPrime: bool
    #: Whether it has the prime benefit everywhere in the country.
    IsNationalFSPrime: bool


class FactorHelp(TypedDict):
    """Help for a person who lost every factor."""

    #: The account.
    accountId: str
    state: FactorHelpState
    #: WAITING: since when.
    askedTime: NotRequired[str]
    #: WAITING: when the factors are removed at the earliest.
    removalTime: NotRequired[str]
    #: WAITING: the operator who vouched. Another one must do so, too.
    vouchedBy: NotRequired[str]
    voucher: NotRequired[FactorHelpVoucher]
    #: REMOVED: when.
    removedTime: NotRequired[str]


class FactorHelpRequest(TypedDict):
    """What to do."""

    #: HELP: begin, or vouch for the person who asked. STOP: end it. HELP when absent.
    action: NotRequired[Literal["HELP", "STOP"]]

FactorHelpState: TypeAlias = "str"


class FactorHelpVoucher(TypedDict):
    """Who vouched. Absent where nothing is known."""

    #: The e-mail address of the person. Absent where the identity provider does not tell it, or your rights do not.
    email: NotRequired[str]
    #: The name of the application. Absent where the identity provider does not tell it, or your rights do not.
    name: NotRequired[str]
    #: true: there is no such account, member or application, or none any more.
    isRemoved: NotRequired[bool]


class FeaturedBuyingOption(TypedDict):
    """A buy box that somebody holds, and the offer that holds it."""

    condition: ItemCondition
    CustomerType: CustomerType
    offerType: OfferType
    #: The number of offers that are eligible for this buy box.
    eligibleOffers: int
    featuredOffer: FeaturedOffer


class FeaturedOffer(TypedDict):
    """An offer that holds a buy box or competes for it, at the price that the customer type of the box sees."""

    #: Whether it is the caller's own offer.
    MyOffer: bool
    #: The seller of the offer.
    sellerId: str
    condition: ItemCondition
    subCondition: SubCondition
    fulfillmentChannel: FulfillmentChannel
    price: FeaturedOfferPrice
    SellerFeedbackRating: SellerFeedbackRating


class FeaturedOfferExpectedPrice(TypedDict):
    """Only with VALID_FOEP: the highest listing price with which the offer, with its own shipping, holds the buy box
at this moment. For the B2B result it is a business price."""

    listingPrice: Money


class FeaturedOfferExpectedPriceResult(TypedDict):
    """The expected price for one buy box. competingFeaturedOffer is the best eligible other offer, also of the caller's own;
currentFeaturedOffer holds the buy box now, and may be the offer itself. Both are absent when there is none."""

    CustomerType: CustomerType
    offerType: OfferType
    #: VALID_FOEP: there is an expected price. NO_COMPETING_OFFER: no other offer is eligible and the item has no competitive price threshold, so every price wins. OFFER_NOT_ELIGIBLE: no price wins, for the reasons given. NO_WINNING_PRICE: the listing price would have to be negative. An open set.
    resultStatus: str
    featuredOfferExpectedPrice: NotRequired[FeaturedOfferExpectedPrice]
    #: Only with OFFER_NOT_ELIGIBLE: the gates that the offer fails (active, startTime, stock, availability, shippingCharge, featuredMerchant, feedbackRating, feedbackCount), or why it is not in this buy box: noBusinessPrice (B2B), hasBusinessPrice (B2C for businesses). An open set.
    reasons: NotRequired[list[str]]
    competingFeaturedOffer: NotRequired[IdentifiedFeaturedOffer]
    currentFeaturedOffer: NotRequired[IdentifiedFeaturedOffer]


class FeaturedOfferExpectedPrices(TypedDict):
    """The expected prices of one listing."""

    offerIdentifier: OwnOfferIdentifier
    #: One for each buy box of the condition of the offer: Consumer B2C, Business B2B, Business B2C.
    featuredOfferExpectedPriceResults: list[FeaturedOfferExpectedPriceResult]


class FeaturedOfferIdentifier(TypedDict):
    """Which offer it is."""

    #: The marketplace of the offer.
    marketplaceId: str
    #: The seller of the offer.
    sellerId: str
    #: The item of the offer.
    storeItemId: str
    fulfillmentType: FulfillmentChannel
    #: The SKU. Only for the caller's own offers.
    sku: NotRequired[str]


class FeaturedOfferPrice(TypedDict):
    """landedPrice = listingPrice + shippingPrice."""

    listingPrice: Money
    shippingPrice: Money
    landedPrice: Money


class FeeChangedData(TypedDict):
    """What happened."""

    #: The version of data: 1.0.
    payloadVersion: str
    #: The seller that is told.
    sellerId: str
    #: The marketplace.
    marketplaceId: str
    #: The fee schedule.
    scheduleId: str
    #: Its version.
    version: str
    #: When it takes effect.
    EffectiveFrom: str
    #: Which notice this is: 30, 7 or 1. 0: the schedule is in effect already; an open set.
    DaysBefore: int
    #: The number of listings whose fees change. 0: a change that was told before does not come.
    ListingCount: int
    TotalDifference: Money
    #: The 20 largest differences, up or down; among equal ones by SKU. TotalDifference is the sum over all listings, one unit each.
    Largest: list[ListingWithChangedFees]


class FeeChangedEvent(TypedDict):
    """A fee schedule changes what the receiver's active listings pay. Told 30, 7 and 1 days before it takes effect, and at once when the operator loads it later, or changes what was told. `POST /products/fees/v4/compare` explains the difference of each listing."""

    #: The version of CloudEvents.
    specversion: Literal["1.0"]
    #: The notification id, the same in every delivery. Use it to drop duplicates.
    id: str
    #: The service that sent it.
    source: str
    #: The kind of the event.
    type: Literal["FEE_CHANGED"]
    #: When it happened.
    time: str
    #: The media type of data.
    datacontenttype: Literal["application/json"]
    #: The number of the event: per seller, rising by 1, without gaps. An integer as text.
    sequence: str
    #: The sequence of the event that was queued before this one for the same destination. If you do not have that one, you missed it. Absent in the first one, and in GET /notifications/v4/events.
    previoussequence: NotRequired[str]
    #: The sequences that this event replaces at this destination, with commas between them. Count them as received.
    supersedes: NotRequired[str]
    data: FeeChangedData


class FeeDetail(TypedDict):
    """One fee: FinalFee = FeeAmount - FeePromotion + TaxAmount."""

    FeeType: FeeType
    FeeAmount: Money
    FeePromotion: Money
    TaxAmount: Money
    FinalFee: Money
    Explanation: NotRequired[FeeExplanation]


class FeeDifference(TypedDict):
    """One fee: Before is its FinalFee at the first date, After at this one, Difference is After - Before."""

    FeeType: FeeType
    Before: Money
    After: Money
    Difference: Money
    #: Empty when nothing behind the fee differs. AmountUnchanged: the amount is the same, what it is made of is not.
    Reasons: list[FeeDifferenceReason]


class FeeDifferenceReason(TypedDict):
    """Why a fee differs from the one at the first date."""

    #: The reason; a closed list.
    Code: Literal["ScheduleChanged", "CategoryChanged", "ReferralBaseChanged", "ReferralTierChanged", "ReferralRateChanged", "ReferralMinimumChanged", "ClosingFeeChanged", "PerItemFeeChanged", "ShippingWeightChanged", "WeightTierChanged", "FulfillmentPriceChanged", "SurchargeChanged", "ProgramChanged", "PromotionAdded", "PromotionRemoved", "PromotionChanged", "TaxRateChanged", "AmountUnchanged"]
    #: A sentence with the figures of both dates.
    Message: str


class FeeExplanation(TypedDict):
    """Present with `explain=true`: the rule and tier that applied, and every figure behind them. `Base` and `Minimum` are of the referral fee: the amount that the rates apply to, and the minimum fee where it is the fee."""

    #: The rule that gave the amount: ReferralBand, ReferralMarginal, ClosingMedia, ClosingNotMedia, PerItemPlan, FulfillmentWeightTier or FulfillmentBigAndBulky; an open set.
    Rule: str
    Schedule: ExplainedSchedule
    #: The tax rate on the fee after promotions.
    TaxRatePercent: float
    #: The promotions that applied.
    Promotions: list[ExplainedPromotion]
    #: The category of the item.
    Category: NotRequired[str]
    #: The category whose terms are charged.
    ChargedAs: NotRequired[str]
    #: Whether that is the default category, because the schedule does not have the item's category.
    IsDefaultCategory: NotRequired[bool]
    Base: NotRequired[Money]
    #: Referral: whether Base has the shipping.
    BaseIncludesShipping: NotRequired[bool]
    #: Referral: each tier that applied.
    Tiers: NotRequired[list[ExplainedReferralTier]]
    Minimum: NotRequired[Money]
    #: Per item: the seller's plan; an open set.
    Plan: NotRequired[str]
    Program: NotRequired[ExplainedProgram]
    Size: NotRequired[ExplainedSize]
    Weights: NotRequired[ExplainedWeights]
    WeightTier: NotRequired[ExplainedWeightTier]
    #: Fulfilment: each surcharge that applied.
    Surcharges: NotRequired[list[ExplainedSurcharge]]


class FeePromotionData(TypedDict):
    """What happened."""

    #: The version of data: 1.0.
    payloadVersion: str
    #: The seller that is told.
    sellerId: str
    #: The marketplace.
    marketplaceId: str
    #: The promotion.
    PromotionId: str
    #: Its name.
    PromotionName: NotRequired[str]
    #: BEGINS, CHANGED, ENDS; an open set.
    Change: str
    #: The fee that it reduces: ReferralFee, VariableClosingFee, PerItemFee, FSFulfillmentFee; an open set.
    FeeType: str
    FeePromotion: NotRequired[Money]
    #: How much less, in percent of the fee.
    RatePercent: NotRequired[float]
    #: When it begins.
    EffectiveFrom: str
    #: When it ends. With ENDS: when it ended, also earlier than planned.
    EffectiveUntil: str
    #: The number of listings whose fee it reduces; with ENDS: reduced until then.
    ListingCount: int
    #: The first 100 of them, by SKU.
    Listings: list[PromotedListing]


class FeePromotionEvent(TypedDict):
    """A promotion on a fee of the receiver's active listings begins, changes or ends. It takes off an amount (FeePromotion) or a percentage (RatePercent). One event for each promotion and change."""

    #: The version of CloudEvents.
    specversion: Literal["1.0"]
    #: The notification id, the same in every delivery. Use it to drop duplicates.
    id: str
    #: The service that sent it.
    source: str
    #: The kind of the event.
    type: Literal["FEE_PROMOTION"]
    #: When it happened.
    time: str
    #: The media type of data.
    datacontenttype: Literal["application/json"]
    #: The number of the event: per seller, rising by 1, without gaps. An integer as text.
    sequence: str
    #: The sequence of the event that was queued before this one for the same destination. If you do not have that one, you missed it. Absent in the first one, and in GET /notifications/v4/events.
    previoussequence: NotRequired[str]
    #: The sequences that this event replaces at this destination, with commas between them. Count them as received.
    supersedes: NotRequired[str]
    data: FeePromotionData


class FeeScheduleSummary(TypedDict):
    """A fee schedule of a marketplace."""

    #: Its id.
    scheduleId: str
    #: Its version.
    version: str
    #: It is in force from this time until the next one begins.
    effectiveFrom: str

FeeType: TypeAlias = "str"


class FeesComparison(TypedDict):
    """One request at each date."""

    FeesEstimateIdentifier: FeesEstimateIdentifier
    #: One per date, in the order of AsOf.
    EstimateList: list[FeesEstimateAtDate]
    #: What the caller should look at; absent when there is nothing.
    warnings: NotRequired[list[Warning]]


class FeesComparisonAnswer(TypedDict):
    """The comparisons, in the order of the requests."""

    payload: FeesComparisons
    #: What the caller should look at; absent when there is nothing.
    warnings: NotRequired[list[Warning]]


class FeesComparisonBody(TypedDict):
    """Dates, and what to estimate at each. An invalid request gets an Error; the others are still answered."""

    #: The dates to compare, in any order. Differences are to the first. A single date is compared with now, which comes first.
    asOf: list[str]
    #: Up to 20 estimates, as in the batch.
    requests: list[FeesEstimateElement]


class FeesComparisons(TypedDict):
    """The comparisons."""

    #: The dates as times in UTC. The first is the base of all differences.
    AsOf: list[str]
    #: In the order of the requests.
    FeesComparisonList: list[FeesComparison]


class FeesDifference(TypedDict):
    """How the estimate differs from that of the first date. Absent at the first date, and where this or the first date has no estimate."""

    TotalDifference: Money
    FeeDifferenceList: list[FeeDifference]


class FeesErrorList(TypedDict):
    """The list."""

    errors: list[Error]


class FeesErrors(TypedDict):
    """Errors of the fee endpoints: a list inside an object."""

    errors: FeesErrorList


class FeesEstimate(TypedDict):
    """Present with Status Success."""

    #: The time of the estimate, RFC 3339.
    TimeOfFeesEstimation: str
    TotalFeesEstimate: Money
    FeeDetailList: list[FeeDetail]


class FeesEstimateAnswer(TypedDict):
    """The result. When the item cannot be estimated, it holds the reason."""

    payload: FeesEstimatePayload
    #: What the caller should look at; absent when there is nothing.
    warnings: NotRequired[list[Warning]]

FeesEstimateAnswers: TypeAlias = "list[FeesEstimateResult]"


class FeesEstimateAtDate(TypedDict):
    """The estimate with the fees in force at a date, or why there is none."""

    #: The date, as a time in UTC.
    AsOf: str
    Status: FeesEstimateStatus
    Schedule: NotRequired[ExplainedSchedule]
    FeesEstimate: NotRequired[FeesEstimate]
    Error: NotRequired[FeesEstimateError]
    Difference: NotRequired[FeesDifference]


class FeesEstimateBody(TypedDict):
    """Without FeesEstimateRequest the estimate is for the caller's own active offer."""

    FeesEstimateRequest: NotRequired[FeesEstimateRequest]


class FeesEstimateElement(TypedDict):
    """One estimate of a batch."""

    #: What IdValue is.
    IdType: Literal["StoreItemId", "SellerSKU"]
    #: The item or listing.
    IdValue: str
    FeesEstimateRequest: NotRequired[FeesEstimateRequest]

FeesEstimateElements: TypeAlias = "list[FeesEstimateElement]"


class FeesEstimateError(TypedDict):
    """Present with any other Status."""

    #: Sender (the request is wrong) or Receiver (the service failed).
    Type: Literal["Sender", "Receiver"]
    #: InvalidParameterValue, DataNotAvailable, MissingPrice or InternalError.
    Code: Literal["InvalidParameterValue", "DataNotAvailable", "MissingPrice", "InternalError"]
    #: What is wrong.
    Message: str
    #: The reasons, one per element.
    Detail: list[str]


class FeesEstimateIdentifier(TypedDict):
    """The item, price and seller of the estimate, with the values that counted: defaults are filled in."""

    #: The marketplace.
    MarketplaceId: NotRequired[str]
    #: StoreItemId or SellerSKU.
    IdType: NotRequired[str]
    #: The item or listing.
    IdValue: NotRequired[str]
    #: Whether the store ships.
    IsStoreFulfilled: NotRequired[bool]
    PriceToEstimateFees: NotRequired[EstimatedPrice]
    #: The seller that the caller acts for.
    SellerId: str
    #: The Identifier of the request.
    SellerInputIdentifier: NotRequired[str]
    #: The fulfilment program.
    OptionalFulfillmentProgram: NotRequired[str]


class FeesEstimatePayload(TypedDict):
    """The result."""

    FeesEstimateResult: FeesEstimateResult


class FeesEstimateRequest(TypedDict):
    """What to estimate."""

    #: The marketplace whose fees are estimated.
    MarketplaceId: str
    #: Whether the store ships (FS); absent is false.
    IsStoreFulfilled: NotRequired[bool]
    PriceToEstimateFees: PriceToEstimateFees
    #: Echoed as SellerInputIdentifier.
    Identifier: NotRequired[str]
    #: With IsStoreFulfilled: FS_STANDARD (the default; FS_CORE means the same) or FS_EXPEDITED.
    OptionalFulfillmentProgram: NotRequired[str]


class FeesEstimateResult(TypedDict):
    """An estimate, or the reason why there is none."""

    Status: FeesEstimateStatus
    FeesEstimateIdentifier: FeesEstimateIdentifier
    FeesEstimate: NotRequired[FeesEstimate]
    Error: NotRequired[FeesEstimateError]
    #: What the caller should look at; absent when there is nothing.
    warnings: NotRequired[list[Warning]]

FeesEstimateStatus: TypeAlias = "Literal['Success', 'ClientError', 'ServiceError']"


class FeesReportParameters(TypedDict):
    """Of which listings, and at which dates. All, and now, when absent."""

    #: Only the listing with this SKU, and listings of the item with this id.
    id: NotRequired[str]
    #: The dates to compare, each once, in any order. Differences are to the first. A single date is compared with now, which comes first.
    asOf: NotRequired[list[str]]

FoundOfferState: TypeAlias = "str"

FulfillmentChannel: TypeAlias = "str"

GateFigure: TypeAlias = "Money | float | bool | str"

GateName: TypeAlias = "str"


class GateVerdict(TypedDict):
    """The verdict of one gate of the buy box rule. Figure is what the gate looked at; absent where the offer has no start time or no shipping charge. Required is what passes; for a number at least, for money at most. PassingListingPrice, of competitivePriceThreshold: the highest listing price that passes with the shipping of the offer, or with shipping of 0 while it has no shipping charge; Figure is then its listing price."""

    Name: GateName
    #: Whether the offer passes the gate.
    Passed: bool
    Figure: NotRequired[GateFigure]
    Required: NotRequired[GateFigure]
    PassingListingPrice: NotRequired[Money]
    #: The verdict in a sentence, and what would pass.
    Explanation: str


class GivenBackMessage(TypedDict):
    """The result for one handle."""

    #: The handle.
    receiptHandle: str
    #: GIVEN_BACK, or STALE: the handle is no longer valid. The message was received again after its visibility timeout, or it is settled.
    status: Literal["GIVEN_BACK", "STALE"]


class GivenBackMessages(TypedDict):
    """The result for each handle."""

    #: In the order of the handles.
    results: list[GivenBackMessage]


class HealthOffer(TypedDict):
    """An offer whose health has changed."""

    #: The receiver's SKU.
    SellerSKU: str
    ItemCondition: ItemCondition
    #: UNHEALTHY or RECOVERED; an open set.
    Health: str
    OwnPrice: ListingOwnPrice
    #: The gates that the offer fails, with their figures. Empty with RECOVERED.
    FailingGates: list[GateVerdict]


class IdentifiedFeaturedOffer(TypedDict):
    """An eligible offer, at the price that the customer type of the result sees."""

    offerIdentifier: FeaturedOfferIdentifier
    condition: ItemCondition
    subCondition: SubCondition
    price: FeaturedOfferPrice
    SellerFeedbackRating: SellerFeedbackRating


class Import(TypedDict):
    """An import of market data, and how far it is."""

    #: The id of the import.
    importId: str
    state: ImportState
    #: upload: by this API. command: `npm run import`; an open set.
    source: str
    #: The name of the file, or of the files of the command, without their folders.
    fileName: str
    #: The kind of the records of a CSV file that has no column "kind".
    kind: NotRequired[str]
    #: true: sellers are not told of these changes. false: they are. Absent: they are, but not of the first load of a marketplace.
    quiet: NotRequired[bool]
    by: ImportedBy
    appliedBy: NotRequired[ImportAppliedBy]
    #: When the upload, or the command, began.
    createdTime: str
    #: When the check, or the application, began. Absent: it waits.
    startedTime: NotRequired[str]
    #: When the check, or the application, ended. Absent: not yet.
    endedTime: NotRequired[str]
    #: The size of the file as it was sent; of a command 0.
    bytes: int
    #: The digest of the file as it was sent.
    sha256: NotRequired[str]
    progress: ImportProgress
    checked: NotRequired[ImportCounts]
    applied: NotRequired[ImportCounts]
    #: How many rejected lines `.../rejected` has: of an upload those of its last check or application, of a run of `npm run import` the first 100,000 at most. Runs of earlier versions have none.
    rejectedStored: int
    #: The marketplaces of its records, as the check found them.
    marketplaceIds: list[str]
    #: Why it was refused or failed.
    problem: NotRequired[str]
    #: How often the check, or the application, began: more than once after its process was killed.
    starts: int


class ImportAppliedBy(TypedDict):
    """Who had it applied. Absent: nobody yet."""

    #: client: an application. operator: a person who signed in. user: a user of a machine; an open set.
    type: str
    #: Its id, or the name of the user.
    id: str
    #: The e-mail address of the person. Absent where the identity provider does not tell it, or your rights do not.
    email: NotRequired[str]
    #: The name of the application. Absent where the identity provider does not tell it, or your rights do not.
    name: NotRequired[str]
    #: true: there is no such account, member or application, or none any more.
    isRemoved: NotRequired[bool]


class ImportCounts(TypedDict):
    """How many lines had which outcome."""

    #: Records that are new.
    added: int
    #: Records that differ from the stored ones.
    changed: int
    #: Records that are stored already.
    unchanged: int
    #: Records that are removed.
    removed: int
    #: Removals of records that do not exist.
    absent: int
    #: Lines that are rejected.
    rejected: int


class ImportProgress(TypedDict):
    """How far the check, or the application, is."""

    #: Bytes of the file that were read.
    bytes: int
    #: Lines that were read.
    lines: int
    #: Lines a second since it began. Absent: it waits.
    linesPerSecond: NotRequired[int]

ImportState: TypeAlias = "str"


class ImportedBy(TypedDict):
    """Who uploaded it, or ran the command."""

    #: client: an application. operator: a person who signed in. user: a user of a machine; an open set.
    type: str
    #: Its id, or the name of the user.
    id: str
    #: The e-mail address of the person. Absent where the identity provider does not tell it, or your rights do not.
    email: NotRequired[str]
    #: The name of the application. Absent where the identity provider does not tell it, or your rights do not.
    name: NotRequired[str]
    #: true: there is no such account, member or application, or none any more.
    isRemoved: NotRequired[bool]


class Imports(TypedDict):
    """A page of imports."""

    #: The newest first.
    imports: list[Import]
    #: There are more: send it as nextToken to get the next page.
    nextToken: NotRequired[str]

ItemCondition: TypeAlias = "Literal['New', 'Used', 'Collectible', 'Refurbished', 'Club']"


class ItemEventReceivers(TypedDict):
    """A page of the sellers that were told of an event."""

    #: In the order of their ids. A page can be short, or empty, before the last.
    receivers: list[EventReceiver]
    #: There may be more: send it as nextToken to get the next page.
    nextToken: NotRequired[str]


class ItemHistory(TypedDict):
    """A page of the history of a buy box."""

    #: The marketplace.
    MarketplaceId: str
    #: The item.
    storeItemId: str
    ItemCondition: ItemCondition
    CustomerType: CustomerType
    offerType: OfferType
    #: From this time on the history is known. What was before is unknown. Absent: nothing is known.
    observedSince: NotRequired[str]
    #: Oldest first. The first step of the first page is the one in force at since.
    Steps: list[ItemHistoryStep]
    #: Gets the next page. Absent: this is the last one.
    nextToken: NotRequired[str]


class ItemHistoryAnswer(TypedDict):
    """Who held a buy box at which prices, step by step."""

    payload: ItemHistory


class ItemHistoryHolder(TypedDict):
    """Who holds the buy box, at which price. Absent: nobody does."""

    #: The seller that holds it.
    SellerId: str
    #: Its name. Absent: the operator's record has none.
    SellerName: NotRequired[str]
    #: The SKU of the offer.
    SellerSKU: NotRequired[str]
    FulfillmentChannel: FulfillmentChannel
    LandedPrice: Money
    ListingPrice: Money
    Shipping: Money


class ItemHistoryLowestPrice(TypedDict):
    """The lowest landed price of all offers of the box, eligible or not. Absent: there is no offer."""

    LandedPrice: Money
    ListingPrice: Money
    Shipping: Money


class ItemHistoryStep(TypedDict):
    """The state of a buy box between two changes."""

    #: From this time on, until the next step. The first step may have begun before.
    at: str
    BuyBox: NotRequired[ItemHistoryHolder]
    LowestPrice: NotRequired[ItemHistoryLowestPrice]


class ItemIdentifier(TypedDict):
    """An item of a marketplace."""

    #: The marketplace.
    MarketplaceId: str
    #: The item.
    storeItemId: str


class ItemOffer(TypedDict):
    """An offer on the item, on sale or not, and why it holds its buy box or does not. The box is that of its condition; for business customers by its business price when it has one."""

    #: The seller of the offer.
    SellerId: str
    #: The seller's name. Absent: the operator's record has none.
    SellerName: NotRequired[str]
    #: The seller's SKU.
    SellerSKU: str
    #: The revision of the offer's terms: it rises by one with each change of its price, shipping, business price or quantity discounts, by whomever. IfTermsRevision of a price change refers to it.
    TermsRevision: int
    ItemCondition: ItemCondition
    SubCondition: SubCondition
    offerType: OfferType
    FulfillmentChannel: FulfillmentChannel
    ListingPrice: Money
    Shipping: NotRequired[Money]
    LandedPrice: NotRequired[Money]
    #: How many units are in stock.
    Quantity: int
    #: Whether the offer holds the buy box.
    IsBuyBoxWinner: bool
    #: Whether the offer passes every gate.
    IsEligible: bool
    #: Why the offer holds the buy box or does not, in a sentence.
    Explanation: str
    #: The first field in which the offer and the other one differ, in the order of the rule: LandedPrice, FulfillmentChannel, SellerPositiveFeedbackRating, FeedbackCount, SellerId or SellerSKU; an open set. Absent when the offer is not eligible, or no other is.
    DecidedBy: NotRequired[str]
    #: Every gate of the buy box rule, in its order.
    Gates: list[GateVerdict]
    WinningPrice: ItemOfferWinningPrice


class ItemOfferWinningPrice(TypedDict):
    """The highest listing price with which the offer, with its own shipping, holds the buy box at this moment."""

    resultStatus: WinningPriceStatus
    ListingPrice: NotRequired[Money]
    LandedPrice: NotRequired[Money]
    #: With OFFER_NOT_ELIGIBLE: the gates that fail at every price.
    Reasons: NotRequired[list[GateName]]


class ItemOffersAnswer(TypedDict):
    """A page of the offers on an item."""

    payload: ItemOffersPayload


class ItemOffersBatch(TypedDict):
    """Up to 20 requests for offers. An invalid one gets its own error; the others are still answered."""

    #: Up to 20 requests.
    requests: list[ItemOffersRequest]


class ItemOffersPayload(TypedDict):
    """A page of the offers on an item, of all sellers and conditions."""

    #: The marketplace.
    MarketplaceId: str
    #: The item.
    storeItemId: str
    #: The title of the item, when the catalogue has one.
    Title: NotRequired[str]
    CompetitivePriceThreshold: NotRequired[Money]
    #: The offers of this page, in the order of SellerIds and SKUs.
    Offers: list[ItemOffer]
    #: There are more: send it as nextToken to get the next page.
    nextToken: NotRequired[str]


class ItemOffersRequest(TypedDict):
    """One request: by uri or by storeItemId."""

    #: The path of the single request. Its query may hold the parameters.
    uri: NotRequired[str]
    #: The method of the single request.
    method: NotRequired[Literal["GET"]]
    #: The marketplace whose prices are returned.
    MarketplaceId: NotRequired[str]
    #: The condition whose offers are returned.
    ItemCondition: NotRequired[Literal["New", "Used", "Collectible", "Refurbished", "Club"]]
    #: Whose view of the prices: a business customer sees business prices where there are any.
    CustomerType: NotRequired[Literal["Consumer", "Business"]]
    #: The marketplace item ID.
    storeItemId: NotRequired[str]


class ItemRelationship(TypedDict):
    """How the item is related to others."""

    #: VARIATION; an open set.
    type: str
    #: The variation parent of the item.
    parentStoreItemId: NotRequired[str]
    #: The variation children of the item.
    childStoreItemIds: NotRequired[list[str]]


class KeptTerms(TypedDict):
    """Records that counted, but for their terms: the sellers had changed those."""

    #: How many records.
    count: int
    #: Their listings: the first 1,000.
    listings: list[KeptTermsListing]


class KeptTermsListing(TypedDict):
    """A listing that kept the terms that its seller set."""

    #: The line of the body where the record begins, counted from 1.
    line: int
    #: The marketplace.
    marketplaceId: str
    #: The seller.
    sellerId: str
    #: The SKU.
    sku: str
    #: When the seller changed the terms: send `termsAsOf` of this time or later, or `terms` `override`.
    changedAt: str
    terms: RecordTerms


class KindChoice(TypedDict):
    """What counts for one kind of events in place of the choices of the destination."""

    eventType: EventKind
    filter: NotRequired[EventFilter]
    #: 0, 60, 300, 600 seconds. Of several events about one item, condition and kind within this time, the first is sent at once and the last ones at its end. 0: every event is sent at once. Absent: 60.
    windowSeconds: NotRequired[Literal[0, 60, 300, 600]]


class LastDeliveryAttempt(TypedDict):
    """The last attempt, without the receiver's answer. Absent: none was started, or the answer is about a resend."""

    #: From 1.
    number: int
    #: DELIVERED, STORED, FAILED, IN_PROGRESS, or UNKNOWN: it was started and its outcome was never stored; an open set.
    outcome: str
    #: When it was started.
    startedTime: NotRequired[str]
    #: How long it took.
    durationMs: NotRequired[int]
    #: The receiver's code: an HTTP status, an SMTP reply.
    code: NotRequired[int]
    #: What went wrong.
    error: NotRequired[str]


class LastImport(TypedDict):
    """The last import that is about a marketplace."""

    #: The import: read it for the rest.
    importId: str
    state: LastImportState
    #: As in the list of imports; an open set.
    source: str
    #: The name of the file, or of the files of the command, without their folders.
    fileName: str
    #: When it ended, or began if it goes on.
    time: str
    #: Lines that were read.
    lines: int
    #: Lines that are rejected.
    rejected: int

LastImportState: TypeAlias = "str"


class LimitedListing(TypedDict):
    """A listing with limits or a cost."""

    #: The caller's SKU.
    SellerSKU: str
    Limits: ListingLimits
    #: When limits or cost last changed. Absent while none is set.
    LastChanged: NotRequired[str]


class LimitsOfListing(TypedDict):
    """MinimumPrice and MaximumPrice are landed prices: no change of the seller leaves a listing price, business price or quantity
tier, with shipping, outside them. MinimumNet is the least net of a sale at such a price, less the cost where one is set. A limit that is absent is not set. Cost is
what one unit costs the seller; it is present only for callers with the right seller-api:costs:read."""

    #: The marketplace.
    MarketplaceId: str
    #: The caller's SKU.
    SellerSKU: str
    MinimumPrice: NotRequired[Money]
    MaximumPrice: NotRequired[Money]
    MinimumNet: NotRequired[Money]
    Cost: NotRequired[Money]
    #: When limits or cost last changed. Absent while none is set.
    LastChanged: NotRequired[str]
    #: After a change: which of the limits the present price breaks, in a sentence. The price stays: limits bind changes of prices. For callers without the right seller-api:costs:read the net of MinimumNet is that before the cost.
    PresentPriceOutside: NotRequired[str]


class ListedEventSchema(TypedDict):
    """A kind of events and where its schema is."""

    eventType: EventKind
    #: What it tells, and whom.
    description: str
    #: The address of its JSON Schema.
    schema: str


class Listing(TypedDict):
    """One of the caller's listings. BuyBoxPrice is the price of the holder of the consumers' buy box of its condition, absent when nobody holds it. GapToBuyBox is the own landed price minus that price: above zero means dearer; absent without BuyBoxPrice or shipping charge. NetAtWinningPrice is present when there is a winning price, Limits when any is set."""

    #: The caller's SKU.
    SellerSKU: str
    #: The item.
    storeItemId: str
    #: The title of the item, when the catalogue has one.
    Title: NotRequired[str]
    ItemCondition: ItemCondition
    FulfillmentChannel: FulfillmentChannel
    State: ListingState
    OwnPrice: ListingOwnPrice
    BuyBoxPrice: NotRequired[Price]
    GapToBuyBox: NotRequired[Money]
    WinningPrice: ListingWinningPrice
    NetAtOwnPrice: NetAndProfit
    NetAtWinningPrice: NotRequired[NetAndProfit]
    Limits: NotRequired[ListingLimits]
    #: How many units of the listing are in stock.
    Quantity: int
    #: The number of offers on sale on the item, of all conditions.
    OffersCount: int
    #: The revision of the offer's terms: it rises by one with each change of its price, shipping, business price or quantity discounts, by whomever. IfTermsRevision of a price change refers to it.
    TermsRevision: int
    #: When the record of the offer last changed. Absent: before the service recorded it.
    LastChanged: NotRequired[str]


class ListingCount(TypedDict):
    """How many listings are in a state."""

    State: ListingState
    #: The number of listings, at most 10,000.
    Count: int
    #: False: there are more than Count, or may be: for a while after an upgrade, and with `query` when the caller has more than 2,000 listings.
    IsExact: bool


class ListingHistories(TypedDict):
    """The histories of several listings."""

    #: The marketplace.
    MarketplaceId: str
    #: One element for each SKU, in the order of the request.
    Listings: list[ListingHistory]


class ListingHistory(TypedDict):
    """The history of one listing: with Success all members but errors."""

    #: Success, or ClientError: the caller has no such listing.
    status: Literal["Success", "ClientError"]
    #: The SKU of the request.
    SellerSKU: str
    #: The item.
    storeItemId: NotRequired[str]
    ItemCondition: NotRequired[ItemCondition]
    #: From this time on the history is known. What was before is unknown. Absent: nothing is known.
    observedSince: NotRequired[str]
    #: Oldest first. Days before observedSince are missing: they are unknown, not zero.
    Days: NotRequired[list[ListingShareDay]]
    Total: NotRequired[ListingShareTotal]
    #: The newest states of the consumers' buy box of the listing's condition, oldest first, at most 100. GET .../items/{storeItemId}/priceHistory has all.
    Steps: NotRequired[list[PriceStep]]
    #: The newest own prices of the listing on its item, oldest first, at most 100. GET .../items/{storeItemId}/priceHistory with SellerSKU has all.
    OwnPrices: NotRequired[list[OwnPriceStep]]
    #: Why there is no history.
    errors: NotRequired[list[Error]]


class ListingHistoryAnswer(TypedDict):
    """The shares and prices of several listings."""

    payload: ListingHistories
    #: What the caller should look at; absent when there is nothing.
    warnings: NotRequired[list[Warning]]


class ListingHistoryBody(TypedDict):
    """The listings, and the begin of the time that is asked about."""

    #: The marketplace whose prices are returned.
    MarketplaceId: str
    #: Up to 50 of the caller's SKUs. Duplicates are answered once.
    SellerSKUs: list[str]
    #: The begin, a time such as 2026-11-15T09:30:00Z or a date such as 2026-11-15 (UTC). Without it, 7 days ago.
    since: NotRequired[str]


class ListingLimits(TypedDict):
    """MinimumPrice and MaximumPrice are landed prices: no change of the seller leaves a listing price, business price or quantity
tier, with shipping, outside them. MinimumNet is the least net of a sale at such a price, less the cost where one is set. A limit that is absent is not set. Cost is
what one unit costs the seller; it is present only for callers with the right seller-api:costs:read."""

    MinimumPrice: NotRequired[Money]
    MaximumPrice: NotRequired[Money]
    MinimumNet: NotRequired[Money]
    Cost: NotRequired[Money]


class ListingLimitsAnswer(TypedDict):
    """The limits of a listing."""

    payload: LimitsOfListing


class ListingLimitsBody(TypedDict):
    """All limits of a listing: one that is absent or null is removed. Cost stays as it is when it is absent; null removes it."""

    MinimumPrice: NotRequired[Money | None]
    MaximumPrice: NotRequired[Money | None]
    MinimumNet: NotRequired[Money | None]
    Cost: NotRequired[Money | None]


class ListingLimitsListBody(TypedDict):
    """The limits of up to 500 listings."""

    #: Each SKU once.
    listings: list[WantedListingLimits]


class ListingLimitsPage(TypedDict):
    """A page of listings with limits."""

    #: The marketplace.
    MarketplaceId: str
    #: In the order of SKUs.
    Listings: list[LimitedListing]
    #: There are more: send it as nextToken to get the next page.
    nextToken: NotRequired[str]


class ListingLimitsPageAnswer(TypedDict):
    """A page of listings with limits."""

    payload: ListingLimitsPage


class ListingLimitsResult(TypedDict):
    """What became of the limits of one listing."""

    #: The caller's SKU.
    SellerSKU: str
    #: CHANGED; UNCHANGED: they were so before; INVALID_SKU: the caller has no such listing. An open set.
    status: str
    Limits: NotRequired[ListingLimits]
    #: Which of the limits the present price breaks, in a sentence.
    PresentPriceOutside: NotRequired[str]


class ListingLimitsResults(TypedDict):
    """What became of the limits."""

    #: The marketplace.
    MarketplaceId: str
    #: In the order of the request.
    Results: list[ListingLimitsResult]


class ListingLimitsResultsAnswer(TypedDict):
    """What became of the limits."""

    payload: ListingLimitsResults


class ListingOffersBatch(TypedDict):
    """Up to 20 requests for offers. An invalid one gets its own error; the others are still answered."""

    #: Up to 20 requests.
    requests: list[ListingOffersRequest]


class ListingOffersRequest(TypedDict):
    """One request: by uri or by SellerSKU."""

    #: The path of the single request. Its query may hold the parameters.
    uri: NotRequired[str]
    #: The method of the single request.
    method: NotRequired[Literal["GET"]]
    #: The marketplace whose prices are returned.
    MarketplaceId: NotRequired[str]
    #: The condition whose offers are returned.
    ItemCondition: NotRequired[Literal["New", "Used", "Collectible", "Refurbished", "Club"]]
    #: Whose view of the prices: a business customer sees business prices where there are any.
    CustomerType: NotRequired[Literal["Consumer", "Business"]]
    #: The caller's SKU.
    SellerSKU: NotRequired[str]


class ListingOwnPrice(TypedDict):
    """The price of the listing for consumers. Shipping and LandedPrice are absent while no shipping charge is set."""

    ListingPrice: Money
    Shipping: NotRequired[Money]
    LandedPrice: NotRequired[Money]


class ListingShare(TypedDict):
    """The share of one listing."""

    #: The marketplace.
    MarketplaceId: str
    #: The caller's SKU.
    SellerSKU: str
    #: The item.
    storeItemId: str
    ItemCondition: ItemCondition
    #: From this time on the history is known. What was before is unknown. Absent: nothing is known.
    observedSince: NotRequired[str]
    #: Oldest first. Days before observedSince are missing: they are unknown, not zero.
    Days: list[ListingShareDay]
    Total: ListingShareTotal


class ListingShareAnswer(TypedDict):
    """How much of each day a listing held the consumers' buy box."""

    payload: ListingShare


class ListingShareDay(TypedDict):
    """One UTC day."""

    #: A UTC day.
    Date: str
    #: How long the listing held the buy box.
    HeldMilliseconds: int
    #: The observed part: less than a whole day on the first day and today.
    ObservedMilliseconds: int
    #: The first time divided by the second, to four decimals. Absent when the second is 0.
    Share: NotRequired[float]


class ListingShareTotal(TypedDict):
    """All days together."""

    #: How long the listing held the buy box.
    HeldMilliseconds: int
    #: The observed part: less than a whole day on the first day and today.
    ObservedMilliseconds: int
    #: The first time divided by the second, to four decimals. Absent when the second is 0.
    Share: NotRequired[float]

ListingState: TypeAlias = "str"


class ListingWinningPrice(TypedDict):
    """The highest listing price with which the offer, with its own shipping, holds the consumers' buy box at this moment. The prices are present with VALID_FOEP."""

    resultStatus: WinningPriceStatus
    ListingPrice: NotRequired[Money]
    LandedPrice: NotRequired[Money]
    #: With OFFER_NOT_ELIGIBLE: the gates that fail at every price.
    Reasons: NotRequired[list[GateName]]


class ListingWithChangedFees(TypedDict):
    """All fees of one unit at the present price: just before the schedule takes effect, from then on, and After minus Before."""

    #: The receiver's SKU.
    SellerSKU: str
    #: The item that it lists.
    storeItemId: str
    Before: Money
    After: Money
    Difference: Money


class ListingsAnswer(TypedDict):
    """A page of the caller's listings."""

    payload: ListingsPayload


class ListingsPayload(TypedDict):
    """A page of the caller's listings."""

    #: The marketplace.
    MarketplaceId: str
    #: The listings of this page, in order.
    Listings: list[Listing]
    #: With `counts=true`: the listings of the caller by state, whatever `state` is; with `query` those that match it.
    Counts: NotRequired[list[ListingCount]]
    #: There may be more: send it as nextToken to get the next page.
    nextToken: NotRequired[str]


class LowestPrice(TypedDict):
    """The lowest landed price of one condition, fulfilment channel and offer type."""

    condition: ItemCondition
    fulfillmentChannel: FulfillmentChannel
    offerType: OfferType
    #: The price applies from this quantity on. Absent: the price of one unit.
    quantityTier: NotRequired[int]
    #: With quantityTier: QUANTITY_DISCOUNT; an open set.
    quantityDiscountType: NotRequired[str]
    LandedPrice: Money
    ListingPrice: Money
    Shipping: Money


class LowestPricedOffers(TypedDict):
    """The offers of one condition, as one customer type sees them."""

    lowestPricedOffersInput: LowestPricedOffersList
    #: The best offers, in order of landed price, as `Offers` of the single request shows them.
    offers: list[Offer]


class LowestPricedOffersInput(TypedDict):
    """The offers of one condition, as one customer type sees them. ItemCondition and customerType mean the same."""

    #: The condition of the offers.
    itemCondition: Literal["New", "Used", "Collectible", "Refurbished", "Club"]
    #: Whose view of the prices. Without it: Business with offerType B2B, else Consumer.
    CustomerType: NotRequired[Literal["Consumer", "Business"]]
    #: Only those of the 20 lowest priced offers that have this offer type. Consumers see only B2C.
    offerType: NotRequired[Literal["B2C", "B2B"]]


class LowestPricedOffersList(TypedDict):
    """The input that the offers belong to, with its defaults."""

    itemCondition: ItemCondition
    CustomerType: CustomerType
    offerType: NotRequired[OfferType]


class MarketSearchAnswer(TypedDict):
    """A page of what was found."""

    #: Items first, then sellers, then offers; each in the order of what was looked for.
    results: list[MarketSearchResult]
    #: There are more: send it as nextToken to get the next page.
    nextToken: NotRequired[str]

MarketSearchKind: TypeAlias = "str"


class MarketSearchResult(TypedDict):
    """An item, a seller or an offer."""

    kind: MarketSearchKind
    #: The marketplace of an item or an offer.
    marketplaceId: NotRequired[str]
    #: The item, or the item of an offer.
    itemId: NotRequired[str]
    #: The title of the item, when the catalogue has one.
    title: NotRequired[str]
    #: The seller, or the seller of an offer.
    sellerId: NotRequired[str]
    #: The name of the seller, or of the seller of an offer. Absent: the operator's record has none.
    name: NotRequired[str]
    #: The SKU of an offer.
    sku: NotRequired[str]
    state: NotRequired[FoundOfferState]


class MarketSeller(TypedDict):
    """A seller of the market, as the operator sees it."""

    #: The seller.
    sellerId: str
    #: Its name in the operator's record.
    name: NotRequired[str]
    #: Its plan.
    plan: NotRequired[str]
    #: Whether it may hold the buy box.
    featuredMerchant: bool
    #: Where it has listings.
    markets: list[SellerMarket]
    destinations: DestinationCounts
    usageToday: SellerUsageToday


class MarketSellers(TypedDict):
    """A page of the sellers of the market."""

    #: In the order of their ids.
    sellers: list[MarketSeller]
    #: There are more: send it as nextToken to get the next page.
    nextToken: NotRequired[str]


class MarketplaceParticipation(TypedDict):
    """One marketplace, and whether the seller sells in it."""

    marketplace: ParticipationMarketplace
    participation: Participation


class MarketplaceParticipations(TypedDict):
    """All marketplaces of the operator."""

    #: One element for each marketplace, in order of its id.
    payload: list[MarketplaceParticipation]
    #: Whether sellers can change prices here. off: they cannot. direct: a change is in force when it is answered. confirmed: the operator's system decides on each change. An open set.
    priceChanges: str
    signedInAs: NotRequired[SignedInPerson]

MemberRole: TypeAlias = "str"


class Message(TypedDict):
    """A notification that was received and not yet acknowledged."""

    #: Identifies this receipt; valid until the message is received again.
    receiptHandle: str
    #: The delivery.
    deliveryId: str
    #: The `id` of the event.
    notificationId: str
    #: How often it was received, this time included.
    receiveCount: int
    event: SellerEvent


class MobilePushConfig(TypedDict):
    """For type MOBILE_PUSH."""

    subscription: WebPushSubscription


class Money(TypedDict):
    """An amount of money."""

    #: ISO 4217.
    CurrencyCode: str
    #: A decimal amount, with no more decimals than the currency has.
    Amount: float


class NamedTerms(TypedDict):
    """The terms that the change named. Those that it removes are in Removed."""

    Shipping: NotRequired[Money]
    BusinessPrice: NotRequired[Money]
    quantityDiscountPrices: NotRequired[list[QuantityDiscountPrice]]
    #: The names of the terms that the change removes.
    Removed: list[str]


class NetAndProfit(TypedDict):
    """The net of one sold unit: Net is listing price plus shipping minus TotalFees. Below zero, each sale loses money. TotalFees is what the fee endpoints estimate. Cost and Profit, which is Net minus Cost, are present where a cost is set and the caller has the right seller-api:costs:read."""

    Net: NotRequired[Money]
    TotalFees: NotRequired[Money]
    Cost: NotRequired[Money]
    Profit: NotRequired[Money]
    #: Why the fees of this price are not known. Net and TotalFees are then absent.
    Reason: NotRequired[str]


class NetProceeds(TypedDict):
    """The net of one sold unit: Net is listing price plus shipping minus TotalFees. Below zero, each sale loses money. TotalFees is what the fee endpoints estimate."""

    Net: NotRequired[Money]
    TotalFees: NotRequired[Money]
    #: Why the fees of this price are not known. Net and TotalFees are then absent.
    Reason: NotRequired[str]

NewOperatorNote = TypedDict(
    "NewOperatorNote",
    {
        "text": "str",
        "severity": "NotRequired[Literal['INFO', 'WARNING', 'URGENT']]",
        "from": "NotRequired[str]",
        "until": "NotRequired[str]",
    },
)


class NoEvents(TypedDict):
    """Why the page has no event."""

    #: For programs; an open set.
    code: str
    #: For people.
    text: str


class NotReady(TypedDict):
    """The process cannot do its main work. There is one error for each part that it cannot work without."""

    errors: list[Error]
    #: Always `unavailable`.
    status: Literal["unavailable"]
    #: Each checked part, and its state.
    parts: dict[str, Literal["ok", "degraded", "failed"]]
    #: Why, for each part that is not `ok`.
    reasons: NotRequired[dict[str, str]]


class NoteCreator(TypedDict):
    """Who that is. Absent where nothing is known."""

    #: The e-mail address of the person. Absent where the identity provider does not tell it, or your rights do not.
    email: NotRequired[str]
    #: The name of the application. Absent where the identity provider does not tell it, or your rights do not.
    name: NotRequired[str]
    #: true: there is no such account, member or application, or none any more.
    isRemoved: NotRequired[bool]


class NotificationOutcome(TypedDict):
    """What became of it, and why."""

    #: For programs; an open set.
    code: str
    #: For people: the cause, and what it waits for.
    text: str


class NotificationTrace(TypedDict):
    """What an id stands for, and what became of it."""

    #: What the id is of; an open set.
    of: str
    #: The seller.
    sellerId: str
    outcome: NotRequired[NotificationOutcome]
    #: From the change of the market to the receiver, of each destination in turn.
    steps: list[TraceStep]
    event: NotRequired[OperatorEvent]
    #: The delivery, or those of the test. Those of an event are in it.
    deliveries: list[OperatorDelivery]
    destination: NotRequired[OperatorDestination]


class OAuthError(TypedDict):
    """Errors of the authorization endpoints (RFC 6749 5.2)."""

    #: The error code of RFC 6749 4.1.2.1 and 5.2, RFC 6750 3.1 or RFC 7591 3.2.2; an open set.
    error: str
    #: What is wrong, for the developer.
    error_description: str


class Offer(TypedDict):
    """The public fields of an offer."""

    #: Whether it is the caller's own offer.
    MyOffer: bool
    offerType: OfferType
    SubCondition: SubCondition
    #: The seller of the offer.
    SellerId: str
    #: The notes of the seller about the condition.
    ConditionNotes: NotRequired[str]
    SellerFeedbackRating: SellerFeedbackRating
    ShippingTime: ShippingTime
    ListingPrice: Money
    quantityDiscountPrices: list[QuantityDiscountPrice]
    Shipping: Money
    ShipsFrom: NotRequired[ShipsFrom]
    #: Whether the store ships it.
    IsFulfilledByFS: bool
    FSPrimeDetails: NotRequired[FSPrimeDetails]
    #: Whether it wins the buy box of its condition and offer type.
    IsBuyBoxWinner: bool
    #: Whether its seller may win the buy box.
    IsFeaturedMerchant: bool


class OfferCount(TypedDict):
    """The number of offers of one condition and fulfilment channel."""

    condition: ItemCondition
    fulfillmentChannel: FulfillmentChannel
    #: The number of offers.
    OfferCount: int


class OfferListingCount(TypedDict):
    """The number of buyable offers of one condition."""

    #: The number of buyable offers.
    Count: int
    #: A condition, or Any.
    condition: Literal["New", "Used", "Collectible", "Refurbished", "Club", "Any"]


class OfferStateCount(TypedDict):
    """How many offers are in one state."""

    state: CountedOfferState
    #: How many of the offers that were counted.
    offers: int


class OfferSummary(TypedDict):
    """A summary of all buyable offers of the item, of all conditions."""

    #: The number of buyable offers of all conditions.
    TotalOfferCount: int
    NumberOfOffers: list[OfferCount]
    LowestPrices: list[LowestPrice]
    BuyBoxPrices: list[BuyBoxPrice]
    ListPrice: NotRequired[Money]
    CompetitivePriceThreshold: NotRequired[Money]
    SuggestedLowerPricePlusShipping: NotRequired[Money]
    SalesRankings: list[SalesRank]
    BuyBoxEligibleOffers: list[OfferCount]
    #: The time when the first offer starts, if none has started yet.
    OffersAvailableTime: NotRequired[str]


class OfferTerms(TypedDict):
    """Everything that a seller may change about an offer. Shipping and LandedPrice are absent while no shipping charge is set."""

    ListingPrice: Money
    Shipping: NotRequired[Money]
    LandedPrice: NotRequired[Money]
    BusinessPrice: NotRequired[Money]
    quantityDiscountPrices: list[QuantityDiscountPrice]

OfferType: TypeAlias = "str"


class OffersAnswer(TypedDict):
    """The lowest priced offers of an item."""

    payload: OffersPayload


class OffersIdentifier(TypedDict):
    """The item and condition of the request."""

    #: The marketplace.
    MarketplaceId: str
    #: The item.
    storeItemId: str
    #: The caller's SKU, when the request is by SKU.
    SellerSKU: NotRequired[str]
    ItemCondition: ItemCondition


class OffersPayload(TypedDict):
    """The lowest priced offers of an item."""

    #: The marketplace.
    marketplaceId: str
    #: The item.
    storeItemId: str
    #: The caller's SKU, when the request is by SKU.
    SKU: NotRequired[str]
    ItemCondition: ItemCondition
    status: OffersStatus
    Identifier: OffersIdentifier
    Summary: OfferSummary
    #: The best offers of the condition, in order of landed price.
    Offers: list[Offer]

OffersStatus: TypeAlias = "str"


class OperatedBackup(TypedDict):
    """The last backup of a data folder that a process knows of."""

    #: The machine.
    host: str
    #: When it began. Absent: none is known.
    lastTime: NotRequired[str]
    #: Whether it has the generated operator key.
    hasKey: NotRequired[bool]


class OperatedDisk(TypedDict):
    """The disk of a machine's data folder."""

    #: The machine.
    host: str
    #: What is free.
    freeBytes: int
    #: Its size.
    totalBytes: int


class OperatedEnding(TypedDict):
    """Something that ends, and has to be replaced before that."""

    #: CERTIFICATE: of a server in the settings. CLIENT_SECRET: of an application. GRANT: the access that a seller gave to one; an open set.
    type: str
    #: The setting and the server of a certificate; the name of an application.
    name: NotRequired[str]
    #: When it ends.
    endsTime: str
    #: The application.
    clientId: NotRequired[str]
    #: The seller. Absent: it is the operator's own.
    sellerId: NotRequired[str]


class OperatedProcess(TypedDict):
    """A process of the service."""

    #: The process, for as long as it runs.
    processId: str
    #: What it does: reports also runs imports; an open set.
    role: str
    #: SILENT: it has written nothing for 90 seconds. Ended processes are not listed.
    state: str
    #: Its machine.
    host: str
    #: Its number there.
    pid: int
    #: Its program.
    version: str
    #: When it started.
    startedTime: str
    #: When it last wrote that it runs: every 30 seconds.
    seenTime: str


class OperatedQueue(TypedDict):
    """Something that waits for a worker."""

    #: deliveries: notifications to send. events: changes of the market that not all sellers have. boards: items whose answers wait to be rebuilt. fees: comparisons of fee schedules. priceChanges: those that wait for your system; an open set.
    queue: str
    #: How many there are, or at least so many.
    count: int
    #: false: there are more than count.
    isExact: bool
    #: For how long the first one has waited. Absent when none waits.
    oldestSeconds: NotRequired[float]
    #: What to do: a path of this service, which needs no token.
    runbook: str


class OperatedService(TypedDict):
    """How the service does."""

    #: When this was read.
    readTime: str
    #: Those that wrote last come first.
    processes: list[OperatedProcess]
    #: What waits.
    queues: list[OperatedQueue]
    #: By name; of several workers, the one that ran last.
    work: list[OperatedWork]
    #: By name.
    sharedWork: list[SharedWork]
    store: OperatedStore
    #: One of each machine.
    disks: list[OperatedDisk]
    #: One of each machine.
    backups: list[OperatedBackup]
    #: Certificates, secrets and accesses with their ends, the next one first: all certificates, of the others those of 30 days, at most 200 of each type.
    endings: list[OperatedEnding]
    #: false: the identity provider does not say which secrets and accesses end.
    knowsCredentials: bool
    doctor: NotRequired[DoctorReport]


class OperatedStore(TypedDict):
    """The data store."""

    #: Its engine; an open set.
    engine: str
    #: The size of its data.
    bytes: NotRequired[int]
    #: SQLite: the length of its write-ahead log. PostgreSQL: what slots of replication hold back; absent without one.
    logBytes: NotRequired[int]
    #: PostgreSQL: for how long the oldest transaction runs. Absent when none does.
    oldestTransactionSeconds: NotRequired[float]
    #: PostgreSQL: whether its log is archived: off, working or failing; an open set.
    archive: NotRequired[str]
    #: What to do: a path of this service, which needs no token.
    runbook: str


class OperatedWork(TypedDict):
    """Background work that is repeated."""

    #: Its name, as in the metrics; an open set.
    work: str
    #: What it does.
    purpose: NotRequired[str]
    #: When it last ended. Absent before its first end.
    lastRunTime: NotRequired[str]
    #: How long that took.
    durationSeconds: NotRequired[float]
    #: Whether that run failed.
    hasFailed: bool
    #: For how long its next run was due when its process last wrote.
    lagSeconds: float
    #: What to do: a path of this service, which needs no token.
    runbook: str


class OperatorAccount(TypedDict):
    """The account of a person, for the operator."""

    #: Its identifier.
    accountId: str
    #: The address that the person signs in with.
    email: str
    status: AccessStatus
    #: Since when it is disabled. Absent while it is enabled.
    disabledTime: NotRequired[str]
    #: When the person last signed in. Absent: never, as far as it is known.
    lastSignInTime: NotRequired[str]
    #: The sellers that the person works for.
    sellers: list[AccountSeller]


class OperatorApplication(TypedDict):
    """An application at the identity provider, for the operator."""

    #: Its client id.
    clientId: str
    #: Its name. Absent: it has none.
    name: NotRequired[str]
    kind: ApplicationKind
    #: SELLER: whose it is.
    sellerId: NotRequired[str]
    status: AccessStatus
    #: Since when it is disabled. Absent while it is enabled.
    disabledTime: NotRequired[str]
    #: Whether the operator has verified whose application it is.
    verified: bool
    #: When it was created.
    createdTime: str
    #: When it last got a token, to the hour. Absent: never.
    lastUsedTime: NotRequired[str]


class OperatorApplications(TypedDict):
    """A page of applications."""

    #: In the order of their ids.
    applications: list[OperatorApplication]
    #: There are more: send it as nextToken to get the next page.
    nextToken: NotRequired[str]


class OperatorBoxHolder(TypedDict):
    """An offer of a buy box."""

    #: The seller of the offer.
    SellerId: str
    #: The seller's name. Absent: the operator's record has none.
    SellerName: NotRequired[str]
    #: The seller's SKU.
    SellerSKU: str
    SubCondition: SubCondition
    FulfillmentChannel: FulfillmentChannel
    LandedPrice: Money
    ListingPrice: Money
    Shipping: Money


class OperatorBuyBox(TypedDict):
    """A buy box of the item (decision 44)."""

    ItemCondition: ItemCondition
    CustomerType: CustomerType
    offerType: OfferType
    #: How many offers pass every gate.
    EligibleOffers: int
    Holder: NotRequired[OperatorBoxHolder]
    RunnerUp: NotRequired[OperatorBoxHolder]
    #: Why the holder holds it, or why nobody does, in a sentence.
    Explanation: str


class OperatorChange(TypedDict):
    """What to change. What is absent stays."""

    #: DISABLED, or ENABLED to undo that.
    status: NotRequired[Literal["ENABLED", "DISABLED"]]
    #: What the person may do: all of it. You can add only rights that you have.
    rights: NotRequired[list[Literal["operator:market:read", "operator:market:write", "operator:sellers:read", "operator:sellers:write", "operator:support", "operator:admin"]]]


class OperatorDeliveries(TypedDict):
    """A page of deliveries."""

    #: Newest first.
    deliveries: list[OperatorDelivery]
    #: There are more: send it as nextToken to get the next page.
    nextToken: NotRequired[str]


class OperatorDelivery(TypedDict):
    """A notification to one destination, as the operator sees it."""

    #: Its identifier.
    deliveryId: str
    #: The `id` of the event: the same in every delivery of it.
    notificationId: str
    eventType: EventKind
    #: Whether it is a test notification.
    isTest: bool
    state: DeliveryState
    #: While it is PENDING: why it waits until nextAttemptTime. WINDOW: the window of the destination, HOURLY_LIMIT: one e-mail an hour for each kind, DAILY_LIMIT: 10 SMS a day, QUIET_HOURS: the quiet hours of the destination; an open set.
    heldBy: NotRequired[str]
    #: The notification that replaced it.
    supersededBy: NotRequired[str]
    #: The key of the filter that kept it back; an open set.
    filteredBy: NotRequired[str]
    #: How many attempts were started.
    attemptCount: int
    #: The marketplace of the item.
    marketplaceId: NotRequired[str]
    #: The item that the event is about. Absent: it is about none, or the answer is about a resend.
    storeItemId: NotRequired[str]
    #: With storeItemId: the first of the caller's SKUs that the event names.
    skus: NotRequired[list[str]]
    #: When it was queued.
    createdTime: str
    #: While it is PENDING: the earliest time of the next attempt.
    nextAttemptTime: NotRequired[str]
    #: When it reached a final state.
    settledTime: NotRequired[str]
    #: When it expires.
    expiresTime: str
    #: The destination.
    channelId: str
    #: Its seller.
    sellerId: str
    #: The name that the seller gave it.
    channelName: str
    #: An open set.
    type: str
    #: The host of a webhook or a push service, because its path may be a secret; the address of a person masked. Absent: it has none.
    address: NotRequired[str]
    #: DELETED: only in the log, until that is removed. An open set.
    status: str
    #: Why it is SUSPENDED; an open set.
    statusReason: NotRequired[str]
    outcome: NotificationOutcome
    #: In order. In a list the last five.
    attempts: list[OperatorDeliveryAttempt]


class OperatorDeliveryAttempt(TypedDict):
    """One attempt."""

    #: From 1.
    number: int
    #: When it was started. Absent: that was never stored.
    startedTime: NotRequired[str]
    #: How long it took. Absent: it has no outcome.
    durationMs: NotRequired[int]
    #: The receiver's code: an HTTP status, an SMTP reply.
    code: NotRequired[int]
    #: Why it failed, without the address of a person. Absent: it arrived, or is in flight.
    cause: NotRequired[str]


class OperatorDestination(TypedDict):
    """A destination of a seller, as the operator sees it."""

    #: The destination.
    channelId: str
    #: Its seller.
    sellerId: str
    #: The name that the seller gave it.
    channelName: str
    #: An open set.
    type: str
    #: The host of a webhook or a push service, because its path may be a secret; the address of a person masked. Absent: it has none.
    address: NotRequired[str]
    #: DELETED: only in the log, until that is removed. An open set.
    status: str
    #: Why it is SUSPENDED; an open set.
    statusReason: NotRequired[str]
    #: The name of its seller. Absent: the operator's record has none.
    sellerName: NotRequired[str]
    stopped: NotRequired[NotificationOutcome]
    #: The first failure since the last delivery that arrived. Absent: it does not fail.
    failingSince: NotRequired[str]
    lastFailure: NotRequired[DestinationFailure]
    waiting: WaitingDeliveries
    #: The kinds of events that it takes. Absent: the default ones of its type.
    eventTypes: NotRequired[list[EventKind]]
    #: How long it gathers events about one item.
    windowSeconds: int
    #: Whether a filter keeps events back.
    hasFilter: bool
    #: Whether nothing is sent at some hours.
    hasQuietHours: bool
    #: The application that it belongs to. Absent: it belongs to the seller.
    application: NotRequired[str]
    #: The application that created it.
    createdBy: NotRequired[str]
    #: When it was created.
    createdTime: str
    #: When it was last changed.
    modifiedTime: str


class OperatorDestinations(TypedDict):
    """A page of destinations."""

    #: In the order of their ids; with failingSince in the order in which they began to fail.
    destinations: list[OperatorDestination]
    #: There are more: send it as nextToken to get the next page.
    nextToken: NotRequired[str]


class OperatorEvent(TypedDict):
    """An event of a seller, as the operator sees it."""

    #: The seller.
    sellerId: str
    #: The `id` of the event: the same in every delivery of it.
    eventId: str
    #: Its number among the seller's events.
    sequence: int
    eventType: EventKind
    #: When it happened.
    time: str
    #: When it was queued for the seller's destinations.
    queuedTime: str
    #: The marketplace of the item.
    marketplaceId: NotRequired[str]
    #: The item. Absent: it is about none.
    storeItemId: NotRequired[str]
    #: The first of the seller's SKUs that it names.
    skus: NotRequired[list[str]]
    #: The revision of the item.
    revision: NotRequired[int]
    #: What became of it at each destination of the seller.
    destinations: list[EventFate]


class OperatorEvents(TypedDict):
    """A page of the events of a seller."""

    #: Newest first.
    events: list[OperatorEvent]
    receiving: SellerReceiving
    none: NotRequired[NoEvents]
    #: There are more: send it as nextToken to get the next page.
    nextToken: NotRequired[str]


class OperatorGrant(TypedDict):
    """An application that people of a seller gave access to."""

    #: Its client id.
    clientId: str
    #: Its name, or its client id where it has none.
    name: str
    #: What it may do for the seller.
    rights: list[str]
    #: When the first person gave it access.
    connectedTime: str
    #: When it last got an access token, which lives 15 minutes. Absent: never.
    lastUsedTime: NotRequired[str]
    #: When its access ends unless a person gives it again. Absent: each access needs a person.
    endsTime: NotRequired[str]
    #: The people who gave it access.
    members: list[OperatorGrantMember]
    #: It has no access now: the application, the seller or every person who gave it is disabled.
    paused: bool


class OperatorGrantMember(TypedDict):
    """Who gave it."""

    #: The member.
    memberId: str
    #: The address that the person signs in with.
    email: str


class OperatorGrants(TypedDict):
    """The applications that act for a seller."""

    #: The one that was connected last comes first.
    grants: list[OperatorGrant]


class OperatorInvitationRequest(TypedDict):
    """Whom to invite, with which rights."""

    #: The address of the person. It must have no account yet.
    email: str
    #: What the person may do: all of it. You can add only rights that you have.
    rights: list[Literal["operator:market:read", "operator:market:write", "operator:sellers:read", "operator:sellers:write", "operator:support", "operator:admin"]]


class OperatorItem(TypedDict):
    """The record of an item, and who holds its buy boxes."""

    #: The marketplace.
    MarketplaceId: str
    #: The item.
    storeItemId: str
    #: The title of the item, when the catalogue has one.
    Title: NotRequired[str]
    #: How many offers are on sale, of all conditions.
    OffersOnSale: int
    #: Whether business customers see something else than consumers.
    HasBusinessPrices: bool
    #: Those of every condition with an offer on sale. Businesses have boxes of their own only when HasBusinessPrices.
    BuyBoxes: list[OperatorBuyBox]
    #: The revision of the last event about the item. Absent: there was none.
    Revision: NotRequired[int]
    #: Since when the boxes are as they are, at the latest. Absent: it is not known.
    DecidedTime: NotRequired[str]
    #: The operator's record of the item, in the form of an import (market-records.md).
    Record: dict[str, Any]


class OperatorItemAnswer(TypedDict):
    """An item as its operator sees it."""

    payload: OperatorItem


class OperatorItemEvent(TypedDict):
    """An event about the item."""

    #: The revision of the item that the event tells.
    revision: int
    #: When it happened.
    time: str
    #: Its kind. Absent: nobody was told, or their events are not kept any more.
    kind: NotRequired[str]
    #: What all receivers were told, without the list of offers: members of the `data` of the event.
    data: dict[str, Any]
    #: The first 10 sellers that were told, in the order of their ids.
    receivers: list[EventReceiver]
    #: Whether there may be more: the operation getItemEventReceivers has all.
    hasMoreReceivers: bool


class OperatorItemEvents(TypedDict):
    """A page of the events about an item."""

    #: The newest first. They are kept as long as those of sellers.
    events: list[OperatorItemEvent]
    #: How many events about the item are not addressed to sellers yet; 100 means at least so many.
    waiting: int
    #: There are more: send it as nextToken to get the next page.
    nextToken: NotRequired[str]


class OperatorMarketplace(TypedDict):
    """A marketplace, what it has, and how fresh that is."""

    #: Its id.
    marketplaceId: str
    #: Its name.
    name: str
    #: The country, ISO 3166 alpha-2.
    countryCode: str
    #: The currency of all its amounts, ISO 4217.
    currency: str
    #: Whether requests that name no marketplace are about it.
    isDefault: bool
    items: BoundedCount
    offers: BoundedCount
    sellers: BoundedCount
    buyable: BoundedCount
    #: In the consumers' buy box of their condition.
    offerStates: list[OfferStateCount]
    staleBoards: BoundedCount
    lastImport: NotRequired[LastImport]
    #: When a record of the marketplace last changed, a few seconds later at most. Absent: unknown.
    lastChangedTime: NotRequired[str]
    feeSchedule: NotRequired[FeeScheduleSummary]
    #: Those that are not in force yet, the next one first.
    comingFeeSchedules: list[FeeScheduleSummary]
    #: Whether a priceGuard record bounds the price changes of sellers.
    hasPriceGuard: bool
    #: When it was counted: ten seconds ago at most.
    countedTime: str


class OperatorMarketplaces(TypedDict):
    """Every marketplace of the operator."""

    #: In the order of their ids.
    marketplaces: list[OperatorMarketplace]
    #: Who keeps the prices (decision 47); an open set.
    priceChanges: str

OperatorNote = TypedDict(
    "OperatorNote",
    {
        "noteId": "str",
        "text": "str",
        "severity": "str",
        "from": "str",
        "until": "str",
        "state": "str",
        "createdTime": "str",
        "createdBy": "str",
        "creator": "NotRequired[NoteCreator]",
    },
)


class OperatorNotes(TypedDict):
    """The notes of the operator."""

    #: Those that end last first. An ended one is kept for 30 days.
    notes: list[OperatorNote]


class OperatorPeople(TypedDict):
    """A page of the operator's people."""

    #: In the order of their ids.
    operators: list[OperatorPerson]
    #: There are more: send it as nextToken to get the next page.
    nextToken: NotRequired[str]


class OperatorPerson(TypedDict):
    """A person of the marketplace's operator."""

    #: Its identifier: the audit log has it.
    accountId: str
    #: The address that the person signs in with.
    email: str
    status: AccessStatus
    #: Since when it is disabled. Absent while it is enabled.
    disabledTime: NotRequired[str]
    #: What the person may do.
    rights: list[OperatorRight]
    #: When the account was created.
    createdTime: str
    #: When the person last signed in. Absent: never, as far as it is known.
    lastSignInTime: NotRequired[str]


class OperatorPriceChange(TypedDict):
    """A seller's price change, for the operator's system."""

    #: The change's id: outcomes name it.
    priceChangeId: str
    #: The marketplace.
    marketplaceId: str
    #: The seller.
    sellerId: str
    #: The seller's own id of the listing.
    sku: str
    #: The item of the listing.
    itemId: NotRequired[str]
    #: The state now. APPLIED: put `after` into your system. PENDING: send its outcome. OVERRIDDEN: a later record of yours has replaced the terms: keep those of your record. REPLACED: a newer change of the listing follows. REJECTED: nothing to do; an open set.
    state: str
    before: NotRequired[RecordTerms]
    after: NotRequired[RecordTerms]
    #: The revision of the offer's terms that the change made; of others, the one that it was asked on.
    termsRevision: NotRequired[int]
    #: Why it was rejected.
    reason: NotRequired[str]
    #: When the seller asked for it.
    createdAt: str
    #: When it was applied, rejected or replaced. Absent while it waits.
    settledAt: NotRequired[str]


class OperatorReport(TypedDict):
    """A report of a seller, as the operator sees it: not its parameters, and not its document."""

    #: Its id.
    reportId: str
    #: What it lists.
    reportType: str
    #: The marketplaces that it is about.
    marketplaceIds: list[str]
    #: The format of its document; an open set.
    format: str
    #: How far it is; an open set.
    state: str
    #: With FATAL: why it was not made; an open set.
    failureCode: NotRequired[str]
    #: When it was asked for.
    createdTime: str
    #: When the work on it began.
    startedTime: NotRequired[str]
    #: When it ended.
    endedTime: NotRequired[str]
    #: How many rows are computed.
    processed: int
    #: How many there are to compute.
    total: NotRequired[int]
    #: With DONE: the length of its document.
    bytes: NotRequired[int]
    #: The application that asked for it.
    createdBy: NotRequired[str]


class OperatorReports(TypedDict):
    """A page of a seller's reports."""

    #: Newest first.
    reports: list[OperatorReport]
    #: There are more: send it as nextToken to get the next page.
    nextToken: NotRequired[str]

OperatorRight: TypeAlias = "str"


class OperatorSeller(TypedDict):
    """A seller at the identity provider, for the operator."""

    #: The SellerId.
    sellerId: str
    status: AccessStatus
    #: Since when it is disabled. Absent while it is enabled.
    disabledTime: NotRequired[str]
    #: When the provider first knew it.
    createdTime: str
    #: Its people: owners first, then by address.
    members: list[SellerMember]


class OperatorSellers(TypedDict):
    """A page of sellers."""

    #: In the order of their ids.
    sellers: list[OperatorSeller]
    #: There are more: send it as nextToken to get the next page.
    nextToken: NotRequired[str]

OperatorUsage = TypedDict(
    "OperatorUsage",
    {
        "usage": "list[OperatorUsageRow]",
        "resolution": "str",
        "from": "str",
        "to": "str",
        "countedUntil": "str",
        "gaps": "list[UsageGap]",
        "hasOther": "NotRequired[bool]",
        "nextToken": "NotRequired[str]",
    },
)


class OperatorUsageRow(TypedDict):
    """Requests that have the groups in common."""

    #: When the minute or the UTC day begins.
    time: NotRequired[str]
    #: The application. Absent without a valid token, and for `other`.
    clientId: NotRequired[str]
    caller: NotRequired[UsageCaller]
    #: The seller that the application acted for. Absent when it acted for none.
    sellerId: NotRequired[str]
    #: Its name. Absent: the operator's record has none.
    sellerName: NotRequired[str]
    #: The operationId of this document; `page` for pages and files for people, `unknownPath` for 404 and 405 of paths and methods that do not exist, `other` as for `caller`.
    operation: NotRequired[str]
    #: How many requests were answered.
    requests: int
    #: How many of them with a status of 400 or above.
    refused: int
    #: Half of the requests took at most so long, in milliseconds, by fixed buckets of durations.
    p50Ms: float
    #: 95 % of the requests took at most so long.
    p95Ms: float
    #: In the order of the statuses.
    statuses: list[UsageStatus]
    #: The most frequent first.
    refusals: list[UsageRefusal]


class OtherEvent(TypedDict):
    """An event of a kind that this document does not have yet. Ignore it."""

    #: The version of CloudEvents.
    specversion: Literal["1.0"]
    #: The notification id, the same in every delivery. Use it to drop duplicates.
    id: str
    #: The service that sent it.
    source: str
    type: OtherEventKind
    #: The item, when the event is about one.
    subject: NotRequired[str]
    #: When it happened.
    time: str
    #: The media type of data.
    datacontenttype: Literal["application/json"]
    #: The number of the event: per seller, rising by 1, without gaps. An integer as text.
    sequence: NotRequired[str]
    #: The sequence of the event that was queued before this one for the same destination. If you do not have that one, you missed it. Absent in the first one, and in GET /notifications/v4/events.
    previoussequence: NotRequired[str]
    #: The sequences that this event replaces at this destination, with commas between them. Count them as received.
    supersedes: NotRequired[str]
    #: What happened.
    data: dict[str, Any]

OtherEventKind = NewType("OtherEventKind", str)


class OwnOffer(TypedDict):
    """One of the caller's own active offers on the item."""

    offerType: OfferType
    BuyingPrice: Price
    RegularPrice: Money
    businessPrice: NotRequired[Money]
    quantityDiscountPrices: list[QuantityDiscountPrice]
    FulfillmentChannel: FulfillmentChannel
    ItemCondition: ItemCondition
    ItemSubCondition: SubCondition
    #: The caller's SKU.
    SellerSKU: str


class OwnOfferIdentifier(TypedDict):
    """The caller's offer."""

    #: The marketplace of the offer.
    marketplaceId: str
    #: The seller of the offer.
    sellerId: str
    #: The item of the offer.
    storeItemId: str
    fulfillmentType: FulfillmentChannel
    #: The caller's SKU.
    sku: str


class OwnPriceStep(TypedDict):
    """The own price of a listing between two changes of its terms."""

    #: From this time on, until the next step. The first step may have begun before.
    at: str
    OwnPrice: NotRequired[PastOwnPrice]
    BusinessPrice: NotRequired[Money]


class OwnerInvitation(TypedDict):
    """The invitation of a seller's first owner."""

    #: Its identifier.
    invitationId: str
    #: The SellerId.
    sellerId: str
    #: The invited address.
    email: str
    #: When it ends.
    expiresTime: str


class OwnerInvitationRequest(TypedDict):
    """Whom to invite."""

    #: The address of the first owner.
    email: str


class Participation(TypedDict):
    """Whether the seller sells in the marketplace."""

    #: Whether the seller sells there.
    isParticipating: bool
    #: Whether listings of the seller are suspended there.
    hasSuspendedListings: bool


class ParticipationMarketplace(TypedDict):
    """A marketplace of the operator."""

    #: The MarketplaceId that the other endpoints take.
    id: str
    #: The display name of the marketplace.
    name: str
    #: The country, ISO 3166 alpha-2.
    countryCode: str
    #: The currency of all its amounts, ISO 4217.
    defaultCurrencyCode: str
    #: Whether the service uses it for requests that name no marketplace. At most one is the default.
    isDefault: bool


class PastBuyBox(TypedDict):
    """Who holds the buy box, at which price. Absent: nobody does."""

    #: Whether an offer of the caller holds it.
    MyOffer: bool
    #: The seller that holds it.
    SellerId: str
    #: The SKU, only when it is the caller's own offer.
    SellerSKU: NotRequired[str]
    FulfillmentChannel: FulfillmentChannel
    LandedPrice: Money
    ListingPrice: Money
    Shipping: Money


class PastLowestPrice(TypedDict):
    """The lowest landed price of all offers of the box, eligible or not. Absent: there is no offer."""

    LandedPrice: Money
    ListingPrice: Money
    Shipping: Money


class PastOwnPrice(TypedDict):
    """The price for consumers. Absent: the listing was not on the item. Shipping and LandedPrice are absent while no shipping charge is set."""

    ListingPrice: Money
    Shipping: NotRequired[Money]
    LandedPrice: NotRequired[Money]


class PositionsReportParameters(TypedDict):
    """Which listings. All when absent."""

    #: Only listings in these states of the consumers' buy box.
    states: NotRequired[list[Literal["winning", "noCompetition", "losing", "unhealthy", "inactive"]]]
    #: Only listings whose SKU, item id or title contains this text, in any case.
    query: NotRequired[str]
    #: Only listings with these SKUs, up to 500.
    SellerSKUs: NotRequired[list[str]]


class Price(TypedDict):
    """LandedPrice = ListingPrice + Shipping."""

    LandedPrice: Money
    ListingPrice: Money
    Shipping: Money


class PriceChangeAnswer(TypedDict):
    """One price change."""

    payload: PriceChangeReceipt


class PriceChangeAuthor(TypedDict):
    """Who asked for the change. An application that a seller authorized sees only Kind of changes that others made."""

    #: application, member (with the console), operator; rule is reserved. An open set.
    Kind: str
    #: The client_id of the application.
    ApplicationId: NotRequired[str]
    #: The id of the member: who used the console, or authorized the application.
    MemberId: NotRequired[str]


class PriceChangeAuthorNames(TypedDict):
    """Who asked for the change, as people know them. It is asked for when the answer is made: an application that was removed has no name any more."""

    #: The name of the application.
    ApplicationName: NotRequired[str]
    #: The e-mail address of the member.
    MemberEmail: NotRequired[str]
    #: true: the member is none of the seller's any more.
    MemberHasLeft: NotRequired[bool]


class PriceChangeFeed(TypedDict):
    """A page of a marketplace's price changes."""

    #: The marketplace.
    marketplaceId: str
    #: In the order of their numbers.
    lines: list[PriceChangeFeedLine]
    #: The oldest change that is kept; latestNumber + 1 when none is.
    oldestNumber: int
    #: The last change of the marketplace; 0: there was none yet.
    latestNumber: int
    #: Whether changes after `after` are not kept any more: export the market, and go on from latestNumber.
    truncated: bool
    #: Whether there are more: ask for them at once.
    hasMore: bool
    #: Send it as `after` with the next request.
    nextAfter: int


class PriceChangeFeedLine(TypedDict):
    """A change with its number."""

    #: Its place in the feed of the marketplace, without gaps.
    number: int
    change: OperatorPriceChange


class PriceChangeList(TypedDict):
    """A page of the seller's price changes."""

    #: The newest first.
    Receipts: list[PriceChangeReceipt]
    #: There are more: send it as after to get the next page.
    nextToken: NotRequired[str]


class PriceChangeListAnswer(TypedDict):
    """A page of the seller's price changes."""

    payload: PriceChangeList


class PriceChangeListing(TypedDict):
    """One listing. What it says itself counts in place of what the body says for all. Without a strategy the price stays."""

    #: The caller's SKU.
    SellerSKU: str
    strategy: NotRequired[WhatIfStrategy]
    floor: NotRequired[Money]
    terms: NotRequired[WantedTerms]
    #: Change the terms only if this is their TermsRevision. Otherwise the change is refused with Conflict.
    IfTermsRevision: NotRequired[int]
    #: The caller means it, although the price is far from the present one. Without it such a change is refused with ConfirmationRequired.
    Confirm: NotRequired[bool]


class PriceChangeOutcome(TypedDict):
    """A change after its outcome."""

    #: The change.
    priceChangeId: str
    change: NotRequired[OperatorPriceChange]
    #: Why the outcome does not count. The others do.
    problem: NotRequired[str]


class PriceChangeOutcomes(TypedDict):
    """What became of the changes, in the order of the request."""

    #: One for each outcome of the request.
    outcomes: list[PriceChangeOutcome]


class PriceChangeReceipt(TypedDict):
    """A price change, from its call to its end. TermsBefore are the terms when it was evaluated; TermsAfter those that it leads to, in force once it is APPLIED."""

    #: The id of the change. Ids ascend with the time.
    PriceChangeId: str
    #: The marketplace.
    MarketplaceId: str
    #: The caller's SKU.
    SellerSKU: str
    #: The item, when the seller has the listing.
    storeItemId: NotRequired[str]
    State: PriceChangeState
    #: The revision of the offer's terms: right after an applied change, else as it was then. It rises by one with each change of the terms, by whomever. Absent: the seller has no such listing, or the change is not evaluated yet.
    TermsRevision: NotRequired[int]
    Asked: AskedChange
    TermsBefore: NotRequired[OfferTerms]
    TermsAfter: NotRequired[OfferTerms]
    ChangedBy: PriceChangeAuthor
    ChangedByNames: NotRequired[PriceChangeAuthorNames]
    #: The x-request-id of the call. Absent for an application that may not see who made the change.
    RequestId: NotRequired[str]
    #: When the change was stored.
    CreatedTime: str
    #: When it reached its state; absent while it is ACCEPTED or PENDING.
    SettledTime: NotRequired[str]
    Result: NotRequired[PriceChangeResult]
    Rejection: NotRequired[PriceChangeRejection]
    #: When the operator's record changed the terms of an applied change.
    OverriddenTime: NotRequired[str]
    #: The PriceChangeId of the change that replaced a pending one.
    ReplacedBy: NotRequired[str]


class PriceChangeRejection(TypedDict):
    """Why a change was refused. Nothing of it is in force."""

    #: The rule: INVALID_SKU, NOT_ELIGIBLE, NO_COMPETITION, BELOW_FLOOR, PRICE_OUT_OF_RANGE, Conflict, InvalidTerms, ConfirmationRequired, BelowMinimumPrice, AboveMaximumPrice, BelowMinimumNet, NetUnknown, MaxStepPercent, MaxDayPercent, MinOfListPricePercent, MaxOfListPricePercent, MaxChangesPerHour, TimedOut, RejectedByOperator, OfferRemoved, SettingChanged, PriceChangesOff; an open set.
    Code: str
    #: The reason in words, with its figures.
    Reason: str
    Limit: NotRequired[RejectionFigure]
    Actual: NotRequired[RejectionFigure]
    #: What Limit and Actual are; an open set. Absent without figures.
    Unit: NotRequired[str]


class PriceChangeResult(TypedDict):
    """Where the listing stood right after the change, in the same transaction. CompetingLandedPrice is that of the best eligible other offer."""

    #: Whether it holds the buy box of the customer type.
    IsBuyBoxWinner: bool
    #: Why it holds the buy box or does not, in a sentence.
    Reason: str
    #: The first field in which the offer and the other one differ, in the order of the rule: LandedPrice, FulfillmentChannel, SellerPositiveFeedbackRating, FeedbackCount, SellerId or SellerSKU; an open set. Absent when the offer is not eligible, or no other is.
    DecidedBy: NotRequired[str]
    #: The gates that the offer fails: active, startTime, stock, availability, shippingCharge, featuredMerchant, feedbackRating, feedbackCount, competitivePriceThreshold. Absent when it fails none.
    FailedGates: NotRequired[list[GateName]]
    CompetingLandedPrice: NotRequired[Money]
    #: The number of eligible offers, this one included if it is one.
    EligibleOffers: int
    AfterFees: NetAndProfit

PriceChangeState: TypeAlias = "str"


class PriceChangeTotals(TypedDict):
    """How many of the changes are in each state."""

    #: How many are ACCEPTED.
    ACCEPTED: int
    #: How many are PENDING.
    PENDING: int
    #: How many are APPLIED.
    APPLIED: int
    #: How many are UNCHANGED.
    UNCHANGED: int
    #: How many are REJECTED.
    REJECTED: int
    #: How many are REPLACED.
    REPLACED: int
    #: How many are OVERRIDDEN.
    OVERRIDDEN: int


class PriceChangedData(TypedDict):
    """What happened."""

    #: The version of data: 1.0.
    payloadVersion: str
    #: The seller that is told.
    sellerId: str
    #: The marketplace.
    marketplaceId: str
    #: Rises with every change of the item. Of two events about one item, the greater one is the newer.
    revision: int
    #: The item.
    storeItemId: str
    #: The receiver's SKU.
    SellerSKU: str
    ItemCondition: ItemCondition
    #: The revision of the offer's terms: it rises by one with each change of its price, shipping, business price or quantity discounts, by whomever. IfTermsRevision of a price change refers to it.
    TermsRevision: int
    TermsBefore: OfferTerms
    TermsAfter: OfferTerms
    #: The item that the offer was on. Absent: it is the same.
    PreviousStoreItemId: NotRequired[str]
    #: Whether the terms cross a limit that the receiver has set for the listing. Only of the operator's records: limits bind every other change.
    LimitsCrossed: NotRequired[bool]
    #: The receipt. Absent: the operator's record changed the terms.
    PriceChangeId: NotRequired[str]
    #: The id of the operator's request that changed the market, when it was one request.
    requestId: NotRequired[str]
    #: Whether a record that changed is the receiver's own.
    Own: bool
    ChangedBy: PriceChangeAuthor


class PriceChangedEvent(TypedDict):
    """The terms of an offer of the receiver have changed, by whomever: its price, shipping, business price or quantity discounts, or the item that it is on. New and removed offers are not told this way. None while price changes are off (priceChanges of marketplaceParticipations)."""

    #: The version of CloudEvents.
    specversion: Literal["1.0"]
    #: The notification id, the same in every delivery. Use it to drop duplicates.
    id: str
    #: The service that sent it.
    source: str
    #: The kind of the event.
    type: Literal["PRICE_CHANGED"]
    #: The item.
    subject: str
    #: When it happened.
    time: str
    #: The media type of data.
    datacontenttype: Literal["application/json"]
    #: The number of the event: per seller, rising by 1, without gaps. An integer as text.
    sequence: str
    #: The sequence of the event that was queued before this one for the same destination. If you do not have that one, you missed it. Absent in the first one, and in GET /notifications/v4/events.
    previoussequence: NotRequired[str]
    #: The sequences that this event replaces at this destination, with commas between them. Count them as received.
    supersedes: NotRequired[str]
    data: PriceChangedData


class PriceChanges(TypedDict):
    """A receipt for each change."""

    #: The marketplace.
    MarketplaceId: str
    Totals: PriceChangeTotals
    #: In the order of the request.
    Receipts: list[PriceChangeReceipt]


class PriceChangesAnswer(TypedDict):
    """What became of each change."""

    payload: PriceChanges
    #: What the caller should look at; absent when there is nothing.
    warnings: NotRequired[list[Warning]]


class PriceChangesBody(TypedDict):
    """The body of whatIf, which can be sent as it is. Each change may also name terms: shipping, business price and quantity discounts. It then needs no strategy: the price stays."""

    #: The marketplace whose prices are returned.
    MarketplaceId: str
    #: Whose view of the prices: a business customer sees business prices where there are any.
    CustomerType: NotRequired[Literal["Consumer", "Business"]]
    strategy: NotRequired[WhatIfStrategy]
    floor: NotRequired[Money]
    #: Up to 500 of the caller's SKUs, all with the same strategy and floor. Each once.
    SellerSKUs: NotRequired[list[str]]
    terms: NotRequired[WantedTerms]
    #: Change the terms only if this is their TermsRevision. Otherwise the change is refused with Conflict.
    IfTermsRevision: NotRequired[int]
    #: The caller means it, although the price is far from the present one. Without it such a change is refused with ConfirmationRequired.
    Confirm: NotRequired[bool]
    #: In place of SellerSKUs: up to 500 listings, of which each may have its own strategy, floor and terms. Each once.
    listings: NotRequired[list[PriceChangeListing]]


class PriceChangesReportParameters(TypedDict):
    """Which price changes. All that are kept when absent."""

    #: Only changes in this state.
    state: NotRequired[Literal["ACCEPTED", "PENDING", "APPLIED", "UNCHANGED", "REJECTED", "REPLACED", "OVERRIDDEN"]]
    #: Only changes of this SKU.
    SellerSKU: NotRequired[str]
    #: Only changes that were stored at this date or time (RFC 3339) or later. Absent: from the oldest one that is kept.
    since: NotRequired[str]
    #: Only changes that were stored before this date or time. Absent: until the instant of the report.
    until: NotRequired[str]


class PriceHistory(TypedDict):
    """A page of the history of a buy box."""

    #: The marketplace.
    MarketplaceId: str
    #: The item.
    storeItemId: str
    ItemCondition: ItemCondition
    CustomerType: CustomerType
    offerType: OfferType
    #: From this time on the history is known. What was before is unknown. Absent: nothing is known.
    observedSince: NotRequired[str]
    #: Oldest first. The first step of the first page is the one in force at since, or at observedSince.
    Steps: list[PriceStep]
    #: With SellerSKU: the own price of that listing of the caller on this item, in the time of this page's Steps, oldest first. Empty: the caller has no such listing, and had none as far as is known.
    OwnPrices: NotRequired[list[OwnPriceStep]]
    #: Gets the next page. Absent: this is the last one. A page can be short, or empty, before the last.
    nextToken: NotRequired[str]


class PriceHistoryAnswer(TypedDict):
    """Who held a buy box at which prices, step by step."""

    payload: PriceHistory


class PriceHistoryReportParameters(TypedDict):
    """Which time, and whose buy boxes."""

    #: Only what was in force at this date or time (RFC 3339) or later. Absent: 7 days before the instant of the report.
    since: NotRequired[str]
    #: Only what was in force before this date or time. Absent: until the instant of the report.
    until: NotRequired[str]
    #: Whose buy boxes are meant.
    CustomerType: NotRequired[Literal["Consumer", "Business"]]
    #: With CustomerType Business: the boxes of ordinary prices (B2C) or of business prices (B2B).
    OfferType: NotRequired[Literal["B2C", "B2B"]]


class PriceStep(TypedDict):
    """The state of a buy box between two changes."""

    #: From this time on, until the next step. The first step may have begun before.
    at: str
    BuyBox: NotRequired[PastBuyBox]
    LowestPrice: NotRequired[PastLowestPrice]


class PriceToEstimateFees(TypedDict):
    """What the buyer would pay."""

    ListingPrice: Money
    Shipping: NotRequired[Money]
    Points: NotRequired[PriceToEstimateFeesPoints]


class PriceToEstimateFeesPoints(TypedDict):
    #: Echoed; changes no fee.
    PointsNumber: int


class PricingHealthData(TypedDict):
    """What happened."""

    #: The version of data: 1.0.
    payloadVersion: str
    #: The seller that is told.
    sellerId: str
    #: The marketplace.
    marketplaceId: str
    #: Rises with every change of the item. Of two events about one item, the greater one is the newer.
    revision: int
    #: The item.
    storeItemId: str
    #: UNHEALTHY: at least one offer became so. RECOVERED: all are eligible again; an open set.
    Health: str
    #: The offers whose health has changed.
    Offers: list[HealthOffer]
    #: The id of the operator's request that changed the market, when it was one request.
    requestId: NotRequired[str]
    #: Whether a record that changed is the receiver's own.
    Own: bool


class PricingHealthEvent(TypedDict):
    """Active offers of the receiver are not eligible for the buy box of consumers any more, or are again; the boxes of businesses are not judged. Offers of one item that change together come in one event. `GET /products/pricing/v4/listings?state=unhealthy` lists those that are not at any time."""

    #: The version of CloudEvents.
    specversion: Literal["1.0"]
    #: The notification id, the same in every delivery. Use it to drop duplicates.
    id: str
    #: The service that sent it.
    source: str
    #: The kind of the event.
    type: Literal["PRICING_HEALTH"]
    #: The item.
    subject: str
    #: When it happened.
    time: str
    #: The media type of data.
    datacontenttype: Literal["application/json"]
    #: The number of the event: per seller, rising by 1, without gaps. An integer as text.
    sequence: str
    #: The sequence of the event that was queued before this one for the same destination. If you do not have that one, you missed it. Absent in the first one, and in GET /notifications/v4/events.
    previoussequence: NotRequired[str]
    #: The sequences that this event replaces at this destination, with commas between them. Count them as received.
    supersedes: NotRequired[str]
    data: PricingHealthData


class Product(TypedDict):
    """An item with its competitive prices and the caller's own offers on it."""

    Identifiers: ProductIdentifiers
    #: The catalogue attributes of the item, as open objects.
    AttributeSets: list[AttributeSet]
    #: The variation relatives of the item, as open objects.
    Relationships: list[ItemRelationship]
    CompetitivePricing: CompetitivePricing
    SalesRankings: list[SalesRank]
    #: The caller's own active offers on the item, the cheapest first. Of more than 100, the first 100.
    Offers: list[OwnOffer]


class ProductIdentifiers(TypedDict):
    """The item. SKUIdentifier is present only when the request is by SKU."""

    MarketplaceItem: ItemIdentifier
    SKUIdentifier: NotRequired[SkuIdentifier]


class ProductResult(TypedDict):
    """The result for one identifier: with Success it has Product, otherwise errors."""

    #: Success, ClientError (no such identifier) or ServerError.
    status: Literal["Success", "ClientError", "ServerError"]
    #: The SKU of the request.
    SellerSKU: NotRequired[str]
    #: The item.
    storeItemId: NotRequired[str]
    Product: NotRequired[Product]
    #: Why there is no Product.
    errors: NotRequired[list[Error]]


class ProductsAnswer(TypedDict):
    """Competitive prices and the caller's own offers."""

    #: One element for each identifier, in the order of the request. Duplicates are answered once.
    payload: list[ProductResult]


class PromotedListing(TypedDict):
    """A listing, and what the promotion takes off the fee of one unit at its present price."""

    #: The receiver's SKU.
    SellerSKU: str
    #: The item that it lists.
    storeItemId: str
    FeePromotion: Money


class PullConfig(TypedDict):
    """For type PULL."""

    #: How long a received message is hidden; 30 by default.
    visibilityTimeoutSeconds: NotRequired[int]
    #: How long an unacknowledged message is kept; 345600 by default.
    retentionSeconds: NotRequired[int]


class PushKey(TypedDict):
    """The public key that identifies this service to push services (RFC 8292)."""

    #: The `applicationServerKey` for a browser to subscribe: base64url, without padding.
    publicKey: str


class QuantityDiscountPrice(TypedDict):
    """The unit price from a quantity on."""

    #: The price applies from this quantity on.
    quantityTier: int
    #: QUANTITY_DISCOUNT; an open set.
    quantityDiscountType: str
    listingPrice: Money


class QuietHours(TypedDict):
    """For EMAIL, SMS and MOBILE_PUSH: the hours of each day in which nothing is sent. What happens then is sent at their end. Tests are sent at any time."""

    #: When they begin, as HH:MM.
    start: str
    #: When they end, as HH:MM. Earlier than start: on the next day.
    end: str
    #: The name of a time zone, such as Europe/Berlin or UTC.
    timeZone: str


class Ready(TypedDict):
    """The process can do its main work."""

    #: `degraded`: the process does its main work, but a part does not work, for example writing to a full disk.
    status: Literal["ready", "degraded"]
    #: Each checked part, and its state.
    parts: dict[str, Literal["ok", "degraded", "failed"]]
    #: Why, for each part that is not `ok`.
    reasons: NotRequired[dict[str, str]]


class ReceiptHandles(TypedDict):
    """Which messages."""

    #: Handles from receive.
    receiptHandles: list[str]


class ReceiveMessages(TypedDict):
    """All are optional."""

    #: The maximum number of messages.
    maxMessages: NotRequired[int]
    #: How long to wait for the first message.
    waitSeconds: NotRequired[int]
    #: How long the messages are hidden from other receivers; the destination's setting when absent.
    visibilityTimeoutSeconds: NotRequired[int]

ReceivedEventKind: TypeAlias = "str"


class ReceivedMessages(TypedDict):
    """What was received."""

    #: The oldest first; may be empty.
    messages: list[Message]


class RecordTerms(TypedDict):
    """The terms of an offer, as in its record. What is absent is not set."""

    #: The price of one unit without shipping.
    listingPrice: float
    #: The shipping charge.
    shipping: NotRequired[float]
    #: The price of one unit for business buyers.
    businessPrice: NotRequired[float]
    #: Price tiers for business buyers.
    quantityDiscounts: NotRequired[list[RecordTermsTier]]


class RecordTermsTier(TypedDict):
    """A price from a quantity on."""

    #: The least quantity of the tier.
    quantity: int
    #: The price of one unit.
    price: float


class RecoverDeliveries(TypedDict):
    """Which deliveries to recover."""

    #: Failed deliveries that were queued at this time or later.
    since: str


class RecoveredDeliveries(TypedDict):
    """How many deliveries are sent again."""

    #: How many are queued again.
    recovered: int


class ReferencePrice(TypedDict):
    """A price to compare with. A price of a buy box names the box and the time that it is about."""

    #: CompetitivePriceThreshold: above it no offer holds a buy box. ListPrice: the suggested retail price. LowestBuyBoxPrice and AverageBuyBoxPrice: the landed prices of a buy box from since to until, weighted by time. An open set.
    name: str
    price: Money
    condition: NotRequired[ItemCondition]
    CustomerType: NotRequired[CustomerType]
    offerType: NotRequired[OfferType]
    #: The UTC days before today from since on. Present only when all were observed.
    days: NotRequired[int]
    #: The begin of the time that the price is about. It is never before observedSince.
    since: NotRequired[str]
    #: The end of the time that the price is about.
    until: NotRequired[str]
    #: Prices of the item are known from this time on. What was before is unknown.
    observedSince: NotRequired[str]


class RegisteredClient(TypedDict):
    """The application as it is registered (RFC 7591 3.2.1)."""

    #: The name of the application from now on.
    client_id: str
    #: Seconds since 1970.
    client_id_issued_at: NotRequired[int]
    #: Shown this once.
    client_secret: NotRequired[str]
    #: 0 is never.
    client_secret_expires_at: NotRequired[int]
    #: Where codes may be sent; matched exactly.
    redirect_uris: list[str]
    #: `client_secret_basic` when absent; `none` for public clients.
    token_endpoint_auth_method: NotRequired[Literal["none", "client_secret_post", "client_secret_basic"]]
    #: Both when absent.
    grant_types: NotRequired[list[Literal["authorization_code", "refresh_token"]]]
    #: Only `code`.
    response_types: NotRequired[list[Literal["code"]]]
    #: What sellers are shown.
    client_name: NotRequired[str]
    #: The application's page.
    client_uri: NotRequired[str]
    #: The application's logo.
    logo_uri: NotRequired[str]
    #: Rights, with a space between them; `offline_access` is the right to a refresh token. The basic seller rights when absent.
    scope: NotRequired[str]
    #: Contacts of the application's developer.
    contacts: NotRequired[list[str]]

RejectionFigure: TypeAlias = "Money | float"


class ReplayEvents(TypedDict):
    """Which events to send again: either fromSequence or since."""

    #: The sequence of the first event to send again.
    fromSequence: NotRequired[int]
    #: Events that were told at this time or later.
    since: NotRequired[str]


class ReplayedEvents(TypedDict):
    """What is sent again."""

    #: How many events are queued. Those that the destination does not take are not.
    queued: int
    #: The first event of the range. It is later than the one that was asked for when older ones are not kept any more. Absent: there is no event in the range.
    fromSequence: NotRequired[int]
    #: The last event of the range.
    toSequence: NotRequired[int]
    #: There are more than one call sends: send it as fromSequence to go on.
    nextFromSequence: NotRequired[int]


class Report(TypedDict):
    """A report, from its request until it is removed."""

    #: Its identifier.
    reportId: str
    #: What it lists; an open set.
    reportType: str
    #: The marketplaces that it is about.
    marketplaceIds: list[str]
    #: The parameters of the request.
    parameters: dict[str, Any]
    #: The format of its document; an open set.
    format: str
    #: The language and country whose customs CSV follows.
    locale: NotRequired[str]
    #: The report that it is compared with: it has only the lines that differ, and those that are gone.
    since: NotRequired[str]
    #: The schedule that asked for it.
    scheduleId: NotRequired[str]
    state: ReportState
    failure: NotRequired[ReportFailure]
    #: When it was asked for.
    createdTime: str
    #: When the work on it began.
    startedTime: NotRequired[str]
    #: When it reached a final state.
    endedTime: NotRequired[str]
    #: When it is removed: 7 days after it was asked for.
    expiresTime: str
    #: All its lines are true at this instant.
    instant: NotRequired[str]
    #: The sequence of the caller's last event at the instant. Later events, applied where their revision is higher, give the present.
    sequence: NotRequired[str]
    #: The versions of rules and data that it was made with.
    versions: NotRequired[dict[str, str | int]]
    notInEvents: NotRequired[ReportNotInEvents]
    #: How many rows are computed.
    processed: int
    #: How many rows there are to compute. Absent until they are counted.
    total: NotRequired[int]
    #: While it is being made: when it will probably be done.
    estimatedEndTime: NotRequired[str]
    #: With DONE: its document.
    reportDocumentId: NotRequired[str]
    #: With DONE: the lines of the document, without the first one.
    lines: NotRequired[int]
    #: With DONE and `since`: how many of the lines are about something that is gone.
    removed: NotRequired[int]
    #: With DONE: the length of the document.
    bytes: NotRequired[int]
    #: With DONE: its length with `compression=GZIP`.
    gzipBytes: NotRequired[int]
    #: The application that asked for it.
    createdBy: NotRequired[str]


class ReportBody(TypedDict):
    """What to report."""

    #: What it lists. POSITIONS: Where each listing stands in the consumers' buy box, with its prices, the winning price and the net of both. FEES: The fees of one sold unit of each listing at its own price, fee by fee, now or at several dates, with the differences. WHAT_IF: What a pricing strategy would do with each listing, as if it alone changed. Nothing changes. PRICE_HISTORY: Step by step, who held the buy box of each listing's item and condition at which price, and the own price of the listing. BUY_BOX_SHARE: How much of each day each listing held the consumers' buy box of the condition that it had at the time. PRICE_CHANGES: The receipts of the seller's price changes, oldest first. EVENTS: The seller's events in the order of their sequence. DELIVERIES: The log of deliveries to the caller's destinations.
    reportType: Literal["POSITIONS", "FEES", "WHAT_IF", "PRICE_HISTORY", "BUY_BOX_SHARE", "PRICE_CHANGES", "EVENTS", "DELIVERIES"]
    #: The marketplaces that it is about. All of the seller when absent.
    marketplaceIds: NotRequired[list[str]]
    #: What the type of the report takes: the shape depends on `reportType`.
    parameters: NotRequired[PositionsReportParameters | FeesReportParameters | WhatIfReportParameters | PriceHistoryReportParameters | BuyBoxShareReportParameters | PriceChangesReportParameters | EventsReportParameters | DeliveriesReportParameters]
    #: JSONL: a line of JSON for each, after a first line with the instant. CSV: a spreadsheet, without that line.
    format: NotRequired[Literal["JSONL", "CSV"]]
    #: With CSV: the language and country whose separator and decimal sign it has. `en-US` when absent.
    locale: NotRequired[str]
    #: The reportId of an earlier report of the same type, marketplaces and parameters: only lines that differ come, and those that are gone, marked as `removed`.
    since: NotRequired[str]


class ReportFailure(TypedDict):
    """With FATAL: why it was not made."""

    #: The reason as a word; an open set.
    code: str
    #: The reason, and what to do.
    message: str


class ReportNotInEvents(TypedDict):
    """What came between the last report like this one and this one that no event tells. Absent when there is no earlier report, and in reports about events."""

    #: The earlier report: that of `since`, else the last one of the same type and maker that is DONE.
    reportId: str
    #: Its instant.
    instant: str
    #: Its sequence.
    sequence: str
    #: Empty: the earlier report and the events after it give this report, in the columns that events carry.
    changes: list[ReportUnpublishedChange]


class ReportReadyData(TypedDict):
    """What happened."""

    #: The version of data: 1.0.
    payloadVersion: str
    #: The seller that is told.
    sellerId: str
    #: The report.
    reportId: str
    #: What it lists. More types may come.
    reportType: str
    #: The marketplaces that it is about.
    marketplaceIds: list[str]
    #: The format of its document: JSONL or CSV. More may come.
    format: str
    #: DONE has a document, FATAL could not be made; an open set.
    state: str
    #: The schedule that asked for it.
    scheduleId: NotRequired[str]
    failure: NotRequired[ReportReadyFailure]
    #: With DONE: its document.
    reportDocumentId: NotRequired[str]
    #: With DONE: the address of its document. It answers only to a token with the right of what the report contains.
    documentUrl: NotRequired[str]
    #: With DONE: how many lines the document has, without the first one of JSONL.
    lines: NotRequired[int]
    #: With DONE: the length of the document.
    bytes: NotRequired[int]
    #: When the report is removed.
    expiresTime: str


class ReportReadyEvent(TypedDict):
    """A report that was asked for is done, or could not be made. Told to the seller, and to the application that asked for it."""

    #: The version of CloudEvents.
    specversion: Literal["1.0"]
    #: The notification id, the same in every delivery. Use it to drop duplicates.
    id: str
    #: The service that sent it.
    source: str
    #: The kind of the event.
    type: Literal["REPORT_READY"]
    #: When it happened.
    time: str
    #: The media type of data.
    datacontenttype: Literal["application/json"]
    #: The number of the event: per seller, rising by 1, without gaps. An integer as text.
    sequence: str
    #: The sequence of the event that was queued before this one for the same destination. If you do not have that one, you missed it. Absent in the first one, and in GET /notifications/v4/events.
    previoussequence: NotRequired[str]
    #: The sequences that this event replaces at this destination, with commas between them. Count them as received.
    supersedes: NotRequired[str]
    data: ReportReadyData


class ReportReadyFailure(TypedDict):
    """With FATAL: why it was not made."""

    #: The reason as a word. More may come.
    code: str
    #: The reason, and what to do.
    message: str


class ReportSchedule(TypedDict):
    """A report that is asked for regularly."""

    #: Its id.
    scheduleId: str
    #: What the reports list; an open set.
    reportType: str
    #: The marketplaces that they are about.
    marketplaceIds: list[str]
    #: Their parameters.
    parameters: dict[str, Any]
    #: The format of their documents; an open set.
    format: str
    #: The language and country whose customs CSV follows.
    locale: NotRequired[str]
    #: Whether each report has only what changed since the one before.
    onlyChanges: bool
    #: The day of the week. Absent: every day. An open set.
    weekday: NotRequired[str]
    #: The hour of the day, in the time zone.
    hour: int
    #: The time zone.
    timeZone: str
    #: When the next report is due. An hour that the clock skips is due at the first instant after the gap, one that it shows twice at the first.
    nextTime: str
    #: The last report that it asked for.
    lastReportId: NotRequired[str]
    problem: NotRequired[ReportScheduleProblem]
    #: When it was made.
    createdTime: str
    #: When it was last changed.
    changedTime: str
    #: The application that made it.
    createdBy: NotRequired[str]


class ReportScheduleBody(TypedDict):
    """What to report, and when."""

    #: What it lists. POSITIONS: Where each listing stands in the consumers' buy box, with its prices, the winning price and the net of both. FEES: The fees of one sold unit of each listing at its own price, fee by fee, now or at several dates, with the differences. WHAT_IF: What a pricing strategy would do with each listing, as if it alone changed. Nothing changes. PRICE_HISTORY: Step by step, who held the buy box of each listing's item and condition at which price, and the own price of the listing. BUY_BOX_SHARE: How much of each day each listing held the consumers' buy box of the condition that it had at the time. PRICE_CHANGES: The receipts of the seller's price changes, oldest first. EVENTS: The seller's events in the order of their sequence. DELIVERIES: The log of deliveries to the caller's destinations.
    reportType: Literal["POSITIONS", "FEES", "WHAT_IF", "PRICE_HISTORY", "BUY_BOX_SHARE", "PRICE_CHANGES", "EVENTS", "DELIVERIES"]
    #: The marketplaces that it is about. All of the seller when absent.
    marketplaceIds: NotRequired[list[str]]
    #: What the type of the report takes: the shape depends on `reportType`.
    parameters: NotRequired[PositionsReportParameters | FeesReportParameters | WhatIfReportParameters | PriceHistoryReportParameters | BuyBoxShareReportParameters | PriceChangesReportParameters | EventsReportParameters | DeliveriesReportParameters]
    #: JSONL: a line of JSON for each, after a first line with the instant. CSV: a spreadsheet, without that line.
    format: NotRequired[Literal["JSONL", "CSV"]]
    #: With CSV: the language and country whose separator and decimal sign it has. `en-US` when absent.
    locale: NotRequired[str]
    #: Each report has only what changed since the one before. For daily schedules only: reports are kept for a week. False when absent.
    onlyChanges: NotRequired[bool]
    #: The day of the week. Every day when absent.
    weekday: NotRequired[Literal["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"]]
    #: The hour of the day, in the time zone.
    hour: int
    #: The name of a time zone, such as Europe/Berlin or UTC.
    timeZone: str


class ReportScheduleProblem(TypedDict):
    """Why the last report that was due was not asked for."""

    #: The reason as a word; an open set.
    code: str
    #: The reason, and what to do.
    message: str
    #: Since when.
    since: str


class ReportSchedules(TypedDict):
    """The schedules of the caller, by their ids."""

    schedules: list[ReportSchedule]

ReportState: TypeAlias = "str"


class ReportUnpublishedChange(TypedDict):
    """Something that changed without events."""

    kind: ReportUnpublishedChangeKind
    #: Where.
    marketplaceId: str
    #: With QUIET_LOAD: how many records were changed.
    records: NotRequired[int]
    #: With QUIET_LOAD: the last time.
    lastTime: NotRequired[str]
    #: With FEE_SCHEDULE: the schedule of the earlier report and its version. Absent: there was none.
    before: NotRequired[str]
    #: With FEE_SCHEDULE: the schedule of this report. Absent: there is none.
    now: NotRequired[str]

ReportUnpublishedChangeKind: TypeAlias = "str"


class Reports(TypedDict):
    """A page of reports, newest first."""

    reports: list[Report]
    #: Gets the next page. Absent on the last one.
    nextToken: NotRequired[str]


class RotateSecret(TypedDict):
    """Both are optional."""

    #: How long requests are also signed with the previous secret; a day when absent.
    graceSeconds: NotRequired[int]
    #: Your own secret: whsec_ and the base64 of 24 to 64 bytes. Absent: one is generated.
    secret: NotRequired[str]


class SalesRank(TypedDict):
    """How well the item sells in a category."""

    #: The category of the ranking.
    ProductCategoryId: str
    #: The rank of the item in the category; 1 sells best.
    Rank: int


class SellerAuditActor(TypedDict):
    """Who did it."""

    #: member: a person of the seller. client: an application. operator: somebody of the operator. service: the service by itself; an open set.
    type: str
    #: The member, or the client id of the application.
    id: NotRequired[str]


class SellerAuditEntries(TypedDict):
    """A page of the seller's entries."""

    #: Newest first.
    entries: list[SellerAuditEntry]
    #: There are more: send it as nextToken to get the next page.
    nextToken: NotRequired[str]

SellerAuditEntry = TypedDict(
    "SellerAuditEntry",
    {
        "entryId": "str",
        "time": "str",
        "who": "SellerAuditActor",
        "from": "NotRequired[str]",
        "operation": "str",
        "outcome": "str",
        "requestId": "NotRequired[str]",
        "details": "dict[str, Any]",
    },
)

SellerEvent: TypeAlias = "TestNotificationEvent | AnyOfferChangedEvent | BuyBoxChangedEvent | PricingHealthEvent | PriceChangedEvent | FeePromotionEvent | FeeChangedEvent | DestinationSuspendedEvent | CredentialExpiringEvent | ReportReadyEvent | OtherEvent"


class SellerFeedbackRating(TypedDict):
    """The feedback of buyers about the seller."""

    #: Positive feedback in percent.
    SellerPositiveFeedbackRating: float
    #: The number of ratings.
    FeedbackCount: int


class SellerListingCount(TypedDict):
    """How many listings are in one state."""

    #: none: not judged yet. An open set.
    state: str
    #: How many. Counting ends at 1,000 in the list, at 100,000 for one seller.
    count: int
    #: false: there are more.
    isExact: bool


class SellerMarket(TypedDict):
    """What a seller has in one marketplace."""

    #: The marketplace.
    marketplaceId: str
    #: By state, without those of which there are none.
    listings: list[SellerListingCount]
    #: From 0 to 1: of the time that its listings were on sale, how much they held the buy box. In the list today, for one seller the last seven days.
    buyBoxShare: NotRequired[float]


class SellerMember(TypedDict):
    """A person who works for a seller."""

    #: The person at this seller: `sub` of tokens, and the audit log, have it.
    memberId: str
    #: The person, the same at all sellers.
    accountId: str
    #: The address that the person signs in with.
    email: str
    role: MemberRole
    #: Since when the person works for the seller.
    joinedTime: str
    #: When the person last signed in. Absent: never, as far as it is known.
    lastSignInTime: NotRequired[str]
    status: AccessStatus
    #: Since when it is disabled. Absent while it is enabled.
    disabledTime: NotRequired[str]


class SellerName(TypedDict):
    """A seller, and how people call it."""

    #: The SellerId of the request.
    sellerId: str
    #: The seller's display name as messages of the service write it: one line of at most 40 visible characters, without links. Absent when the service knows none.
    name: NotRequired[str]


class SellerNames(TypedDict):
    """The display names of sellers."""

    #: One element for each SellerId, in the order of the request.
    payload: list[SellerName]

SellerNote = TypedDict(
    "SellerNote",
    {
        "noteId": "str",
        "text": "str",
        "severity": "str",
        "from": "str",
        "until": "str",
    },
)


class SellerNotes(TypedDict):
    """What the operator of the service tells all sellers now."""

    #: In the order in which they began.
    notes: list[SellerNote]


class SellerPriceChange(TypedDict):
    """A price change of a seller, as the operator sees it."""

    #: Its id.
    PriceChangeId: str
    #: The marketplace.
    MarketplaceId: str
    #: The listing.
    SellerSKU: str
    #: The item.
    storeItemId: NotRequired[str]
    #: What became of it; an open set.
    State: str
    #: Why it was refused. Without figures: they may say what the seller keeps to itself.
    RejectionCode: NotRequired[str]
    #: The revision of the terms after it.
    TermsRevision: NotRequired[int]
    TermsBefore: NotRequired[OfferTerms]
    TermsAfter: NotRequired[OfferTerms]
    ChangedBy: SellerPriceChangeAuthor
    #: The request.
    RequestId: NotRequired[str]
    #: When it was asked for.
    CreatedTime: str
    #: When it was settled.
    SettledTime: NotRequired[str]
    #: When the operator's record changed the terms after it.
    OverriddenTime: NotRequired[str]
    #: The newer change of the listing that replaced it.
    ReplacedBy: NotRequired[str]


class SellerPriceChangeApplication(TypedDict):
    """Which that is. Absent where nothing is known."""

    #: The e-mail address of the person. Absent where the identity provider does not tell it, or your rights do not.
    email: NotRequired[str]
    #: The name of the application. Absent where the identity provider does not tell it, or your rights do not.
    name: NotRequired[str]
    #: true: there is no such account, member or application, or none any more.
    isRemoved: NotRequired[bool]


class SellerPriceChangeAuthor(TypedDict):
    """Who changed it."""

    #: What kind of author.
    Kind: str
    #: The application.
    ApplicationId: str
    Application: NotRequired[SellerPriceChangeApplication]
    #: The member: who used the console, or authorized the application.
    MemberId: NotRequired[str]
    Member: NotRequired[SellerPriceChangeMember]


class SellerPriceChangeMember(TypedDict):
    """Who that is. Absent where nothing is known."""

    #: The e-mail address of the person. Absent where the identity provider does not tell it, or your rights do not.
    email: NotRequired[str]
    #: The name of the application. Absent where the identity provider does not tell it, or your rights do not.
    name: NotRequired[str]
    #: true: there is no such account, member or application, or none any more.
    isRemoved: NotRequired[bool]


class SellerPriceChanges(TypedDict):
    """A page of a seller's price changes."""

    #: Newest first.
    priceChanges: list[SellerPriceChange]
    #: There are more: send it as nextToken to get the next page.
    nextToken: NotRequired[str]


class SellerReceiving(TypedDict):
    """Whether events are made for the seller at all."""

    #: Since when. Absent: never; it had no destination yet, and has not read its list of events.
    since: NotRequired[str]
    #: The number of its last event.
    latestSequence: int
    #: The oldest event that is kept.
    oldestSequence: int
    #: Changes of the market wait to become events since this time, of whichever seller. Absent: none waits.
    addressingSince: NotRequired[str]


class SellerShare(TypedDict):
    """The share of all listings together."""

    #: The marketplace.
    MarketplaceId: str
    #: From this time on the history is known. What was before is unknown. Absent: nothing is known.
    observedSince: NotRequired[str]
    #: Oldest first. Days before observedSince are missing: they are unknown, not zero.
    Days: list[SellerShareDay]
    Total: SellerShareTotal


class SellerShareAnswer(TypedDict):
    """How much of their time on sale the caller's listings held buy boxes."""

    payload: SellerShare


class SellerShareDay(TypedDict):
    """One UTC day."""

    #: A UTC day.
    Date: str
    #: How long the caller's listings held buy boxes, added up.
    HeldMilliseconds: int
    #: How long the caller's listings were on sale, added up.
    OnSaleMilliseconds: int
    #: The first time divided by the second, to four decimals. Absent when the second is 0.
    Share: NotRequired[float]


class SellerShareTotal(TypedDict):
    """All days together."""

    #: How long the caller's listings held buy boxes, added up.
    HeldMilliseconds: int
    #: How long the caller's listings were on sale, added up.
    OnSaleMilliseconds: int
    #: The first time divided by the second, to four decimals. Absent when the second is 0.
    Share: NotRequired[float]


class SellerSupportSession(TypedDict):
    """A support session: the operator looked at the seller's console."""

    #: Its identifier: the audit log has it.
    supportSessionId: str
    #: Why the operator began it, in its own words.
    reason: str
    status: SupportSessionStatus
    #: When it began.
    begunTime: str
    #: When it ends by itself.
    untilTime: str
    endedBy: NotRequired[SupportSessionEnd]
    #: When somebody ended it.
    endedTime: NotRequired[str]


class SellerSupportSessions(TypedDict):
    """A page of support sessions."""

    #: The newest first.
    supportSessions: list[SellerSupportSession]
    #: There are more: send it as nextToken to get the next page.
    nextToken: NotRequired[str]

SellerUsage = TypedDict(
    "SellerUsage",
    {
        "usage": "list[SellerUsageRow]",
        "resolution": "str",
        "from": "str",
        "to": "str",
        "countedUntil": "str",
        "gaps": "list[UsageGap]",
        "hasOther": "NotRequired[bool]",
        "nextToken": "NotRequired[str]",
    },
)


class SellerUsageRow(TypedDict):
    """Requests of your applications that have the groups in common."""

    #: When the minute or the UTC day begins.
    time: NotRequired[str]
    #: The application. Absent without a valid token, and for `other`.
    clientId: NotRequired[str]
    caller: NotRequired[UsageCaller]
    #: The operationId of this document; `page` for pages and files for people, `unknownPath` for 404 and 405 of paths and methods that do not exist, `other` as for `caller`.
    operation: NotRequired[str]
    #: How many requests were answered.
    requests: int
    #: How many of them with a status of 400 or above.
    refused: int
    #: Half of the requests took at most so long, in milliseconds, by fixed buckets of durations.
    p50Ms: float
    #: 95 % of the requests took at most so long.
    p95Ms: float
    #: In the order of the statuses.
    statuses: list[UsageStatus]
    #: The most frequent first.
    refusals: list[UsageRefusal]
    limit: NotRequired[UsageLimit]


class SellerUsageToday(TypedDict):
    """What was sent for it today, UTC."""

    #: How many requests.
    requests: int
    #: How many of them were answered with 400 or more.
    refused: int


class SharedWork(TypedDict):
    """Work that workers divide by ranges."""

    #: Its name.
    work: str
    #: How many share it at this moment. 0 while there is nothing to do.
    workers: int


class ShippingTime(TypedDict):
    """The time to dispatch, and whether the offer is available now."""

    #: The least number of hours from the order to the dispatch.
    minimumHours: NotRequired[int]
    #: The greatest number of hours from the order to the dispatch.
    maximumHours: NotRequired[int]
    #: Only with FUTURE_WITH_DATE: the time when it becomes available.
    availableDate: NotRequired[str]
    #: NOW, FUTURE_WITHOUT_DATE or FUTURE_WITH_DATE; an open set. A date that has passed is NOW.
    availabilityType: str


class ShipsFrom(TypedDict):
    """The place that the offer ships from."""

    #: The state or province.
    State: NotRequired[str]
    #: The country, ISO 3166 alpha-2.
    Country: str


class SignIn(TypedDict):
    """A sign-in, or an attempt that failed."""

    #: Its identifier.
    signInId: str
    #: When it happened.
    time: str
    outcome: SignInOutcome
    #: The account. Absent: no account has the typed address.
    accountId: NotRequired[str]
    #: The address of the account.
    email: NotRequired[str]
    #: A keyed hash of an address that no account has: the same for the same address.
    unknownAddress: NotRequired[str]
    #: Browser and system, as the browser named them.
    device: str
    #: The network address; of IPv6 the network of 64 bits.
    address: str

SignInOutcome: TypeAlias = "str"


class SignIns(TypedDict):
    """A page of sign-ins and failures."""

    #: The latest first.
    signIns: list[SignIn]
    #: There are more: send it as nextToken to get the next page.
    nextToken: NotRequired[str]


class SignedInPerson(TypedDict):
    """The person who is signed in. Only in answers to the console, and only with the embedded identity provider."""

    #: The address that the person signs in with.
    email: str
    #: The person's role at the seller: owner, manager, analyst or developer.
    role: str
    #: For how many sellers the person works.
    sellerCount: int


class SkuIdentifier(TypedDict):
    """A listing of the caller."""

    #: The marketplace.
    MarketplaceId: str
    #: The caller.
    SellerId: str
    #: The caller's SKU.
    SellerSKU: str


class SmsConfig(TypedDict):
    """For type SMS."""

    #: E.164. Absent: the seller's registered one, which only the seller sees; others see `****`.
    phoneNumber: NotRequired[str]

SubCondition: TypeAlias = "str"


class Subscription(TypedDict):
    """One kind of events for one destination."""

    #: Its identifier: made of the destination and the kind, so that it is the same when it is made again.
    subscriptionId: str
    notificationType: EventKind
    #: The version of the events.
    payloadVersion: str
    #: The channelId of the destination.
    destinationId: str
    #: The filter and the window that count for this kind: its own, or those of the destination.
    processingDirective: SubscriptionProcessingDirective
    #: What the caller should look at; absent when there is nothing.
    warnings: NotRequired[list[Warning]]


class SubscriptionProcessingDirective(TypedDict):
    """The filter and the window that count for this kind: its own, or those of the destination."""

    eventFilter: NotRequired[EventFilter]
    #: 0, 60, 300, 600 seconds. Of several events about one item, condition and kind within this time, the first is sent at once and the last ones at its end. 0: every event is sent at once. Absent: 60.
    windowSeconds: NotRequired[Literal[0, 60, 300, 600]]


class SubscriptionDeleted(TypedDict):
    """An empty object, unless there are warnings."""

    #: What the caller should look at; absent when there is nothing.
    warnings: NotRequired[list[Warning]]


class Subscriptions(TypedDict):
    """The caller's subscriptions to one kind."""

    #: In the order in which their destinations were created.
    subscriptions: list[Subscription]


class SupportOperator(TypedDict):
    """Who that is. Absent where nothing is known."""

    #: The e-mail address of the person. Absent where the identity provider does not tell it, or your rights do not.
    email: NotRequired[str]
    #: The name of the application. Absent where the identity provider does not tell it, or your rights do not.
    name: NotRequired[str]
    #: true: there is no such account, member or application, or none any more.
    isRemoved: NotRequired[bool]


class SupportSession(TypedDict):
    """A support session of a person of the operator."""

    #: The seller whose console it shows.
    sellerId: str
    #: Who began it: the account of a person of the operator, or its application.
    operatorId: str
    operator: NotRequired[SupportOperator]
    #: Its identifier: the audit log has it.
    supportSessionId: str
    #: Why the operator began it, in its own words.
    reason: str
    status: SupportSessionStatus
    #: When it began.
    begunTime: str
    #: When it ends by itself.
    untilTime: str
    endedBy: NotRequired[SupportSessionEnd]
    #: When somebody ended it.
    endedTime: NotRequired[str]

SupportSessionEnd: TypeAlias = "str"


class SupportSessionRequest(TypedDict):
    """Whose console to see, and why."""

    #: The SellerId.
    sellerId: str
    #: Why, in words that the seller understands: its owners read it. One line.
    reason: str
    #: How long it may last.
    minutes: NotRequired[int]

SupportSessionStatus: TypeAlias = "str"


class SupportSessions(TypedDict):
    """A page of support sessions."""

    #: The newest first.
    supportSessions: list[SupportSession]
    #: There are more: send it as nextToken to get the next page.
    nextToken: NotRequired[str]


class TestFilter(TypedDict):
    """The filter to try, as in a destination."""

    filter: EventFilter
    #: Only events of these kinds. Absent: of all kinds.
    eventTypes: NotRequired[list[Literal["TEST_NOTIFICATION", "ANY_OFFER_CHANGED", "BUY_BOX_CHANGED", "PRICING_HEALTH", "PRICE_CHANGED", "FEE_PROMOTION", "FEE_CHANGED", "DESTINATION_SUSPENDED", "CREDENTIAL_EXPIRING", "REPORT_READY"]]]


class TestNotificationAnswer(TypedDict):
    """An empty object, unless there are warnings."""

    #: What the caller should look at; absent when there is nothing.
    warnings: NotRequired[list[Warning]]


class TestNotificationData(TypedDict):
    """What happened."""

    #: The version of data: 1.0.
    payloadVersion: str
    #: The seller that is told.
    sellerId: str
    #: The default marketplace.
    marketplaceId: NotRequired[str]
    #: The testScenario of the request.
    testScenario: NotRequired[str]
    #: That this is a test.
    message: str


class TestNotificationEvent(TypedDict):
    """A test notification, which a seller sends with POST /notifications/v4/subscriptions/{notificationType}/testNotification. It has no sequence: it goes to the tested destinations only."""

    #: The version of CloudEvents.
    specversion: Literal["1.0"]
    #: The notification id, the same in every delivery. Use it to drop duplicates.
    id: str
    #: The service that sent it.
    source: str
    #: The kind of the event.
    type: Literal["TEST_NOTIFICATION"]
    #: When it happened.
    time: str
    #: The media type of data.
    datacontenttype: Literal["application/json"]
    data: TestNotificationData


class TestNotificationRequest(TypedDict):
    """Every key is optional. Unknown keys are ignored; one that is nearly a known key is named in the warnings of the answer."""

    #: The channelId of one destination; `channelId` is accepted, too. Absent: all destinations of the type.
    destinationId: NotRequired[str]
    #: Another name of destinationId.
    channelId: NotRequired[str]
    #: The content of the event.
    testNotification: NotRequired[TestNotificationRequestTestNotification]


class TestNotificationRequestTestNotification(TypedDict):
    """The content of the event."""

    #: Echoed in the event; 1.0 when absent.
    payloadVersion: NotRequired[str]
    #: Echoed in the event; at most 256 characters.
    testScenario: NotRequired[str]


class TestedFilter(TypedDict):
    """What a filter would have let pass."""

    #: Events that were told since then were looked at.
    since: str
    #: Whether there are more events of the last 7 days, before since.
    truncated: bool
    #: How many events were looked at.
    events: int
    #: How many of them pass the filter.
    passed: int
    kinds: list[TestedKind]
    #: The newest events that pass, the newest first.
    examples: list[SellerEvent]


class TestedKind(TypedDict):
    """The figures of one kind of which there are events."""

    eventType: EventKind
    #: How many events of the kind were looked at.
    events: int
    #: How many of them pass.
    passed: int


class Token(TypedDict):
    """An access token (RFC 6749 5.1)."""

    #: Opaque; send it as `Authorization: Bearer`.
    access_token: str
    #: Always `Bearer`.
    token_type: Literal["Bearer"]
    #: Seconds that the access token lives.
    expires_in: NotRequired[int]
    #: Delegated grants: what the seller consented to.
    scope: NotRequired[str]
    #: With `offline_access`: for the next access token; works once.
    refresh_token: NotRequired[str]


class TokenRequest(TypedDict):
    """Each parameter at most once; others are ignored."""

    #: Which of the three grants this is.
    grant_type: Literal["client_credentials", "authorization_code", "refresh_token"]
    #: The application; not needed with HTTP Basic.
    client_id: NotRequired[str]
    #: The application's secret, unless it is in HTTP Basic. Public ones have none.
    client_secret: NotRequired[str]
    #: authorization_code: the code from the redirect.
    code: NotRequired[str]
    #: authorization_code: what the challenge was made of (RFC 7636).
    code_verifier: NotRequired[str]
    #: authorization_code: as in the authorization request.
    redirect_uri: NotRequired[str]
    #: refresh_token: the newest one; each works once.
    refresh_token: NotRequired[str]
    #: refresh_token: fewer rights than granted. client_credentials: accepted and ignored.
    scope: NotRequired[str]


class TraceStep(TypedDict):
    """One step from the cause to the receiver."""

    #: What kind of step; an open set.
    step: str
    #: When.
    time: NotRequired[str]
    #: The destination that it is about.
    channelId: NotRequired[str]
    #: What happened.
    text: str


class UndoPriceChangeBody(TypedDict):
    """Nothing is required."""

    #: The caller means it, although the price is far from the present one. Without it such a change is refused with ConfirmationRequired.
    Confirm: NotRequired[bool]

UsageCaller: TypeAlias = "str"

UsageGap = TypedDict(
    "UsageGap",
    {
        "from": "str",
        "to": "str",
        "counted": "str",
    },
)


class UsageLimit(TypedDict):
    """What is left of the rate limit at this moment. In rows by client and operation, for operations that have one."""

    burst: UsageWindowLeft
    sustained: UsageWindowLeft


class UsageRefusal(TypedDict):
    """Requests that were refused or failed for one reason."""

    #: The HTTP status.
    status: int
    #: An open set. 403: the right that is missing, or `NoSellerRight`. 429: `BurstLimit` or `SustainedLimit`, the window that was full. 401: `NoToken`, `InvalidToken`, `TwoTokens` or `StaleSignIn`. 503: `Overload` or `UnknownTokens` when the service had too much to do. Otherwise the error code. Absent when the answer has no error of this service.
    reason: NotRequired[str]
    #: How many requests.
    requests: int


class UsageStatus(TypedDict):
    """The requests with one status."""

    #: The HTTP status.
    status: int
    #: How many requests were answered with it.
    requests: int


class UsageWindowLeft(TypedDict):
    """A window of a limit: at most so many requests in so many seconds."""

    #: The size of the window.
    requests: int
    #: Its length.
    seconds: int
    #: How many requests are left in it.
    left: int
    #: It ends in so many seconds. Absent when none was used.
    secondsLeft: NotRequired[int]


class WaitingDeliveries(TypedDict):
    """What waits for it or is in flight."""

    #: How many deliveries, at most 1,000.
    count: int
    #: true: more than that.
    isMore: bool
    #: When the oldest of them was queued. With isMore the oldest of the 500 that are due first and the 500 that are due last.
    oldestTime: NotRequired[str]


class WaitingFactorHelp(TypedDict):
    """A page of people who wait for help with lost factors."""

    #: In the order of their accountIds.
    factorHelp: list[WaitingPerson]
    #: There are more: send it as nextToken to get the next page.
    nextToken: NotRequired[str]


class WaitingPerson(TypedDict):
    """A person who waits for help with lost factors."""

    #: The account.
    accountId: str
    state: FactorHelpState
    #: WAITING: since when.
    askedTime: NotRequired[str]
    #: WAITING: when the factors are removed at the earliest.
    removalTime: NotRequired[str]
    #: WAITING: the operator who vouched. Another one must do so, too.
    vouchedBy: NotRequired[str]
    voucher: NotRequired[FactorHelpVoucher]
    #: REMOVED: when.
    removedTime: NotRequired[str]
    #: The address that the person signs in with.
    email: str


class WantedListingLimits(TypedDict):
    """A listing with all its limits: one that is absent or null is removed. Cost stays as it is when it is absent; null removes it."""

    #: The caller's SKU.
    SellerSKU: str
    MinimumPrice: NotRequired[Money | None]
    MaximumPrice: NotRequired[Money | None]
    MinimumNet: NotRequired[Money | None]
    Cost: NotRequired[Money | None]


class WantedQuantityPrice(TypedDict):
    """The unit price from a quantity on, for business buyers."""

    #: The price applies from this quantity on.
    quantityTier: int
    #: QUANTITY_DISCOUNT, the only type.
    quantityDiscountType: NotRequired[Literal["QUANTITY_DISCOUNT"]]
    listingPrice: Money


class WantedTerms(TypedDict):
    """Terms that change beside the price. null removes one; what is absent stays as it is."""

    Shipping: NotRequired[Money | None]
    BusinessPrice: NotRequired[Money | None]
    #: At most 10, in place of those that the offer has. Quantities rise and prices fall.
    quantityDiscountPrices: NotRequired[list[WantedQuantityPrice] | None]


class WebPushSubscription(TypedDict):
    """A Web Push subscription, as browsers give it."""

    #: The push service's address. https, on the public internet.
    endpoint: str
    keys: WebPushSubscriptionKeys


class WebPushSubscriptionKeys(TypedDict):
    #: The receiver's public key; masked in answers.
    p256dh: str
    #: The receiver's authentication secret; masked in answers.
    auth: str


class WebhookConfig(TypedDict):
    """Other types have none of these keys. Any other key is returned as it was sent; keys named like a secret are masked."""

    #: Where events are POSTed.
    url: NotRequired[str]
    #: The names; every value is masked.
    headers: NotRequired[dict[str, str]]
    #: Only in the answer to the request that creates the secret.
    signing: NotRequired[WebhookConfigSigning]
    #: Maximum number of concurrent requests.
    maxInFlight: NotRequired[int]


class WebhookConfigSigning(TypedDict):
    """Only in the answer to the request that creates the secret."""

    #: The signing secret of Standard Webhooks.
    secret: str


class WebhookConfigBody(TypedDict):
    """Other keys are stored and returned."""

    #: Where events are POSTed; required for WEBHOOKS. https, on the public internet.
    url: NotRequired[str]
    #: Added to each request, at most 20. Not allowed are headers that frame a request or that the service sets: Host, Content-*, Transfer-Encoding, Connection and related headers, Date, User-Agent, Via, Proxy-*, Webhook-*, Ce-*.
    headers: NotRequired[dict[str, str]]
    signing: NotRequired[WebhookConfigBodySigning]
    #: Maximum number of concurrent requests; 10 when absent.
    maxInFlight: NotRequired[int]


class WebhookConfigBodySigning(TypedDict):
    #: A signing secret of your own: whsec_ and the base64 of 24 to 64 bytes. Absent: one is generated.
    secret: NotRequired[str]


class WhatIf(TypedDict):
    """What the strategy would do."""

    #: The marketplace.
    MarketplaceId: str
    CustomerType: CustomerType
    Totals: WhatIfTotals
    #: In the order of the request.
    Listings: list[WhatIfResult]


class WhatIfAnswer(TypedDict):
    """What a pricing strategy would do. Nothing has changed."""

    payload: WhatIf
    #: What the caller should look at; absent when there is nothing.
    warnings: NotRequired[list[Warning]]


class WhatIfBody(TypedDict):
    """Listings, in SellerSKUs or in listings, and a strategy. floor is the lowest listing price: one below it is reported and not applied."""

    #: The marketplace whose prices are returned.
    MarketplaceId: str
    #: Whose view of the prices: a business customer sees business prices where there are any.
    CustomerType: NotRequired[Literal["Consumer", "Business"]]
    strategy: NotRequired[WhatIfStrategy]
    floor: NotRequired[Money]
    #: Up to 500 of the caller's SKUs, all with the same strategy and floor. Each once.
    SellerSKUs: NotRequired[list[str]]
    #: In place of SellerSKUs: up to 500 listings, of which each may have its own strategy and floor. Each once.
    listings: NotRequired[list[WhatIfListing]]


class WhatIfListing(TypedDict):
    """One listing. Its own strategy and floor count in place of the common ones."""

    #: The caller's SKU.
    SellerSKU: str
    strategy: NotRequired[WhatIfStrategy]
    floor: NotRequired[Money]


class WhatIfPrice(TypedDict):
    """A price of the listing as the customer type sees it, and its net after fees. LandedPrice and Shipping are absent
while no shipping charge is set; AfterFees then counts none."""

    LandedPrice: NotRequired[Money]
    ListingPrice: Money
    Shipping: NotRequired[Money]
    AfterFees: NetAndProfit


class WhatIfReportParameters(TypedDict):
    """A strategy for all listings, or for some. floor is the lowest listing price: one below it is reported and not applied."""

    strategy: WhatIfStrategy
    floor: NotRequired[Money]
    #: Whose view of the prices: a business customer sees business prices where there are any.
    CustomerType: NotRequired[Literal["Consumer", "Business"]]
    #: Only listings in these states of the consumers' buy box.
    states: NotRequired[list[Literal["winning", "noCompetition", "losing", "unhealthy", "inactive"]]]
    #: Only listings whose SKU, item id or title contains this text, in any case.
    query: NotRequired[str]
    #: Only listings with these SKUs, up to 500.
    SellerSKUs: NotRequired[list[str]]


class WhatIfResult(TypedDict):
    """What the strategy would do with one listing. CompetingLandedPrice is that of the best eligible other offer.
StrategyPrice is the listing price of the strategy, applied or not, whatever the status; absent where there is none: with INVALID_SKU, and of
match and beatBy when there is no other eligible offer, or no shipping charge; of win when no price wins, or every price. NewPrice is the price with which the listing is judged."""

    #: The caller's SKU.
    SellerSKU: str
    #: WOULD_WIN, WOULD_LOSE: whether the listing holds the buy box at the new price. The price stays as it is with: NOT_ELIGIBLE (a gate fails that no price passes), NO_COMPETITION (there is no other eligible offer to match or beat; of win: every price wins), BELOW_FLOOR (StrategyPrice is below the floor), PRICE_OUT_OF_RANGE (StrategyPrice is negative or above the largest amount). INVALID_SKU: the caller has no such listing; nothing else is known. An open set.
    status: str
    #: The gates that the offer fails at NewPrice: active, startTime, stock, availability, shippingCharge, featuredMerchant, feedbackRating, feedbackCount, competitivePriceThreshold. Absent when it fails none.
    Reasons: NotRequired[list[GateName]]
    #: The item.
    storeItemId: NotRequired[str]
    #: The title of the item, when the catalogue has one.
    Title: NotRequired[str]
    ItemCondition: NotRequired[ItemCondition]
    offerType: NotRequired[OfferType]
    #: The revision of the offer's terms: it rises by one with each change of its price, shipping, business price or quantity discounts, by whomever. IfTermsRevision of a price change refers to it.
    TermsRevision: NotRequired[int]
    #: Whether it holds the buy box now.
    IsBuyBoxWinner: NotRequired[bool]
    #: Whether it holds the buy box at NewPrice.
    WouldWin: NotRequired[bool]
    CompetingLandedPrice: NotRequired[Money]
    StrategyPrice: NotRequired[Money]
    PresentPrice: NotRequired[WhatIfPrice]
    NewPrice: NotRequired[WhatIfPrice]


class WhatIfStrategy(TypedDict):
    """How the new price of a listing is found. beatBy needs amount, setTo needs price."""

    #: match: the landed price becomes that of the best eligible other offer. beatBy: it becomes amount less than that. setTo: the listing price becomes price. win: it becomes the highest one that wins the buy box. Own shipping stays as it is.
    type: Literal["match", "beatBy", "setTo", "win"]
    amount: NotRequired[Money]
    price: NotRequired[Money]


class WhatIfTotals(TypedDict):
    """Net and NewNet: the net of one unit of each listing, at the present and at the new prices. They add up unlike items: compare listings one by one.
Profit and NewProfit are the same less the costs, of the listings that have one; present for callers with the right seller-api:costs:read, when a listing has a cost."""

    #: The number of listings that the caller has.
    Listings: int
    #: The number of SKUs that the caller does not have.
    InvalidSKUs: int
    #: How many hold the buy box now.
    WinsNow: int
    #: How many would hold it, each as if it alone changed.
    WouldWin: int
    Net: Money
    NewNet: Money
    #: The number of listings whose fees are not known. Net and NewNet do not count them.
    NetUnknown: int
    Profit: NotRequired[Money]
    NewProfit: NotRequired[Money]
    #: The number of listings without a cost, or whose fees are not known. Profit and NewProfit do not count them.
    ProfitUnknown: NotRequired[int]


class WinningPrice(TypedDict):
    """The highest listing price with which the offer, with its own shipping, holds the buy box at this moment. Prices and AfterFees are present with VALID_FOEP."""

    resultStatus: WinningPriceStatus
    ListingPrice: NotRequired[Money]
    LandedPrice: NotRequired[Money]
    #: With OFFER_NOT_ELIGIBLE: the gates that fail at every price.
    Reasons: NotRequired[list[GateName]]
    AfterFees: NotRequired[NetAndProfit]
    #: The result in a sentence.
    Explanation: str

WinningPriceStatus: TypeAlias = "str"


class MarketplaceRecord(TypedDict):
    """One marketplace of the market. Enumerated values match in any case. Unknown fields are ignored. With `op` `delete` only the key is required: marketplaceId."""

    kind: Literal["marketplace"]
    #: upsert replaces the whole record; delete needs only the key fields; absent = upsert (one of upsert, delete)
    op: NotRequired[Literal["upsert", "delete"]]
    #: the ID in requests and answers (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
    marketplaceId: str
    #: Required: the display name (a text of 1 to 200 characters without control characters)
    name: NotRequired[str]
    #: Required: ISO 3166 alpha-2 code (a country code of two letters)
    countryCode: NotRequired[str]
    #: Required: ISO 4217 code; all amounts of the marketplace are in it (a known currency code)
    currency: NotRequired[str]
    #: used for requests that name no marketplace; absent = false (true or false)
    isDefault: NotRequired[bool]


class SellerRecord(TypedDict):
    """One seller of the market. Enumerated values match in any case. Unknown fields are ignored. With `op` `delete` only the key is required: sellerId."""

    kind: Literal["seller"]
    #: upsert replaces the whole record; delete needs only the key fields; absent = upsert (one of upsert, delete)
    op: NotRequired[Literal["upsert", "delete"]]
    #: the SellerId in tokens and answers (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
    sellerId: str
    #: the display name (a text of 1 to 200 characters without control characters)
    name: NotRequired[str]
    #: Required: Individual sellers pay the per-item fee (one of Professional, Individual)
    plan: NotRequired[Literal["Professional", "Individual"]]
    #: Required: positive feedback in percent (a number from 0 to 100 with at most 1 decimal)
    feedbackRating: NotRequired[float]
    #: Required: number of feedback ratings (a whole number from 0 to 1000000000)
    feedbackCount: NotRequired[int]
    #: Required: true = the seller may win the buy box (true or false)
    featuredMerchant: NotRequired[bool]
    #: the registered e-mail contact (an e-mail address)
    email: NotRequired[str]
    #: the registered phone contact (an E.164 number such as +15550100123)
    phone: NotRequired[str]
    #: the marketplaces in which the seller takes part (a list of at most 200 elements)
    participations: NotRequired[list[SellerRecordParticipationsElement]]


class SellerRecordParticipationsElement(TypedDict):
    """Required: one marketplace (an object with marketplaceId, isParticipating, hasSuspendedListings)"""

    #: Required: a marketplace (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
    marketplaceId: str
    #: Required: the seller may list there (true or false)
    isParticipating: bool
    #: some listings are suspended; absent = false (true or false)
    hasSuspendedListings: NotRequired[bool]


class ItemRecord(TypedDict):
    """One item of the market. Enumerated values match in any case. Unknown fields are ignored. With `op` `delete` only the key is required: marketplaceId, itemId."""

    kind: Literal["item"]
    #: upsert replaces the whole record; delete needs only the key fields; absent = upsert (one of upsert, delete)
    op: NotRequired[Literal["upsert", "delete"]]
    #: the marketplace; import its record first (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
    marketplaceId: str
    #: the StoreItemId (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
    itemId: str
    #: must be the marketplace's currency when given; protects against files of another marketplace (a text of 1 to 3 characters without control characters)
    currency: NotRequired[str]
    #: Required: a category of the fee schedule; an unknown one is charged as the default category (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
    category: NotRequired[str]
    #: catalogue data, open: Title, Brand, Color, Size ... (an object of at most 500 JSON values, nested at most 8 deep, without NUL characters)
    attributes: NotRequired[dict[str, Any]]
    #: size of the packed unit; fulfilment fees need it (an object with lengthIn, widthIn, heightIn, lengthCm, widthCm, heightCm)
    dimensions: NotRequired[ItemRecordDimensions]
    #: weight of the packed unit in pounds (a number from 0.001 to 100000 with at most 3 decimals)
    weightLb: NotRequired[float]
    #: weight of the packed unit in kilograms, instead of weightLb (a number from 0.001 to 45359.237 with at most 3 decimals)
    weightKg: NotRequired[float]
    #: the manufacturer's list price (a decimal amount such as 22.99)
    listPrice: NotRequired[float | str | None]
    #: an offer with a higher landed price cannot win the buy box (a decimal amount such as 22.99)
    competitivePriceThreshold: NotRequired[float | str | None]
    #: sales ranks; absent = none (a list of at most 20 elements)
    salesRanks: NotRequired[list[ItemRecordSalesRanksElement]]
    #: what the store pays for a used unit (a decimal amount such as 22.99)
    tradeInValue: NotRequired[float | str | None]
    #: dangerous goods; absent = false (true or false)
    hazmat: NotRequired[bool]
    #: variation parent and children in the same marketplace (an object with parent, children)
    relatives: NotRequired[ItemRecordRelatives]


class ItemRecordDimensions(TypedDict):
    """size of the packed unit; fulfilment fees need it (an object with lengthIn, widthIn, heightIn, lengthCm, widthCm, heightCm)"""

    #: inches; this or lengthCm is required (a number from 0.01 to 1000 with at most 2 decimals)
    lengthIn: NotRequired[float]
    #: inches; this or widthCm is required (a number from 0.01 to 1000 with at most 2 decimals)
    widthIn: NotRequired[float]
    #: inches; this or heightCm is required (a number from 0.01 to 1000 with at most 2 decimals)
    heightIn: NotRequired[float]
    #: centimetres, instead of lengthIn (a number from 0.02 to 2540 with at most 2 decimals)
    lengthCm: NotRequired[float]
    #: centimetres, instead of widthIn (a number from 0.02 to 2540 with at most 2 decimals)
    widthCm: NotRequired[float]
    #: centimetres, instead of heightIn (a number from 0.02 to 2540 with at most 2 decimals)
    heightCm: NotRequired[float]


class ItemRecordSalesRanksElement(TypedDict):
    """Required: the rank in one category (an object with category, rank)"""

    #: Required: the ProductCategoryId (a text of 1 to 200 characters without control characters)
    category: str
    #: Required: 1 is the best seller (a whole number from 1 to 1000000000)
    rank: int


class ItemRecordRelatives(TypedDict):
    """variation parent and children in the same marketplace (an object with parent, children)"""

    #: the variation parent (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
    parent: NotRequired[str]
    #: the variation children (a list of at most 2000 elements)
    children: NotRequired[list[str]]


class OfferRecord(TypedDict):
    """One offer of the market. Enumerated values match in any case. Unknown fields are ignored. With `op` `delete` only the key is required: marketplaceId, sellerId, sku."""

    kind: Literal["offer"]
    #: upsert replaces the whole record; delete needs only the key fields; absent = upsert (one of upsert, delete)
    op: NotRequired[Literal["upsert", "delete"]]
    #: the marketplace; import its record first (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
    marketplaceId: str
    #: the seller of the offer (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
    sellerId: str
    #: the seller's own ID of the listing (1 to 256 characters without control characters or white space at either end)
    sku: str
    #: Required: the StoreItemId of the item (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
    itemId: NotRequired[str]
    #: must be the marketplace's currency when given; protects against files of another marketplace (a text of 1 to 3 characters without control characters)
    currency: NotRequired[str]
    #: Required: the condition of the goods (one of New, Used, Collectible, Refurbished, Club)
    condition: NotRequired[Literal["New", "Used", "Collectible", "Refurbished", "Club"]]
    #: Required: the condition in detail (one of New, Mint, VeryGood, Good, Acceptable, Poor, Club, OEM, Warranty, RefurbishedWarranty, Refurbished, OpenBox, Other)
    subCondition: NotRequired[Literal["New", "Mint", "VeryGood", "Good", "Acceptable", "Poor", "Club", "OEM", "Warranty", "RefurbishedWarranty", "Refurbished", "OpenBox", "Other"]]
    #: Required: who ships: the fulfilment program or the seller (one of FS, SELLER)
    channel: NotRequired[Literal["FS", "SELLER"]]
    #: Required: the price of one unit without shipping (a decimal amount such as 22.99)
    listingPrice: NotRequired[float | str | None]
    #: the shipping charge; 0 = free; absent = not set, and the offer cannot be bought (a decimal amount such as 22.99)
    shipping: NotRequired[float | str | None]
    #: the price of one unit for business buyers (a decimal amount such as 22.99)
    businessPrice: NotRequired[float | str | None]
    #: price tiers for business buyers; quantities must rise and prices must fall (a list of at most 10 elements)
    quantityDiscounts: NotRequired[list[OfferRecordQuantityDiscountsElement]]
    #: hours from the order to the dispatch (an object with minimumHours, maximumHours)
    handling: NotRequired[OfferRecordHandling]
    #: when the offer is available; absent = NOW (one of NOW, FUTURE_WITHOUT_DATE, FUTURE_WITH_DATE)
    availability: NotRequired[Literal["NOW", "FUTURE_WITHOUT_DATE", "FUTURE_WITH_DATE"]]
    #: when the offer becomes available; required with FUTURE_WITH_DATE, and only allowed then (a time such as 2026-11-15T09:30:00Z or a date such as 2026-11-15, not before 1970)
    availableDate: NotRequired[str]
    #: where the parcel ships from (an object with state, country)
    shipsFrom: NotRequired[OfferRecordShipsFrom]
    #: the seller's own text about the condition (a text of 1 to 2000 characters without control characters)
    conditionNotes: NotRequired[str]
    #: loyalty points for the buyer (a whole number from 0 to 1000000000)
    points: NotRequired[int]
    #: the price before a sale (a decimal amount such as 22.99)
    regularPrice: NotRequired[float | str | None]
    #: the prime program (an object with isPrime, isNationalPrime)
    prime: NotRequired[OfferRecordPrime]
    #: when the prices of this record were in force in your system; after a price change of the seller only those of that time or later count, the others are kept (keptTerms); a time in the future counts as now (a time such as 2026-11-15T09:30:00Z or a date such as 2026-11-15, not before 1970)
    termsAsOf: NotRequired[str]
    #: override = the prices of this record count, whatever the seller changed (one of override)
    terms: NotRequired[Literal["override"]]
    #: the offer is not on sale before this time (a time such as 2026-11-15T09:30:00Z or a date such as 2026-11-15, not before 1970)
    startTime: NotRequired[str]
    #: Required: units in stock (a whole number from 0 to 1000000000)
    quantity: NotRequired[int]
    #: false = not on sale; absent = true (true or false)
    active: NotRequired[bool]


class OfferRecordQuantityDiscountsElement(TypedDict):
    """Required: a price from a quantity on (an object with quantity, price)"""

    #: Required: the least quantity of the tier (a whole number from 2 to 1000000000)
    quantity: int
    #: Required: the price of one unit (a decimal amount such as 22.99)
    price: float | str | None


class OfferRecordHandling(TypedDict):
    """hours from the order to the dispatch (an object with minimumHours, maximumHours)"""

    #: Required: the shortest handling time (a whole number from 0 to 8784)
    minimumHours: int
    #: Required: the longest handling time (a whole number from 0 to 8784)
    maximumHours: int


class OfferRecordShipsFrom(TypedDict):
    """where the parcel ships from (an object with state, country)"""

    #: state or province (a text of 1 to 64 characters without control characters)
    state: NotRequired[str]
    #: Required: ISO 3166 alpha-2 code (a country code of two letters)
    country: str


class OfferRecordPrime(TypedDict):
    """the prime program (an object with isPrime, isNationalPrime)"""

    #: Required: ships with the prime program (true or false)
    isPrime: bool
    #: Required: ships with the prime program in the whole country (true or false)
    isNationalPrime: bool


class FeeScheduleRecord(TypedDict):
    """One feeSchedule of the market. Enumerated values match in any case. Unknown fields are ignored. With `op` `delete` only the key is required: marketplaceId, effectiveFrom."""

    kind: Literal["feeSchedule"]
    #: upsert replaces the whole record; delete needs only the key fields; absent = upsert (one of upsert, delete)
    op: NotRequired[Literal["upsert", "delete"]]
    #: the marketplace; import its record first (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
    marketplaceId: str
    #: in force from this time until the next schedule (a time such as 2026-11-15T09:30:00Z or a date such as 2026-11-15, not before 1970)
    effectiveFrom: str
    #: Required: the name of the schedule (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
    scheduleId: NotRequired[str]
    #: Required: the edition of the schedule (a text of 1 to 64 characters without control characters)
    version: NotRequired[str]
    #: must be the marketplace's currency when given; protects against files of another marketplace (a text of 1 to 3 characters without control characters)
    currency: NotRequired[str]
    #: tax on fees in percent; absent = 0 (a number from 0 to 100 with at most 2 decimals)
    taxOnFeesPct: NotRequired[float]
    #: Required: referral fees (an object with defaultCategory, categories)
    referral: NotRequired[FeeScheduleRecordReferral]
    #: closing fee; absent = 0 (an object with appliesTo, amount)
    closing: NotRequired[FeeScheduleRecordClosing]
    #: per-item fee; absent = 0 (an object with appliesTo, amount)
    perItem: NotRequired[FeeScheduleRecordPerItem]
    #: Required: fulfilment fees (an object with weight, tiers, surcharges, oversizeWhen, additionalOversizeWhen, bigAndBulky, programs)
    fulfillment: NotRequired[FeeScheduleRecordFulfillment]
    #: storage prices, for information only (an object with perCubicFootMonth)
    storageInformational: NotRequired[FeeScheduleRecordStorageInformational]
    #: fee promotions; absent = none (a list of at most 1000 elements)
    promotions: NotRequired[list[FeeScheduleRecordPromotionsElement]]


class FeeScheduleRecordReferral(TypedDict):
    """Required: referral fees (an object with defaultCategory, categories)"""

    #: Required: for items of unknown categories (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
    defaultCategory: str
    #: Required: referral fees by category (an object with 1 to 1000 entries)
    categories: dict[str, FeeScheduleRecordReferralCategoriesValue]


class FeeScheduleRecordReferralCategoriesValue(TypedDict):
    """Required: the referral fee of a category (an object with mode, tiers, minimum, media, apparel)"""

    #: Required: band = one rate for the whole price; marginal = each rate on its portion (one of band, marginal)
    mode: Literal["band", "marginal"]
    #: Required: in rising order of upTo (a list of 1 to 20 elements)
    tiers: list[FeeScheduleRecordReferralCategoriesValueTiersElement]
    #: the minimum referral fee; absent = 0 (a decimal amount such as 22.99)
    minimum: NotRequired[float | str | None]
    #: media: no referral fee on shipping, but the closing fee; absent = false (true or false)
    media: NotRequired[bool]
    #: the apparel surcharge applies; absent = true when the category's name begins with apparel (true or false)
    apparel: NotRequired[bool]


class FeeScheduleRecordReferralCategoriesValueTiersElement(TypedDict):
    """Required: a rate up to a price (an object with upTo, pct)"""

    #: the highest price of the tier, inclusive; null or absent only in the last tier, which has no upper bound (a decimal amount such as 22.99)
    upTo: NotRequired[float | str | None]
    #: Required: the rate in percent (a number from 0 to 100 with at most 2 decimals)
    pct: float


class FeeScheduleRecordClosing(TypedDict):
    """closing fee; absent = 0 (an object with appliesTo, amount)"""

    #: only media categories pay it (one of media)
    appliesTo: NotRequired[Literal["media"]]
    #: Required: the fee for a unit (a decimal amount such as 22.99)
    amount: float | str | None


class FeeScheduleRecordPerItem(TypedDict):
    """per-item fee; absent = 0 (an object with appliesTo, amount)"""

    #: only Individual sellers pay it (one of individual plan)
    appliesTo: NotRequired[Literal["individual plan"]]
    #: Required: the fee for a unit (a decimal amount such as 22.99)
    amount: float | str | None


class FeeScheduleRecordFulfillment(TypedDict):
    """Required: fulfilment fees (an object with weight, tiers, surcharges, oversizeWhen, additionalOversizeWhen, bigAndBulky, programs)"""

    #: Required: how the shipping weight is computed (an object with dimDivisor, useUnitWeightOnlyBelowLb, packagingLb, roundUpTo)
    weight: FeeScheduleRecordFulfillmentWeight
    #: Required: in rising order of maxLb (a list of 1 to 100 elements)
    tiers: list[FeeScheduleRecordFulfillmentTiersElement]
    #: Required: all that apply are added (an object with apparel, hazmat, priceUnder10, oversize, additionalOversize)
    surcharges: FeeScheduleRecordFulfillmentSurcharges
    #: Required: applies when any of the comparisons is true (comparisons joined by OR, such as "weight > 150 lb OR longest > 48 in OR median > 30 in OR longest+girth > 105 in")
    oversizeWhen: str
    #: Required: applies when any of the comparisons is true (comparisons joined by OR, such as "weight > 150 lb OR longest > 48 in OR median > 30 in OR longest+girth > 105 in")
    additionalOversizeWhen: str
    #: Required: the fee of big and bulky goods, in place of the tiers (an object with when, base, perLb, overLb)
    bigAndBulky: FeeScheduleRecordFulfillmentBigAndBulky
    #: Required: fulfilment programs by name; FS_STANDARD is required (an object with 1 to 20 entries)
    programs: dict[str, FeeScheduleRecordFulfillmentProgramsValue]


class FeeScheduleRecordFulfillmentWeight(TypedDict):
    """Required: how the shipping weight is computed (an object with dimDivisor, useUnitWeightOnlyBelowLb, packagingLb, roundUpTo)"""

    #: Required: cubic inches per pound of dimensional weight (a whole number from 1 to 100000)
    dimDivisor: int
    #: Required: below this unit weight, dimensional weight is ignored (a number from 0 to 100000 with at most 3 decimals)
    useUnitWeightOnlyBelowLb: float
    #: Required: packaging weight added to every unit, in pounds (a number from 0 to 100000 with at most 3 decimals)
    packagingLb: float
    #: Required: the shipping weight is rounded up to a multiple of this many pounds (a number from 0.001 to 100 with at most 3 decimals)
    roundUpTo: float


class FeeScheduleRecordFulfillmentTiersElement(TypedDict):
    """Required: a fee up to a weight (an object with maxLb, base, perLb, overLb)"""

    #: Required: the highest weight of the tier in pounds, inclusive (a number from 0 to 100000 with at most 3 decimals)
    maxLb: float
    #: Required: the fee for any weight in the tier (a decimal amount such as 22.99)
    base: float | str | None
    #: Required: added per pound over overLb; a fraction of a pound of the rounded shipping weight adds that fraction (a decimal amount such as 22.99)
    perLb: float | str | None
    #: Required: pounds that the base fee includes (a number from 0 to 100000 with at most 3 decimals)
    overLb: float


class FeeScheduleRecordFulfillmentSurcharges(TypedDict):
    """Required: all that apply are added (an object with apparel, hazmat, priceUnder10, oversize, additionalOversize)"""

    #: Required: for apparel categories (a decimal amount such as 22.99)
    apparel: float | str | None
    #: Required: for dangerous goods (a decimal amount such as 22.99)
    hazmat: float | str | None
    #: Required: for a listing price under 10 (a decimal amount such as 22.99)
    priceUnder10: float | str | None
    #: Required: for oversize units: see oversizeWhen (a decimal amount such as 22.99)
    oversize: float | str | None
    #: Required: for larger units: see additionalOversizeWhen (a decimal amount such as 22.99)
    additionalOversize: float | str | None


class FeeScheduleRecordFulfillmentBigAndBulky(TypedDict):
    """Required: the fee of big and bulky goods, in place of the tiers (an object with when, base, perLb, overLb)"""

    #: Required: applies when any of the comparisons is true (comparisons joined by OR, such as "weight > 150 lb OR longest > 48 in OR median > 30 in OR longest+girth > 105 in")
    when: str
    #: Required: the fee for any weight in the tier (a decimal amount such as 22.99)
    base: float | str | None
    #: Required: added per pound over overLb; a fraction of a pound of the rounded shipping weight adds that fraction (a decimal amount such as 22.99)
    perLb: float | str | None
    #: Required: pounds that the base fee includes (a number from 0 to 100000 with at most 3 decimals)
    overLb: float


class FeeScheduleRecordFulfillmentProgramsValue(TypedDict):
    """Required: a fulfilment program (an object with addition)"""

    #: Required: on top of the fulfilment fee (a decimal amount such as 22.99)
    addition: float | str | None


class FeeScheduleRecordStorageInformational(TypedDict):
    """storage prices, for information only (an object with perCubicFootMonth)"""

    #: Required: prices by period (an object with 1 to 20 entries)
    perCubicFootMonth: dict[str, float | str | None]

FeeScheduleRecordPromotionsElement = TypedDict(
    "FeeScheduleRecordPromotionsElement",
    {
        "promotionId": "str",
        "name": "str",
        "feeType": "Literal['ReferralFee', 'VariableClosingFee', 'PerItemFee', 'FSFulfillmentFee']",
        "kind": "Literal['percentage', 'fixed']",
        "value": "float",
        "minPrice": "NotRequired[float | str | None]",
        "maxPrice": "NotRequired[float | str | None]",
        "from": "str",
        "until": "str",
        "categories": "NotRequired[list[str]]",
        "itemIds": "NotRequired[list[str]]",
    },
)


class PriceGuardRecord(TypedDict):
    """One priceGuard of the market. Enumerated values match in any case. Unknown fields are ignored. With `op` `delete` only the key is required: marketplaceId."""

    kind: Literal["priceGuard"]
    #: upsert replaces the whole record; delete needs only the key fields; absent = upsert (one of upsert, delete)
    op: NotRequired[Literal["upsert", "delete"]]
    #: the marketplace; import its record first (1 to 64 letters, digits, ".", "_" or "-", the first a letter or digit)
    marketplaceId: str
    #: how much a price may differ from the present one; absent = any step (a number from 0.01 to 10000 with at most 2 decimals)
    maxStepPercent: NotRequired[float]
    #: how much a price may differ from the one 24 hours ago; absent = any (a number from 0.01 to 10000 with at most 2 decimals)
    maxDayPercent: NotRequired[float]
    #: the least that a price may be of the item's list price; items without one are not bound; absent = no bound (a number from 0.01 to 10000 with at most 2 decimals)
    minOfListPricePercent: NotRequired[float]
    #: the most that a price may be of the item's list price; items without one are not bound; absent = no bound (a number from 0.01 to 10000 with at most 2 decimals)
    maxOfListPricePercent: NotRequired[float]
    #: changes of one listing in an hour that are applied or wait for their outcome; absent = any number (a whole number from 1 to 100000)
    maxChangesPerHour: NotRequired[int]

PositionsReportLine = TypedDict(
    "PositionsReportLine",
    {
        "MarketplaceId": "str",
        "SellerSKU": "str",
        "storeItemId": "NotRequired[str]",
        "revision": "NotRequired[int]",
        "Title": "NotRequired[str]",
        "ItemCondition": "NotRequired[str]",
        "FulfillmentChannel": "NotRequired[str]",
        "State": "NotRequired[str]",
        "CurrencyCode": "NotRequired[str]",
        "OwnPrice.LandedPrice": "NotRequired[float]",
        "OwnPrice.ListingPrice": "NotRequired[float]",
        "OwnPrice.Shipping": "NotRequired[float]",
        "BuyBoxPrice.LandedPrice": "NotRequired[float]",
        "BuyBoxPrice.ListingPrice": "NotRequired[float]",
        "BuyBoxPrice.Shipping": "NotRequired[float]",
        "GapToBuyBox": "NotRequired[float]",
        "WinningPrice.resultStatus": "NotRequired[str]",
        "WinningPrice.ListingPrice": "NotRequired[float]",
        "WinningPrice.LandedPrice": "NotRequired[float]",
        "WinningPrice.Reasons": "NotRequired[Any]",
        "NetAtOwnPrice.Net": "NotRequired[float]",
        "NetAtOwnPrice.TotalFees": "NotRequired[float]",
        "NetAtOwnPrice.Reason": "NotRequired[str]",
        "NetAtWinningPrice.Net": "NotRequired[float]",
        "NetAtWinningPrice.TotalFees": "NotRequired[float]",
        "NetAtWinningPrice.Reason": "NotRequired[str]",
        "Explanation": "NotRequired[str]",
        "Limits.MinimumPrice": "NotRequired[float]",
        "Limits.MaximumPrice": "NotRequired[float]",
        "Limits.MinimumNet": "NotRequired[float]",
        "Quantity": "NotRequired[int]",
        "OffersCount": "NotRequired[int]",
        "TermsRevision": "NotRequired[int]",
        "LastChanged": "NotRequired[str]",
        "Problem": "NotRequired[str]",
        "removed": "NotRequired[Literal[True]]",
    },
)

FeesReportLine = TypedDict(
    "FeesReportLine",
    {
        "MarketplaceId": "str",
        "SellerSKU": "str",
        "AsOf": "str",
        "FeeType": "str",
        "storeItemId": "NotRequired[str]",
        "revision": "NotRequired[int]",
        "Status": "NotRequired[str]",
        "IsStoreFulfilled": "NotRequired[bool]",
        "CurrencyCode": "NotRequired[str]",
        "PriceToEstimateFees.ListingPrice": "NotRequired[float]",
        "PriceToEstimateFees.Shipping": "NotRequired[float]",
        "FeeAmount": "NotRequired[float]",
        "FeePromotion": "NotRequired[float]",
        "TaxAmount": "NotRequired[float]",
        "FinalFee": "NotRequired[float]",
        "TotalFeesEstimate": "NotRequired[float]",
        "Before": "NotRequired[float]",
        "Difference": "NotRequired[float]",
        "Reasons": "NotRequired[Any]",
        "TotalDifference": "NotRequired[float]",
        "Schedule.ScheduleId": "NotRequired[str]",
        "Schedule.Version": "NotRequired[str]",
        "Schedule.EffectiveFrom": "NotRequired[str]",
        "Error.Type": "NotRequired[str]",
        "Error.Code": "NotRequired[str]",
        "Error.Message": "NotRequired[str]",
        "Error.Detail": "NotRequired[Any]",
        "removed": "NotRequired[Literal[True]]",
    },
)

WhatIfReportLine = TypedDict(
    "WhatIfReportLine",
    {
        "MarketplaceId": "str",
        "SellerSKU": "str",
        "storeItemId": "NotRequired[str]",
        "revision": "NotRequired[int]",
        "status": "NotRequired[str]",
        "Reasons": "NotRequired[Any]",
        "Title": "NotRequired[str]",
        "ItemCondition": "NotRequired[str]",
        "offerType": "NotRequired[str]",
        "TermsRevision": "NotRequired[int]",
        "IsBuyBoxWinner": "NotRequired[bool]",
        "WouldWin": "NotRequired[bool]",
        "CurrencyCode": "NotRequired[str]",
        "CompetingLandedPrice": "NotRequired[float]",
        "StrategyPrice": "NotRequired[float]",
        "PresentPrice.LandedPrice": "NotRequired[float]",
        "PresentPrice.ListingPrice": "NotRequired[float]",
        "PresentPrice.Shipping": "NotRequired[float]",
        "PresentPrice.AfterFees.Net": "NotRequired[float]",
        "PresentPrice.AfterFees.TotalFees": "NotRequired[float]",
        "PresentPrice.AfterFees.Reason": "NotRequired[str]",
        "NewPrice.LandedPrice": "NotRequired[float]",
        "NewPrice.ListingPrice": "NotRequired[float]",
        "NewPrice.Shipping": "NotRequired[float]",
        "NewPrice.AfterFees.Net": "NotRequired[float]",
        "NewPrice.AfterFees.TotalFees": "NotRequired[float]",
        "NewPrice.AfterFees.Reason": "NotRequired[str]",
        "Problem": "NotRequired[str]",
        "removed": "NotRequired[Literal[True]]",
    },
)

PriceHistoryReportLine = TypedDict(
    "PriceHistoryReportLine",
    {
        "MarketplaceId": "str",
        "SellerSKU": "str",
        "Kind": "str",
        "at": "str",
        "Number": "int",
        "storeItemId": "NotRequired[str]",
        "revision": "NotRequired[int]",
        "ItemCondition": "NotRequired[str]",
        "CurrencyCode": "NotRequired[str]",
        "BuyBox.MyOffer": "NotRequired[bool]",
        "BuyBox.SellerId": "NotRequired[str]",
        "BuyBox.SellerSKU": "NotRequired[str]",
        "BuyBox.FulfillmentChannel": "NotRequired[str]",
        "BuyBox.LandedPrice": "NotRequired[float]",
        "BuyBox.ListingPrice": "NotRequired[float]",
        "BuyBox.Shipping": "NotRequired[float]",
        "LowestPrice.LandedPrice": "NotRequired[float]",
        "LowestPrice.ListingPrice": "NotRequired[float]",
        "LowestPrice.Shipping": "NotRequired[float]",
        "OwnPrice.LandedPrice": "NotRequired[float]",
        "OwnPrice.ListingPrice": "NotRequired[float]",
        "OwnPrice.Shipping": "NotRequired[float]",
        "BusinessPrice": "NotRequired[float]",
        "removed": "NotRequired[Literal[True]]",
    },
)


class BuyBoxShareReportLine(TypedDict):
    """A line of a report of the type BUY_BOX_SHARE. How much of each day each listing held the consumers' buy box of the condition that it had at the time."""

    #: The marketplace.
    MarketplaceId: str
    #: The caller's SKU.
    SellerSKU: str
    #: A UTC day. Days before observedSince are missing: they are unknown, not zero.
    Date: str
    #: The item.
    storeItemId: NotRequired[str]
    #: The revision of the last event about the item; 0 before its first. Later events have a greater one.
    revision: NotRequired[int]
    #: The condition of the listing.
    ItemCondition: NotRequired[str]
    #: From this time on the history of the item is known.
    observedSince: NotRequired[str]
    #: How long the listing held the buy box on that day.
    HeldMilliseconds: NotRequired[int]
    #: The observed part of the day: less than a whole day on the first one and today.
    ObservedMilliseconds: NotRequired[int]
    #: The first time divided by the second, to four decimals.
    Share: NotRequired[float]
    #: With `since`: the line is gone. The rest of it is its key.
    removed: NotRequired[Literal[True]]

PriceChangesReportLine = TypedDict(
    "PriceChangesReportLine",
    {
        "PriceChangeId": "str",
        "MarketplaceId": "NotRequired[str]",
        "SellerSKU": "NotRequired[str]",
        "storeItemId": "NotRequired[str]",
        "State": "NotRequired[str]",
        "TermsRevision": "NotRequired[int]",
        "Asked.CustomerType": "NotRequired[str]",
        "Asked.strategy.type": "NotRequired[str]",
        "CurrencyCode": "NotRequired[str]",
        "Asked.strategy.amount": "NotRequired[float]",
        "Asked.strategy.price": "NotRequired[float]",
        "Asked.floor": "NotRequired[float]",
        "Asked.terms": "NotRequired[Any]",
        "Asked.IfTermsRevision": "NotRequired[int]",
        "Asked.Confirm": "NotRequired[bool]",
        "Asked.UndoOf": "NotRequired[str]",
        "TermsBefore.LandedPrice": "NotRequired[float]",
        "TermsBefore.ListingPrice": "NotRequired[float]",
        "TermsBefore.Shipping": "NotRequired[float]",
        "TermsBefore.BusinessPrice": "NotRequired[float]",
        "TermsBefore.quantityDiscountPrices": "NotRequired[Any]",
        "TermsAfter.LandedPrice": "NotRequired[float]",
        "TermsAfter.ListingPrice": "NotRequired[float]",
        "TermsAfter.Shipping": "NotRequired[float]",
        "TermsAfter.BusinessPrice": "NotRequired[float]",
        "TermsAfter.quantityDiscountPrices": "NotRequired[Any]",
        "ChangedBy.Kind": "NotRequired[str]",
        "ChangedBy.ApplicationId": "NotRequired[str]",
        "ChangedBy.MemberId": "NotRequired[str]",
        "RequestId": "NotRequired[str]",
        "CreatedTime": "NotRequired[str]",
        "SettledTime": "NotRequired[str]",
        "Result.IsBuyBoxWinner": "NotRequired[bool]",
        "Result.Reason": "NotRequired[str]",
        "Result.DecidedBy": "NotRequired[str]",
        "Result.FailedGates": "NotRequired[Any]",
        "Result.CompetingLandedPrice": "NotRequired[float]",
        "Result.EligibleOffers": "NotRequired[int]",
        "Result.AfterFees.Net": "NotRequired[float]",
        "Result.AfterFees.TotalFees": "NotRequired[float]",
        "Result.AfterFees.Reason": "NotRequired[str]",
        "Rejection.Code": "NotRequired[str]",
        "Rejection.Reason": "NotRequired[str]",
        "Rejection.Limit": "NotRequired[float]",
        "Rejection.Actual": "NotRequired[float]",
        "Rejection.Unit": "NotRequired[str]",
        "OverriddenTime": "NotRequired[str]",
        "ReplacedBy": "NotRequired[str]",
        "removed": "NotRequired[Literal[True]]",
    },
)


class EventsReportLine(TypedDict):
    """A line of a report of the type EVENTS. The seller's events in the order of their sequence."""

    #: The number of the event: per seller, rising by 1. In the event itself it is a text.
    sequence: int
    #: The notification id, the same in every delivery.
    id: NotRequired[str]
    #: The kind of the event.
    type: NotRequired[str]
    #: The item, when the event is about one.
    subject: NotRequired[str]
    #: When it happened.
    time: NotRequired[str]
    #: The marketplace of the item.
    marketplaceId: NotRequired[str]
    #: Rises with every change of the item.
    revision: NotRequired[int]
    #: What happened: the `data` of the event.
    data: NotRequired[Any]
    #: With `since`: the line is gone. The rest of it is its key.
    removed: NotRequired[Literal[True]]

DeliveriesReportLine = TypedDict(
    "DeliveriesReportLine",
    {
        "channelId": "str",
        "createdTime": "str",
        "deliveryId": "str",
        "notificationId": "NotRequired[str]",
        "eventType": "NotRequired[str]",
        "isTest": "NotRequired[bool]",
        "state": "NotRequired[str]",
        "heldBy": "NotRequired[str]",
        "supersededBy": "NotRequired[str]",
        "filteredBy": "NotRequired[str]",
        "attemptCount": "NotRequired[int]",
        "lastAttempt.number": "NotRequired[int]",
        "lastAttempt.outcome": "NotRequired[str]",
        "lastAttempt.startedTime": "NotRequired[str]",
        "lastAttempt.durationMs": "NotRequired[int]",
        "lastAttempt.code": "NotRequired[int]",
        "lastAttempt.error": "NotRequired[str]",
        "marketplaceId": "NotRequired[str]",
        "storeItemId": "NotRequired[str]",
        "revision": "NotRequired[int]",
        "skus": "NotRequired[Any]",
        "nextAttemptTime": "NotRequired[str]",
        "settledTime": "NotRequired[str]",
        "expiresTime": "NotRequired[str]",
        "removed": "NotRequired[Literal[True]]",
    },
)

ListedEvent: TypeAlias = "AnyOfferChangedEvent | BuyBoxChangedEvent | PricingHealthEvent | PriceChangedEvent | FeePromotionEvent | FeeChangedEvent | DestinationSuspendedEvent | CredentialExpiringEvent | ReportReadyEvent | OtherEvent"


class SettlePriceChangesBody(TypedDict):
    #: In the order in which they count.
    outcomes: list[SettlePriceChangesBodyOutcomesElement]


class SettlePriceChangesBodyOutcomesElement(TypedDict):
    #: The change.
    priceChangeId: str
    #: What your system did with the change.
    outcome: Literal["applied", "rejected"]
    #: Why it was rejected: the seller reads it.
    reason: NotRequired[str]
    terms: NotRequired[RecordTerms]
    #: When the terms were applied in your system; absent, or in the future: now. If it is older than your last record of the offer, nothing is written, and the change is OVERRIDDEN at once.
    termsAsOf: NotRequired[str]
