type Amount = { readonly Amount: number };

/** What one sale brings: after fees, and after the cost where one is set and the reader may see it. */
export type Proceeds<A extends Amount = Amount> = { readonly Net?: A | undefined; readonly Profit?: A | undefined };

/** What a sale of a listing brings, as far as it is known. */
export type Nets<A extends Amount = Amount> = {
  readonly own?: Proceeds<A> | undefined;
  /** At the price that wins. */
  readonly winning?: Proceeds<A> | undefined;
};

export const isLoss = (net: Amount | undefined): boolean => net !== undefined && net.Amount < 0;

/** Whether each sale costs more than it brings, fees and the known cost counted. */
export const losesMoney = (of: Proceeds | undefined): boolean => isLoss(of?.Net) || isLoss(of?.Profit);

const positive = <A extends Amount>(net: A): A => ({ ...net, Amount: -net.Amount });

/** The net of a sale after fees in a word or two: `net $5.20`, or `loses $0.40`. */
export const netText = <A extends Amount>(net: A, write: (amount: A) => string): string =>
  isLoss(net) ? `loses ${write(positive(net))}` : `net ${write(net)}`;

/** What is left of the net after the cost: `profit $1.20`, or `below cost by $0.40`. */
export const profitText = <A extends Amount>(profit: A, write: (amount: A) => string): string =>
  isLoss(profit) ? `below cost by ${write(positive(profit))}` : `profit ${write(profit)}`;

/** Which of the prices loses money, in a sentence; empty when none does. */
export function lossText<A extends Amount>({ own, winning }: Nets<A>, write: (amount: A) => string): string {
  const size = (of: Proceeds<A> | undefined) => {
    const least = of?.Profit ?? of?.Net;
    return least && isLoss(least) ? write(positive(least)) : '';
  };
  const [now, then] = [size(own), size(winning)];
  const after = own?.Profit || winning?.Profit ? 'after fees and cost' : 'after fees';
  if (now && then) return `Each sale loses ${now} ${after}, and ${then} at the price that wins.`;
  if (then) return `At the price that wins, each sale would lose ${then} ${after}.`;
  return now && `Each sale loses ${now} ${after}.`;
}
