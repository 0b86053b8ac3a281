import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Readiness } from '../../http/routes/health.ts';
import type { Identity } from '../../identity/identity.ts';
import { listen } from '../../processes/listen.ts';
import type { StopSequence } from '../../processes/stop-sequence.ts';
import type { EmbeddedProvider, FollowedProvider } from '../identity/embedded-provider.ts';
import type { OpenedService } from '../service/service.ts';
import { serviceUrlOf } from '../settings/addresses.ts';
import { adminPortOf } from '../settings/admin-port.ts';
import type { Role } from '../settings/role.ts';

/** The connected parts of a process. */
export type Composition = {
  readonly role: Role;
  readonly service: OpenedService;
  readonly readiness: Readiness;
  /** All metrics of the process. */
  readonly exposition: Registry;
  /** What has to end with the process. */
  readonly stops: StopSequence;
  /** Absent in a worker without a client at the provider. */
  readonly identity: Identity | undefined;
  /** The embedded provider. Absent when the operator's own is used. */
  readonly provider: (FollowedProvider & Partial<EmbeddedProvider>) | undefined;
  /** The demo's receiver of webhooks, when it runs. */
  readonly receiverAddress: string | undefined;
  /** Absent in a process that is only a worker. */
  readonly api: FastifyInstance | undefined;
  /** Absent in a process of the supervisor, which has the admin port. */
  readonly admin: FastifyInstance | undefined;
  /** Absent in a process that is only an API. */
  readonly startWorker: (() => Promise<void>) | undefined;
};

/** How the service is reached, once it listens. */
export type Addresses = { readonly apiUrl: string; readonly adminAddress: string | undefined };

const COMMANDS = { all: 'npm start', api: 'npm run api', worker: 'npm run worker' } as const;

/** A process whose parts are connected. It serves from `start` until `stop`. */
export class ServiceProcess {
  readonly parts: Composition;
  #starting: Promise<unknown> | undefined;
  #isStopping = false;

  constructor(parts: Composition) {
    this.parts = parts;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Listens, then starts the worker. Whatever calls `stop` has to be in place before: requests are accepted from here on. */
  start(): Promise<Addresses> {
    const starting = this.#start();
    this.#starting = starting;
    return starting;
  }

  async #start(): Promise<Addresses> {
    const { role, service, stops, provider, api, admin, startWorker } = this.parts;
    const { config } = service;
    const command = admin ? COMMANDS[role] : 'npm start';
    const address = api && (await listen(api, config.host, config.port, { setting: 'PORT', command }));
    const adminPort = adminPortOf(config, api ? 'api' : 'worker');
    if (admin) stops.add('connections', () => admin.close());
    const hint = { setting: 'ADMIN_PORT', command };
    const adminAddress = admin && (await listen(admin, config.adminHost, adminPort, hint));
    await startWorker?.();
    const apiUrl = serviceUrlOf(config, address);
    provider?.sendServiceUrl?.(apiUrl);
    return { apiUrl, adminAddress };
  }

  /** How many requests are not answered yet. Undefined in a process that answers none. */
  get unanswered(): (() => number) | undefined {
    const { api } = this.parts;
    return api && (() => api.unanswered());
  }

  /**
   * Drains the API for `drainMs`, then ends everything. `portClosed` as in `drain`. Resolves to whether another process of the service
   * had to abort requests.
   */
  stop(drainMs: number, portClosed?: () => Promise<void>): Promise<boolean> {
    return this.#end((api) => {
      this.parts.provider?.drain?.();
      return api.drain(drainMs, portClosed);
    });
  }

  /** The same while other processes serve on the same socket. */
  retire(): Promise<boolean> {
    return this.#end((api) => api.retire());
  }

  async #end(endRequests: (api: FastifyInstance) => Promise<void>): Promise<boolean> {
    const { api, stops } = this.parts;
    this.#isStopping = true;
    // What a start opens after the signal has to end, too. A start that fails ends the process by itself.
    await this.#starting?.catch(() => undefined);
    return stops.run(async () => {
      if (!api) return;
      await endRequests(api);
      await api.close();
    });
  }
}
