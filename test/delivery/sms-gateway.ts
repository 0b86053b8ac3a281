import { get, type RequestListener, type ServerResponse } from 'node:http';
import { httpReceiver, type Receiver } from './receiver.ts';

/** A message as the gateway got it. */
export type Taken = Record<string, string>;

export type SmsGateway = Receiver & {
  /** What SMS_GATEWAY_URL would be. */
  readonly url: string;
  readonly taken: Taken[];
  /** Calls the report address of a message with the codes filled in, as the gateway does; the status of the answer. */
  report(taken: Taken, type: number, answer?: string): Promise<number | undefined>;
};

export const USER = 'storeuser';
export const PASSWORD = 'gatewaysecret';

/** Kannel's documented answers (user guide, "sendsms"). */
export const answers = {
  accepted: [202, '0: Accepted for delivery'],
  queued: [202, '3: Queued for later delivery'],
  unauthorized: [403, 'Authorization failed for sendsms'],
  notRoutable: [403, 'Not routable. Do not try again.'],
  missing: [400, "Missing 'text' parameter, request rejected"],
  temporal: [503, 'Temporal failure, try again later.'],
} as const satisfies Record<string, readonly [number, string]>;

export type Answer = readonly [status: number, body: string, headers?: Record<string, string>];

/** An SMS gateway that notes every message and answers each as it is told. */
export async function smsGateway(answer: Answer | ((response: ServerResponse) => void)): Promise<SmsGateway> {
  const taken: Taken[] = [];
  const listener: RequestListener = (request, response) => {
    const url = new URL(request.url ?? '', 'http://gateway');
    taken.push({ method: request.method ?? '', path: url.pathname, ...Object.fromEntries(url.searchParams) });
    if (typeof answer === 'function') return answer(response);
    const [status, body, headers = {}] = answer;
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
  };
  const receiver = await httpReceiver(listener);
  return {
    ...receiver,
    url: `${receiver.origin}/cgi-bin/sendsms?username=${USER}&password=${PASSWORD}&from=STORE`,
    taken,
    report: (message, type, said = '') => call(filledIn(message['dlr-url'] ?? '', type, said)),
  };
}

/** As Kannel does it: in the text of the address, each value percent-encoded. */
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
