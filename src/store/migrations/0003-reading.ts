import type { Migration } from '../migrate.ts';

/**
 * What the hot reads need without opening a record: `plan` of a seller, which every fee estimate asks for, and `own` of an
 * offer, which is what 4.3 tells its seller about it, in writing. `own` is made with the board of the item (`own-text.ts`).
 */
export const reading: Migration = {
  name: '0003 reading',
  sql: `
    ALTER TABLE seller ADD COLUMN plan TEXT;

    UPDATE seller SET plan = {sqlite: record ->> 'plan'}{postgres: record::json ->> 'plan'};

    ALTER TABLE offer ADD COLUMN own TEXT;
  `,
};
