import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type AttributeValue = { stringValue?: string; intValue?: number; arrayValue?: { values: AttributeValue[] } };
type Attribute = { key: string; value: AttributeValue };
type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  traceState?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  links: { traceId: string; spanId: string }[];
  status: { code?: number };
};
type SentTraces = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[] };

/** A span as it arrived, with its attributes by name. */
export type ReceivedSpan = Omit<SentSpan, 'attributes'> & { attributes: Record<string, unknown>; service: unknown };

/** The kinds of spans in OTLP. */
export const KINDS = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const;

const plain = (value: AttributeValue): unknown =>
  value.arrayValue ? value.arrayValue.values.map(plain) : Object.values(value)[0];
const byName = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]));

/** A trace collector on a real socket: takes OTLP over HTTP as JSON (opentelemetry-proto, trace_service.proto). */
export class Collector {
  readonly #server: Server;
  readonly spans: ReceivedSpan[] = [];
  readonly requests: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
  /** Another status than 200, or 'never' for no answer at all. */
  behaviour: number | 'never' = 200;

  private constructor() {
    this.#server = createServer((request, response) => void this.#receive(request, response));
  }

  static async start(): Promise<Collector> {
    const collector = new Collector();
    collector.#server.listen(0, '127.0.0.1');
    await once(collector.#server, 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request).catch(() => '');
    this.requests.push({ path: request.url ?? '', headers: request.headers, body });
    if (this.behaviour === 'never') return;
    if (this.behaviour === 200) this.#take(JSON.parse(body) as SentTraces);
    response.writeHead(this.behaviour, { 'content-type': 'application/json' }).end('{}');
  }

  #take({ resourceSpans }: SentTraces): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = byName(resource.attributes)['service.name'];
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({ ...span, attributes: byName(span.attributes), service });
    }
  }
}
