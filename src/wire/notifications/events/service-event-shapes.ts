import { Type } from 'typebox';
import { eventShape } from './event-shape.ts';

const text = (description: string) => Type.String({ description });
const time = (description: string) => Type.String({ format: 'date-time', description });

export const TestNotificationEvent = eventShape('TEST_NOTIFICATION', {
  title: 'TestNotificationEvent',
  description:
    'A test notification, which a seller sends with POST /notifications/v4/subscriptions/{notificationType}/testNotification. It has no sequence: it goes to the tested destinations only.',
  isAboutItem: false,
  isNumbered: false,
  data: {
    marketplaceId: Type.Optional(text('The default marketplace.')),
    testScenario: Type.Optional(text('The testScenario of the request.')),
    message: text('That this is a test.'),
  },
});

export const DestinationSuspendedEvent = eventShape('DESTINATION_SUSPENDED', {
  title: 'DestinationSuspendedEvent',
  description:
    'The destinations of an application that has not used its access are suspended, or will be. Only the seller and that application are told.',
  isAboutItem: false,
  isNumbered: true,
  data: {
    createdBy: text('The client id of the application.'),
    channelIds: Type.Array(Type.String(), { description: 'Its destinations.' }),
    status: text('ACTIVE: they will be suspended at EffectiveFrom. SUSPENDED: they are since then; an open set.'),
    statusReason: text('APPLICATION_UNUSED; an open set.'),
    lastUsedTime: Type.Optional(time('When the application last used its access. Absent: it is not known.')),
    EffectiveFrom: time('When they are suspended.'),
  },
});
