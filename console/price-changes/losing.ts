import type { Money } from 'marketplace-seller-sdk';
import { isLoss } from '../losses.ts';

/** What one sale brings: after fees, and after the cost where one is set and the reader may see it. */
export type AfterFees = { readonly Net?: Money; readonly Profit?: Money };

/** Whether each sale would cost more than it brings, fees and the known cost counted. */
export const losesMoney = (after: AfterFees | undefined): boolean => isLoss(after?.Net) || isLoss(after?.Profit);
