import type { Config } from '../config.ts';
import { repeatSweep, type Sweeper } from '../db/sweep.ts';
import type { Identity } from '../identity/identity.ts';
import type { Log } from '../log.ts';
import { followGrants } from '../notifications/application-access.ts';
import { configuredClient } from './configured-client.ts';
import { embeddedIssuer, identityOf } from './identity.ts';
import type { NotificationParts } from './notifications.ts';

/** What the worker needs of the provider. */
export type GrantSource = Pick<Identity, 'knowsGrants' | 'grantedApplications'>;

const NOBODY_TO_ASK =
  'IDP_INTROSPECTION_CLIENT_ID and IDP_INTROSPECTION_CLIENT_SECRET are not set: the worker cannot ask the identity provider which applications sellers have withdrawn, and goes on sending to their destinations';

/** For a worker apart from the service. Undefined when it has no client at the provider. */
export function grantSourceOf(config: Config, log: Log): Identity | undefined {
  if (config.idpIntrospectionClientId && config.idpIntrospectionClientSecret)
    return identityOf(config, config.idpIssuer ?? embeddedIssuer(config), configuredClient(config), log);
  log.warn(NOBODY_TO_ASK);
  return undefined;
}

/** Suspends the destinations of applications that have lost their access to a seller (decision 38). */
export function watchApplications(
  config: Config,
  { db, now }: Pick<NotificationParts, 'db' | 'now'>,
  source: GrantSource | undefined,
  log: Log,
): Sweeper | undefined {
  if (source === undefined) return undefined;
  const run = async () => {
    if (!(await source.knowsGrants())) return;
    const changes = await followGrants(db, now, (applications) => source.grantedApplications(applications));
    if (changes.suspended + changes.resumed > 0)
      log.info(changes, 'the destinations of applications were suspended or resumed, as their sellers decided');
  };
  return repeatSweep(run, config.grantCheckSeconds * 1_000, (error) =>
    log.warn({ err: error }, 'the identity provider does not say which applications have access; nothing is changed'),
  );
}
