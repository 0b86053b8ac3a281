import type { Receipt } from '../../domain/price-changes/receipt.ts';
import { type ReceiptRow, receiptColumns, receiptsFrom } from '../../market/price-changes/receipt-table.ts';
import { writeReceipt } from '../../wire/pricing/price-changes/receipt.ts';
import { flatLines } from '../../wire/reports/flat-line.ts';
import { readTimeRange, type TimeRangeParameters } from '../../wire/reports/time-range.ts';
import { priceChangesReport } from '../../wire/reports/types/price-changes.ts';
import { copyCurrencies } from '../copy-currencies.ts';
import type { ReportType } from '../report-type.ts';

type Parameters = TimeRangeParameters & { readonly state?: string; readonly SellerSKU?: string };

const lineOf = flatLines(priceChangesReport.columns);

/** Receipts in the order of their ids, which is that of time. Without costs (decision 50). */
export const priceChangesType: ReportType = {
  description: priceChangesReport,

  async size(sql, { sellerId }, limit) {
    const row = await sql.get<{ n: number }>(
      'SELECT COUNT(*) AS n FROM (SELECT 1 AS one FROM price_change WHERE seller_id = $1 LIMIT $2) AS counted',
      [sellerId, limit],
    );
    return row?.n ?? 0;
  },

  async copy(snapshot, { sellerId, parameters, marketplaceIds }, sink) {
    await copyCurrencies(snapshot, sink);
    const { state, SellerSKU: sku, ...range } = parameters as Parameters;
    const { sinceMs = 0, untilMs = Number.MAX_SAFE_INTEGER } = readTimeRange(range);
    const rows = snapshot.each<ReceiptRow>(
      `SELECT ${receiptColumns} FROM price_change WHERE seller_id = $1 ORDER BY seller_id, id`,
      [sellerId],
    );
    for await (const row of rows) {
      const isAbout = (sku === undefined || row.sku === sku) && marketplaceIds.includes(row.marketplace_id);
      const isWanted = isAbout && (state === undefined || row.state === state);
      if (isWanted && row.created_ms >= sinceMs && row.created_ms < untilMs) await sink.row('receipts', row);
    }
  },

  async *lines(copy, { application }) {
    const currencies = copy.fact<Record<string, string>>('currencies');
    for await (const row of copy.rows<ReceiptRow>('receipts')) {
      const [receipt] = receiptsFrom([row]) as [Receipt];
      const currency = currencies[receipt.marketplaceId] as string;
      yield lineOf({ ...writeReceipt(receipt, { currency, application }), CurrencyCode: currency });
    }
  },
};
