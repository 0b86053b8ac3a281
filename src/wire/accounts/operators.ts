import type { Static } from 'typebox';
import type { OperatorPerson } from '../../domain/accounts/operator-operations.ts';
import { OPERATOR_RIGHTS } from '../../domain/authorization/operator-rights.ts';
import { writeTime } from '../../domain/time.ts';
import { closedSet, openSet } from '../open-set.ts';
import { Type } from '../type.ts';
import { StatusChange, statusShapes, writeStatus } from './seller-accounts.ts';

export const exampleOperator = {
  accountId: '7a9e1d4c3b8a7f6e5d4c3b2a195f0c2b',
  email: 'olga@marketplace.example',
  status: 'ENABLED',
  rights: ['operator:sellers:read', 'operator:sellers:write'],
  createdTime: '2026-11-15T09:00:00.000Z',
  lastSignInTime: '2026-11-17T08:12:30.000Z',
};

export const OperatorPersonShape = Type.Named('OperatorPerson', "A person of the marketplace's operator.", {
  accountId: Type.String('Its identifier: the audit log has it.'),
  email: Type.String('The address that the person signs in with.'),
  ...statusShapes,
  rights: Type.Array(
    openSet(OPERATOR_RIGHTS, { title: 'OperatorRight', description: 'A right of the operator; an open set.' }),
    'What the person may do.',
  ),
  createdTime: Type.Time('When the account was created.'),
  lastSignInTime: Type.Optional.Time('When the person last signed in. Absent: never, as far as it is known.'),
});

export const OperatorPeople = Type.Named(
  'OperatorPeople',
  "A page of the operator's people.",
  {
    operators: Type.Array(OperatorPersonShape, 'In the order of their ids.'),
    nextToken: Type.Optional.String('There are more: send it as nextToken to get the next page.'),
  },
  { examples: [{ operators: [exampleOperator] }] },
);

const rights = () =>
  Type.Array(closedSet(OPERATOR_RIGHTS, 'A right of the operator.'), {
    ...{ minItems: 1, maxItems: OPERATOR_RIGHTS.length },
    description: 'What the person may do: all of it. You can add only rights that you have.',
  });

export const OperatorInvitation = Type.Named(
  'OperatorInvitationRequest',
  'Whom to invite, with which rights.',
  {
    email: Type.String({
      ...{ minLength: 3, maxLength: 254, pattern: '^[^\\s@\\u0000-\\u001f]+@[^\\s@\\u0000-\\u001f]+$' },
      description: 'The address of the person. It must have no account yet.',
    }),
    rights: rights(),
  },
  { examples: [{ email: 'olga@marketplace.example', rights: ['operator:sellers:read'] }] },
);

export const OperatorChange = Type.Named(
  'OperatorChange',
  'What to change. What is absent stays.',
  { status: Type.Optional(StatusChange), rights: Type.Optional(rights()) },
  { minProperties: 1, examples: [{ rights: ['operator:sellers:read', 'operator:support'] }] },
);

export const writeOperator = (person: OperatorPerson) =>
  ({
    ...{ accountId: person.accountId, email: person.email, ...writeStatus(person.disabledMs) },
    ...{ rights: [...person.rights], createdTime: writeTime(person.createdMs) },
    ...(person.signedInMs !== null && { lastSignInTime: writeTime(person.signedInMs) }),
  }) satisfies Static<typeof OperatorPersonShape>;
