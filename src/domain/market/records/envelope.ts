import { idField, textField, wordField } from './field.ts';

export const RECORD_KINDS = ['marketplace', 'seller', 'item', 'offer', 'feeSchedule'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

const OPERATIONS = ['upsert', 'delete'] as const;

/** What every record begins with. */
export const ENVELOPE = {
  kind: wordField('kind', 'key', RECORD_KINDS, 'what the record is', 'offer'),
  op: wordField(
    'op',
    'optional',
    OPERATIONS,
    'upsert (when absent) replaces the whole record, delete needs only its key',
    'upsert',
  ),
};

/** The two fields that every record with amounts has. */
export const MARKET = {
  marketplaceId: idField('marketplaceId', 'key', 'the marketplace; its own record must have come before', 'STORE_US'),
  currency: textField(
    'currency',
    'optional',
    3,
    "when given, it must be the marketplace's: a guard against files for another one",
    'USD',
  ),
};
