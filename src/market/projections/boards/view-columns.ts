import type { CustomerType } from '../../../domain/vocabulary.ts';

/** What one type of customer reads of a board: its columns, and the customer of its shelves. */
type ViewColumns = { product: string; summary: string; shelfCustomer: string };

const columns: Record<CustomerType, ViewColumns> = {
  Consumer: { product: 'board.consumer_product', summary: 'board.consumer_summary', shelfCustomer: "'Consumer'" },
  // Businesses read the consumers' pieces when the item has no business view.
  Business: {
    product: 'COALESCE(board.business_product, board.consumer_product)',
    summary: 'COALESCE(board.business_summary, board.consumer_summary)',
    shelfCustomer: `CASE WHEN board.business_summary IS NULL THEN 'Consumer' ELSE 'Business' END`,
  },
};

/** A statement for each type of customer. */
export const forEachCustomer = (statement: (view: ViewColumns) => string): Record<CustomerType, string> => ({
  Consumer: statement(columns.Consumer),
  Business: statement(columns.Business),
});
