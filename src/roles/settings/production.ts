import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/db.ts';
import { factOf } from '../../db/service-fact.ts';
import { isLoopbackHost } from '../../domain/relay.ts';

/** Whether a URL leads to this machine only; so does one that is not set. */
export const isLocal = (url: string | undefined): boolean => url === undefined || isLoopbackHost(new URL(url).hostname);

/** Whether others are told to reach the service here. */
export const isPublicService = ({ publicUrl }: Config): boolean => !isLocal(publicUrl);

/** Whether demo clients are allowed: only where nobody else can reach the service, because their passwords are public. */
export function isDemo({ publicUrl, idpPublicUrl, demoAnywhere }: Config): boolean {
  return demoAnywhere || (isLocal(publicUrl) && isLocal(idpPublicUrl));
}

/** Whether the embedded provider has demo clients or open registration, so that only this machine may reach the service. */
export function isLocalDemo(config: Config): boolean {
  return isDemo(config) && !config.demoAnywhere && config.idpIssuer === undefined;
}

/** Whether this store was created as a demo, and nobody else can reach it: webhooks may then lead to this machine. */
export async function isDemoStore(config: Config, db: Db): Promise<boolean> {
  return !config.idpIssuer && isDemo(config) && (await factOf(db, 'demo')) === 'made';
}
