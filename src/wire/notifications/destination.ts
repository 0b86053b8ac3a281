import { Type } from 'typebox';
import type { Destination } from '../../domain/notifications/destination.ts';
import { WarningsShape } from '../warning.ts';
import { configShapes, writeSettings } from './destination-settings.ts';
import { WebhookConfig, webhookExample, writeWebhookConfig } from './webhook-config.ts';

const example = {
  channelOwner: 'A1DEMOSELLER',
  channelName: 'Repricer',
  type: 'WEBHOOKS',
  webhookConfig: webhookExample,
  status: 'ACTIVE',
  channelId: 'ch_019a8541c400aa55bb66cc77dd88ee99ff00',
  createdTimestamp: 1_794_700_800_000,
  lastModifiedTimestamp: 1_794_700_800_000,
  eventTypes: ['BUY_BOX_CHANGED'],
};

/** The same destination as `GET` shows it: without the secret. */
const { signing: _shownOnce, ...laterConfig } = webhookExample;
const later = { ...example, webhookConfig: laterConfig };

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
  { title: 'Destinations', description: "All of the caller's destinations.", examples: [{ channels: [later] }] },
);

/** With the signing secret, which is shown only once, and without. */
export const destinationExamples = { shownOnce: example, later };

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
