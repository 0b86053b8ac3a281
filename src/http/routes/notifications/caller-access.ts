import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../../domain/authorization/rights.ts';
import { type DestinationAccess, destinationAccess } from '../../../domain/notifications/access.ts';
import { sellerOf } from '../../guards/bearer.ts';

/** Which destinations the caller of a request sees and changes. */
export type AccessOf = (request: FastifyRequest) => DestinationAccess;

/** `consoleClientId` is the client that counts as the seller's own (decision 38). */
export const accessBy =
  (consoleClientId: string | undefined): AccessOf =>
  (request) => {
    const sellerId = sellerOf(request);
    return destinationAccess(request.caller as Caller, sellerId, consoleClientId);
  };
