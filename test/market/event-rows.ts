import type { Db } from '../../src/db/db.ts';

/** A queued event, with its item part as an object. */
export type EventRow = {
  id: number;
  kind: string;
  item_id: string;
  condition: string;
  customer: string;
  offer_type: string;
  at_ms: number;
  lane: number;
  audience: string;
  named: string[];
  owners: string[];
  // biome-ignore lint/suspicious/noExplicitAny: the members differ by kind; a test reads those that it expects.
  facts: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  part: any;
};

/** Takes the queued events out of the queue, in their order. */
export async function takeEvents(db: Db): Promise<EventRow[]> {
  type Stored = Omit<EventRow, 'named' | 'owners' | 'facts' | 'part'> &
    Record<'named' | 'owners' | 'facts' | 'item_part', string>;
  const rows = await db.all<Stored>('SELECT * FROM market_event ORDER BY id');
  await db.run('DELETE FROM market_event');
  return rows.map(({ named, owners, facts, item_part, ...row }) => ({
    ...row,
    named: JSON.parse(named).sort(),
    owners: JSON.parse(owners).sort(),
    facts: JSON.parse(facts),
    part: JSON.parse(`{${item_part}}`),
  }));
}

/** What a test usually compares: kind, condition and, of a box, customer, offer type and cause. */
export const inShort = (rows: readonly EventRow[]): string[] =>
  rows.map(({ kind, condition, customer, offer_type, audience, part }) => {
    if (kind === 'PRICING_HEALTH') return 'health';
    if (kind === 'BUY_BOX_CHANGED') return `box ${condition} ${customer} ${offer_type} ${part.Cause}`;
    if (kind !== 'ANY_OFFER_CHANGED') throw new Error(`write the short form of ${kind} here`);
    return `offers ${condition}${audience === 'named' ? ' named' : ''}`;
  });
