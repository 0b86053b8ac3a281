import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fleet } from '../faults/fleet.ts';
import { answer } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';

const SELLERS = 10;
/** Two at a time go to each seller, so that all workers get some of them. */
const IN_FLIGHT = 2;

type Held = { id: string; request: IncomingMessage; response: ServerResponse };

/** Deliveries that the receiver has got and does not answer, sent by all workers. */
export class HeldDeliveries {
  readonly path = `/held/${crypto.randomUUID()}`;
  readonly ids: string[] = [];
  readonly #fleet: Fleet;
  readonly #held: Held[] = [];

  private constructor(fleet: Fleet) {
    this.#fleet = fleet;
  }

  static async start(fleet: Fleet): Promise<HeldDeliveries> {
    const all = new HeldDeliveries(fleet);
    fleet.receiver.on(all.path, (response, request) => {
      all.#held.push({ id: String(request.headers['webhook-id']), request, response });
    });
    // One after the other: each worker looks for work meanwhile.
    for (let n = 0; n < SELLERS; n += 1) {
      const seller = fleet.seller(`HELD${n}`);
      const { channelId } = await seller.webhook(fleet.receiver.url(all.path), { maxInFlight: IN_FLIGHT });
      all.ids.push(...(await seller.tests(channelId, IN_FLIGHT)));
    }
    await until('all are in flight', () => all.#held.length >= all.ids.length);
    return all;
  }

  /** Those whose sender has gone. */
  async cutOff(): Promise<string[]> {
    const gone = () => this.#held.filter(({ request }) => request.socket.destroyed);
    await until('the receiver has noticed', () => gone().length > 0);
    return gone().map(({ id }) => id);
  }

  /** Answers all that wait, and from now on at once. */
  release(): void {
    this.#fleet.receiver.on(this.path, answer(204));
    for (const { response } of this.#held) if (!response.destroyed) response.writeHead(204).end();
  }
}
