import {
  CHANNEL_TYPES,
  type ChannelType,
  type Destination,
  type DestinationSettings,
  shownStatus,
} from '../../domain/notifications/destination.ts';
import { EVENT_KINDS, type EventKind } from '../../domain/notifications/notification.ts';
import { type BodyReading, type Fields, isFields, kindOf, plainName } from '../body-reading.ts';
import { closedSet } from '../open-set.ts';
import { Type } from '../type.ts';
import { choiceShapes, readChoices } from './destination-choices.ts';
import {
  CONFIG_NAMES,
  configShapes,
  DEFAULT_KINDS,
  mergedConfig,
  needsNoConfirmation,
  readSettings,
  type SettingsRules,
} from './destination-settings.ts';
import { FilterShape } from './event-filter.ts';
import { QuietHoursShape } from './quiet-hours.ts';
import { ensureHeadersGivenAgain, readWebhookKeys, WebhookConfigBody } from './webhook-config.ts';

const common = {
  channelName: Type.Optional.String(
    '1 to 256 characters, none of them a control character, invisible or changing the direction of text; `name` is accepted, too.',
  ),
  name: Type.Optional.String('Another name of channelName.'),
  eventTypes: Type.Optional.Array(
    closedSet(EVENT_KINDS, `One of ${EVENT_KINDS.join(', ')}.`),
    `The kinds of events to send. Empty: it waits for subscriptions. ${DEFAULT_KINDS}`,
  ),
  ...choiceShapes,
  webhookConfig: Type.Optional(WebhookConfigBody),
  url: Type.Optional.String('For type WEBHOOKS: another name of webhookConfig.url.'),
  ...configShapes,
};

