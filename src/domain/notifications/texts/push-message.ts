import type { CloudEvent } from '../notification.ts';

/** Push services accept 4 KiB, including the overhead of encryption (RFC 8291 4). A screen shows much less. */
const MAX_BYTES = 3 * 1024;

type PushText = { title: string; body: string; url?: string | undefined };

/**
 * What a service worker receives: the text to show, the page to open, the notification id, by which it drops duplicates, and
 * the kind. A body that is too long is cut.
 */
export function pushMessage({ id, type }: Pick<CloudEvent, 'id' | 'type'>, { title, body, url }: PushText): string {
  const write = (length: number) => JSON.stringify({ title, body: cut(body, length), id, type, url });
  let length = body.length;
  while (length > 0 && bytesOf(write(length)) > MAX_BYTES) length = Math.floor(length * 0.9);
  return write(length);
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}...`;
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length;
