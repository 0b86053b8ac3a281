import type { CloudEvent } from './notification.ts';

/** A push service takes 4 KiB, of which encryption needs some (RFC 8291 4); a screen shows much less. */
const MAX_BYTES = 3 * 1024;

/**
 * What a service worker gets: what to show, which notification it is (its key for dropping repeats), and its kind. The body
 * is cut where it would be too long.
 */
export function pushMessage({ id, type }: CloudEvent, { title, body }: { title: string; body: string }): string {
  const write = (length: number) => JSON.stringify({ title, body: cut(body, length), id, type });
  let length = body.length;
  while (length > 0 && bytesOf(write(length)) > MAX_BYTES) length = Math.floor(length * 0.9);
  return write(length);
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}...`;
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length;
