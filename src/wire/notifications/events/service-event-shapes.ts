import { openSet } from '../../open-set.ts';
import { Type } from '../../type.ts';
import { eventShape } from './event-shape.ts';

/** Why a destination is suspended. */
export const SUSPENSION_REASONS = [
  ...['DELIVERY_FAILED', 'DESTINATION_GONE', 'APPLICATION_WITHDRAWN', 'APPLICATION_UNUSED', 'SELLER_DISABLED'],
];

export const TestNotificationEvent = eventShape('TEST_NOTIFICATION', {
  title: 'TestNotificationEvent',
  description:
    'A test notification, which a seller sends with POST /notifications/v4/subscriptions/{notificationType}/testNotification. It has no sequence: it goes to the tested destinations only.',
  isAboutItem: false,
  isNumbered: false,
  data: {
    marketplaceId: Type.Optional.String('The default marketplace.'),
    testScenario: Type.Optional.String('The testScenario of the request.'),
    message: Type.String('That this is a test.'),
  },
});

export const DestinationSuspendedEvent = eventShape('DESTINATION_SUSPENDED', {
  title: 'DestinationSuspendedEvent',
  description:
    'Destinations are suspended, or will be: nothing is sent to them. Told to the seller, and to the application that they belong to; not at the suspended destinations themselves.',
  isAboutItem: false,
  isNumbered: true,
  data: {
    createdBy: Type.Optional.String('The client id of the application that created them. Absent: it is not known.'),
    applicationName: Type.Optional.String('The name of that application, where the identity provider tells it.'),
    channelIds: Type.Array(Type.String(), 'The destinations.'),
    channelNames: Type.Array(Type.String(), 'Their names, in the same order.'),
    status: openSet(
      ['ACTIVE', 'SUSPENDED'],
      'ACTIVE: they will be suspended at EffectiveFrom. SUSPENDED: they are since then; an open set.',
    ),
    statusReason: openSet(
      SUSPENSION_REASONS,
      'DELIVERY_FAILED: only failures for a long time. DESTINATION_GONE: the receiver says that it does not exist any more. APPLICATION_WITHDRAWN: the seller ended the access of the application. APPLICATION_UNUSED: the application has not used its access for a long time. SELLER_DISABLED: the operator has disabled the seller. An open set.',
    ),
    lastUsedTime: Type.Optional.Time(
      'APPLICATION_UNUSED: when the application last used its access, if that is known.',
    ),
    lastError: Type.Optional.String(
      'DELIVERY_FAILED, DESTINATION_GONE: how the last attempt failed. It quotes nothing that the receiver answered.',
    ),
    EffectiveFrom: Type.Time('When they are suspended.'),
  },
});
