import { nearestName } from '../../domain/nearest-name.ts';
import type { QueryNames } from './query-names.ts';
import { listed } from './warning-header.ts';

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
  const text = listed(unknown, (name) => nearestName(name, known));
  return `unknown query parameters are ignored: ${text}; this operation has ${known.join(', ') || 'none'}`;
}
