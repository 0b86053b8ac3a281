import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Db } from '../db/db.ts';
import type { Log } from '../log.ts';
import { prepareDecoy } from './accounts.ts';
import type { TrustsPeer } from './address.ts';
import { startCleanup } from './cleanup.ts';
import { makeDemo, refuseDemo } from './demo.ts';
import { keepKeys } from './keeping.ts';

export type IdpOptions = {
  /** Already migrated with `idpMigrations`. The caller closes it. */
  db: Db;
  host: string;
  /** 0 for any that is free. */
  port: number;
  /** The public address of the provider; where it can be reached on this machine when absent. */
  issuer?: string | undefined;
  /** The seller service's own client: the only one that may introspect. Kept in memory, never stored. */
  serviceClient: { id: string; secret: string };
  /** Makes the demo's clients and sign-ins in an empty database, and lets anyone on this machine register. */
  demo: boolean;
  /** The demo also answers other machines. */
  demoAnywhere?: boolean;
  /** Whose `X-Forwarded-For` to believe when attempts are counted, beside this machine's; nobody's when absent. */
  trustsPeer?: TrustsPeer;
  /** Registration needs it. Without one it is open in a demo and closed otherwise. */
  initialAccessToken?: string | undefined;
  /** How long a rotated refresh token still works, for clients that lose an answer; 0 when absent. */
  refreshGraceSeconds?: number;
  log: Log;
  /** For throttling and storage; the library has its own clock. */
  now?: () => number;
};

export type RunningIdp = {
  address: string;
  issuer: string;
  /** Endpoints on the listening socket itself, for the service beside it: the public address may lead a long way round. */
  backchannel: { discovery: string; token: string; introspection: string; registration: string };
  close(): Promise<void>;
};

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

/** Starts the default identity provider. Throws what Node throws when it cannot listen, and when a demo must go first. */
export async function startIdp(options: IdpOptions): Promise<RunningIdp> {
  const { db, demo, log, now = Date.now, demoAnywhere = false, refreshGraceSeconds = 0 } = options;
  const { serviceClient, initialAccessToken, trustsPeer = () => false } = options;
  if (demo) {
    if (await makeDemo(db, now())) log.info('the demo clients and sign-ins were made');
    if (demoAnywhere) log.warn('the demo clients and sign-ins, whose passwords are public, are open to everybody');
  } else await refuseDemo(db);
  const keys = await keepKeys(db);
  // Only when used: the library takes longer to load than all the rest of the program.
  const [{ createProvider }, { routesOf }] = await Promise.all([import('./provider.ts'), import('./routes.ts')]);
  await prepareDecoy();

  let handle: Handler = (_req, res) => void res.writeHead(503, { 'Retry-After': '1' }).end();
  const server = createServer((req, res) => handle(req, res));
  const address = await listening(server, options.host, options.port);
  const reachable = address.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:\d+$)/, '//127.0.0.1');
  const issuer = options.issuer ?? reachable;
  const settings = {
    db,
    issuer,
    serviceClient,
    demo,
    demoAnywhere,
    trustsPeer,
    initialAccessToken,
    refreshGraceSeconds,
    log,
    now,
  };
  handle = routesOf(createProvider(settings, keys), settings, keys);
  const stopCleanup = startCleanup(db, log, now);
  return {
    address,
    issuer,
    backchannel: backchannelAt(`${reachable}${new URL(issuer).pathname.replace(/\/$/, '')}`),
    close: async () => {
      await stopCleanup();
      await closed(server);
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

function listening(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      const { address, family, port: taken } = server.address() as AddressInfo;
      resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`);
    });
  });
}

const CLOSE_MS = 5_000;

/** Lets running requests end, for a while. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
