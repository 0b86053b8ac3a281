/** A longer name is no typing mistake, and comparing it would take long. */
const MAX_LENGTH = 64;
/** A shorter beginning fits too many names. */
const MIN_BEGINNING = 4;

/**
 * The known name that was probably meant by an unknown one, for "did you mean": `pricce` is `price`, `WEBHOOK` is `WEBHOOKS`,
 * `max_in_flight` is `maxInFlight`, `length` is `lengthIn`. Case and separators do not count. Undefined when none is near;
 * the first of several that are equally near.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const wanted = simplified(name);
  let nearest: string | undefined;
  // One mistake in three letters: with more, two short words are near each other by accident.
  let least = Math.floor(wanted.length / 3) + 1;
  for (const candidate of known) {
    const other = simplified(candidate);
    const distance =
      wanted.length >= MIN_BEGINNING && other.startsWith(wanted) ? 1 : editDistance(wanted, other, least);
    if (distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

function simplified(name: string): string {
  return name.toLowerCase().replace(/[\s_.-]/g, '');
}

/** The number of letters that are missing, extra, wrong, or swapped with their neighbour. `limit` when there are as many. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, j - 2) + 1 : limit,
      );
    }
    [beforeLast, last] = [last, row];
  }
  return at(last, b.length);
}

const at = (row: readonly number[], index: number) => row[index] as number;
