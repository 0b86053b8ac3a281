import { Type } from 'typebox';
import type { ChannelType, DestinationSettings, PullSettings } from '../../domain/notifications/destination.ts';
import { emailProblem, isSameEmail } from '../../domain/notifications/email-address.ts';
import { phoneProblem } from '../../domain/notifications/phone-number.ts';
import { p256dhProblem, pushAuthProblem } from '../../domain/notifications/push-key.ts';
import { type BodyReading, type Fields, isFields } from '../body-reading.ts';
import { MASK } from '../masked.ts';
import { type CheckUrl, mergedWebhookConfig, readUrl, readWebhookConfig } from './webhook-config.ts';

/** Where the settings of each type stand. */
export const CONFIG_NAMES = {
  EMAIL: 'emailConfig',
  WEBHOOKS: 'webhookConfig',
  SMS: 'smsConfig',
  PULL: 'pullConfig',
  MOBILE_PUSH: 'mobilePushConfig',
} as const satisfies Record<ChannelType, string>;

/** The seller's registered contact: needs no confirmation (decision 26). */
export type Contact = { readonly email?: string; readonly phone?: string };

/** What settings are judged by. */
export type SettingsRules = { checkUrl: CheckUrl; contact: Contact };

const optional = (properties: Parameters<typeof Type.Object>[0], description: string) =>
  Type.Optional(Type.Object(properties, { description }));

/** As they are sent and answered, beside `webhookConfig`. */
export const configShapes = {
  emailConfig: optional(
    { address: Type.Optional(Type.String({ description: "One address. Absent: the seller's registered one." })) },
    'Of type EMAIL.',
  ),
  smsConfig: optional(
    { phoneNumber: Type.Optional(Type.String({ description: "E.164. Absent: the seller's registered one." })) },
    'Of type SMS.',
  ),
  mobilePushConfig: optional(
    {
      subscription: Type.Object(
        {
          endpoint: Type.String({ description: "The push service's address. https, on the public internet." }),
          keys: Type.Object({
            p256dh: Type.String({ description: "The receiver's public key; masked in answers." }),
            auth: Type.String({ description: "The receiver's authentication secret; masked in answers." }),
          }),
        },
        { description: 'A Web Push subscription, as browsers give it.' },
      ),
    },
    'Of type MOBILE_PUSH.',
  ),
  pullConfig: optional(
    {
      visibilityTimeoutSeconds: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 43_200, description: 'How long what was received is hidden; 30.' }),
      ),
      retentionSeconds: Type.Optional(
        Type.Integer({ minimum: 60, maximum: 1_209_600, description: 'How long what nobody took is kept; 345600.' }),
      ),
    },
    'Of type PULL.',
  ),
};

/** Reads the settings of a type; those of any other are unknown keys to it, and ignored. */
export function readSettings(
  r: BodyReading,
  type: ChannelType,
  config: Fields,
  rules: SettingsRules,
): DestinationSettings {
  switch (type) {
    case 'WEBHOOKS':
      return { webhook: readWebhookConfig(r, config, rules.checkUrl) };
    case 'EMAIL':
      return { email: { address: readAddress(r, config, rules.contact) } };
    case 'SMS':
      return { sms: { phoneNumber: readPhoneNumber(r, config, rules.contact) } };
    case 'MOBILE_PUSH':
      return { push: readSubscription(r, config.subscription, rules.checkUrl) };
    case 'PULL':
      return { pull: readPull(r, config) };
  }
}

function readAddress(r: BodyReading, { address }: Fields, { email }: Contact): string {
  const given = address ?? email;
  if (given !== undefined) return r.text(given, 'emailConfig.address', emailProblem) ?? '';
  r.missing('emailConfig.address', 'No e-mail address is registered for the seller, so the destination must name one.');
  return '';
}

function readPhoneNumber(r: BodyReading, { phoneNumber }: Fields, { phone }: Contact): string {
  const given = phoneNumber ?? phone;
  if (given !== undefined) return r.text(given, 'smsConfig.phoneNumber', phoneProblem) ?? '';
  r.missing('smsConfig.phoneNumber', 'No phone number is registered for the seller, so the destination must name one.');
  return '';
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

/** Whether the address's owner need not be asked (decision 27): it is the registered contact, or none of a person. */
export function needsNoConfirmation({ email, sms }: DestinationSettings, contact: Contact): boolean {
  if (email) return contact.email !== undefined && isSameEmail(email.address, contact.email);
  return sms ? sms.phoneNumber === contact.phone : true;
}

/** A change on top of what there is, as a config to be read: null gives an optional key its default back. */
export function mergedConfig({ webhook, push, ...rest }: DestinationSettings, change: Fields): Fields {
  if (webhook) return mergedWebhookConfig(webhook, change);
  if (push) return { subscription: mergedSubscription(push, change.subscription) };
  const merged = { ...(rest.email ?? rest.sms ?? rest.pull), ...change };
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

/** The settings of a destination's own type, beside `webhookConfig`. */
export function writeSettings({ email, sms, push, pull }: DestinationSettings): object {
  if (email) return { emailConfig: email };
  if (sms) return { smsConfig: sms };
  if (push) {
    const subscription = { endpoint: push.endpoint, keys: { p256dh: MASK, auth: MASK } };
    return { mobilePushConfig: { subscription } };
  }
  return pull ? { pullConfig: pull } : {};
}
