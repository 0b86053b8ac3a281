import { DOCUMENT_URL } from '../calls/operation-rules.js';
import { Operations } from '../generated/sdk.gen.js';
import { followEvents } from './events.js';
import { pullMessages } from './messages.js';
import { pagesOf } from './pages.js';
import { ReportRun, } from './report-run.js';
export class LoopingOperations extends Operations {
    listings(options) {
        return pagesOf(options, (token) => this.getListings({ ...options, query: { ...options.query, ...token } }), ({ payload }) => ({ ...payload, elements: payload.Listings }));
    }
    limits(options) {
        return pagesOf(options, (token) => this.listLimits({ ...options, query: { ...options.query, ...token } }), ({ payload }) => ({ ...payload, elements: payload.Listings }));
    }
    deliveries(channelId, options = {}) {
        return pagesOf(options, (token) => this.getDeliveries({ ...options, path: { channelId }, query: { ...options.query, ...token } }), (answer) => ({ ...answer, elements: answer.deliveries }));
    }
    priceHistory(options) {
        return pagesOf(options, (token) => this.getPriceHistory({ ...options, query: { ...options.query, ...token } }), ({ payload }) => ({ ...payload, elements: payload.Steps }));
    }
    priceChanges(options = {}) {
        return pagesOf(options, ({ nextToken: after }) => this.getPriceChanges({ ...options, query: { ...options.query, ...(after !== undefined && { after }) } }), ({ payload }) => ({ ...payload, elements: payload.Receipts }));
    }
    sellerAudit(options = {}) {
        return pagesOf(options, (token) => this.getSellerAudit({ ...options, query: { ...options.query, ...token } }), (answer) => ({ ...answer, elements: answer.entries }));
    }
    sellerUsage(options = {}) {
        return pagesOf(options, (token) => this.getSellerUsage({ ...options, query: { ...options.query, ...token } }), (answer) => ({ ...answer, elements: answer.usage }));
    }
    events(options = {}) {
        return followEvents(this, options);
    }
    messages(channelId, options = {}) {
        return pullMessages(this, channelId, options);
    }
    reports(options = {}) {
        return pagesOf(options, (token) => this.getReports({ ...options, query: { ...options.query, ...token } }), (answer) => ({ ...answer, elements: answer.reports }));
    }
    report(wanted, options = {}) {
        const operations = {
            createReport: this.createReport.bind(this),
            getReport: this.getReport.bind(this),
            download: (reportDocumentId, headers, signal) => {
                const url = DOCUMENT_URL;
                return this.client.get({ url, path: { reportDocumentId }, headers, signal, isStream: true });
            },
        };
        return new ReportRun(operations, wanted, options);
    }
}
