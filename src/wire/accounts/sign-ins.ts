import type { SignInRecord } from '../../domain/accounts/operator-operations.ts';
import { writeTime } from '../../domain/time.ts';
import { openSet } from '../open-set.ts';
import { Type } from '../type.ts';

const OUTCOMES = ['SIGNED_IN', 'WRONG_PASSWORD', 'WRONG_SECOND_STEP', 'DISABLED'];

const SignIn = Type.Named('SignIn', 'A sign-in, or an attempt that failed.', {
  signInId: Type.String('Its identifier.'),
  time: Type.Time('When it happened.'),
  outcome: openSet(OUTCOMES, {
    title: 'SignInOutcome',
    description: 'SIGNED_IN, WRONG_PASSWORD, WRONG_SECOND_STEP or DISABLED; an open set.',
  }),
  accountId: Type.Optional.String('The account. Absent: no account has the typed address.'),
  email: Type.Optional.String('The address of the account.'),
  unknownAddress: Type.Optional.String(
    'A keyed hash of an address that no account has: the same for the same address.',
  ),
  device: Type.String('Browser and system, as the browser named them.'),
  address: Type.String('The network address; of IPv6 the network of 64 bits.'),
});

export const SignIns = Type.Named(
  'SignIns',
  'A page of sign-ins and failures.',
  {
    signIns: Type.Array(SignIn, 'The latest first.'),
    nextToken: Type.Optional.String('There are more: send it as nextToken to get the next page.'),
  },
  {
    examples: [
      {
        signIns: [
          {
            signInId: '4c3b2a195f0c2b7a9e1d4c3b8a7f6e5d',
            time: '2026-11-17T08:12:30.000Z',
            outcome: 'SIGNED_IN',
            accountId: '5f0c2b7a9e1d4c3b8a7f6e5d4c3b2a19',
            email: 'anna@seller.example',
            device: 'Firefox on Windows',
            address: '192.0.2.7',
          },
        ],
      },
    ],
  },
);

export const SignInFilter = Type.Object({
  accountId: Type.Optional.String({
    ...{ minLength: 1, maxLength: 256, pattern: '^[!-~]+$', description: 'Only this account.' },
  }),
  limit: Type.Optional.Integer({
    ...{ minimum: 1, maximum: 200, default: 50, description: 'The maximum number of elements.' },
  }),
  nextToken: Type.Optional.String({ maxLength: 256, description: 'Where the last page ended.' }),
});

export const writeSignIn = ({ id, atMs, outcome, accountId, email, typed, device, address }: SignInRecord) => ({
  ...{ signInId: id, time: writeTime(atMs), outcome: outcome.toUpperCase().replaceAll(' ', '_') },
  ...(accountId !== undefined && { accountId }),
  ...(email !== undefined && { email }),
  ...(typed !== undefined && { unknownAddress: typed }),
  ...{ device, address },
});
