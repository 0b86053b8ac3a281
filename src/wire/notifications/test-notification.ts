import { DEMO_DESTINATIONS } from '../../domain/notifications/demo-ids.ts';
import type { ChannelType } from '../../domain/notifications/destination.ts';
import type { TestContent } from '../../domain/notifications/notification.ts';
import { type BodyReading, type Fields, readableText } from '../body-reading.ts';
import { Type } from '../type.ts';
import { unknownKeyWarnings } from '../unknown-key-warnings.ts';
import { WarningsShape } from '../warning.ts';
import { readChannelType } from './destination-request.ts';

/** Documents the free-form body of 4.5 (decision 28). */
export const TestNotificationBody = Type.Object(
  {
    destinationId: Type.Optional.String(
      'The channelId of one destination; `channelId` is accepted, too. Absent: all destinations of the type.',
    ),
    channelId: Type.Optional.String('Another name of destinationId.'),
    testNotification: Type.Optional.Object(
      {
        payloadVersion: Type.Optional.String('Echoed in the event; 1.0 when absent.'),
        testScenario: Type.Optional.String('Echoed in the event; at most 256 characters.'),
      },
      { additionalProperties: true, description: 'The content of the event.' },
    ),
  },
  {
    title: 'TestNotificationRequest',
    additionalProperties: true,
    description:
      'Every key is optional. Unknown keys are ignored; one that is nearly a known key is named in the warnings of the answer.',
    examples: [
      {
        destinationId: DEMO_DESTINATIONS.WEBHOOKS,
        testNotification: { payloadVersion: '1.0', testScenario: 'first try' },
      },
    ],
  },
);

/** Empty (spec 4.5), but a misspelt `destinationId` sends to every destination of the type: the caller must learn of it. */
export const TestNotificationAnswer = Type.Named(
  'TestNotificationAnswer',
  'An empty object, unless there are warnings.',
  { warnings: WarningsShape },
  { additionalProperties: false, examples: [{}] },
);

/** What in the free-form body of a test is nearly a known key. */
export const testWarnings = unknownKeyWarnings(TestNotificationBody);

export type TestNotificationRequest = { type: ChannelType; destinationId: string | undefined; content: TestContent };

/** Undefined only when the reading found a problem. */
export function readTestNotification(r: BodyReading, type: string, body: Fields): TestNotificationRequest | undefined {
  const channelType = readChannelType(r, type, 'notificationType');
  const { testNotification = {} } = body;
  const fields = r.object(testNotification, 'testNotification') ?? {};
  const text = (name: 'payloadVersion' | 'testScenario', max: number) => {
    const value = fields[name];
    return value === undefined ? undefined : r.text(value, `testNotification.${name}`, readableText(0, max));
  };
  const payloadVersion = text('payloadVersion', 20) ?? '1.0';
  const testScenario = text('testScenario', 256);
  const destinationId = readDestinationId(r, body);
  return channelType && { type: channelType, destinationId, content: { payloadVersion, testScenario } };
}

function readDestinationId(r: BodyReading, body: Fields): string | undefined {
  const [id, alias] = (['destinationId', 'channelId'] as const).map((field) =>
    body[field] === undefined ? undefined : r.text(body[field], field, readableText(1, 256)),
  );
  if (id === undefined || alias === undefined || id === alias) return id ?? alias;
  return r.wrong('destinationId', 'and channelId name two different destinations: give one of them');
}
