import type { Destination } from 'marketplace-seller-sdk';

/** Why a destination is suspended, and what lifts it. */
export type Suspension = { readonly title: string; readonly hint: string; readonly canSwitchOn: boolean };

export function suspensionOf({ type, statusReason }: Pick<Destination, 'type' | 'statusReason'>): Suspension {
  if (statusReason === 'DELIVERY_FAILED')
    return {
      title: 'Suspended: only failures for days',
      hint: 'See why below, repair the receiver, then send a test. When it arrives, the destination is active again.',
      canSwitchOn: true,
    };
  if (statusReason === 'DESTINATION_GONE')
    return {
      title: 'Suspended: the receiver says that it is gone',
      hint:
        type === 'MOBILE_PUSH'
          ? 'The browser has ended its subscription. Delete this destination and subscribe that browser again.'
          : 'Enter the right address under Settings, then send a test. When it arrives, the destination is active again.',
      canSwitchOn: true,
    };
  if (statusReason === 'APPLICATION_WITHDRAWN')
    return {
      title: 'Suspended: you have withdrawn the access of its application',
      hint: 'It goes on when you authorize the application again. If you do not want it any more, delete it.',
      canSwitchOn: false,
    };
  if (statusReason === 'APPLICATION_UNUSED')
    return {
      title: 'Suspended: its application has not used its access for a long time',
      hint: 'It goes on when the application uses its access again. If you do not want it any more, delete it.',
      canSwitchOn: false,
    };
  if (statusReason === 'SELLER_DISABLED')
    return {
      title: 'Suspended: the operator of the marketplace has disabled this seller',
      hint: 'It goes on by itself within a minute after the seller is enabled again.',
      canSwitchOn: false,
    };
  return {
    title: 'Suspended',
    hint: 'Send a test, or switch it on: then the destination is active again.',
    canSwitchOn: true,
  };
}
