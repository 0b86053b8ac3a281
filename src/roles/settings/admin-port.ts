import type { Config } from '../../config/config.ts';

/** Each role has its own default, so that an API and a worker can run on one machine without any setting. */
const DEFAULT_ADMIN_PORTS = { api: 8082, worker: 8084 } as const;

/** ADMIN_PORT, or its default for the role. */
export function adminPortOf({ adminPort }: Pick<Config, 'adminPort'>, role: keyof typeof DEFAULT_ADMIN_PORTS): number {
  return adminPort ?? DEFAULT_ADMIN_PORTS[role];
}

/** The admin ports that processes of this service may have on this machine. */
export function adminPortsOf({ adminPort }: Pick<Config, 'adminPort'>): number[] {
  return adminPort === undefined ? Object.values(DEFAULT_ADMIN_PORTS) : [adminPort];
}
