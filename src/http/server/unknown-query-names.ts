import { nearestName } from '../../domain/nearest-name.ts';
import type { QueryNames } from './query-names.ts';

/** More names say nothing new, and headers are small. */
const MAX_NAMES = 5;
const MAX_NAME_CHARACTERS = 64;

/**
 * Unknown query parameters are ignored (decision 3), and a misspelt one may answer with more than the caller wanted: the text of
 * the header `x-warning`. Undefined when all names are known; then nothing is allocated. `query` has the names of the schema.
 */
export function unknownQueryWarning(query: object, names: QueryNames): string | undefined {
  for (const name in query) if (!names.has(name)) return warningOf(query, names);
  return undefined;
}

function warningOf(query: object, names: QueryNames): string {
  const unknown = Object.keys(query).filter((name) => !names.has(name));
  const known = [...new Set(names.values())];
  const listed = unknown.slice(0, MAX_NAMES).map((name) => {
    const meant = nearestName(name, known);
    return meant === undefined ? headerText(name) : `${headerText(name)} (did you mean ${meant}?)`;
  });
  const more = unknown.length - listed.length;
  return (
    `unknown query parameters are ignored: ${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}; ` +
    `this operation has ${known.join(', ') || 'none'}`
  );
}

/** Percent-encoded as in a URL: a name may hold anything, a line break too. */
function headerText(name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed());
  if (encoded.length <= MAX_NAME_CHARACTERS) return encoded;
  // No half of an escape at the end.
  return `${encoded.slice(0, MAX_NAME_CHARACTERS - 3).replace(/%.?$/, '')}...`;
}
