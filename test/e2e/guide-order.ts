/** The guides whose examples change the market: others show figures of the fresh demo. */
const CHANGING = ['price-changes', 'events', 'market-data'];

/** The order in which the examples of guides run. */
export const inGuideOrder = (names: readonly string[]): string[] => [
  ...names.filter((name) => !CHANGING.includes(name)).toSorted(),
  ...CHANGING,
];
