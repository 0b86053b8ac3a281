import type { AdapterPayload } from 'oidc-provider';

/**
 * Replaces the record's id in the stored payload (`jti`, `returnTo`). The id is a token, a code or a cookie, so the table
 * has only its hash. The placeholder is unambiguous: JSON text never contains a raw control character.
 */
const ID_PLACEHOLDER = '\u0001';

/** The stored payload, with the record's id put back. */
export function payloadOf(text: string, id: string): AdapterPayload {
  return JSON.parse(text.replaceAll(ID_PLACEHOLDER, id)) as AdapterPayload;
}

export function serialize(id: string, payload: AdapterPayload): string {
  return JSON.stringify(payload).replaceAll(id, ID_PLACEHOLDER);
}
