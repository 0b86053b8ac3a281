/**
 * The files outside `src/async/` in which a rule of `lint/async-rules.ts` finds something, and why it stays. `oxlint.config.ts`
 * makes the exceptions from this list, and `test/guards` checks that each is still needed.
 */
export const handWrittenAsync: Readonly<Record<string, string>> = {
  'src/db/sweep.ts': 'ends when no row is left; the signal only ends it early',
  'src/delivery/settler.ts': 'repeats one write while the store is unavailable; a stop gives it up',
  'src/http/guards/unknown-tokens.ts': 'a request goes on beside the others as soon as it is counted, before it ends',
  'src/market/current-boards.ts': 'one rebuild serves several keys, and a reader knows whether it joined',
};
