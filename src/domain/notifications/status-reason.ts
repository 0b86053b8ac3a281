/** Why a destination is SUSPENDED: it only failed for a long time, or its receiver says that it does not exist any more. */
export type DestinationFailure = 'DELIVERY_FAILED' | 'DESTINATION_GONE';

/** Why a destination is WITHDRAWN: the seller ended the access, or the application has not used it for too long. */
export type Withdrawal = 'APPLICATION_WITHDRAWN' | 'APPLICATION_UNUSED';

/** The API's `statusReason`. */
export type StatusReason = DestinationFailure | Withdrawal;
