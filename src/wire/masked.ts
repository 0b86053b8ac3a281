import type { Json } from '../domain/market/item.ts';

/** What stands in the place of a secret in every answer (decision 26). Sent back it means: as it is. */
export const MASK = '****';

const words = /secret|token|passw(?:or)?d|passphrase|authorization|apikey|credential|privatekey|signature|cookie/;

/** Whether a field is named like one that holds a secret, in whatever way its words are joined. */
const isSecretName = (name: string) => words.test(name.toLowerCase().replace(/[^a-z0-9]/g, ''));

type JsonObject = { readonly [name: string]: Json };

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same value with a mask over everything in it that is named like a secret, at any depth. */
function masked(value: Json): Json {
  if (Array.isArray(value)) return value.map(masked);
  return isObject(value) ? maskedFields(value) : value;
}

export function maskedFields(fields: JsonObject): JsonObject {
  const shown = Object.entries(fields).map(([name, value]) => [name, isSecretName(name) ? MASK : masked(value)]);
  return Object.fromEntries(shown);
}

/** What a caller sent who had only seen the masks: each stands for the value that is stored in its place. */
export function unmasked(given: Json, stored: Json | undefined): Json {
  if (Array.isArray(given)) {
    const before = Array.isArray(stored) ? stored : [];
    return given.map((one, at) => unmasked(one, before[at]));
  }
  if (!isObject(given)) return given;
  const before = isObject(stored) ? stored : {};
  const entries = Object.entries(given).map(([name, value]) => {
    const kept = Object.hasOwn(before, name) ? before[name] : undefined;
    return [name, value === MASK && isSecretName(name) && kept !== undefined ? kept : unmasked(value, kept)];
  });
  return Object.fromEntries(entries);
}

/** The first field that holds nothing but the mask where a secret is due; undefined when there is none. */
export function maskLeft(value: Json, path = ''): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, one] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
    if (one === MASK && !Array.isArray(value) && isSecretName(name)) return at;
    const inside = maskLeft(one, at);
    if (inside !== undefined) return inside;
  }
  return undefined;
}
