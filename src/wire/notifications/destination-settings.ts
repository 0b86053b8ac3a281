import { emailProblem, isSameEmail } from '../../domain/notifications/addresses/email-address.ts';
import { phoneProblem } from '../../domain/notifications/addresses/phone-number.ts';
import { p256dhProblem, pushAuthProblem } from '../../domain/notifications/addresses/push-key.ts';
import type { ChannelType, DestinationSettings, PullSettings } from '../../domain/notifications/destination.ts';
import { type BodyReading, type Fields, isFields } from '../body-reading.ts';
import { MASK } from '../masked.ts';
import { Type } from '../type.ts';
import { type CheckUrl, mergedWebhookConfig, readUrl, readWebhookConfig } from './webhook-config.ts';

/** Decision 42. */
export const DEFAULT_KINDS =
  'Absent: all for WEBHOOKS and PULL; for EMAIL, SMS and MOBILE_PUSH what a person may have to act upon: BUY_BOX_CHANGED when the buy box is lost, PRICING_HEALTH, FEE_PROMOTION, FEE_CHANGED and DESTINATION_SUSPENDED.';

/** The field with the settings of each type. */
export const CONFIG_NAMES = {
  EMAIL: 'emailConfig',
  WEBHOOKS: 'webhookConfig',
  SMS: 'smsConfig',
  PULL: 'pullConfig',
  MOBILE_PUSH: 'mobilePushConfig',
} as const satisfies Record<ChannelType, string>;

/** The seller's registered contact, which needs no confirmation (decision 26). */
type Contact = { readonly email?: string; readonly phone?: string };

/** What settings are checked against. */
export type SettingsRules = {
  checkUrl: CheckUrl;
  contact: Contact;
  /** The caller must not learn the contact (decision 38), not even by finding out that it is the address that it guesses. */
  hidesContact: boolean;
};

/** The settings in requests and answers, except `webhookConfig`. */
export const configShapes = {
  emailConfig: Type.Optional.Named('EmailConfig', 'For type EMAIL.', {
    address: Type.Optional.String(
      "One address. Absent: the seller's registered one, which only the seller sees; others see `****`.",
    ),
  }),
  smsConfig: Type.Optional.Named('SmsConfig', 'For type SMS.', {
    phoneNumber: Type.Optional.String(
      "E.164. Absent: the seller's registered one, which only the seller sees; others see `****`.",
    ),
  }),
  mobilePushConfig: Type.Optional.Named('MobilePushConfig', 'For type MOBILE_PUSH.', {
    subscription: Type.Named('WebPushSubscription', 'A Web Push subscription, as browsers give it.', {
      endpoint: Type.String("The push service's address. https, on the public internet."),
      keys: Type.Object({
        p256dh: Type.String("The receiver's public key; masked in answers."),
        auth: Type.String("The receiver's authentication secret; masked in answers."),
      }),
    }),
  }),
  pullConfig: Type.Optional.Named('PullConfig', 'For type PULL.', {
    visibilityTimeoutSeconds: Type.Optional.Integer({
      minimum: 1,
      maximum: 43_200,
      description: 'How long a received message is hidden; 30 by default.',
    }),
    retentionSeconds: Type.Optional.Integer({
      minimum: 60,
      maximum: 1_209_600,
      description: 'How long an unacknowledged message is kept; 345600 by default.',
    }),
  }),
};

/** Reads the settings of one type; `current` are those before a change. The settings of other types are ignored, like all unknown keys. */
export function readSettings(
  r: BodyReading,
  config: Fields,
  rules: SettingsRules,
  { type, current = {} }: { type: ChannelType; current?: DestinationSettings },
): DestinationSettings {
  switch (type) {
    case 'WEBHOOKS':
      return { webhook: readWebhookConfig(r, config, rules.checkUrl) };
    case 'EMAIL':
      return { email: readAddress(r, config, rules, current.email) };
    case 'SMS':
      return { sms: readPhoneNumber(r, config, rules, current.sms) };
    case 'MOBILE_PUSH':
      return { push: readSubscription(r, config.subscription, rules.checkUrl) };
    case 'PULL':
      return { pull: readPull(r, config) };
  }
}

type Email = NonNullable<DestinationSettings['email']>;
type Sms = NonNullable<DestinationSettings['sms']>;

function readAddress(r: BodyReading, { address: given }: Fields, rules: SettingsRules, current?: Email): Email {
  if (current?.isRegistered && isKept(given, current.address, rules, isSameEmail)) return current;
  const { email } = rules.contact;
  const value = given ?? email;
  if (value === undefined)
    r.missing(
      'emailConfig.address',
      'No e-mail address is registered for the seller, so the destination must name one.',
    );
  const address = value === undefined ? '' : (r.text(value, 'emailConfig.address', emailProblem) ?? '');
  return given === undefined || isContact(address, email, rules, isSameEmail)
    ? { address, isRegistered: true }
    : { address };
}

