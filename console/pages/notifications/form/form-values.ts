import type { ChangeDestination, CreateDestination, Destination, EventFilter } from 'marketplace-seller-sdk';
import { type DestinationType, isForPeople, isType } from '../words.ts';
import { type FilterValues, filterOf, filterValues, NO_FILTER, numberOr } from './filter-values.ts';

export type Header = { readonly name: string; readonly value: string };
export type PushSubscriptionKeys = { endpoint: string; keys: { p256dh: string; auth: string } };

/** A destination as a form has it. Numbers are text until they are sent. */
export type FormValues = {
  readonly name: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly maxInFlight: string;
  readonly secret: string;
  readonly address: string;
  readonly phoneNumber: string;
  readonly visibilitySeconds: string;
  readonly retentionDays: string;
  readonly subscription: PushSubscriptionKeys | undefined;
  /** None: those that the service recommends for the type. */
  readonly kinds: readonly string[];
  /** It has no kinds: it waits for subscriptions. */
  readonly isWaiting: boolean;
  readonly windowSeconds: string;
  readonly filter: FilterValues;
  readonly isQuiet: boolean;
  readonly quietStart: string;
  readonly quietEnd: string;
  readonly timeZone: string;
};

const DAY_SECONDS = 86_400;
const MASK = '****';

export function newValues(timeZone: string): FormValues {
  return {
    name: '',
    url: '',
    headers: [],
    maxInFlight: '',
    secret: '',
    address: '',
    phoneNumber: '',
    visibilitySeconds: '',
    retentionDays: '',
    subscription: undefined,
    kinds: [],
    isWaiting: false,
    windowSeconds: '60',
    filter: NO_FILTER,
    isQuiet: false,
    quietStart: '22:00',
    quietEnd: '07:00',
    timeZone,
  };
}

export function valuesOf(destination: Destination, timeZone: string): FormValues {
  const { webhookConfig, emailConfig, smsConfig, pullConfig, quietHours } = destination;
  return {
    ...newValues(timeZone),
    name: destination.channelName,
    url: webhookConfig.url ?? '',
    headers: Object.entries(webhookConfig.headers ?? {}).map(([name, value]) => ({ name, value })),
    maxInFlight: webhookConfig.maxInFlight?.toString() ?? '',
    address: emailConfig?.address ?? '',
    phoneNumber: smsConfig?.phoneNumber ?? '',
    visibilitySeconds: pullConfig?.visibilityTimeoutSeconds?.toString() ?? '',
    retentionDays: pullConfig?.retentionSeconds ? String(pullConfig.retentionSeconds / DAY_SECONDS) : '',
    kinds: destination.eventTypes ?? [],
    isWaiting: destination.eventTypes?.length === 0,
    windowSeconds: String(destination.windowSeconds ?? 60),
    filter: filterValues(destination.filter),
    ...(quietHours
      ? { isQuiet: true, quietStart: quietHours.start, quietEnd: quietHours.end, timeZone: quietHours.timeZone }
      : {}),
  };
}

export function createBody(type: DestinationType, values: FormValues): CreateDestination {
  const filter = filterOf(values.filter);
  return {
    type,
    channelName: values.name,
    ...settingsOf(type, values),
    ...(values.kinds.length > 0 ? { eventTypes: values.kinds as CreateDestination['eventTypes'] & object } : {}),
    windowSeconds: Number(values.windowSeconds) as 60,
    ...(filter ? { filter } : {}),
    ...(isForPeople(type) && values.isQuiet ? { quietHours: quietOf(values) } : {}),
  };
}

/** Only the fields that the seller changed: the others keep what another program may have set meanwhile. */
export function changeBody(before: Destination, values: FormValues): ChangeDestination {
  const old = valuesOf(before, values.timeZone);
  const type = isType(before.type) ? before.type : 'WEBHOOKS';
  const has = (...names: (keyof FormValues)[]) => names.some((name) => !isSame(old[name], values[name]));
  const quietNames = ['isQuiet', ...(values.isQuiet ? (['quietStart', 'quietEnd', 'timeZone'] as const) : [])] as const;
  return {
    ...(has('name') ? { channelName: values.name } : {}),
    ...(has(...settingNames) ? changedSettings(type, old, values) : {}),
    // null removes a choice. The types of the document do not say it of this one.
    ...(has('kinds', 'isWaiting') ? { eventTypes: kindsOf(values) as never } : {}),
    ...(has('windowSeconds') ? { windowSeconds: Number(values.windowSeconds) as 60 } : {}),
    ...(has('filter') ? { filter: changedFilter(values.filter) } : {}),
    ...(isForPeople(type) && has(...quietNames) ? { quietHours: values.isQuiet ? quietOf(values) : null } : {}),
  };
}

