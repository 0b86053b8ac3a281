import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Db } from '../db/db.ts';
import { type Brand, DEFAULT_BRAND } from '../domain/brand.ts';
import type { TrustedProxies } from '../domain/relay.ts';
import { safeHeaders } from '../domain/safe-headers.ts';
import type { Log } from '../log/log.ts';
import type { MailTransport } from '../mail/mail-transport.ts';
import { DEFAULT_CACHE_SECONDS } from './cache-time.ts';
import { startExpiry } from './cleanup.ts';
import { clientsOf } from './client-address.ts';
import { createDemoData, rejectDemoData } from './demo-data.ts';
import { watchFactorHelp } from './factors/factor-help-watch.ts';
import type { SecondFactorSetting } from './factors/factors.ts';
import { startExpiryMails } from './mail/expiry-mails.ts';
import { startProviderMail } from './mail/provider-mail.ts';
import { loadOrCreateKeys } from './provider-keys.ts';
import { answerUnreadable, rejectConnect } from './unreadable-request.ts';

export type IdpOptions = {
  /** Already migrated with `idpMigrations`. The caller closes it. */
  db: Db;
  host: string;
  /** 0 for any free port. */
  port: number;
  /** The public address of the provider. Its address on this machine when absent. */
  issuer?: string | undefined;
  /** The seller service's own client: the only one that may introspect. Kept in memory, never stored. */
  serviceClient: { id: string; secret: string };
  /** Creates the demo's clients and sign-ins in an empty database, and opens registration on this machine. */
  demo: boolean;
  /** False: the market is the operator's own, so an empty database gets no demo clients. True when absent. */
  createsDemo?: boolean;
  /** Other machines may use the demo's clients and sign-ins, too. */
  demoAnywhere?: boolean;
  /** The proxies in front of the provider, beside the service. None when absent. */
  trustProxy?: TrustedProxies;
  /** Connections over this number are closed at once. No limit when absent. */
  maxConnections?: number;
  /** The token that registration needs. Without one, registration is open in a demo and closed otherwise. */
  initialAccessToken?: string | undefined;
  /** How long a rotated refresh token still works, for clients that lose a response. 0 when absent. */
  refreshGraceSeconds?: number;
  /** After how many days without a token an application that registered itself is removed. */
  clientDays?: number;
  /** IDP_SECRET_DAYS: after how many days a new secret of an own application expires. 0, or absent: never. */
  secretDays?: number;
  /** IDP_CACHE_SECONDS of the service: how long it accepts an access token after its end here. 30 when absent. */
  cacheSeconds?: number;
  /** The address of the seller console, now: it may change while the provider runs. No client for it when absent. */
  consoleUrl?: () => string | undefined;
  /** Whether people may or must have a second step beside the password. `optional` when absent. */
  secondFactor?: SecondFactorSetting;
  /** How the operator appears on the pages. */
  brand?: Brand;
  /** How the provider sends its own e-mails, and their sender. Without it, they stay queued. */
  mail?: { transport: MailTransport; from: string };
  log: Log;
  /** The time of day, for stored times. The library has its own. */
  now?: () => number;
  /** A monotonic clock, for limits of this process. */
  monotonic?: () => number;
};

export type RunningIdp = {
  address: string;
  issuer: string;
  /** Endpoints on the listening socket, for the service on the same machine: the public address may lead through proxies. */
  backchannel: { discovery: string; token: string; introspection: string; registration: string };
  /**
   * Answers everything, with `Connection: close`, and says 503 at `/health/ready`: load balancers send to other processes from then on.
   * Call `close` afterwards.
   */
  drain(): void;
  /** Waits for running requests, for 5 s at most. Resolves to the number of those that it then aborted. */
  close(): Promise<number>;
};

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

/** Loaded only when the provider runs: the library takes longer to load than the rest of the program. */
export const loadProvider = () => Promise.all([import('./provider.ts'), import('./routes.ts')]);

