/** Why a destination is SUSPENDED: it only failed for a long time, or its receiver says that it does not exist any more. */
export type DestinationFailure = 'DELIVERY_FAILED' | 'DESTINATION_GONE';

/**
 * Why a destination is WITHDRAWN: the seller ended the access, the application has not used it for too long, or the operator has disabled
 * the seller.
 */
export type Withdrawal = 'APPLICATION_WITHDRAWN' | 'APPLICATION_UNUSED' | 'SELLER_DISABLED';

/** The API's `statusReason`. */
export type StatusReason = DestinationFailure | Withdrawal;
