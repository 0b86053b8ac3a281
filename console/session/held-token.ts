import type { AccessToken } from './authorization.ts';

/** A renewal begins so long before the token ends, or at half of its life when that is later. */
const RENEWAL_LEAD_MS = 120_000;
/** A token that is rejected so soon is not helped by another one. */
const FRESH_MS = 10_000;
/** A token that ends this soon is not sent any more. */
const MARGIN_MS = 5_000;

/** The token that a page sends. */
export type HeldToken = AccessToken & { readonly gotAt: number };

/** The value to send; undefined when there is none, or it ends too soon. */
export const sendable = (token: HeldToken | undefined): string | undefined =>
  token && Date.now() < token.expiresAt - MARGIN_MS ? token.value : undefined;

export const isFresh = ({ gotAt }: HeldToken): boolean => Date.now() - gotAt < FRESH_MS;

/** From now on. */
export function renewalDelayMs({ expiresAt }: AccessToken): number {
  const lifetimeMs = expiresAt - Date.now();
  return Math.max(lifetimeMs - RENEWAL_LEAD_MS, lifetimeMs / 2);
}