function readPhoneNumber(r: BodyReading, { phoneNumber: given }: Fields, rules: SettingsRules, current?: Sms): Sms {
  const isSame = (one: string, other: string) => one === other;
  if (current?.isRegistered && isKept(given, current.phoneNumber, rules, isSame)) return current;
  const { phone } = rules.contact;
  const value = given ?? phone;
  if (value === undefined)
    r.missing(
      'smsConfig.phoneNumber',
      'No phone number is registered for the seller, so the destination must name one.',
    );
  const phoneNumber = value === undefined ? '' : (r.text(value, 'smsConfig.phoneNumber', phoneProblem) ?? '');
  return given === undefined || isContact(phoneNumber, phone, rules, isSame)
    ? { phoneNumber, isRegistered: true }
    : { phoneNumber };
}

/** The seller may name the contact, also in a destination of an application, which must not see it then. */
const isContact = (
  given: string,
  contact: string | undefined,
  { hidesContact }: SettingsRules,
  isSame: (one: string, other: string) => boolean,
): boolean => !hidesContact && contact !== undefined && isSame(given, contact);

/** Whether a change leaves the registered contact as it is: it does not name it, or sends back what the caller was shown. */
function isKept(
  given: unknown,
  stored: string,
  rules: SettingsRules,
  isSame: (one: string, other: string) => boolean,
): boolean {
  return given === MASK || (!rules.hidesContact && typeof given === 'string' && isSame(given, stored));
}

function readSubscription(r: BodyReading, value: unknown, checkUrl: CheckUrl) {
  const field = 'mobilePushConfig.subscription';
  const none = { endpoint: '', keys: { p256dh: '', auth: '' } };
  if (value === undefined) {
    r.missing(field, 'It is what a browser or an app gives for Web Push: an endpoint and keys.');
    return none;
  }
  const subscription = r.object(value, field);
  if (!subscription) return none;
  const endpoint = readUrl(r, subscription.endpoint, `${field}.endpoint`, checkUrl);
  const keys = r.object(subscription.keys ?? {}, `${field}.keys`);
  if (!keys) return none;
  const key = (name: 'p256dh' | 'auth', problemOf: (text: string) => string | undefined): string => {
    const value = keys[name];
    if (value === undefined) r.missing(`${field}.keys.${name}`, 'What is sent is encrypted with it.');
    return value === undefined ? '' : (r.text(value, `${field}.keys.${name}`, problemOf) ?? '');
  };
  return { endpoint, keys: { p256dh: key('p256dh', p256dhProblem), auth: key('auth', pushAuthProblem) } };
}

function readPull(r: BodyReading, { visibilityTimeoutSeconds, retentionSeconds }: Fields): PullSettings {
  return {
    visibilityTimeoutSeconds: r.integer(
      visibilityTimeoutSeconds,
      'pullConfig.visibilityTimeoutSeconds',
      [1, 43_200],
      30,
    ),
    retentionSeconds: r.integer(retentionSeconds, 'pullConfig.retentionSeconds', [60, 1_209_600], 345_600),
  };
}

/** True for the registered contact, and for types without an address of a person (decision 27). */
export function needsNoConfirmation({ email, sms }: DestinationSettings): boolean {
  const address = email ?? sms;
  return address === undefined || address.isRegistered === true;
}

/** The current settings with a change merged in, to be read again: null resets an optional key to its default. */
export function mergedConfig({ webhook, push, ...rest }: DestinationSettings, change: Fields): Fields {
  if (webhook) return mergedWebhookConfig(webhook, change);
  if (push) return { subscription: mergedSubscription(push, change.subscription) };
  const email = rest.email?.isRegistered ? { address: MASK } : rest.email;
  const sms = rest.sms?.isRegistered ? { phoneNumber: MASK } : rest.sms;
  const merged = { ...(email ?? sms ?? rest.pull), ...change };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

function mergedSubscription(push: NonNullable<DestinationSettings['push']>, change: unknown): unknown {
  if (change === undefined) return push;
  if (!isFields(change)) return change;
  const { keys, ...others } = change;
  if (keys === undefined || !isFields(keys)) return { ...push, ...others, ...(keys === undefined ? {} : { keys }) };
  const sent = Object.entries(keys).filter(([, value]) => value !== MASK);
  return { ...push, ...others, keys: { ...push.keys, ...Object.fromEntries(sent) } };
}

/** The settings of a destination's own type, except `webhookConfig`. */
export function writeSettings({ email, sms, push, pull }: DestinationSettings, hidesRegistered: boolean): object {
  const shown = (text: string, isRegistered = false) => (isRegistered && hidesRegistered ? MASK : text);
  if (email) return { emailConfig: { address: shown(email.address, email.isRegistered) } };
  if (sms) return { smsConfig: { phoneNumber: shown(sms.phoneNumber, sms.isRegistered) } };
  if (push) {
    const subscription = { endpoint: push.endpoint, keys: { p256dh: MASK, auth: MASK } };
    return { mobilePushConfig: { subscription } };
  }
  return pull ? { pullConfig: pull } : {};
}
