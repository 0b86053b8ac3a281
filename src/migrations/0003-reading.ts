import type { Migration } from '../db/migrate.ts';

/**
 * What the hot reads need without opening a record. For fee estimates: `plan` of a seller and `fee_facts` of an item, the
 * small part of its record that fees depend on; an item has it from its next change on. For 4.3: `own` of an offer, what
 * its seller is told about it, in writing; made with the board of the item (`own-text.ts`).
 */
export const reading: Migration = {
  name: '0003 reading',
  sql: `
    ALTER TABLE seller ADD COLUMN plan TEXT;

    UPDATE seller SET plan = {sqlite: record ->> 'plan'}{postgres: record::json ->> 'plan'};

    ALTER TABLE item ADD COLUMN fee_facts TEXT;

    ALTER TABLE offer ADD COLUMN own TEXT;
  `,
};
