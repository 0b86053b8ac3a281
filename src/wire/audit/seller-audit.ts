import { AUDIT_OUTCOMES, type AuditEntry } from '../../domain/audit/audit-entry.ts';
import { writeTime } from '../../domain/time.ts';
import { openSet } from '../open-set.ts';
import { Type } from '../type.ts';
import { withoutNulls } from './audit-entry.ts';

/*
 * The entries of the audit log that a seller reads. Numbers and digests are left out: gaps between them would tell how much the operator
 * changes elsewhere. People, machines and addresses of the operator stay the operator's.
 */

const SellerAuditEntry = Type.Named(
  'SellerAuditEntry',
  'A change of accounts, members, applications, grants, support sessions or limits of the seller.',
  {
    entryId: Type.String('Its identifier.'),
    time: Type.Time('When it happened.'),
    who: Type.Named('SellerAuditActor', 'Who did it.', {
      type: openSet(
        ['member', 'client', 'operator', 'service'],
        'member: a person of the seller. client: an application. operator: somebody of the operator. service: the service by ' +
          'itself; an open set.',
      ),
      id: Type.Optional.String('The member, or the client id of the application.'),
    }),
    from: Type.Optional.String('The address from which a member did it.'),
    operation: Type.String('What was done.'),
    outcome: openSet(AUDIT_OUTCOMES, 'done: one change; an open set.'),
    requestId: Type.Optional.String('The request.'),
    details: Type.Object(
      {},
      { additionalProperties: true, description: 'What it is about; it depends on the operation.' },
    ),
  },
);

const examplePage = {
  entries: [
    {
      entryId: '0mi1z5xc03f1c2d4e5a6b7c8',
      time: '2026-11-15T09:30:00.000Z',
      who: { type: 'operator' },
      operation: 'client add-account',
      outcome: 'done',
      details: { email: 'anna@seller.example', sellerId: 'A1DEMOSELLER' },
    },
  ],
};

export const SellerAuditPage = Type.Named(
  'SellerAuditEntries',
  "A page of the seller's entries.",
  {
    entries: Type.Array(SellerAuditEntry, 'Newest first.'),
    nextToken: Type.Optional.String('There are more: send it as nextToken to get the next page.'),
  },
  { examples: [examplePage] },
);

export const SellerAuditFilter = Type.Object({
  from: Type.Optional.String({ description: 'At this time or later.', examples: ['2026-11-15T00:00:00Z'] }),
  to: Type.Optional.String('Before this time.'),
  operation: Type.Optional.String({ minLength: 1, maxLength: 64, description: 'Only this operation.' }),
  limit: Type.Optional.Integer({
    minimum: 1,
    maximum: 100,
    default: 50,
    description: 'The maximum number of entries.',
  }),
  nextToken: Type.Optional.String({ maxLength: 256, description: 'Where the last page ended.' }),
});

export function writeSellerAuditEntry({ entryId, atMs, who, from, ...entry }: AuditEntry) {
  const { operation, outcome, requestId, details } = entry;
  return {
    ...{ entryId, time: writeTime(atMs), who: shownActor(who) },
    ...(who.type === 'member' && { from }),
    ...{ operation, outcome, ...(requestId !== undefined && { requestId }), details: withoutNulls(details) },
  };
}

function shownActor({ type, id }: AuditEntry['who']): { type: string; id?: string } {
  if (type === 'member' || type === 'client') return { type, id };
  return { type: type === 'service' ? 'service' : 'operator' };
}
