import type { Row, Sql } from '../../../db/db.ts';
import type { Refusal } from '../../../domain/price-changes/receipt.ts';
import type { MarketChange } from '../../decisions/market-change.ts';
import { offers } from '../../records/offer.ts';
import type { OfferChange } from '../../records/record-change.ts';

const removed: Refusal = {
  code: 'OfferRemoved',
  message: 'The listing was removed before the change had its outcome.',
};

const ofListing = `price_change.marketplace_id = k.column1 AND price_change.seller_id = k.column2
  AND price_change.sku = k.column3`;

/**
 * What the operator's records mean for receipts of price changes (decisions 48 and 49). Other terms, another item, or the removal of the
 * offer: the change that set the terms before is OVERRIDDEN. A removal also ends the change that is PENDING. Nothing is written where no
 * seller has changed the terms.
 */
export async function projectReceipts(tx: Sql, { records, now }: MarketChange): Promise<void> {
  const changes = records.filter((change) => change.kind === 'offer');
  // The stored result is an object with fields: a field more is put before them.
  await tx.many(
    `UPDATE price_change SET state = 'OVERRIDDEN', outcome = k.column5 || SUBSTR(outcome, 2)
       FROM (VALUES {rows: text key, text key, text key, bigint key, text}) AS k
      WHERE ${ofListing} AND price_change.terms_revision = k.column4 AND price_change.state = 'APPLIED'`,
    changes.flatMap((change): Row[] => {
      const revision = overriddenRevision(change);
      return revision === undefined ? [] : [[...offers.keyOf(change.key), revision, `{"overriddenMs":${now},`]];
    }),
  );
  await tx.many(
    `UPDATE price_change SET state = 'REJECTED', settled_ms = k.column4, outcome = k.column5 || SUBSTR(outcome, 2)
       FROM (VALUES {rows: text key, text key, text key, bigint, text}) AS k WHERE ${ofListing} AND price_change.state = 'PENDING'`,
    changes
      .filter(({ after }) => after === undefined)
      .map(({ key }) => [...offers.keyOf(key), now, `{"refusal":${JSON.stringify(removed)},`]),
  );
}

/** The revision of the terms that a record of the operator replaced, where a seller's change may have set them. */
function overriddenRevision({ before, after }: OfferChange): number | undefined {
  if (before === undefined || before.terms_set_ms === null || after?.policy?.by === 'seller') return undefined;
  if (after?.termsRevision === before.terms_revision) return undefined;
  return before.terms_revision;
}
