import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ArrivalQueue } from '../../../src/http/admission/arrivals.ts';
import { StagedRequest } from '../../../src/http/admission/staged-request.ts';

const KNOWN = /^known-(\d+)/;
const provenSender = ({ headers: { authorization = '' } }: FastifyRequest) => KNOWN.exec(authorization)?.[0];

/** What the queue reads of a request. */
const requestOf = (authorization: string, ip: string) =>
  new StagedRequest({ headers: { authorization }, ip } as FastifyRequest, {} as FastifyReply, () => undefined);

describe('requests whose caller is not known yet', () => {
  const queueOf = (items: readonly StagedRequest[]) => {
    const queue = new ArrivalQueue(provenSender);
    for (const item of items) queue.push(item);
    return queue;
  };
  /** The requests of the next batch. */
  const batchOf = (queue: ArrivalQueue, size = 32) => {
    queue.begin();
    const batch = Array.from({ length: size }, () => queue.take()).filter((item) => item !== undefined);
    return batch;
  };
  const sentBy = ({ request }: StagedRequest) => request.headers.authorization;
  const flood = (count: number, ip = '192.0.2.1') =>
    Array.from({ length: count }, (_, n) => requestOf(`made-up-${n}`, ip));

  it('come first when they are of a known caller or of another address than 2,000 with made-up tokens', () => {
    const honest = [requestOf('known-1', '192.0.2.1'), requestOf('new', '198.51.100.7')];
    const queue = queueOf([...flood(2_000), ...honest]);
    deepEqual(batchOf(queue).slice(0, 3).map(sentBy), ['known-1', 'made-up-0', 'new']);
  });

  it('of a network with very many IPv6 addresses are those of one sender', () => {
    const network = Array.from({ length: 2_000 }, (_, n) =>
      requestOf(`made-up-${n}`, `2001:db8:1:2:${n.toString(16)}::1`),
    );
    const queue = queueOf([...network, requestOf('new', '198.51.100.7')]);
    deepEqual(batchOf(queue).slice(0, 2).map(sentBy), ['made-up-0', 'new']);
  });

  it('of known callers have half of each batch, however many addresses send others', () => {
    const addresses = Array.from({ length: 2_000 }, (_, n) => requestOf('made-up', `10.0.${n >> 8}.${n & 255}`));
    const known = Array.from({ length: 100 }, (_, n) => requestOf(`known-${n}`, '192.0.2.1'));
    const queue = queueOf([...addresses, ...known]);
    equal(batchOf(queue).filter((item) => sentBy(item) !== 'made-up').length, 16);
  });

  it('are each taken once, those of a sender in their order', () => {
    const items = [...flood(40), ...flood(40, '192.0.2.2')].concat(
      Array.from({ length: 70 }, (_, n) => requestOf(`known-${n % 2} ${n}`, '192.0.2.3')),
    );
    const queue = queueOf(items.slice(0, 20));
    const taken = batchOf(queue, 5);
    for (const item of items.slice(20)) queue.push(item);
    while (queue.length > 0) taken.push(...batchOf(queue));
    equal(taken.length, items.length);
    equal(new Set(taken).size, items.length);
    const places = new Map(items.map((item, at) => [item, at]));
    const last = new Map<string, number>();
    for (const item of taken) {
      const sender = provenSender(item.request) ?? item.request.ip;
      const at = places.get(item) ?? 0;
      ok(at > (last.get(sender) ?? -1), `${sentBy(item)} was overtaken`);
      last.set(sender, at);
    }
  });
});
