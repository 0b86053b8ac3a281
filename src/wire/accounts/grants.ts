import type { Static } from 'typebox';
import type { SellerGrant } from '../../domain/accounts/operator-operations.ts';
import { writeTime } from '../../domain/time.ts';
import { Type } from '../type.ts';

const GrantShape = Type.Named('OperatorGrant', 'An application that people of a seller gave access to.', {
  clientId: Type.String('Its client id.'),
  name: Type.String('Its name, or its client id where it has none.'),
  rights: Type.Array(Type.String(), 'What it may do for the seller.'),
  connectedTime: Type.Time('When the first person gave it access.'),
  lastUsedTime: Type.Optional.Time('When it last got an access token, which lives 15 minutes. Absent: never.'),
  endsTime: Type.Optional.Time(
    'When its access ends unless a person gives it again. Absent: each access needs a person.',
  ),
  members: Type.Array(
    Type.Named('OperatorGrantMember', 'Who gave it.', {
      memberId: Type.String('The member.'),
      email: Type.String('The address that the person signs in with.'),
    }),
    'The people who gave it access.',
  ),
  paused: Type.Boolean('It has no access now: the application, the seller or every person who gave it is disabled.'),
});

const example = {
  ...{ clientId: '9c1d4c3b8a7f6e5d4c3b2a195f0c2b7a', name: 'Example Repricer', rights: ['seller-api:pricing:read'] },
  ...{ connectedTime: '2026-11-15T09:00:00.000Z', lastUsedTime: '2026-11-17T08:00:00.000Z' },
  endsTime: '2027-11-15T09:00:00.000Z',
  members: [{ memberId: '7a9e1d4c3b8a7f6e5d4c3b2a195f0c2b', email: 'owner@seller.example' }],
  paused: false,
};

export const OperatorGrants = Type.Named(
  'OperatorGrants',
  'The applications that act for a seller.',
  { grants: Type.Array(GrantShape, 'The one that was connected last comes first.') },
  { examples: [{ grants: [example] }] },
);

export const writeGrants = (grants: readonly SellerGrant[]): Static<typeof OperatorGrants> => ({
  grants: grants.map(({ clientId, name, rights, connectedMs, usedMs, endsMs, members, isPaused }) => ({
    ...{ clientId, name, rights: [...rights], connectedTime: writeTime(connectedMs) },
    ...(usedMs !== undefined && { lastUsedTime: writeTime(usedMs) }),
    ...(endsMs !== undefined && { endsTime: writeTime(endsMs) }),
    ...{ members: members.map(({ memberId, email }) => ({ memberId, email })), paused: isPaused },
  })),
});
