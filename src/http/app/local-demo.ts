import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import { isForeignTarget, isRelayed } from '../../domain/relay.ts';

const MESSAGE = 'This service runs as a demo and answers only on this machine.';
const REMEDY =
  'Use http://localhost or http://127.0.0.1, without a proxy. To serve others set PUBLIC_URL, or DEMO_ANYWHERE=true for a public demo.';

/**
 * The fault of a relayed request while the demo is on, whose passwords are public. It depends on the request alone: nothing
 * that a stranger sends changes what others get.
 */
export function relayedFault({ headers, url }: FastifyRequest): Fault | undefined {
  if (!isRelayed(headers) && !isForeignTarget(url)) return undefined;
  return new Fault('MisdirectedRequest', { message: MESSAGE, details: REMEDY });
}

/** The same for the operator's server, which has no envelope. */
export const rejectRelayedInText: onRequestHookHandler = (request, reply, next) => {
  if (relayedFault(request)) reply.code(421).type('text/plain; charset=utf-8').send(`${MESSAGE} ${REMEDY}\n`);
  else next();
};
