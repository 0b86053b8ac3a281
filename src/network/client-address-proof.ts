import { createHmac, timingSafeEqual } from 'node:crypto';

/** Carries the address of a caller from the service to its provider: `203.0.113.9; <proof>`. */
export const CLIENT_ADDRESS_HEADER = 'x-service-client-address';

/**
 * The address with a proof that the service wrote it, made with the secret of the service's client at the provider. Neither
 * can be guessed or reused for another address, and another provider that gets the header learns nothing from it.
 */
export function proveAddress(secret: string, address: string): string {
  return `${address}; ${proofOf(secret, address)}`;
}

/** The address, when the holder of the secret wrote it; undefined otherwise. */
export function provenAddress(secret: string, header: string | readonly string[] | undefined): string | undefined {
  const [, address, proof] = /^([^;]*); ([\w-]{43})$/.exec(String(header ?? '')) ?? [];
  if (address === undefined || proof === undefined) return undefined;
  return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(secret, address))) ? address : undefined;
}

const proofOf = (secret: string, address: string) =>
  createHmac('sha256', secret).update(`client address ${address}`).digest('base64url');
