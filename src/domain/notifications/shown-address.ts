import type { DestinationSettings } from './destination.ts';

const HIDDEN = '***';

/**
 * The address of a destination as the operator sees it. Of a URL only the host: the path may be the secret of the receiver. Of a person
 * what lets the seller recognize the address, and nobody write to it. Undefined: it has none, as PULL, or it cannot be decrypted.
 */
export function shownAddress({ webhook, push, email, sms }: DestinationSettings): string | undefined {
  const url = webhook?.url ?? push?.endpoint;
  if (url !== undefined) return hostOf(url);
  if (email !== undefined) return maskedEmail(email.address);
  return sms && maskedPhone(sms.phoneNumber);
}

function hostOf(text: string): string | undefined {
  const url = URL.parse(text);
  return url === null ? undefined : `${url.protocol}//${url.host}`;
}

function maskedEmail(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, 1)}${HIDDEN}${address.slice(at)}`;
}

const maskedPhone = (number: string): string => `${number.slice(0, 3)}${HIDDEN}${number.slice(-2)}`;

/** Mail servers and gateways quote the address that they refuse. */
export const withoutAddresses = (text: string): string =>
  text
    .replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, (address) => maskedEmail(address))
    .replaceAll(/\+?\d{7,15}/g, (number) => maskedPhone(number));