/** Documents the free-form body of 4.4 (decision 26). */
export const CreateBody = Type.Object(
  {
    ...common,
    type: Type.Optional(
      closedSet(
        CHANNEL_TYPES,
        `${CHANNEL_TYPES.join(', ')}. Absent: the type whose settings are present; WEBHOOKS when there is a url; otherwise PULL.`,
      ),
    ),
    channelOwner: Type.Optional.String("The caller's own SellerId, and no other."),
  },
  {
    title: 'CreateDestination',
    additionalProperties: true,
    description:
      'Every key is optional. Unknown keys are ignored; one that is nearly a known key is named in the warnings of the answer.',
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

/** The choices that null removes: the destination then has the default again. */
const removable = {
  windowSeconds: Type.Optional(Type.Union([choiceShapes.windowSeconds, Type.Null()])),
  filter: Type.Optional(Type.Union([FilterShape, Type.Null()])),
  quietHours: Type.Optional(Type.Union([QuietHoursShape, Type.Null()])),
};

export const ChangeBody = Type.Object(
  {
    ...common,
    ...removable,
    status: Type.Optional(closedSet(['ACTIVE', 'INACTIVE'], 'ACTIVE or INACTIVE.')),
  },
  {
    title: 'ChangeDestination',
    additionalProperties: true,
    description:
      'Only keys in the body are changed; settings are merged key by key. A masked value stays as it is. null removes an optional key.',
    // Not INACTIVE: whoever tries the operations in turn sends a test to this destination later.
    examples: [{ channelName: 'Repricer', webhookConfig: { maxInFlight: 2 } }],
  },
);

/** The destination that a body requests; valid only when the reading found no problem. */
export type DestinationRequest = Pick<
  Destination,
  'name' | 'type' | 'settings' | 'windowSeconds' | 'filter' | 'quietHours'
> & {
  eventTypes: readonly EventKind[] | undefined;
  isConfirmed: boolean;
};

export function readCreate(r: BodyReading, body: Fields, rules: SettingsRules, nowMs: number): DestinationRequest {
  const type = readType(r, body);
  const name = readName(r, body) ?? `${DEFAULT_NAMES[type ?? 'PULL']} ${new Date(nowMs).toISOString().slice(0, 10)}`;
  const eventTypes = readEventTypes(r, body.eventTypes);
  const config = type && configOf(r, type, body);
  const settings = type && config ? readSettings(r, config, rules, { type }) : {};
  const webhookKeys = type === 'WEBHOOKS' ? undefined : readWebhookKeys(r, body.webhookConfig, undefined);
  return {
    name,
    type: type ?? 'PULL',
    ...readChoices(r, body, type ?? 'PULL'),
    settings: webhookKeys ? { ...settings, webhookKeys } : settings,
    eventTypes,
    isConfirmed: needsNoConfirmation(settings),
  };
}

/** The settings of the type, undefined when they are no object. For WEBHOOKS a `url` beside them is `webhookConfig.url`. */
function configOf(r: BodyReading, type: ChannelType, body: Fields): Fields | undefined {
  const config = r.object(body[CONFIG_NAMES[type]] ?? {}, CONFIG_NAMES[type]);
  if (type !== 'WEBHOOKS' || body.url === undefined || !config) return config;
  if (config.url === undefined) return { ...config, url: body.url };
  if (config.url !== body.url) r.wrong('url', 'and webhookConfig.url are two different addresses: give one of them');
  return config;
}

const DEFAULT_NAMES: Record<ChannelType, string> = {
  EMAIL: 'E-mail',
  WEBHOOKS: 'Webhook',
  SMS: 'SMS',
  PULL: 'Queue',
  MOBILE_PUSH: 'Mobile push',
};

/** `channelName`, the specification's field, wins over `name`; undefined when there is neither. */
function readName(r: BodyReading, body: Fields): string | undefined {
  const field = body.channelName === undefined ? 'name' : 'channelName';
  return body[field] === undefined ? undefined : r.text(body[field], field, plainName(1, 256));
}

/** `WEBHOOK` is an alias of `WEBHOOKS` (decision 26). */
export function readChannelType(r: BodyReading, value: unknown, field: string): ChannelType | undefined {
  return r.word(isWebhookAlias(value) ? 'WEBHOOKS' : value, field, CHANNEL_TYPES);
}

export const isWebhookAlias = (value: unknown): boolean =>
  typeof value === 'string' && value.toUpperCase() === 'WEBHOOK';

function readType(r: BodyReading, body: Fields): ChannelType | undefined {
  if (body.type !== undefined) return readChannelType(r, body.type, 'type');
  const present = CHANNEL_TYPES.filter(
    (type) => body[CONFIG_NAMES[type]] !== undefined && body[CONFIG_NAMES[type]] !== null,
  );
  // Every answer has a `webhookConfig`, empty for other types. A client may send it back: beside other settings it is ignored.
  const isLeftOver = present.length > 1 && isEmpty(body.webhookConfig);
  const candidates = present.filter((type) => !(type === 'WEBHOOKS' && isLeftOver));
  if (candidates.length < 2) return candidates[0] ?? (isWebAddress(body.url) ? 'WEBHOOKS' : 'PULL');
  const names = candidates.map((type) => CONFIG_NAMES[type]).join(' and ');
  return r.wrong(
    'type',
    `is missing, and there are ${names}: it must say which counts, one of ${CHANNEL_TYPES.join(', ')}`,
  );
}

const isWebAddress = (value: unknown) => typeof value === 'string' && /^https?:/i.test(value);

const isEmpty = (value: unknown) => isFields(value) && Object.keys(value).length === 0;

/** Undefined for the default kinds: when absent or null. None: it waits for subscriptions (decision 58). Otherwise each kind once, in the casing of the specification. */
export function readEventTypes(r: BodyReading, value: unknown): readonly EventKind[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) return r.wrong('eventTypes', `must be a list, not ${kindOf(value)}`);
  if (value.length > 100) return r.wrong('eventTypes', 'must have at most 100 elements');
  const kinds = value.map((one, at) => r.word(one, `eventTypes[${at}]`, EVENT_KINDS));
  return [...new Set(kinds.filter((kind) => kind !== undefined))];
}

/** The requested change: absent fields are undefined; `eventTypes` is null for the default kinds. */
export type DestinationChange = {
  name: string | undefined;
  status: 'ACTIVE' | 'INACTIVE' | undefined;
  eventTypes: readonly EventKind[] | null | undefined;
  settings: DestinationSettings | undefined;
  choices: Pick<Destination, 'windowSeconds' | 'filter' | 'quietHours'>;
};

export function readChange(
  r: BodyReading,
  body: Fields,
  current: Destination,
  rules: SettingsRules,
): DestinationChange {
  ensureUnchanged(r, body, current);
  const hasConfig = (body[CONFIG_NAMES[current.type]] ?? undefined) !== undefined;
  const hasUrl = current.type === 'WEBHOOKS' && body.url !== undefined;
  const change = hasConfig || hasUrl ? configOf(r, current.type, body) : undefined;
  if (change && current.settings.webhook) ensureHeadersGivenAgain(r, current.settings.webhook, change);
  return {
    name: readName(r, body),
    status: readStatus(r, body.status, current),
    eventTypes: body.eventTypes === null ? null : readEventTypes(r, body.eventTypes),
    choices: readChoices(r, body, current.type, current),
    settings: withWebhookKeys(
      current,
      change &&
        readSettings(r, mergedConfig(current.settings, change), rules, {
          type: current.type,
          current: current.settings,
        }),
      current.type === 'WEBHOOKS'
        ? undefined
        : readWebhookKeys(r, body.webhookConfig, current.settings.webhookKeys ?? {}),
    ),
  };
}

/** Undefined when neither the settings of the type nor the keys in the `webhookConfig` of another type change. */
function withWebhookKeys(
  { settings: current }: Destination,
  settings: DestinationSettings | undefined,
  webhookKeys: DestinationSettings['webhookKeys'] = {},
): DestinationSettings | undefined {
  const { webhookKeys: before, ...own } = current;
  if (!settings && JSON.stringify(webhookKeys) === JSON.stringify(before ?? {})) return undefined;
  return { ...(settings ?? own), ...(Object.keys(webhookKeys).length === 0 ? {} : { webhookKeys }) };
}

/** A client may send back the status that it read, whichever it is: this changes nothing. */
function readStatus(r: BodyReading, value: unknown, current: Destination): DestinationChange['status'] {
  if (value === undefined || value === shownStatus(current.status)) return undefined;
  return r.word(value, 'status', ['ACTIVE', 'INACTIVE'] as const);
}

/** The type and the id may be repeated but not changed. */
function ensureUnchanged(r: BodyReading, body: Fields, current: Destination): void {
  if (body.type !== undefined) {
    const type = readChannelType(r, body.type, 'type');
    if (type !== undefined && type !== current.type) r.wrong('type', `is ${current.type} and cannot be changed`);
  }
  if (body.channelId !== undefined && body.channelId !== current.destinationId)
    r.wrong('channelId', 'cannot be changed');
}
