import { signal } from '@preact/signals';

/** Secrets that were made in this page, by destination: in memory only, until the seller has copied them or leaves. */
const secrets = signal<Readonly<Record<string, string>>>({});

export const secretOf = (channelId: string): string | undefined => secrets.value[channelId];

export function keepSecret(channelId: string, secret: string): void {
  secrets.value = { ...secrets.value, [channelId]: secret };
}

export function dropSecret(channelId: string): void {
  secrets.value = Object.fromEntries(Object.entries(secrets.value).filter(([id]) => id !== channelId));
}
