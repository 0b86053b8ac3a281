import type { FactorHelpState, WaitingFactorHelp } from '../../domain/accounts/operator-operations.ts';
import { writeTime } from '../../domain/time.ts';
import { isKnown, type KnownAs, knownAsShapes } from '../known-as.ts';
import { closedSet, openSet } from '../open-set.ts';
import { Type } from '../type.ts';

export const FactorHelpBody = Type.Named(
  'FactorHelpRequest',
  'What to do.',
  {
    action: Type.Optional(
      closedSet(['HELP', 'STOP'], 'HELP: begin, or vouch for the person who asked. STOP: end it. HELP when absent.'),
    ),
  },
  { examples: [{ action: 'HELP' }] },
);

export const exampleHelp = {
  accountId: '5f0c2b7a9e1d4c3b8a7f6e5d4c3b2a19',
  state: 'WAITING',
  askedTime: '2026-11-15T09:00:00.000Z',
  removalTime: '2026-11-18T09:00:00.000Z',
  vouchedBy: '7a9e1d4c3b8a7f6e5d4c3b2a195f0c2b',
  voucher: { email: 'olga@marketplace.example' },
};

const helpShapes = {
  accountId: Type.String('The account.'),
  state: openSet(['NONE', 'WAITING', 'REMOVED'], {
    title: 'FactorHelpState',
    description:
      'NONE: nobody asked for help. WAITING: the factors are removed at removalTime, or when a second operator vouches. REMOVED: they are; ' +
      'the person sets up new ones at the next sign-in. An open set.',
  }),
  askedTime: Type.Optional.Time('WAITING: since when.'),
  removalTime: Type.Optional.Time('WAITING: when the factors are removed at the earliest.'),
  vouchedBy: Type.Optional.String('WAITING: the operator who vouched. Another one must do so, too.'),
  voucher: Type.Optional(Type.Named('FactorHelpVoucher', 'Who vouched. Absent where nothing is known.', knownAsShapes)),
  removedTime: Type.Optional.Time('REMOVED: when.'),
};

export const FactorHelpShape = Type.Named('FactorHelp', 'Help for a person who lost every factor.', helpShapes);

export const WaitingHelpPage = Type.Named(
  'WaitingFactorHelp',
  'A page of people who wait for help with lost factors.',
  {
    factorHelp: Type.Array(
      Type.Named('WaitingPerson', 'A person who waits for help with lost factors.', {
        ...helpShapes,
        email: Type.String('The address that the person signs in with.'),
      }),
      'In the order of their accountIds.',
    ),
    nextToken: Type.Optional.String('There are more: send it as nextToken to get the next page.'),
  },
  { examples: [{ factorHelp: [{ ...exampleHelp, email: 'anna@seller.example' }] }] },
);

const STATES = { none: 'NONE', waits: 'WAITING', removed: 'REMOVED' } as const;

export const writeFactorHelp = (
  { accountId, state, askedMs, removalMs, vouchedBy, removedMs }: FactorHelpState,
  voucher: KnownAs,
) => ({
  ...{ accountId, state: STATES[state] },
  ...(askedMs !== undefined && { askedTime: writeTime(askedMs) }),
  ...(removalMs !== undefined && { removalTime: writeTime(removalMs) }),
  ...(vouchedBy != null && { vouchedBy, ...(isKnown(voucher) && { voucher }) }),
  ...(removedMs !== undefined && { removedTime: writeTime(removedMs) }),
});

export const writeWaitingHelp = (help: WaitingFactorHelp, voucher: KnownAs) => ({
  ...writeFactorHelp(help, voucher),
  email: help.email,
});
