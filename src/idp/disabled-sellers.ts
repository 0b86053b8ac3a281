import type { IncomingMessage } from 'node:http';
import type { Sql } from '../db/db.ts';
import { isObject } from '../domain/is-object.ts';
import { disabledSellersAfter } from './sellers.ts';
import { type Answer, badServiceRequest, serviceRequest } from './service-endpoint.ts';

const PAGE = 1_000;

/**
 * Answers only the seller service: which sellers are disabled, a page at a time, after the id that it names. The service sends nothing
 * to their destinations (decision 55).
 */
export async function disabledSellerPage(
  req: IncomingMessage,
  { db, serviceClient }: { db: Sql; serviceClient: { id: string; secret: string } },
): Promise<Answer> {
  const request = await serviceRequest(req, serviceClient);
  if ('refusal' in request) return request.refusal;
  const { after = '' } = isObject(request.value) ? request.value : {};
  if (typeof after !== 'string' || after.includes('\0')) return badServiceRequest('after must be the id of a seller');
  const disabled = await disabledSellersAfter(db, after, PAGE);
  return { status: 200, body: { disabled, isLast: disabled.length < PAGE } };
}
