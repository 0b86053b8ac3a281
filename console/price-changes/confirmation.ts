import type { Money, PriceChangeReceipt, PriceChangeRejection } from 'marketplace-seller-sdk';

/** Whether the service wants to know that the seller means it. */
export const needsConfirmation = ({ Rejection }: PriceChangeReceipt): boolean =>
  Rejection?.Code === 'ConfirmationRequired';

type Write = { readonly money: (amount: Money) => string; readonly percent: (percent: number) => string };

/** The question to the seller. A typing error costs a seller's month. */
export function confirmationQuestion({ Limit, Actual, Unit }: PriceChangeRejection, write: Write): string {
  const far = farText(Unit, Limit, Actual, write);
  return `${far} Use it anyway?`;
}

function farText(
  unit: PriceChangeRejection['Unit'],
  limit: PriceChangeRejection['Limit'],
  actual: PriceChangeRejection['Actual'],
  write: Write,
): string {
  if (unit === 'percent' && typeof actual === 'number')
    return actual < 100
      ? `This is ${write.percent(100 - actual)} below the present price.`
      : `This is ${write.percent(actual - 100)} above the present price.`;
  if (typeof limit === 'object')
    return `This is below ${write.money(limit)}, half of your lowest price of the last 30 days.`;
  return 'This is far from the present price.';
}
