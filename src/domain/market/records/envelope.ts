import { ID, keyField, named, oneOf, optionalField, text } from './field.ts';

export const RECORD_KINDS = ['marketplace', 'seller', 'item', 'offer', 'feeSchedule', 'priceGuard'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

const OPERATIONS = ['upsert', 'delete'] as const;

/** The fields that every record has. */
export const ENVELOPE = named({
  kind: keyField(oneOf(RECORD_KINDS), 'the kind of record', 'offer'),
  op: optionalField(
    oneOf(OPERATIONS),
    'upsert replaces the whole record; delete needs only the key fields; absent = upsert',
    'upsert',
  ),
});

/** The fields that every record with amounts has. */
export const MARKET = named({
  marketplaceId: keyField(ID, 'the marketplace; import its record first', 'STORE_US'),
  currency: optionalField(
    text(3),
    "must be the marketplace's currency when given; protects against files of another marketplace",
    'USD',
  ),
});
