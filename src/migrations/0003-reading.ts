import type { Migration } from '../db/migration-plan.ts';

/**
 * What the hot reads need without parsing a record. For fee estimates: `plan` of a seller, and `fee_facts` of an item, the
 * small part of its record that fees depend on; an item gets it at its next change. For 4.3: `own` of an offer, the finished
 * text that its seller gets about it; built with the board of the item (`own-offer-text.ts`).
 */
export const reading: Migration = {
  name: '0003 reading',
  oldestProgram: 3,
  sql: `
    ALTER TABLE seller ADD COLUMN plan TEXT;

    UPDATE seller SET plan = {sqlite: record ->> 'plan'}{postgres: record::json ->> 'plan'};

    ALTER TABLE item ADD COLUMN fee_facts TEXT;

    ALTER TABLE offer ADD COLUMN own TEXT;
  `,
};
