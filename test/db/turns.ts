/**
 * Runs `work` and looks at `count`, which must be synchronous, in every turn of the event loop. Returns the largest drop
 * between two turns: what the work did while nothing else could run. It does not depend on the speed of the machine.
 */
export async function largestDropInOneTurn(count: () => number, work: () => Promise<unknown>): Promise<number> {
  let largest = 0;
  let before = count();
  const look = () => {
    const now = count();
    largest = Math.max(largest, before - now);
    before = now;
    next = setImmediate(look);
  };
  let next = setImmediate(look);
  await work();
  clearImmediate(next);
  look();
  clearImmediate(next);
  return largest;
}
