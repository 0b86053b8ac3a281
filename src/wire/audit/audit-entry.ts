import { AUDIT_ACTORS, AUDIT_OUTCOMES, type AuditEntry } from '../../domain/audit/audit-entry.ts';
import { isObject } from '../../domain/is-object.ts';
import { writeTime } from '../../domain/time.ts';
import { type KnownAs, knownAsShapes } from '../known-as.ts';
import { openSet } from '../open-set.ts';
import { Type } from '../type.ts';

const AuditEntryShape = Type.Named('AuditEntry', 'One change by the operator, or to the accounts of a seller.', {
  number: Type.Integer({ minimum: 1, description: 'Its place in the chain, without gaps.' }),
  entryId: Type.String('Its identifier.'),
  time: Type.Time('When it happened, by the clock of the store.'),
  who: Type.Named('AuditActor', 'Who did it.', {
    type: openSet(
      AUDIT_ACTORS,
      'client: an application. user: a person who ran a command. service: the service by itself. member: a person of the ' +
        'seller. operator: a person who signed in as the operator; an open set.',
    ),
    id: Type.String(
      "The application's client id, the user's name on that machine, the part of the service, the account of a person of the operator, or " +
        'the id of a member of a seller.',
    ),
    ...knownAsShapes,
  }),
  from: Type.String("The client's address, or the name of the machine where the command ran."),
  operation: Type.String('The operation of this API, or the command.'),
  outcome: openSet(
    AUDIT_OUTCOMES,
    'done: one change. begun, then ended or failed: a command; without the second it was killed. denied: the right was missing; ' +
      'an open set.',
  ),
  requestId: Type.Optional.String('The request, or the run of the command.'),
  details: Type.Object(
    {},
    { additionalProperties: true, description: 'Counts, kinds and keys; it depends on the operation.' },
  ),
  sellerId: Type.Optional.String(
    'The seller whose accounts, members, applications, grants, support sessions or limits it is about: that seller may read it.',
  ),
  digest: Type.String('SHA-256 of the entry and the digest before it.'),
});

const example = {
  number: 7,
  entryId: '0mi1z5xc03f1c2d4e5a6b7c8',
  time: '2026-11-15T09:30:00.000Z',
  who: { type: 'client', id: 'demo-operator', name: 'Price feed' },
  from: '203.0.113.7',
  operation: 'applyChanges',
  outcome: 'done',
  requestId: 'price-load-42',
  details: { records: { offer: { changed: [['STORE_US', 'A1DEMOSELLER', 'DEMO-SKU-1']] } } },
  digest: 'd2c1f0a84f6d4b7f6f0b6b7f2a9c8e1d3b5a79680f1e2d3c4b5a69788796a5b4',
};

const examplePage = {
  entries: [example],
  chain: { firstNumber: 1, lastNumber: example.number, digest: example.digest },
};

const AuditChain = Type.Named(
  'AuditChain',
  'Which entries the log has now, whatever the filter. Keep it elsewhere: later it shows what was removed or changed since.',
  {
    firstNumber: Type.Integer({ minimum: 1, description: 'The number of the oldest entry.' }),
    lastNumber: Type.Integer({ minimum: 1, description: 'The number of the newest entry.' }),
    digest: Type.String('The digest of the newest entry.'),
  },
);

const AuditPage = Type.Named(
  'AuditEntries',
  'A page of the audit log.',
  {
    entries: Type.Array(AuditEntryShape, 'Newest first.'),
    chain: Type.Optional(AuditChain),
    nextToken: Type.Optional.String('There are more: send it as nextToken to get the next page.'),
  },
  { examples: [examplePage] },
);

/** The answer in the OpenAPI document. */
export const auditAnswer = {
  description: 'A page of the audit log, or all matching entries as JSON lines.',
  content: {
    'application/json': { schema: AuditPage, examples: { Success: { value: examplePage } } },
    'application/x-ndjson': {
      schema: { type: 'string', description: 'One entry a line.' },
      examples: { Success: { value: `${JSON.stringify(example)}\n` } },
    },
  },
};

export const MAX_PAGE_SIZE = 500;

export const AuditFilter = Type.Object({
  from: Type.Optional.String({ description: 'At this time or later.', examples: ['2026-11-15T00:00:00Z'] }),
  to: Type.Optional.String('Before this time.'),
  who: Type.Optional.String({
    minLength: 1,
    maxLength: 256,
    description:
      'Only the entries of this application, person or user: an id, an e-mail address, or at least three characters of the address of a person ' +
      'or the name of an application, as far as you see them in the answer. Somebody whose account is gone is found by the id.',
  }),
  operation: Type.Optional.String({
    minLength: 1,
    maxLength: 64,
    description: 'Only this operation or command.',
    examples: ['import'],
  }),
  limit: Type.Optional.Integer({
    minimum: 1,
    maximum: MAX_PAGE_SIZE,
    default: 50,
    description: 'The maximum number of entries.',
  }),
  nextToken: Type.Optional.String({ maxLength: 256, description: 'Where the last page ended.' }),
});

export function writeAuditEntry({ number, entryId, atMs, who, from, ...entry }: AuditEntry, known: KnownAs) {
  const { operation, outcome, requestId, details, sellerId, digest } = entry;
  const request = requestId === undefined ? {} : { requestId };
  const about = { ...request, details: withoutNulls(details), ...(sellerId !== undefined && { sellerId }) };
  return {
    number,
    entryId,
    time: writeTime(atMs),
    who: { ...who, ...known },
    from,
    operation,
    outcome,
    ...about,
    digest,
  };
}

/** An earlier version stored `null` in details. The digest covers it, but an answer leaves out what there is not (decision 1). */
export const withoutNulls = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, part]) => (part === null ? [] : [[name, withoutNulls(part)]])),
      )
    : value;

export const writeAuditChain = ({ first, last, digest }: { first: number; last: number; digest: string }) => ({
  ...{ firstNumber: first, lastNumber: last, digest },
});
