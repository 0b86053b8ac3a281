import type { ChannelType } from './destination.ts';

/**
 * The ids of what the demo seller has from the start. They are fixed, so that the examples of the OpenAPI document work in
 * every demo. Others cannot use them: every read also asks for the seller.
 */
const id = (prefix: string, n: number) => `${prefix}_${String(n).padStart(36, '0')}`;

export const DEMO_DESTINATIONS: Readonly<Record<ChannelType, string>> = {
  EMAIL: id('ch', 1),
  WEBHOOKS: id('ch', 2),
  SMS: id('ch', 3),
  PULL: id('ch', 4),
  MOBILE_PUSH: id('ch', 5),
};

/** A test notification that waits in the demo's queue. */
export const DEMO_MESSAGE = { notificationId: id('ntf', 1), deliveryId: id('dlv', 1) };
