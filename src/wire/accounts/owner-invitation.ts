import type { Static } from 'typebox';
import type { OwnerInvitation } from '../../domain/accounts/operator-operations.ts';
import { writeTime } from '../../domain/time.ts';
import { Type } from '../type.ts';

export const OwnerInvitationBody = Type.Named(
  'OwnerInvitationRequest',
  'Whom to invite.',
  {
    email: Type.String({
      ...{ minLength: 3, maxLength: 254, pattern: '^[^\\s@\\u0000-\\u001f]+@[^\\s@\\u0000-\\u001f]+$' },
      description: 'The address of the first owner.',
    }),
  },
  { examples: [{ email: 'anna@seller.example' }] },
);

export const exampleInvitation = {
  invitationId: '7a9e1d4c3b8a7f6e5d4c3b2a195f0c2b',
  sellerId: 'A1DEMOSELLER',
  email: 'anna@seller.example',
  expiresTime: '2026-11-25T09:00:00.000Z',
};

export const OwnerInvitationShape = Type.Named('OwnerInvitation', "The invitation of a seller's first owner.", {
  invitationId: Type.String('Its identifier.'),
  sellerId: Type.String('The SellerId.'),
  email: Type.String('The invited address.'),
  expiresTime: Type.Time('When it ends.'),
});

export const writeOwnerInvitation = ({ invitationId, sellerId, email, expiresMs }: OwnerInvitation) =>
  ({ invitationId, sellerId, email, expiresTime: writeTime(expiresMs) }) satisfies Static<typeof OwnerInvitationShape>;
