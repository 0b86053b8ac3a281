type Amount = { readonly Amount: number };

/** The nets after fees of a listing, as far as they are known. */
export type Nets<A extends Amount = Amount> = {
  readonly own?: A | undefined;
  /** At the price that wins. */
  readonly winning?: A | undefined;
};

export const isLoss = (net: Amount | undefined): boolean => net !== undefined && net.Amount < 0;

/** The net of a sale after fees in a word or two: `net $5.20`, or `loses $0.40`. */
export const netText = <A extends Amount>(net: A, write: (amount: A) => string): string =>
  isLoss(net) ? `loses ${write({ ...net, Amount: -net.Amount })}` : `net ${write(net)}`;

/** Which of the prices loses money, in a sentence; empty when none does. */
export function lossText<A extends Amount>({ own, winning }: Nets<A>, write: (amount: A) => string): string {
  const size = (net: A) => write({ ...net, Amount: -net.Amount });
  const then = winning && isLoss(winning) ? size(winning) : '';
  const now = own && isLoss(own) ? size(own) : '';
  if (now && then) return `Each sale loses ${now} after fees, and ${then} at the price that wins.`;
  if (then) return `At the price that wins, each sale would lose ${then} after fees.`;
  return now && `Each sale loses ${now} after fees.`;
}
