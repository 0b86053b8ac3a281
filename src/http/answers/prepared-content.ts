import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { madeOnce } from '../../async/made-once.ts';
import { BoundedCache } from '../../domain/bounded-cache.ts';
import { type Coding, codingOf } from './content-coding.ts';
import { notModified } from './not-modified.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * Content that is the same for everybody, in every form in which it is sent. A form is compressed when it is first asked for, on another
 * thread, and kept.
 */
export class PreparedContent {
  readonly #plain: Buffer;
  readonly #headers: Headers;
  readonly #digest: string;
  readonly #forms: Readonly<Record<Coding, () => Promise<Buffer>>>;

  readonly #isCompressible: boolean;

  /** `headers` has the type and how long caches may keep it. What is sent once is compressed quickly instead of well. */
  constructor(content: string | Uint8Array, headers: Headers, { isCompressed = true, isSentOnce = false } = {}) {
    this.#plain = Buffer.from(content);
    this.#headers = headers;
    // Pictures and packages are compressed already.
    this.#isCompressible =
      isCompressed && /^(?:text\/|application\/json|image\/svg)/.test(headers['Content-Type'] ?? '');
    this.#forms = {
      plain: async () => this.#plain,
      gzip: madeOnce(() => compress.gzip(this.#plain, isSentOnce)),
      br: madeOnce(() => compress.br(this.#plain, isSentOnce)),
    };
    this.#digest = hash('sha256', this.#plain, 'base64url');
  }

  /** The best form that the client takes, or 304 when it has that one. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const coding = this.#isCompressible ? codingOf(request.headers['accept-encoding']) : 'plain';
    // Two forms of one content are two representations: each has its own strong tag (RFC 9110 8.8.3.3).
    const etag = coding === 'plain' ? `"${this.#digest}"` : `"${this.#digest}-${coding}"`;
    void reply.headers({ ...this.#headers, Vary: variesBy(this.#headers.Vary) });
    if (coding !== 'plain') void reply.header('Content-Encoding', coding);
    // An answer that caches may not store has no tag.
    if (this.#headers['Cache-Control'] === 'no-store') return reply.send(await this.#forms[coding]());
    void reply.header('ETag', etag);
    return notModified(request, reply, etag) ?? reply.send(await this.#forms[coding]());
  }
}

const variesBy = (others: string | undefined) =>
  others === undefined ? 'Accept-Encoding' : `${others}, Accept-Encoding`;

const compress = {
  gzip: (plain: Buffer, isSentOnce: boolean) => promisify(gzip)(plain, { level: isSentOnce ? 1 : 9 }),
  br: (plain: Buffer, isSentOnce: boolean) =>
    promisify(brotliCompress)(plain, {
      params: {
        [zlib.BROTLI_PARAM_QUALITY]: isSentOnce ? 1 : qualityFor(plain.length),
        [zlib.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
};

/** The first reader waits: 4 MB take a second at 5 and 50 seconds at 10, which makes them a tenth smaller. */
function qualityFor(bytes: number): number {
  if (bytes > 1_000_000) return 5;
  return bytes > 100_000 ? 9 : 10;
}

const MAX_PAGES = 16;

/** For pages that have few forms, such as one for each name of the machine: what was written last is kept compressed. */
export class PreparedPages {
  readonly #kept = new BoundedCache<PreparedContent>(MAX_PAGES);

  of(text: string, headers: Headers): PreparedContent {
    return this.#kept.get(text) ?? this.#kept.set(text, new PreparedContent(text, headers));
  }
}
