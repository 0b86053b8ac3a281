import { type DestinationAccess, hidesContact } from '../../domain/notifications/access.ts';
import {
  CHANNEL_TYPES,
  type Destination,
  shownStatus,
  statusReasonOf,
} from '../../domain/notifications/destination.ts';
import { closedSet, openSet } from '../open-set.ts';
import { Type } from '../type.ts';
import { WarningsShape } from '../warning.ts';
import { choiceShapes, writeChoices } from './destination-choices.ts';
import { configShapes, DEFAULT_KINDS, writeSettings } from './destination-settings.ts';
import { EventKindText } from './events/seller-event-shape.ts';
import { SUSPENSION_REASONS } from './events/service-event-shapes.ts';
import { destinationExamples } from './examples.ts';
import { KindChoicesShape, writeKindChoices } from './kind-choices.ts';
import { WebhookConfig, writeWebhookConfig } from './webhook-config.ts';

const shape = {
  channelOwner: Type.String('The seller that owns it.'),
  channelName: Type.String('Its name.'),
  type: closedSet(CHANNEL_TYPES, { title: 'ChannelType', description: 'EMAIL, WEBHOOKS, SMS, PULL or MOBILE_PUSH.' }),
  webhookConfig: WebhookConfig,
  status: openSet(['PENDING_VERIFICATION', 'ACTIVE', 'INACTIVE', 'SUSPENDED'], {
    title: 'DestinationStatus',
    description: 'PENDING_VERIFICATION, ACTIVE, INACTIVE or SUSPENDED; an open set.',
  }),
  statusReason: Type.Optional(
    openSet(
      SUSPENSION_REASONS,
      'Why it is SUSPENDED. DELIVERY_FAILED: only failures for a long time. DESTINATION_GONE: its receiver says that it does not exist ' +
        'any more. APPLICATION_WITHDRAWN: the seller ended the access of its application. APPLICATION_UNUSED: the application has not used ' +
        'its access for a long time. SELLER_DISABLED: the operator has disabled the seller. An open set.',
    ),
  ),
  verified: Type.Optional.Boolean(
    'true: the receiver of this webhook answered that it wants webhooks of this service (CloudEvents, `WebHook-Allowed-Origin`). Absent: it ' +
      'did not say, as most receivers do, or nobody has asked it.',
  ),
  channelId: Type.String('Its identifier.'),
  createdTimestamp: Type.Integer('When it was created, in milliseconds since 1970 UTC.'),
  lastModifiedTimestamp: Type.Integer('When it was last changed, in milliseconds since 1970 UTC.'),
  eventTypes: Type.Optional.Array(
    EventKindText,
    `The kinds of events that it receives. Empty: it waits for subscriptions. ${DEFAULT_KINDS}`,
  ),
  ...choiceShapes,
  choicesByKind: KindChoicesShape,
  ...configShapes,
  createdBy: Type.Optional.String('The id of the application that created it; absent in very old destinations.'),
  warnings: WarningsShape,
};

/** Spec 2. */
export const DestinationShape = Type.Named('Destination', 'A destination of notifications.', shape);

export const DestinationList = Type.Named(
  'Destinations',
  "All of the caller's destinations.",
  { channels: Type.Array(DestinationShape, 'In the order in which they were created.') },
  { examples: [{ channels: destinationExamples.all }] },
);

/** To whom a destination is shown. `secret` is passed only by the answers that may show it (decision 26). */
type Shown = { access: DestinationAccess; secret?: string | undefined };

export function writeDestination(destination: Destination, { access, secret }: Shown): object {
  const { eventTypes, settings, createdBy } = destination;
  const statusReason = statusReasonOf(destination);
  return {
    channelOwner: destination.sellerId,
    channelName: destination.name,
    type: destination.type,
    webhookConfig: writeWebhookConfig(settings, secret),
    status: shownStatus(destination.status),
    ...(statusReason === undefined ? {} : { statusReason }),
    ...(destination.consent === 'ALLOWED' ? { verified: true } : {}),
    channelId: destination.destinationId,
    createdTimestamp: destination.createdMs,
    lastModifiedTimestamp: destination.modifiedMs,
    ...(eventTypes ? { eventTypes } : {}),
    ...writeChoices(destination),
    ...writeKindChoices(destination),
    ...writeSettings(settings, hidesContact(access)),
    ...(createdBy === undefined ? {} : { createdBy }),
  };
}
