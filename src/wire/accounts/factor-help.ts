import type { FactorHelpState } from '../../domain/accounts/operator-operations.ts';
import { writeTime } from '../../domain/time.ts';
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
};

export const FactorHelpShape = Type.Named('FactorHelp', 'Help for a person who lost every factor.', {
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
  removedTime: Type.Optional.Time('REMOVED: when.'),
});

const STATES = { none: 'NONE', waits: 'WAITING', removed: 'REMOVED' } as const;

export const writeFactorHelp = ({ accountId, state, askedMs, removalMs, vouchedBy, removedMs }: FactorHelpState) => ({
  ...{ accountId, state: STATES[state] },
  ...(askedMs !== undefined && { askedTime: writeTime(askedMs) }),
  ...(removalMs !== undefined && { removalTime: writeTime(removalMs) }),
  ...(vouchedBy != null && { vouchedBy }),
  ...(removedMs !== undefined && { removedTime: writeTime(removedMs) }),
});
