/** What is measured on one of the two sides. */
export type Contender<Figures> = {
  /** Works for this long without measuring. */
  warmUp(seconds: number): Promise<unknown>;
  measure(seconds: number): Promise<Figures>;
};

export type Pace = { rounds: number; seconds: number; warmUpSeconds: number };

/** Called after each round with the figures of each side so far. True ends the measurement before the last round. */
type IsEnough<Figures> = (found: readonly Figures[][]) => boolean;

/** Load before each measurement. A service that was idle while the other one ran takes 10 % more CPU in its first second. */
export const LEAD_IN_SECONDS = 1;

/** The figures of each side, round by round. The order is ABBA: a drift of the machine then hits both alike. */
export async function measureInTurn<Figures>(
  sides: readonly Contender<Figures>[],
  { rounds, seconds, warmUpSeconds }: Pace,
  isEnough: IsEnough<Figures> = () => false,
): Promise<Figures[][]> {
  const targets = sides.map((side) => ({ side, found: [] as Figures[] }));
  for (const { side } of targets) await side.warmUp(warmUpSeconds);
  for (let round = 0; round < rounds; round += 1) {
    for (const { side, found } of round % 2 === 0 ? targets : targets.toReversed()) {
      await side.warmUp(LEAD_IN_SECONDS);
      found.push(await side.measure(seconds));
    }
    if (isEnough(targets.map(({ found }) => found))) break;
  }
  return targets.map(({ found }) => found);
}
