import { Type } from 'typebox';
import {
  CHANNEL_TYPES,
  type ChannelType,
  type Destination,
  type DestinationSettings,
} from '../../domain/notifications/destination.ts';
import { EVENT_KINDS, type EventKind } from '../../domain/notifications/notification.ts';
import { type BodyReading, type Fields, isFields, kindOf, readableText } from '../body-reading.ts';
import {
  CONFIG_NAMES,
  configShapes,
  mergedConfig,
  needsNoConfirmation,
  readSettings,
  type SettingsRules,
} from './destination-settings.ts';
import { mustGiveHeadersAgain, WebhookConfigBody } from './webhook-config.ts';

const common = {
  channelName: Type.Optional(Type.String({ description: '1 to 256 characters; `name` is read, too.' })),
  eventTypes: Type.Optional(
    Type.Array(Type.String({ description: `One of ${EVENT_KINDS.join(', ')}.` }), {
      description: 'Which kinds of events it gets; absent or null: all of them.',
    }),
  ),
  webhookConfig: Type.Optional(WebhookConfigBody),
  ...configShapes,
};

/** How the free-form body of 4.4 is documented (decision 26). */
export const CreateBody = Type.Object(
  {
    ...common,
    type: Type.Optional(
      Type.String({ description: `${CHANNEL_TYPES.join(', ')}. Absent: the one whose settings are there, else PULL.` }),
    ),
    channelOwner: Type.Optional(Type.String({ description: "The caller's own SellerId, and no other." })),
  },
  {
    title: 'CreateDestination',
    additionalProperties: true,
    description: 'Every key is optional, and keys that are not known are ignored.',
    examples: [
      {
        channelName: 'Repricer',
        type: 'WEBHOOKS',
        webhookConfig: {
          url: 'https://hooks.seller.example/notifications',
          headers: { Authorization: 'Basic c2VsbGVyOmhvb2s=' },
        },
        eventTypes: ['BUY_BOX_CHANGED'],
      },
    ],
  },
);

export const ChangeBody = Type.Object(
  {
    ...common,
    status: Type.Optional(Type.String({ description: 'ACTIVE or INACTIVE: switch it on or off.' })),
  },
  {
    title: 'ChangeDestination',
    additionalProperties: true,
    description:
      'Only what is there is changed; settings key by key. A masked value means: as it is. null takes an optional key away.',
    examples: [{ channelName: 'Repricer', status: 'INACTIVE', webhookConfig: { maxInFlight: 2 } }],
  },
);

/** What a body says a destination is to be; only good when the reading found nothing wrong. */
export type DestinationRequest = Pick<Destination, 'name' | 'type' | 'settings'> & {
  eventTypes: readonly EventKind[] | undefined;
  isConfirmed: boolean;
};

export function readCreate(r: BodyReading, body: Fields, rules: SettingsRules, nowMs: number): DestinationRequest {
  const type = readType(r, body);
  const name = readName(r, body) ?? `${NAMES[type ?? 'PULL']} ${new Date(nowMs).toISOString().slice(0, 10)}`;
  const eventTypes = readEventTypes(r, body.eventTypes);
  const given = type && (body[CONFIG_NAMES[type]] ?? {});
  const config = type && r.object(given, CONFIG_NAMES[type]);
  const settings = type && config ? readSettings(r, type, config, rules) : {};
  return {
    name,
    type: type ?? 'PULL',
    settings,
    eventTypes,
    isConfirmed: needsNoConfirmation(settings, rules.contact),
  };
}

const NAMES: Record<ChannelType, string> = {
  EMAIL: 'E-mail',
  WEBHOOKS: 'Webhook',
  SMS: 'SMS',
  PULL: 'Queue',
  MOBILE_PUSH: 'Mobile push',
};

/** The specification's own name of the field comes first; undefined when there is none. */
function readName(r: BodyReading, body: Fields): string | undefined {
  const field = body.channelName === undefined ? 'name' : 'channelName';
  return body[field] === undefined ? undefined : r.text(body[field], field, readableText(1, 256));
}

