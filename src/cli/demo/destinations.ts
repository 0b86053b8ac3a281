import { DEMO_DESTINATIONS } from '../../domain/notifications/demo-ids.ts';
import { DEFAULT_IN_FLIGHT, type DestinationSettings } from '../../domain/notifications/destination.ts';
import type { DestinationDraft } from '../../notifications/destinations/destinations.ts';
import { DEMO_SELLER } from './sellers.ts';

/** Keys as in a browser's push subscription: a point of the curve P-256, and 16 bytes. Nobody has the private key. */
const SUBSCRIPTION_KEYS = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
};

/** One confirmed destination of each type for the demo seller. */
export function demoDestinations(receiverAddress: string): DestinationDraft[] {
  const webhook = { url: `${receiverAddress}/webhook`, headers: {}, maxInFlight: DEFAULT_IN_FLIGHT, others: {} };
  const push = { endpoint: `${receiverAddress}/push`, keys: SUBSCRIPTION_KEYS };
  const draft = (type: DestinationDraft['type'], name: string, settings: DestinationSettings): DestinationDraft => ({
    ...{ destinationId: DEMO_DESTINATIONS[type], sellerId: DEMO_SELLER, name, type, settings },
    ...{ status: 'ACTIVE', isConfirmed: true },
  });
  return [
    draft('EMAIL', 'Demo e-mail', { email: { address: 'demo@store.example' } }),
    // Without a window, so that the demo receiver shows every change at once.
    { ...draft('WEBHOOKS', 'Demo webhook', { webhook }), windowSeconds: 0 },
    draft('SMS', 'Demo SMS', { sms: { phoneNumber: '+12065550123' } }),
    draft('PULL', 'Demo queue', { pull: { visibilityTimeoutSeconds: 30, retentionSeconds: 345_600 } }),
    draft('MOBILE_PUSH', 'Demo push', { push }),
  ];
}
