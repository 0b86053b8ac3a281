import { get, type RequestListener, type ServerResponse } from 'node:http';
import { httpReceiver, type Receiver } from './receiver.ts';

/** A message as the gateway received it. */
export type ReceivedSms = Record<string, string>;

export type SmsGateway = Receiver & {
  /** The value for SMS_GATEWAY_URL. */
  readonly url: string;
  readonly received: ReceivedSms[];
  /** Calls the report URL of a message with the placeholders filled in, as the gateway does. Returns the status. */
  report(message: ReceivedSms, type: number, answer?: string): Promise<number | undefined>;
};

export const USER = 'storeuser';
export const PASSWORD = 'gatewaysecret';

/** Kannel's documented responses (user guide, "sendsms"). */
export const answers = {
  accepted: [202, '0: Accepted for delivery'],
  queued: [202, '3: Queued for later delivery'],
  unauthorized: [403, 'Authorization failed for sendsms'],
  notRoutable: [403, 'Not routable. Do not try again.'],
  missing: [400, "Missing 'text' parameter, request rejected"],
  temporal: [503, 'Temporal failure, try again later.'],
} as const satisfies Record<string, readonly [number, string]>;

export type Answer = readonly [status: number, body: string, headers?: Record<string, string>];

/** An SMS gateway that records every message and responds with `answer`. */
export async function smsGateway(answer: Answer | ((response: ServerResponse) => void)): Promise<SmsGateway> {
  const received: ReceivedSms[] = [];
  const listener: RequestListener = (request, response) => {
    const url = new URL(request.url ?? '', 'http://gateway');
    received.push({ method: request.method ?? '', path: url.pathname, ...Object.fromEntries(url.searchParams) });
    if (typeof answer === 'function') return answer(response);
    const [status, body, headers = {}] = answer;
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
  };
  const receiver = await httpReceiver(listener);
  return {
    ...receiver,
    url: `${receiver.origin}/cgi-bin/sendsms?username=${USER}&password=${PASSWORD}&from=STORE`,
    received,
    report: (message, type, answerText = '') => call(filledIn(message['dlr-url'] ?? '', type, answerText)),
  };
}

/** As Kannel does it: replaces the placeholders in the URL's text, each value percent-encoded. */
function filledIn(reportUrl: string, type: number, answer: string): string {
  return reportUrl.replace('%d', String(type)).replace('%A', encodeURIComponent(answer));
}

function call(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}
