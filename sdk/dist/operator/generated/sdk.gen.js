class HeyApiClient {
    client;
    constructor(args) {
        this.client = args.client;
    }
}
export class OperatorOperations extends HeyApiClient {
    getAudit(options) {
        return (options?.client ?? this.client).get({ url: '/operator/v1/audit', ...options });
    }
    getMarketplaces(options) {
        return (options?.client ?? this.client).get({ url: '/operator/v1/marketplaces', ...options });
    }
    exportMarket(options) {
        return (options?.client ?? this.client).get({ url: '/operator/v1/export', ...options });
    }
    listImports(options) {
        return (options?.client ?? this.client).get({ url: '/operator/v1/imports', ...options });
    }
    uploadImport(options) {
        return (options.client ?? this.client).post({
            bodySerializer: null,
            url: '/operator/v1/imports',
            ...options,
            headers: {
                'Content-Type': 'application/octet-stream',
                ...options.headers
            }
        });
    }
    getImport(options) {
        return (options.client ?? this.client).get({ url: '/operator/v1/imports/{importId}', ...options });
    }
    applyImport(options) {
        return (options.client ?? this.client).post({ url: '/operator/v1/imports/{importId}/apply', ...options });
    }
    cancelImport(options) {
        return (options.client ?? this.client).post({ url: '/operator/v1/imports/{importId}/cancel', ...options });
    }
    getRejectedLines(options) {
        return (options.client ?? this.client).get({ url: '/operator/v1/imports/{importId}/rejected', ...options });
    }
    searchMarket(options) {
        return (options.client ?? this.client).get({ url: '/operator/v1/search', ...options });
    }
    getOperatorItem(options) {
        return (options.client ?? this.client).get({ url: '/operator/v1/items/{storeItemId}', ...options });
    }
    explainItemOffers(options) {
        return (options.client ?? this.client).get({ url: '/operator/v1/items/{storeItemId}/offers', ...options });
    }
    getItemHistory(options) {
        return (options.client ?? this.client).get({ url: '/operator/v1/items/{storeItemId}/history', ...options });
    }
    getItemEvents(options) {
        return (options.client ?? this.client).get({ url: '/operator/v1/items/{storeItemId}/events', ...options });
    }
    getItemEventReceivers(options) {
        return (options.client ?? this.client).get({ url: '/operator/v1/items/{storeItemId}/events/{revision}/receivers', ...options });
    }
    getPriceChangeFeed(options) {
        return (options.client ?? this.client).get({ url: '/operator/v1/priceChanges', ...options });
    }
    settlePriceChanges(options) {
        return (options.client ?? this.client).post({
            url: '/operator/v1/priceChanges/outcomes',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    listSellers(options) {
        return (options?.client ?? this.client).get({ url: '/operator/v1/sellers', ...options });
    }
    getSeller(options) {
        return (options.client ?? this.client).get({ url: '/operator/v1/sellers/{sellerId}', ...options });
    }
    changeSeller(options) {
        return (options.client ?? this.client).patch({
            url: '/operator/v1/sellers/{sellerId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    changeAccount(options) {
        return (options.client ?? this.client).patch({
            url: '/operator/v1/accounts/{accountId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    listApplications(options) {
        return (options?.client ?? this.client).get({ url: '/operator/v1/applications', ...options });
    }
    changeApplication(options) {
        return (options.client ?? this.client).patch({
            url: '/operator/v1/applications/{clientId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    inviteOwner(options) {
        return (options.client ?? this.client).post({
            url: '/operator/v1/sellers/{sellerId}/ownerInvitations',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    listSignIns(options) {
        return (options?.client ?? this.client).get({ url: '/operator/v1/signIns', ...options });
    }
    listFactorHelp(options) {
        return (options?.client ?? this.client).get({ url: '/operator/v1/factorHelp', ...options });
    }
    helpWithFactors(options) {
        return (options.client ?? this.client).post({
            url: '/operator/v1/accounts/{accountId}/factorHelp',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    listOperators(options) {
        return (options?.client ?? this.client).get({ url: '/operator/v1/operators', ...options });
    }
    inviteOperator(options) {
        return (options.client ?? this.client).post({
            url: '/operator/v1/operators',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    changeOperator(options) {
        return (options.client ?? this.client).patch({
            url: '/operator/v1/operators/{accountId}',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    getUsage(options) {
        return (options?.client ?? this.client).get({ url: '/operator/v1/usage', ...options });
    }
    listSupportSessions(options) {
        return (options?.client ?? this.client).get({ url: '/operator/v1/supportSessions', ...options });
    }
    beginSupportSession(options) {
        return (options.client ?? this.client).post({
            url: '/operator/v1/supportSessions',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    endSupportSession(options) {
        return (options.client ?? this.client).post({ url: '/operator/v1/supportSessions/{supportSessionId}/end', ...options });
    }
    listDestinationsOfSellers(options) {
        return (options?.client ?? this.client).get({ url: '/operator/v1/destinations', ...options });
    }
    listDeliveriesOfSellers(options) {
        return (options?.client ?? this.client).get({ url: '/operator/v1/deliveries', ...options });
    }
    getDeliveryOfSeller(options) {
        return (options.client ?? this.client).get({ url: '/operator/v1/deliveries/{deliveryId}', ...options });
    }
    listEventsOfSeller(options) {
        return (options.client ?? this.client).get({ url: '/operator/v1/sellers/{sellerId}/events', ...options });
    }
    traceNotification(options) {
        return (options.client ?? this.client).get({ url: '/operator/v1/trace', ...options });
    }
    listNotes(options) {
        return (options?.client ?? this.client).get({ url: '/operator/v1/notes', ...options });
    }
    createNote(options) {
        return (options.client ?? this.client).post({
            url: '/operator/v1/notes',
            ...options,
            headers: {
                'Content-Type': 'application/json',
                ...options.headers
            }
        });
    }
    deleteNote(options) {
        return (options.client ?? this.client).delete({ url: '/operator/v1/notes/{noteId}', ...options });
    }
    listMarketSellers(options) {
        return (options?.client ?? this.client).get({ url: '/operator/v1/marketSellers', ...options });
    }
    getMarketSeller(options) {
        return (options.client ?? this.client).get({ url: '/operator/v1/marketSellers/{sellerId}', ...options });
    }
    listPriceChangesOfSeller(options) {
        return (options.client ?? this.client).get({ url: '/operator/v1/sellers/{sellerId}/priceChanges', ...options });
    }
    listReportsOfSeller(options) {
        return (options.client ?? this.client).get({ url: '/operator/v1/sellers/{sellerId}/reports', ...options });
    }
    getService(options) {
        return (options?.client ?? this.client).get({ url: '/operator/v1/service', ...options });
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
