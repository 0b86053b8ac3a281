import type { Problem } from '../../domain/fault.ts';

export type SpelledFields = { fields: Record<string, unknown>; problems: Problem[] };

/**
 * The known fields of an object as it was sent, with one spelling of each, and without nulls (decision 35). `spellings` are
 * other names of fields, which other endpoints use (decision 43). A field that was sent in two spellings with two values is a
 * problem. `path` is the place of the object in the request.
 */
export function inOneSpelling(
  sent: Record<string, unknown>,
  names: readonly string[],
  spellings: Readonly<Record<string, string>>,
  path = '',
): SpelledFields {
  const fields: SpelledFields['fields'] = {};
  const problems: Problem[] = [];
  for (const name of names) if (sent[name] !== undefined && sent[name] !== null) fields[name] = sent[name];
  for (const [other, name] of Object.entries(spellings)) {
    const value = sent[other];
    if (value === undefined || value === null) continue;
    fields[name] ??= value;
    if (fields[name] !== value) problems.push(twoValues(`${path}${name}`, `${path}${other}`));
  }
  return { fields, problems };
}

const twoValues = (name: string, other: string): Problem => ({
  message: `${name} is not valid.`,
  details: `${name} and ${other} mean the same and have two values. Give one of them, or the same in both.`,
});
