import type { BuyBoxShareReportLine, DeliveriesReportLine, EventsReportLine, FeesReportLine, PositionsReportLine, PriceChangesReportLine, PriceHistoryReportLine, WhatIfReportLine } from './types.gen.ts';
/** The lines of reports in JSONL, by `reportType`. */
export type ReportLinesByType = {
    POSITIONS: PositionsReportLine;
    FEES: FeesReportLine;
    WHAT_IF: WhatIfReportLine;
    PRICE_HISTORY: PriceHistoryReportLine;
    BUY_BOX_SHARE: BuyBoxShareReportLine;
    PRICE_CHANGES: PriceChangesReportLine;
    EVENTS: EventsReportLine;
    DELIVERIES: DeliveriesReportLine;
};
