import type { ChangeMaker } from '../audit-entries.ts';
import type { Member } from '../members.ts';
import type { Exchange } from './exchange.ts';

/** The member who makes a change on a page, for the audit log. */
export const changeMaker = ({ now, requestFacts }: Exchange, { id }: Pick<Member, 'id'>): ChangeMaker => ({
  atMs: now(),
  who: { type: 'member', id },
  from: requestFacts().address,
});
