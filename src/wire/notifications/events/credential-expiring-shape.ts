import { CREDENTIAL_TYPES } from '../../../domain/authorization/expiring-credential.ts';
import { openSet } from '../../open-set.ts';
import { Type } from '../../type.ts';
import { eventShape } from './event-shape.ts';

export const CredentialExpiringEvent = eventShape('CREDENTIAL_EXPIRING', {
  title: 'CredentialExpiringEvent',
  description:
    'A secret of an application, or the access that the seller gave to one, will end. Told to the seller, and to that application; 30, 7 and 1 days before.',
  isAboutItem: false,
  isNumbered: true,
  data: {
    credentialId: Type.String('The secret or the access: the same in all notices about it.'),
    credentialType: openSet(
      [...CREDENTIAL_TYPES],
      'CLIENT_SECRET: a secret of the application; rotate it. GRANT: the access of the application; connect it again. An open set.',
    ),
    clientId: Type.String('The client id of the application.'),
    applicationName: Type.Optional.String('The name of the application, if it has one.'),
    DaysBefore: Type.Integer({
      minimum: 1,
      description:
        'Which notice it is: 30, 7 or 1. A notice that could not be sent in time is sent later, until the next one is due.',
    }),
    EffectiveUntil: Type.Time('When it ends.'),
  },
});
