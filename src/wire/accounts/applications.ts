import type { Static } from 'typebox';
import type { ApplicationAccount } from '../../domain/accounts/operator-operations.ts';
import { writeTime } from '../../domain/time.ts';
import { openSet } from '../open-set.ts';
import { Type } from '../type.ts';
import { StatusChange, statusShapes, writeStatus } from './seller-accounts.ts';

const KINDS = { seller: 'SELLER', operator: 'OPERATOR', dynamic: 'REGISTERED' } as const;

export const exampleApplication = {
  clientId: '9c1d4c3b8a7f6e5d4c3b2a195f0c2b7a',
  name: 'Example Repricer',
  kind: 'REGISTERED',
  status: 'ENABLED',
  verified: false,
  createdTime: '2026-11-15T09:00:00.000Z',
  lastUsedTime: '2026-11-17T08:00:00.000Z',
};

export const OperatorApplication = Type.Named(
  'OperatorApplication',
  'An application at the identity provider, for the operator.',
  {
    clientId: Type.String('Its client id.'),
    name: Type.Optional.String('Its name. Absent: it has none.'),
    kind: openSet(Object.values(KINDS), {
      title: 'ApplicationKind',
      description:
        "SELLER: a seller's own. OPERATOR: the operator's own. REGISTERED: it registered itself, and acts for sellers who consent; an open set.",
    }),
    sellerId: Type.Optional.String('SELLER: whose it is.'),
    ...statusShapes,
    verified: Type.Boolean('Whether the operator has verified whose application it is.'),
    createdTime: Type.Time('When it was created.'),
    lastUsedTime: Type.Optional.Time('When it last got a token, to the hour. Absent: never.'),
  },
);

export const OperatorApplications = Type.Named(
  'OperatorApplications',
  'A page of applications.',
  {
    applications: Type.Array(OperatorApplication, 'In the order of their ids.'),
    nextToken: Type.Optional.String('There are more: send it as nextToken to get the next page.'),
  },
  { examples: [{ applications: [exampleApplication] }] },
);

export const ApplicationSeller = {
  sellerId: Type.Optional.String({
    ...{ minLength: 1, maxLength: 64, pattern: '^[!-~]+$' },
    description: "Only this seller's own applications.",
  }),
};

export const ApplicationParams = Type.Object({
  clientId: Type.String({
    ...{ minLength: 1, maxLength: 256, pattern: '^[ -~]+$' },
    ...{ description: 'The client id of the application.', examples: [exampleApplication.clientId] },
  }),
});

export const ApplicationChange = Type.Named(
  'ApplicationChange',
  'What to change of an application; what is absent stays.',
  {
    status: Type.Optional(StatusChange),
    verified: Type.Optional.Boolean(
      'true: you have verified whose application it is. false: it is not verified any more.',
    ),
  },
  { examples: [{ verified: true }] },
);

export const writeApplication = (application: ApplicationAccount) => {
  const { clientId, name, kind, sellerId, createdMs, usedMs, disabledMs, verifiedMs } = application;
  return {
    clientId,
    ...(name !== null && { name }),
    kind: KINDS[kind],
    ...(sellerId !== null && { sellerId }),
    ...writeStatus(disabledMs),
    verified: verifiedMs !== null,
    createdTime: writeTime(createdMs),
    ...(usedMs !== null && { lastUsedTime: writeTime(usedMs) }),
  } satisfies Static<typeof OperatorApplication>;
};
