/** What decides whether a column has room. Widths are in rem, so that they are right in every size of text. */
export type FitColumn = {
  readonly id: string;
  /** The least width, with the space around the text. */
  readonly rem: number;
  readonly isOptional?: boolean | undefined;
  readonly importance?: number | undefined;
};

export type Fit = {
  /** Beside the name. */
  readonly beside: ReadonlySet<string>;
  /** Under the name, each with its label. */
  readonly under: ReadonlySet<string>;
};

/** The first column says what a row is: its text keeps 12 rem. */
const NAME_REM = 12;
/** The space around the name. */
const NAME_EDGE_REM = 2;
/** A single figure beside the name leaves it little and gives little: all of them stand under it then. */
const FEWEST = 2;

/**
 * Which columns stand beside the first one in a table of this width. Where there is no room the optional ones go first, then the less
 * important, then those further to the right. An optional column is left out, another one moves under the name.
 */
export function fitColumns([, ...columns]: readonly FitColumn[], roomRem: number): Fit {
  const order = columns
    .map((column, at) => ({ ...column, at }))
    .toSorted(
      (one, other) =>
        Number(one.isOptional ?? false) - Number(other.isOptional ?? false) ||
        (other.importance ?? 0) - (one.importance ?? 0) ||
        one.at - other.at,
    );
  let left = roomRem - NAME_REM - NAME_EDGE_REM;
  const missing = order.findIndex(({ rem }) => {
    left -= rem;
    return left < 0;
  });
  const count = missing < 0 ? order.length : missing;
  const staying = count < Math.min(FEWEST, order.length) ? [] : order.slice(0, count);
  const beside = new Set(staying.map(({ id }) => id));
  const under = columns.filter(({ id, isOptional }) => !beside.has(id) && !isOptional);
  return { beside, under: new Set(under.map(({ id }) => id)) };
}
