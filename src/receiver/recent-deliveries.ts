import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';

/** One received request. */
export type ReceivedDelivery = {
  /** Counts from 1, in the order of arrival. */
  number: number;
  time: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** `base64` for a body that is not text, such as an encrypted push message. */
  encoding: 'utf8' | 'base64';
};

const MAX_DELIVERIES = 100;
/** For all bodies together: a hundred bodies of the largest size would take a hundred megabytes. */
const MAX_STORED_CHARACTERS = 16 * 1024 * 1024;

/** Headers with credentials are not shown, not even on the same machine. */
const credentialHeader = /authori[sz]ation|authentication|cookie|token|secret|password|credential|api-?key/i;

/** The last deliveries, in memory only. */
export class RecentDeliveries {
  #deliveries: ReceivedDelivery[] = [];
  #count = 0;

  add(request: { path: string; headers: IncomingHttpHeaders; body: Buffer; timeMs: number }): void {
    const { path, headers, body, timeMs } = request;
    const encoding = isUtf8(body) ? 'utf8' : 'base64';
    this.#count += 1;
    this.#deliveries.push({
      number: this.#count,
      time: new Date(timeMs).toISOString(),
      path,
      headers: shownHeaders(headers),
      body: body.toString(encoding),
      encoding,
    });
    while (this.#deliveries.length > MAX_DELIVERIES || this.#characters() > MAX_STORED_CHARACTERS)
      this.#deliveries.shift();
  }

  newestFirst(): ReceivedDelivery[] {
    return this.#deliveries.toReversed();
  }

  #characters(): number {
    return this.#deliveries.reduce((sum, { body }) => sum + body.length, 0);
  }
}

function shownHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const shown = Object.entries(headers).filter(([name]) => !credentialHeader.test(name));
  return Object.fromEntries(shown.map(([name, value = '']) => [name, [value].flat().join(', ')]));
}
