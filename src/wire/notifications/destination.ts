import { Type } from 'typebox';
import type { Destination } from '../../domain/notifications/destination.ts';
import { WarningsShape } from '../warning.ts';
import { configShapes, writeSettings } from './destination-settings.ts';
import { destinationExamples } from './examples.ts';
import { WebhookConfig, writeWebhookConfig } from './webhook-config.ts';

const shape = {
  channelOwner: Type.String({ description: 'The seller that owns it.' }),
  channelName: Type.String({ description: 'Its name.' }),
  type: Type.String({ description: 'EMAIL, WEBHOOKS, SMS, PULL or MOBILE_PUSH.' }),
  webhookConfig: WebhookConfig,
  status: Type.String({ description: 'PENDING_VERIFICATION, ACTIVE, INACTIVE or SUSPENDED; an open set.' }),
  channelId: Type.String({ description: 'Its identifier.' }),
  createdTimestamp: Type.Integer({ description: 'When it was created, in milliseconds since 1970 UTC.' }),
  lastModifiedTimestamp: Type.Integer({ description: 'When it was last changed, in milliseconds since 1970 UTC.' }),
  eventTypes: Type.Optional(
    Type.Array(Type.String(), { description: 'The kinds of events that it receives; absent: all of them.' }),
  ),
  ...configShapes,
  warnings: WarningsShape,
};

/** Spec 2. */
export const DestinationShape = Type.Object(shape, {
  title: 'Destination',
  description: 'A destination of notifications.',
});

export const DestinationList = Type.Object(
  { channels: Type.Array(DestinationShape, { description: 'In the order in which they were created.' }) },
  {
    title: 'Destinations',
    description: "All of the caller's destinations.",
    examples: [{ channels: destinationExamples.all }],
  },
);

/** `shownSecret` is passed only by the answers that may show it (decision 26). */
export function writeDestination(destination: Destination, shownSecret?: string): object {
  const { eventTypes, settings } = destination;
  return {
    channelOwner: destination.sellerId,
    channelName: destination.name,
    type: destination.type,
    webhookConfig: writeWebhookConfig(settings, shownSecret),
    status: destination.status,
    channelId: destination.destinationId,
    createdTimestamp: destination.createdMs,
    lastModifiedTimestamp: destination.modifiedMs,
    ...(eventTypes ? { eventTypes } : {}),
    ...writeSettings(settings),
  };
}
