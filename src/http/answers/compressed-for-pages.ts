import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { onSendHookHandler } from 'fastify';
import { codingOf } from './content-coding.ts';

/** Smaller answers fit into the packets that come at once. */
const MIN_CHARACTERS = 2_000;

/** A third of a millisecond for 40 KB, on another thread. The next better one takes six times as long for 4 %. */
const FAST_BROTLI = { params: { [zlib.BROTLI_PARAM_QUALITY]: 4 } };

/**
 * `onSend` of an operation with large answers: compresses them for pages of this service, whose readers may be on a slow network. Programs
 * get them as they are: they ask more often than they wait, and the processor time would be everybody's.
 *
 * The length of a compressed answer tells something about its content to whoever can choose a part of that content and
 * watch the network (BREACH). Nobody can here: a browser sends no token by itself, so no other page can make it ask.
 */
export const compressedForPages: onSendHookHandler<unknown> = (request, reply, payload, done) => {
  const { 'sec-fetch-site': site, 'accept-encoding': accepted } = request.headers;
  const isForPage = site === 'same-origin' && typeof payload === 'string' && payload.length >= MIN_CHARACTERS;
  const coding = isForPage ? codingOf(accepted) : 'plain';
  if (!isForPage || coding === 'plain') {
    done(null, payload);
    return;
  }
  const finish = (error: Error | null, bytes: Buffer): void => {
    if (error) {
      done(null, payload);
      return;
    }
    const tag = reply.getHeader('etag');
    // Two forms of one answer: a strong tag would say that they are the same bytes (RFC 9110 8.8.3).
    if (typeof tag === 'string') void reply.header('etag', tag.replace(/^"/, 'W/"'));
    const vary = reply.getHeader('vary');
    void reply.headers({
      'content-encoding': coding,
      vary: vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`,
    });
    done(null, bytes);
  };
  if (coding === 'br') brotliCompress(payload, FAST_BROTLI, finish);
  else gzip(payload, { level: 1 }, finish);
};
