class HeyApiClient {
    client;
    constructor(args) {
        this.client = args.client;
    }
}
export class Operations extends HeyApiClient {
    getLiveness(options) {
        return (options?.client ?? this.client).get({ url: '/health/live', ...options });
    }
    getReadiness(options) {
        return (options?.client ?? this.client).get({ url: '/health/ready', ...options });
    }
    requestToken(options) {
        return (options.client ?? this.client).post({
            url: '/auth/v4/token',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    startAuthorization(options) {
        return (options.client ?? this.client).get({ url: '/auth/v4/authorize', ...options });
    }
    registerClient(options) {
        return (options.client ?? this.client).post({
            url: '/auth/v4/register',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    getFeesEstimateForItem(options) {
        return (options.client ?? this.client).post({
            url: '/products/fees/v4/items/{StoreItemId}/feesEstimate',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    getFeesEstimateForSku(options) {
        return (options.client ?? this.client).post({
            url: '/products/fees/v4/listings/{SellerSKU}/feesEstimate',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    getFeesEstimates(options) {
        return (options.client ?? this.client).post({
            url: '/products/fees/v4/feesEstimate',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    compareFeesEstimates(options) {
        return (options.client ?? this.client).post({
            url: '/products/fees/v4/compare',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    getListingOffers(options) {
        return (options.client ?? this.client).get({ url: '/products/pricing/v4/listings/{SellerSKU}/offers', ...options });
    }
    getItemOffers(options) {
        return (options.client ?? this.client).get({ url: '/products/pricing/v4/items/{storeItemId}/offers', ...options });
    }
    getCompetitivePricing(options) {
        return (options.client ?? this.client).get({ url: '/products/pricing/v4/competitivePrice', ...options });
    }
    getPricing(options) {
        return (options.client ?? this.client).get({ url: '/products/pricing/v4/price', ...options });
    }
    explainBuyBox(options) {
        return (options.client ?? this.client).get({ url: '/products/pricing/v4/listings/{SellerSKU}/buyBox', ...options });
    }
    getListings(options) {
        return (options.client ?? this.client).get({ url: '/products/pricing/v4/listings', ...options });
    }
    tryPrices(options) {
        return (options.client ?? this.client).post({
            url: '/products/pricing/v4/whatIf',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    getLimits(options) {
        return (options.client ?? this.client).get({ url: '/products/pricing/v4/listings/{SellerSKU}/limits', ...options });
    }
    setLimits(options) {
        return (options.client ?? this.client).put({
            url: '/products/pricing/v4/listings/{SellerSKU}/limits',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    listLimits(options) {
        return (options.client ?? this.client).get({ url: '/products/pricing/v4/listings/limits', ...options });
    }
    setManyLimits(options) {
        return (options.client ?? this.client).put({
            url: '/products/pricing/v4/listings/limits',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    getPriceHistory(options) {
        return (options.client ?? this.client).get({ url: '/products/pricing/v4/items/{storeItemId}/priceHistory', ...options });
    }
    getListingBuyBoxShare(options) {
        return (options.client ?? this.client).get({ url: '/products/pricing/v4/listings/{SellerSKU}/buyBoxShare', ...options });
    }
    getBuyBoxShare(options) {
        return (options.client ?? this.client).get({ url: '/products/pricing/v4/buyBoxShare', ...options });
    }
    getListingHistory(options) {
        return (options.client ?? this.client).post({
            url: '/products/pricing/v4/listings/history',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    getPriceChanges(options) {
        return (options?.client ?? this.client).get({ url: '/products/pricing/v4/priceChanges', ...options });
    }
    changePrices(options) {
        return (options.client ?? this.client).post({
            url: '/products/pricing/v4/priceChanges',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    getPriceChange(options) {
        return (options.client ?? this.client).get({ url: '/products/pricing/v4/priceChanges/{PriceChangeId}', ...options });
    }
    undoPriceChange(options) {
        return (options.client ?? this.client).post({
            url: '/products/pricing/v4/priceChanges/{PriceChangeId}/undo',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    getListingOffersBatch(options) {
        return (options.client ?? this.client).post({
            url: '/batches/products/pricing/v4/listingOffers',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    getItemOffersBatch(options) {
        return (options.client ?? this.client).post({
            url: '/batches/products/pricing/v4/itemOffers',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    getCompetitiveSummary(options) {
        return (options.client ?? this.client).post({
            url: '/batches/products/pricing/v4/items/competitiveSummary',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    getFeaturedOfferExpectedPriceBatch(options) {
        return (options.client ?? this.client).post({
            url: '/batches/products/pricing/v4/offer/featuredOfferExpectedPrice',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    getEventSchemas(options) {
        return (options?.client ?? this.client).get({ url: '/notifications/v4/schemas', ...options });
    }
    getEventSchema(options) {
        return (options.client ?? this.client).get({ url: '/notifications/v4/schemas/{eventType}', ...options });
    }
    getPushKey(options) {
        return (options?.client ?? this.client).get({ url: '/notifications/v4/pushKey', ...options });
    }
    getDestinations(options) {
        return (options?.client ?? this.client).get({ url: '/notifications/v4/destinations', ...options });
    }
    createDestination(options) {
        return (options?.client ?? this.client).post({
            url: '/notifications/v4/destinations',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers
            }
        });
    }
    deleteDestination(options) {
        return (options.client ?? this.client).delete({ url: '/notifications/v4/destinations/{channelId}', ...options });
    }
    getDestination(options) {
        return (options.client ?? this.client).get({ url: '/notifications/v4/destinations/{channelId}', ...options });
    }
    changeDestination(options) {
        return (options.client ?? this.client).patch({
            url: '/notifications/v4/destinations/{channelId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    rotateSecret(options) {
        return (options.client ?? this.client).post({
            url: '/notifications/v4/destinations/{channelId}/rotateSecret',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    confirmDestination(options) {
        return (options.client ?? this.client).post({
            url: '/notifications/v4/destinations/{channelId}/confirm',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    getSubscriptions(options) {
        return (options.client ?? this.client).get({ url: '/notifications/v4/subscriptions/{notificationType}', ...options });
    }
    createSubscription(options) {
        return (options.client ?? this.client).post({
            url: '/notifications/v4/subscriptions/{notificationType}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    deleteSubscription(options) {
        return (options.client ?? this.client).delete({ url: '/notifications/v4/subscriptions/{notificationType}/{subscriptionId}', ...options });
    }
    getSubscription(options) {
        return (options.client ?? this.client).get({ url: '/notifications/v4/subscriptions/{notificationType}/{subscriptionId}', ...options });
    }
    sendTestNotification(options) {
        return (options.client ?? this.client).post({
            url: '/notifications/v4/subscriptions/{notificationType}/testNotification',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    getDeliveries(options) {
        return (options.client ?? this.client).get({ url: '/notifications/v4/destinations/{channelId}/deliveries', ...options });
    }
    getDelivery(options) {
        return (options.client ?? this.client).get({ url: '/notifications/v4/deliveries/{deliveryId}', ...options });
    }
    resendDelivery(options) {
        return (options.client ?? this.client).post({ url: '/notifications/v4/deliveries/{deliveryId}/resend', ...options });
    }
    recoverDeliveries(options) {
        return (options.client ?? this.client).post({
            url: '/notifications/v4/destinations/{channelId}/recover',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    receiveMessages(options) {
        return (options.client ?? this.client).post({
            url: '/notifications/v4/destinations/{channelId}/receive',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    acknowledgeMessages(options) {
        return (options.client ?? this.client).post({
            url: '/notifications/v4/destinations/{channelId}/acknowledge',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    extendMessages(options) {
        return (options.client ?? this.client).post({
            url: '/notifications/v4/destinations/{channelId}/extend',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    giveBackMessages(options) {
        return (options.client ?? this.client).post({
            url: '/notifications/v4/destinations/{channelId}/giveBack',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    getEvents(options) {
        return (options?.client ?? this.client).get({ url: '/notifications/v4/events', ...options });
    }
    testFilter(options) {
        return (options.client ?? this.client).post({
            url: '/notifications/v4/filters/test',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    replayEvents(options) {
        return (options.client ?? this.client).post({
            url: '/notifications/v4/destinations/{channelId}/replay',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    getReports(options) {
        return (options?.client ?? this.client).get({ url: '/reports/v4/reports', ...options });
    }
    createReport(options) {
        return (options.client ?? this.client).post({
            url: '/reports/v4/reports',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    deleteReport(options) {
        return (options.client ?? this.client).delete({ url: '/reports/v4/reports/{reportId}', ...options });
    }
    getReport(options) {
        return (options.client ?? this.client).get({ url: '/reports/v4/reports/{reportId}', ...options });
    }
    getReportDocument(options) {
        return (options.client ?? this.client).get({ url: '/reports/v4/documents/{reportDocumentId}', ...options });
    }
    deleteReportSchedule(options) {
        return (options.client ?? this.client).delete({ url: '/reports/v4/schedules/{scheduleId}', ...options });
    }
    getReportSchedule(options) {
        return (options.client ?? this.client).get({ url: '/reports/v4/schedules/{scheduleId}', ...options });
    }
    putReportSchedule(options) {
        return (options.client ?? this.client).put({
            url: '/reports/v4/schedules/{scheduleId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    getReportSchedules(options) {
        return (options?.client ?? this.client).get({ url: '/reports/v4/schedules', ...options });
    }
    getMarketplaceParticipations(options) {
        return (options?.client ?? this.client).get({ url: '/sellers/v4/marketplaceParticipations', ...options });
    }
    getSellerNames(options) {
        return (options.client ?? this.client).get({ url: '/sellers/v4/sellerNames', ...options });
    }
    getSellerAudit(options) {
        return (options?.client ?? this.client).get({ url: '/sellers/v4/audit', ...options });
    }
    getSellerUsage(options) {
        return (options?.client ?? this.client).get({ url: '/sellers/v4/usage', ...options });
    }
    getSellerSupportSessions(options) {
        return (options?.client ?? this.client).get({ url: '/sellers/v4/supportSessions', ...options });
    }
    endSellerSupportSession(options) {
        return (options.client ?? this.client).post({ url: '/sellers/v4/supportSessions/{supportSessionId}/end', ...options });
    }
    getNotes(options) {
        return (options?.client ?? this.client).get({ url: '/sellers/v4/notes', ...options });
    }
    applyChanges(options) {
        return (options.client ?? this.client).post({
            url: '/operator/v1/changes',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
}
