import type { DeliveryDetails, Destination } from 'marketplace-seller-sdk';

/**
 * The request of the last attempt as it was sent: the service stores the event and the time of an attempt, and the rest follows from
 * the destination. Only the signature does not: only the service and the receiver have the secret. The time is that of the store, so the
 * signed one may be of the second before or after.
 */
export function requestText(destination: Destination, { attempts, event, notificationId }: DeliveryDetails): string {
  const { url = '', headers = {} } = destination.webhookConfig;
  const startedMs = Date.parse(attempts.at(-1)?.startedTime ?? '');
  const { pathname, search, host } = URL.canParse(url) ? new URL(url) : { pathname: '/', search: '', host: '' };
  const lines = [
    `POST ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Content-Type: application/cloudevents+json; charset=utf-8',
    `Webhook-Id: ${notificationId}`,
    ...(Number.isNaN(startedMs) ? [] : [`Webhook-Timestamp: ${Math.floor(startedMs / 1_000)}`]),
    'Webhook-Signature: v1,…',
  ];
  return `${lines.join('\n')}\n\n${JSON.stringify(event, null, 2)}`;
}
