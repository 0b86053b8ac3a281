import type { FastifyReply, FastifyRequest } from 'fastify';

/** `end` is behind the last byte. */
type Range = { readonly start: number; readonly end: number };

/**
 * The part of a file that the request asks for (RFC 9110 14). Undefined: all of it, also where the file is not the one of `If-Range`, or
 * where several parts are asked for, which a server may ignore. `unsatisfiable`: no byte of it is there.
 */
export function byteRangeOf(
  { headers }: FastifyRequest,
  length: number,
  etag: string,
): Range | 'unsatisfiable' | undefined {
  const { range } = headers;
  const ifRange = headers['if-range'];
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return undefined;
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range.trim()) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '')
    return Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, length - Number(last)), end: length };
  const start = Number(first);
  const end = last === '' ? length : Math.min(length, Number(last) + 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= length ? 'unsatisfiable' : { start, end };
}

/** The headers of an answer that has this part of a file, or all of it. */
export function rangeHeaders(reply: FastifyReply, range: Range | undefined, length: number): FastifyReply {
  if (range === undefined) return reply.header('content-length', length);
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end - 1}/${length}`)
    .header('content-length', range.end - range.start);
}