function kindsOf({ kinds, isWaiting }: FormValues): readonly string[] | null {
  return kinds.length > 0 || isWaiting ? kinds : null;
}

const settingNames = [
  'url',
  'headers',
  'maxInFlight',
  'address',
  'phoneNumber',
  'visibilitySeconds',
  'retentionDays',
] as const;

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const quietOf = ({ quietStart, quietEnd, timeZone }: FormValues) => ({ start: quietStart, end: quietEnd, timeZone });

/** A change is merged key by key: keys that are left out of the form must be removed by name. */
function changedFilter(values: FilterValues): EventFilter | null {
  const filter = filterOf(values);
  if (!filter) return null;
  const keys = [
    'marketplaceIds',
    'storeItemIds',
    'skus',
    'conditions',
    'changes',
    'minPriceChangePercent',
    'ownOnly',
    'othersOnly',
  ];
  return { ...Object.fromEntries(keys.map((key) => [key, null])), ...filter } as EventFilter;
}

type Settings = Pick<
  CreateDestination,
  'webhookConfig' | 'emailConfig' | 'smsConfig' | 'pullConfig' | 'mobilePushConfig'
>;

function settingsOf(type: DestinationType, values: FormValues): Settings {
  if (type === 'WEBHOOKS') return { webhookConfig: webhookOf(values) };
  if (type === 'EMAIL') return { emailConfig: values.address.trim() === '' ? {} : { address: values.address.trim() } };
  if (type === 'SMS') return { smsConfig: { phoneNumber: values.phoneNumber.replaceAll(/[\s().-]/g, '') } };
  if (type === 'PULL') return { pullConfig: pullOf(values) };
  return values.subscription ? { mobilePushConfig: { subscription: values.subscription } } : {};
}

/** An emptied field returns to the default: null removes a key. */
function changedSettings(type: DestinationType, old: FormValues, values: FormValues): Settings {
  const settings = settingsOf(type, values);
  const removed = (name: keyof FormValues, key: string) =>
    old[name] !== '' && values[name] === '' ? { [key]: null } : {};
  if (settings.webhookConfig)
    return { webhookConfig: { ...settings.webhookConfig, ...removed('maxInFlight', 'maxInFlight') } as never };
  if (settings.emailConfig)
    return { emailConfig: { ...settings.emailConfig, ...removed('address', 'address') } as never };
  if (!settings.pullConfig) return settings;
  const defaults = {
    ...removed('visibilitySeconds', 'visibilityTimeoutSeconds'),
    ...removed('retentionDays', 'retentionSeconds'),
  };
  return { pullConfig: { ...settings.pullConfig, ...defaults } as never };
}

function webhookOf({ url, headers, maxInFlight, secret }: FormValues): CreateDestination['webhookConfig'] & object {
  const named = headers.filter(({ name }) => name.trim() !== '');
  return {
    url: url.trim(),
    headers: Object.fromEntries(named.map(({ name, value }) => [name.trim(), value])),
    ...(maxInFlight.trim() === '' ? {} : { maxInFlight: numberOr(maxInFlight) }),
    ...(secret.trim() === '' ? {} : { signing: { secret: secret.trim() } }),
  };
}

function pullOf({ visibilitySeconds, retentionDays }: FormValues): CreateDestination['pullConfig'] & object {
  const days = numberOr(retentionDays);
  return {
    ...(visibilitySeconds.trim() === '' ? {} : { visibilityTimeoutSeconds: numberOr(visibilitySeconds) }),
    ...(retentionDays.trim() === ''
      ? {}
      : { retentionSeconds: typeof days === 'number' ? Math.round(days * DAY_SECONDS) : days }),
  };
}

/** The service shows no value of a header; sent back as it is, the value stays. */
export const isMasked = (value: string): boolean => value === MASK;
