import type { IncomingMessage, Server } from 'node:http';
import { type FastifyBaseLogger, type FastifyHttpOptions, LogController } from 'fastify';
import { publicPathOf, withoutPublicPath } from '../../domain/public-path.ts';
import { type TrustedProxies, trustsHop } from '../../domain/relay.ts';
import type { Log } from '../../log/log.ts';
import { requestIdOf } from '../requests/request-id.ts';
import { ownCompilers } from '../requests/validator.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;

/** What Fastify and Node are told. */
export function serverOptions(log: Log, publicUrl: string, trustProxy: TrustedProxies) {
  const publicPath = publicPathOf(publicUrl);
  return {
    loggerInstance: log as FastifyBaseLogger,
    // No child logger per request: it costs more than it gives. Log lines carry the request id themselves.
    childLoggerFactory: (parent: FastifyBaseLogger) => parent,
    // Fastify's own request lines contain the URL with its query, which holds codes and states.
    logController: new LogController({ disableRequestLogging: true }),
    schemaController: ownCompilers,
    genReqId: requestIdOf,
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: trustProxy === false ? false : trustsHop(trustProxy),
    // Without a path of its own a request pays nothing for it.
    ...(publicPath === ''
      ? {}
      : { rewriteUrl: ({ url = '/' }: IncomingMessage) => withoutPublicPath(url, publicPath) }),
    // 256 characters, each up to 12 when percent-encoded. The validation then reports what is too long.
    routerOptions: { maxParamLength: 65_536 },
    http: {
      // Twenty SKUs of 256 characters, percent-encoded, fit in a request line.
      maxHeaderSize: 65_536,
      // Node applies the larger of the two timeouts, and checks every 30 s by default.
      headersTimeout: 30_000,
      connectionsCheckingInterval: 5_000,
      // A request without a body is handled without waiting for its end.
      optimizeEmptyRequests: true,
      // Node's own answer would have no envelope; see `hostFault`.
      requireHostHeader: false,
    },
    requestTimeout: 300_000,
    keepAliveTimeout: 72_000,
    // While stopping, a request on a kept-alive connection is still answered; the answer closes the connection.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  } satisfies FastifyHttpOptions<Server>;
}
