import { nearestName } from '../domain/nearest-name.ts';
import type { Warning } from './warning.ts';

/** A body with thousands of unknown keys must not keep the process busy. */
const MAX_UNKNOWN_KEYS = 50;
const MAX_WARNINGS = 20;

type Shape = { readonly properties?: Readonly<Record<string, Shape>>; readonly items?: Shape };
/** The keys of an object, each with the keys inside it. Undefined: any key is as good as any other. */
type KnownKeys = ReadonlyMap<string, KnownKeys | undefined> | undefined;
type UnknownKey = { key: string; inside: string };
/** A key of a body that has no effect, with the keys around it, and the known one that was probably meant. */
export type NamedKey = { readonly path: string; readonly meant: string | undefined };
/** A key of the shape: the keys around it, its name, and the longer words of the name. */
type KnownPath = { path: string; inside: string; name: string; words: readonly string[] };

/** Keys of an element of a list, by the place of the element. */
export const keysWithin = (place: string, keys: readonly NamedKey[]): NamedKey[] =>
  keys.map(({ path, meant }) => ({ path: `${place}.${path}`, meant }));

const NO_WARNINGS: readonly Warning[] = [];

/**
 * Bodies are free-form: unknown keys are allowed (decisions 3 and 26). Returns a function that warns of those that are nearly a
 * key of the shape, in the same object or elsewhere in the body. `alsoKnown` are keys of the body that are neither warned of nor
 * suggested. `onUnknown` gets all unknown ones, and is not called when there are none.
 */
export function unknownKeyWarnings(
  shape: object,
  alsoKnown: readonly string[] = [],
): (body: unknown, onUnknown?: (keys: readonly NamedKey[]) => void) => readonly Warning[] {
  const known = new Map(knownKeysOf(shape as Shape));
  const paths = pathsOf(known).map(knownPathOf);
  for (const name of alsoKnown) if (!known.has(name)) known.set(name, undefined);
  return (body, onUnknown) => {
    if (!hasUnknownKey(known, body)) return NO_WARNINGS;
    const unknown: UnknownKey[] = [];
    collect(known, body, '', unknown);
    const named = unknown.map((one) => ({ path: `${one.inside}${one.key}`, meant: meantBy(one, paths) }));
    onUnknown?.(named);
    return named.flatMap(warningOf).slice(0, MAX_WARNINGS);
  };
}

function knownKeysOf({ properties = {} }: Shape): Map<string, KnownKeys> {
  const inner = (shape: Shape): KnownKeys =>
    Object.keys(shape.properties ?? {}).length === 0 ? undefined : knownKeysOf(shape);
  return new Map(Object.entries(properties).map(([name, shape]) => [name, inner(shape)]));
}

/** The path of every key, by depth: a key that is in two places most likely means the outer one. */
function pathsOf(known: KnownKeys, inside = ''): string[] {
  const here = [...(known ?? [])].map(([name]) => inside + name);
  return [...here, ...[...(known ?? [])].flatMap(([name, keys]) => pathsOf(keys, `${inside}${name}.`))];
}

/** On the path of every estimate: no allocation for a body of known keys. */
function hasUnknownKey(known: NonNullable<KnownKeys>, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const key in value) {
    const inner = known.get(key);
    if (inner === undefined ? !known.has(key) : hasUnknownKey(inner, (value as Record<string, unknown>)[key]))
      return true;
  }
  return false;
}

function collect(known: NonNullable<KnownKeys>, value: unknown, inside: string, found: UnknownKey[]): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [key, one] of Object.entries(value)) {
    if (found.length >= MAX_UNKNOWN_KEYS) return;
    const inner = known.get(key);
    if (inner) collect(inner, one, `${inside}${key}.`, found);
    else if (!known.has(key)) found.push({ key, inside });
  }
}

const knownPathOf = (path: string): KnownPath => {
  const start = path.lastIndexOf('.') + 1;
  const name = path.slice(start);
  // Shorter words are too much alike, such as `list` and `last`.
  return { path, inside: path.slice(0, start), name, words: name.match(/[A-Za-z][a-z]{4,}/g) ?? [] };
};

/** None when the key is like no known one. The key can be quoted then: it is nearly a name, so it is no secret. */
const warningOf = ({ path, meant }: NamedKey): Warning[] =>
  meant === undefined
    ? []
    : [
        {
          ...{ code: 'UnknownKey', message: `${path} is not a known key.` },
          details: `It has no effect; did you mean ${meant}?`,
        },
      ];

function meantBy({ key, inside }: UnknownKey, paths: readonly KnownPath[]): string | undefined {
  const siblings = paths.filter((path) => path.inside === inside);
  const nearest = nearestPath(key, siblings) ?? nearestPath(key, paths);
  // `email` inside `emailConfig` is like the name around it, so it means the one key there.
  const isAround = nearest !== undefined && inside.startsWith(`${nearest}.`);
  const only = siblings.length === 1 ? siblings[0]?.path : undefined;
  return isAround ? only : nearest;
}

/**
 * By the whole name, otherwise by one word of it: `pricce` is nearly the first word of `PriceToEstimateFees`. A misspelt name
 * nearly always begins with the right letter, and a seller's own key such as `description` is no misspelt `subscription`.
 */
function nearestPath(key: string, paths: readonly KnownPath[]): string | undefined {
  const first = key[0]?.toLowerCase();
  const beginsAlike = (text: string) => text[0]?.toLowerCase() === first;
  const name = nearestName(key, paths.map((one) => one.name).filter(beginsAlike));
  if (name !== undefined) return paths.find((one) => one.name === name)?.path;
  const word = nearestName(key, paths.flatMap(({ words }) => words).filter(beginsAlike));
  return word === undefined ? undefined : paths.find(({ words }) => words.includes(word))?.path;
}

export const unknownValue = (field: string, given: string, readAs: string): Warning => ({
  code: 'UnknownValue',
  message: `${field} ${given} is not a known value.`,
  details: `It is read as ${readAs}; did you mean ${readAs}?`,
});
