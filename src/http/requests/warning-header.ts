import type { FastifyReply } from 'fastify';
import type { NamedKey } from '../../wire/unknown-key-warnings.ts';

/** More names say nothing new, and headers are small. */
const MAX_NAMES = 5;
const MAX_NAME_CHARACTERS = 64;

/** The first of some unknown names, each with the one that was probably meant, and how many more there are. */
export function listed(names: readonly string[], meantBy: (name: string) => string | undefined): string {
  const first = names.slice(0, MAX_NAMES).map((name) => {
    const meant = meantBy(name);
    return meant === undefined ? headerText(name) : `${headerText(name)} (did you mean ${meant}?)`;
  });
  const more = names.length - first.length;
  return `${first.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Names unknown fields of the body in the header `x-warning`, behind what it says about the query (decision 3). */
export function warnOfFields(reply: FastifyReply, keys: readonly NamedKey[]): void {
  const meant = new Map(keys.map((key) => [key.path, key.meant]));
  const text = `unknown fields of the body are ignored: ${listed([...meant.keys()], (path) => meant.get(path))}`;
  const others = reply.getHeader('x-warning');
  void reply.header('x-warning', others === undefined ? text : `${others}; ${text}`);
}

/** Percent-encoded as in a URL: a name may hold anything, a line break too. */
function headerText(name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed());
  if (encoded.length <= MAX_NAME_CHARACTERS) return encoded;
  // No half of an escape at the end.
  return `${encoded.slice(0, MAX_NAME_CHARACTERS - 3).replace(/%.?$/, '')}...`;
}
