import { isObject } from '../domain/is-object.ts';
import type { Json } from '../domain/market/item.ts';

/** Replaces a secret in every answer (decision 26). A caller that sends it back keeps the stored value. */
export const MASK = '****';

const secretNames = /secret|token|passw(?:or)?d|passphrase|authorization|apikey|credential|privatekey|signature|cookie/;

/** Whether the name of a field suggests a secret, in any style of joining words. */
const isSecretName = (name: string) => secretNames.test(name.toLowerCase().replace(/[^a-z0-9]/g, ''));

type JsonObject = { readonly [name: string]: Json };

/** The value with every field masked whose name suggests a secret, at any depth. */
function masked(value: Json): Json {
  if (Array.isArray(value)) return value.map(masked);
  return isObject(value) ? maskedFields(value) : value;
}

export function maskedFields(fields: JsonObject): JsonObject {
  const shown = Object.entries(fields).map(([name, value]) => [name, isSecretName(name) ? MASK : masked(value)]);
  return Object.fromEntries(shown);
}

/** Replaces each mask that a caller sent back with the stored value. */
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

/** The first field with a mask that has no stored value; undefined when there is none. */
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
