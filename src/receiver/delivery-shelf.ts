import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';

/** One request as it came. */
export type ReceivedDelivery = {
  time: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** `base64` for what is no text, such as an encrypted push message. */
  encoding: 'utf8' | 'base64';
};

const MAX_KEPT = 100;
/** Of all bodies together: a hundred of the largest would be a hundred megabytes for a demo. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/** What opens doors is not for a page, even for one on the same machine. */
const secretName = /authori[sz]ation|authentication|cookie|token|secret|password|credential|api-?key/i;

/** The last deliveries, in memory: gone when the process ends. */
export class DeliveryShelf {
  #kept: ReceivedDelivery[] = [];

  put(request: { path: string; headers: IncomingHttpHeaders; body: Buffer; timeMs: number }): void {
    const { path, headers, body, timeMs } = request;
    const encoding = isUtf8(body) ? 'utf8' : 'base64';
    this.#kept.push({
      time: new Date(timeMs).toISOString(),
      path,
      headers: shownHeaders(headers),
      body: body.toString(encoding),
      encoding,
    });
    while (this.#kept.length > MAX_KEPT || this.#characters() > MAX_CHARACTERS) this.#kept.shift();
  }

  newestFirst(): ReceivedDelivery[] {
    return this.#kept.toReversed();
  }

  #characters(): number {
    return this.#kept.reduce((sum, { body }) => sum + body.length, 0);
  }
}

function shownHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const shown = Object.entries(headers).filter(([name]) => !secretName.test(name));
  return Object.fromEntries(shown.map(([name, value = '']) => [name, [value].flat().join(', ')]));
}
