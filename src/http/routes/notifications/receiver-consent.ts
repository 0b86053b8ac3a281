import { Fault } from '../../../domain/fault.ts';
import type { DestinationSettings } from '../../../domain/notifications/destination.ts';
import type { Fields } from '../../../wire/body-reading.ts';
import { isFields } from '../../../wire/body-reading.ts';
import type { CheckUrl } from '../../../wire/notifications/webhook-config.ts';

/** What is known of the receivers of webhooks before anything is sent to them. */
export type WebhookReceivers = {
  /** Checks the text of a URL that a seller chose. */
  readonly checkUrl: CheckUrl;
  /** Asks the receiver at a checked URL; see `delivery/webhook-consent.ts`. Absent: none is asked. */
  readonly ask?: (url: string) => Promise<'allowed' | 'denied' | 'unknown'>;
};

/** Whether the receiver wants webhooks of this service: `ALLOWED`, or undefined when it does not say. Throws when it says no. */
export async function consentOf({ webhook }: DestinationSettings, { ask }: WebhookReceivers) {
  const consent = webhook === undefined ? undefined : await ask?.(webhook.url);
  if (consent === 'denied') throw denied();
  return consent === 'allowed' ? ('ALLOWED' as const) : undefined;
}

/** The same for the address in a change, if it is another one than now. One that is not valid is reported later, by name. */
export async function consentToChange(
  current: DestinationSettings | undefined,
  body: Fields,
  receivers: WebhookReceivers,
) {
  const { url } = isFields(body.webhookConfig) ? body.webhookConfig : {};
  if (current?.webhook === undefined || typeof url !== 'string' || url === current.webhook.url) return undefined;
  const checked = receivers.checkUrl(url);
  return 'url' in checked ? consentOf({ webhook: { ...current.webhook, url: checked.url } }, receivers) : undefined;
}

const denied = () =>
  new Fault('InvalidInput', {
    message: 'webhookConfig.url: its receiver does not want webhooks from this service.',
    details:
      'It answered OPTIONS with a WebHook-Allowed-Origin header that does not name this service. Let it answer with the value of WebHook-Request-Origin, or with *.',
  });