/** Starts the default identity provider. Throws Node's error when it cannot listen, and `rejectDemoData`'s error. */
export async function startIdp(options: IdpOptions): Promise<RunningIdp> {
  const { db, demo, log, now = Date.now, monotonic = () => performance.now() } = options;
  const { demoAnywhere = false, refreshGraceSeconds = 0, consoleUrl = () => undefined } = options;
  const {
    serviceClient,
    initialAccessToken,
    trustProxy = false,
    secretDays = 0,
    cacheSeconds = DEFAULT_CACHE_SECONDS,
  } = options;
  if (demo) {
    if ((options.createsDemo ?? true) && (await createDemoData(db, now())))
      log.info('created the demo clients and sign-ins');
    if (demoAnywhere) log.warn('the demo clients and sign-ins, whose passwords are public, work from every machine');
  } else await rejectDemoData(db);
  const keys = await loadOrCreateKeys(db);
  const [{ createProvider }, { createRequestHandler }] = await loadProvider();

  let handle: Handler = (_req, res) => void res.writeHead(503, { 'Retry-After': '1' }).end();
  const headers = safeHeaders(options.issuer ?? '');
  const headerEntries = Object.entries(headers);
  let running = 0;
  let isDraining = false;
  const server = createServer((req, res) => {
    running += 1;
    res.once('close', () => {
      running -= 1;
    });
    for (const [name, value] of headerEntries) res.setHeader(name, value);
    if (isDraining) res.setHeader('Connection', 'close');
    handle(req, res);
  });
  answerUnreadable(server, headers);
  rejectConnect(server, headers);
  if (options.maxConnections) server.maxConnections = options.maxConnections;
  const address = await listen(server, options.host, options.port);
  const reachable = address.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:\d+$)/, '//127.0.0.1');
  const issuer = options.issuer ?? reachable;
  const brand = options.brand ?? DEFAULT_BRAND;
  const mail = options.mail && startProviderMail({ ...options.mail, db, log, now, brand, issuer });
  const settings = {
    wakeMail: () => mail?.wake(),
    ...{ db, issuer, serviceClient, demo, demoAnywhere, initialAccessToken, refreshGraceSeconds, consoleUrl },
    ...{ secretDays, cacheSeconds },
    ...{ brand, secondFactor: options.secondFactor ?? 'optional', log, now, monotonic },
    clients: clientsOf(serviceClient.secret, trustProxy),
    isDraining: () => isDraining,
  };
  handle = createRequestHandler(createProvider(settings, keys), settings, keys);
  const expiry = startExpiry(db, log, now, options.clientDays);
  const help = watchFactorHelp({ db, log, now, wakeMail: settings.wakeMail });
  const expiryMails = mail && startExpiryMails({ db, now, log, wake: () => mail.wake() });
  return {
    address,
    issuer,
    backchannel: backchannelAt(`${reachable}${new URL(issuer).pathname.replace(/\/$/, '')}`),
    drain: () => {
      isDraining = true;
    },
    close: async () => {
      isDraining = true;
      await Promise.all([expiry.stop(), help.stop(), expiryMails?.stop(), mail?.stop()]);
      return close(server, () => running);
    },
  };
}

function backchannelAt(base: string): RunningIdp['backchannel'] {
  return {
    discovery: `${base}/.well-known/openid-configuration`,
    token: `${base}/token`,
    introspection: `${base}/token/introspection`,
    registration: `${base}/reg`,
  };
}

function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      const { address, family, port: actualPort } = server.address() as AddressInfo;
      resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${actualPort}`);
    });
  });
}

const CLOSE_TIMEOUT_MS = 5_000;

/** Waits for the requests in flight, up to the timeout. Resolves to the number of those that are aborted then. */
function close(server: Server, running: () => number): Promise<number> {
  return new Promise((resolve) => {
    let aborted = 0;
    const timer = setTimeout(() => {
      aborted = running();
      server.closeAllConnections();
    }, CLOSE_TIMEOUT_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve(aborted);
    });
    server.closeIdleConnections();
  });
}
