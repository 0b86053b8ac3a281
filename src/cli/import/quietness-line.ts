import type { Quietness } from '../../market/intake/quietness.ts';

const MAX_NAMED = 5;

/** Whether an import gives events to sellers, and why, in one line. */
export function quietnessLine(quietness: Quietness, changedMarketplaces: ReadonlySet<string>): string {
  if (quietness.asked === true) return 'Quiet: sellers are not told of these changes (--quiet)';
  if (quietness.asked === false) return 'Loud: sellers are told of these changes (--loud)';
  const quiet = [...changedMarketplaces].filter((id) => quietness.isQuiet(id)).sort();
  const loud = [...changedMarketplaces].filter((id) => !quietness.isQuiet(id)).sort();
  if (quiet.length === 0 && loud.length === 0) return 'Nothing changed that sellers are told of';
  const wasEmpty = `because ${listed(quiet)} had no items before this import`;
  if (loud.length === 0) return `Quiet: sellers are not told of these changes, ${wasEmpty}`;
  if (quiet.length === 0) return `Loud: sellers are told of these changes, because ${listed(loud)} had items before`;
  return `Partly quiet: sellers are told of the changes in ${listed(loud)}, and of no others, ${wasEmpty}`;
}

function listed(ids: readonly string[]): string {
  const more = ids.length - MAX_NAMED;
  const named = more > 0 ? [...ids.slice(0, MAX_NAMED), `${more} more`] : ids;
  return new Intl.ListFormat('en').format(named);
}