/** `WEBHOOK` is read as `WEBHOOKS` (decision 26). */
export function readChannelType(r: BodyReading, value: unknown, field: string): ChannelType | undefined {
  const isAlias = typeof value === 'string' && value.toUpperCase() === 'WEBHOOK';
  return r.word(isAlias ? 'WEBHOOKS' : value, field, CHANNEL_TYPES);
}

function readType(r: BodyReading, body: Fields): ChannelType | undefined {
  if (body.type !== undefined) return readChannelType(r, body.type, 'type');
  const given = CHANNEL_TYPES.filter(
    (type) => body[CONFIG_NAMES[type]] !== undefined && body[CONFIG_NAMES[type]] !== null,
  );
  // Answers have an empty `webhookConfig` whatever the type is: sent back beside other settings it means nothing.
  const isLeftOver = given.length > 1 && isEmpty(body.webhookConfig);
  const meant = given.filter((type) => !(type === 'WEBHOOKS' && isLeftOver));
  if (meant.length < 2) return meant[0] ?? 'PULL';
  const names = meant.map((type) => CONFIG_NAMES[type]).join(' and ');
  return r.wrong(
    'type',
    `is missing, and there are ${names}: it must say which counts, one of ${CHANNEL_TYPES.join(', ')}`,
  );
}

const isEmpty = (value: unknown) => isFields(value) && Object.keys(value).length === 0;

/** All of them when absent or null; each once, in the casing of the specification. */
function readEventTypes(r: BodyReading, value: unknown): readonly EventKind[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) return r.wrong('eventTypes', `must be a list, not ${kindOf(value)}`);
  if (value.length === 0) return r.wrong('eventTypes', 'must name at least one kind; without it all are sent');
  if (value.length > 100) return r.wrong('eventTypes', 'must have at most 100 elements');
  const kinds = value.map((one, at) => r.word(one, `eventTypes[${at}]`, EVENT_KINDS));
  return [...new Set(kinds.filter((kind) => kind !== undefined))];
}

/** What a change asks for; what it does not speak of is undefined, and `eventTypes` null when all are wanted again. */
export type DestinationChange = {
  name: string | undefined;
  status: 'ACTIVE' | 'INACTIVE' | undefined;
  eventTypes: readonly EventKind[] | null | undefined;
  settings: DestinationSettings | undefined;
};

export function readChange(r: BodyReading, body: Fields, now: Destination, rules: SettingsRules): DestinationChange {
  mustStay(r, body, now);
  const config = body[CONFIG_NAMES[now.type]] ?? undefined;
  const change = config === undefined ? undefined : r.object(config, CONFIG_NAMES[now.type]);
  if (change && now.settings.webhook) mustGiveHeadersAgain(r, now.settings.webhook, change);
  return {
    name: readName(r, body),
    status: readStatus(r, body.status, now),
    eventTypes: body.eventTypes === null ? null : readEventTypes(r, body.eventTypes),
    settings: change && readSettings(r, now.type, mergedConfig(now.settings, change), rules),
  };
}

/** Who sends back what was read wishes for nothing with it, whatever it was. */
function readStatus(r: BodyReading, value: unknown, now: Destination): DestinationChange['status'] {
  if (value === undefined || value === now.status) return undefined;
  return r.word(value, 'status', ['ACTIVE', 'INACTIVE'] as const);
}

/** What a destination is for its whole life may be said again, but not otherwise. */
function mustStay(r: BodyReading, body: Fields, now: Destination): void {
  if (body.type !== undefined) {
    const type = readChannelType(r, body.type, 'type');
    if (type !== undefined && type !== now.type) r.wrong('type', `is ${now.type} and cannot be changed`);
  }
  if (body.channelId !== undefined && body.channelId !== now.destinationId) r.wrong('channelId', 'cannot be changed');
}
