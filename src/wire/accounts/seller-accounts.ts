import type { Static } from 'typebox';
import type { MemberAccount, PersonAccount, SellerAccounts } from '../../domain/accounts/operator-operations.ts';
import { ROLES } from '../../domain/authorization/roles.ts';
import { writeTime } from '../../domain/time.ts';
import { closedSet, openSet } from '../open-set.ts';
import { Type } from '../type.ts';

const STATUSES = ['ENABLED', 'DISABLED'] as const;

/** Whether a seller, an account or an application has access. */
export const statusShapes = {
  status: openSet(STATUSES, { title: 'AccessStatus', description: 'ENABLED or DISABLED; an open set.' }),
  disabledTime: Type.Optional.Time('Since when it is disabled. Absent while it is enabled.'),
};

export const writeStatus = (disabledMs: number | null) =>
  disabledMs === null ? { status: 'ENABLED' } : { status: 'DISABLED', disabledTime: writeTime(disabledMs) };

export const StatusChange = closedSet(STATUSES, 'DISABLED, or ENABLED to undo that.');

const role = openSet(ROLES, {
  title: 'MemberRole',
  description: 'owner, manager, analyst or developer; an open set.',
});

const SellerMember = Type.Named('SellerMember', 'A person who works for a seller.', {
  memberId: Type.String('The person at this seller: `sub` of tokens, and the audit log, have it.'),
  accountId: Type.String('The person, the same at all sellers.'),
  email: Type.String('The address that the person signs in with.'),
  role,
  joinedTime: Type.Time('Since when the person works for the seller.'),
  lastSignInTime: Type.Optional.Time('When the person last signed in. Absent: never, as far as it is known.'),
  ...statusShapes,
});

export const exampleSeller = {
  sellerId: 'A1DEMOSELLER',
  status: 'ENABLED',
  createdTime: '2026-11-15T09:00:00.000Z',
  members: [
    {
      memberId: '5f0c2b7a9e1d4c3b8a7f6e5d4c3b2a19',
      accountId: '5f0c2b7a9e1d4c3b8a7f6e5d4c3b2a19',
      email: 'anna@seller.example',
      role: 'owner',
      joinedTime: '2026-11-15T09:00:00.000Z',
      lastSignInTime: '2026-11-17T08:12:30.000Z',
      status: 'ENABLED',
    },
  ],
};

export const OperatorSeller = Type.Named('OperatorSeller', 'A seller at the identity provider, for the operator.', {
  sellerId: Type.String('The SellerId.'),
  ...statusShapes,
  createdTime: Type.Time('When the provider first knew it.'),
  members: Type.Array(SellerMember, 'Its people: owners first, then by address.'),
});

export const OperatorSellers = Type.Named(
  'OperatorSellers',
  'A page of sellers.',
  {
    sellers: Type.Array(OperatorSeller, 'In the order of their ids.'),
    nextToken: Type.Optional.String('There are more: send it as nextToken to get the next page.'),
  },
  { examples: [{ sellers: [exampleSeller] }] },
);

export const PersonShape = Type.Named(
  'OperatorAccount',
  'The account of a person, for the operator.',
  {
    accountId: Type.String('Its identifier.'),
    email: Type.String('The address that the person signs in with.'),
    ...statusShapes,
    lastSignInTime: Type.Optional.Time('When the person last signed in. Absent: never, as far as it is known.'),
    sellers: Type.Array(
      Type.Named('AccountSeller', 'A seller that the person works for.', {
        sellerId: Type.String('The SellerId.'),
        role,
      }),
      'The sellers that the person works for.',
    ),
  },
  {
    examples: [
      {
        accountId: '5f0c2b7a9e1d4c3b8a7f6e5d4c3b2a19',
        email: 'anna@seller.example',
        status: 'DISABLED',
        disabledTime: '2026-11-18T10:00:00.000Z',
        lastSignInTime: '2026-11-17T08:12:30.000Z',
        sellers: [{ sellerId: 'A1DEMOSELLER', role: 'owner' }],
      },
    ],
  },
);

const id = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 256, pattern: '^[ -~]+$', description, examples: [example] });

export const SellerParams = Type.Object({ sellerId: id('The SellerId.', 'A1DEMOSELLER') });
export const AccountParams = Type.Object({
  accountId: id('The accountId of a member.', '5f0c2b7a9e1d4c3b8a7f6e5d4c3b2a19'),
});

export const AccountChange = Type.Named(
  'AccessChange',
  'Whether a seller or an account has access.',
  { status: StatusChange },
  { examples: [{ status: 'DISABLED' }] },
);

export const writeOperatorSeller = ({ sellerId, createdMs, disabledMs, members }: SellerAccounts) =>
  ({
    ...{ sellerId, ...writeStatus(disabledMs), createdTime: writeTime(createdMs) },
    members: members.map(writeMember),
  }) satisfies Static<typeof OperatorSeller>;

const writeMember = ({ memberId, accountId, email, role: held, joinedMs, signedInMs, disabledMs }: MemberAccount) => ({
  ...{ memberId, accountId, email, role: held, joinedTime: writeTime(joinedMs) },
  ...(signedInMs !== null && { lastSignInTime: writeTime(signedInMs) }),
  ...writeStatus(disabledMs),
});

export const writePerson = ({ accountId, email, signedInMs, disabledMs, sellers }: PersonAccount) =>
  ({
    ...{ accountId, email, ...writeStatus(disabledMs) },
    ...(signedInMs !== null && { lastSignInTime: writeTime(signedInMs) }),
    sellers: sellers.map((seller) => ({ sellerId: seller.sellerId, role: seller.role })),
  }) satisfies Static<typeof PersonShape>;
