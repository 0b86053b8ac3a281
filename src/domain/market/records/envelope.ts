import { idField, textField, wordField } from './field.ts';

export const RECORD_KINDS = ['marketplace', 'seller', 'item', 'offer', 'feeSchedule'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

const OPERATIONS = ['upsert', 'delete'] as const;

/** The fields that every record has. */
export const ENVELOPE = {
  kind: wordField('kind', 'key', RECORD_KINDS, 'the kind of record', 'offer'),
  op: wordField(
    'op',
    'optional',
    OPERATIONS,
    'upsert replaces the whole record; delete needs only the key fields; absent = upsert',
    'upsert',
  ),
};

/** The fields that every record with amounts has. */
export const MARKET = {
  marketplaceId: idField('marketplaceId', 'key', 'the marketplace; import its record first', 'STORE_US'),
  currency: textField(
    'currency',
    'optional',
    3,
    "must be the marketplace's currency when given; protects against files of another marketplace",
    'USD',
  ),
};
