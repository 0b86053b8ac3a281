import { pagesOf } from '../loops/pages.js';
import { OperatorOperations } from './generated/sdk.gen.js';
import { followPriceChanges } from './price-change-feed.js';
export class OperatorLoops extends OperatorOperations {
    audit(options = {}) {
        return pagesOf(options, (token) => this.getAudit({ ...options, query: { ...options.query, ...token } }), (answer) => ({ ...answer, elements: answer.entries }));
    }
    itemOffers(options) {
        return pagesOf(options, (token) => this.explainItemOffers({ ...options, query: { ...options.query, ...token } }), ({ payload }) => ({ ...payload, elements: payload.Offers }));
    }
    itemEvents(options) {
        return pagesOf(options, (token) => this.getItemEvents({ ...options, query: { ...options.query, ...token } }), (answer) => ({ ...answer, elements: answer.events }));
    }
    eventReceivers(options) {
        return pagesOf(options, (token) => this.getItemEventReceivers({ ...options, query: { ...options.query, ...token } }), (answer) => ({ ...answer, elements: answer.receivers }));
    }
    itemHistory(options) {
        return pagesOf(options, (token) => this.getItemHistory({ ...options, query: { ...options.query, ...token } }), ({ payload }) => ({ ...payload, elements: payload.Steps }));
    }
    found(options) {
        return pagesOf(options, (token) => this.searchMarket({ ...options, query: { ...options.query, ...token } }), (answer) => ({ ...answer, elements: answer.results }));
    }
    sellers(options = {}) {
        return pagesOf(options, (token) => this.listSellers({ ...options, query: { ...options.query, ...token } }), (answer) => ({ ...answer, elements: answer.sellers }));
    }
    marketSellers(options = {}) {
        return pagesOf(options, (token) => this.listMarketSellers({ ...options, query: { ...options.query, ...token } }), (answer) => ({ ...answer, elements: answer.sellers }));
    }
    sellerPriceChanges(options) {
        return pagesOf(options, (token) => this.listPriceChangesOfSeller({ ...options, query: { ...options.query, ...token } }), (answer) => ({ ...answer, elements: answer.priceChanges }));
    }
    sellerReports(options) {
        return pagesOf(options, (token) => this.listReportsOfSeller({ ...options, query: { ...options.query, ...token } }), (answer) => ({ ...answer, elements: answer.reports }));
    }
    supportSessions(options = {}) {
        return pagesOf(options, (token) => this.listSupportSessions({ ...options, query: { ...options.query, ...token } }), (answer) => ({ ...answer, elements: answer.supportSessions }));
    }
    applications(options = {}) {
        return pagesOf(options, (token) => this.listApplications({ ...options, query: { ...options.query, ...token } }), (answer) => ({ ...answer, elements: answer.applications }));
    }
    signIns(options = {}) {
        return pagesOf(options, (token) => this.listSignIns({ ...options, query: { ...options.query, ...token } }), (answer) => ({ ...answer, elements: answer.signIns }));
    }
    factorHelp(options = {}) {
        return pagesOf(options, (token) => this.listFactorHelp({ ...options, query: { ...options.query, ...token } }), (answer) => ({ ...answer, elements: answer.factorHelp }));
    }
    operators(options = {}) {
        return pagesOf(options, (token) => this.listOperators({ ...options, query: { ...options.query, ...token } }), (answer) => ({ ...answer, elements: answer.operators }));
    }
    deliveries(options) {
        return pagesOf(options, (token) => this.listDeliveriesOfSellers({ ...options, query: { ...options.query, ...token } }), (answer) => ({ ...answer, elements: answer.deliveries }));
    }
    destinations(options = {}) {
        return pagesOf(options, (token) => this.listDestinationsOfSellers({ ...options, query: { ...options.query, ...token } }), (answer) => ({ ...answer, elements: answer.destinations }));
    }
    sellerEvents(options) {
        return pagesOf(options, (token) => this.listEventsOfSeller({ ...options, query: { ...options.query, ...token } }), (answer) => ({ ...answer, elements: answer.events }));
    }
    imports(options = {}) {
        return pagesOf(options, (token) => this.listImports({ ...options, query: { ...options.query, ...token } }), (answer) => ({ ...answer, elements: answer.imports }));
    }
    usage(options = {}) {
        return pagesOf(options, (token) => this.getUsage({ ...options, query: { ...options.query, ...token } }), (answer) => ({ ...answer, elements: answer.usage }));
    }
    priceChangeFeed(marketplaceId, options = {}) {
        return followPriceChanges(this, marketplaceId, options);
    }
}
