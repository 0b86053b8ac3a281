/**
 * Who keeps the prices (decision 47). `off`: sellers change none here. `direct`: this service; a change is in force when it is
 * answered. `confirmed`: the operator's system; a change is pending until its outcome.
 */
export type PriceChangeMode = 'off' | 'direct' | 'confirmed';
