import type { Config } from '../../config/config.ts';
import { repeatSweep, type Sweeper } from '../../db/sweep.ts';
import type { Identity } from '../../identity/identity.ts';
import { createIdentity } from '../../identity/oidc.ts';
import type { Log } from '../../log/log.ts';
import type { MarketFacts } from '../../market/market-facts.ts';
import { followGrants } from '../../notifications/applications/application-access.ts';
import { ApplicationUse } from '../../notifications/applications/application-use.ts';
import { endUnused } from '../../notifications/applications/unused-applications.ts';
import type { TallyObserver } from '../../notifications/tally.ts';
import type { ServiceClient } from '../../processes/provider-process.ts';
import { configuredClient } from '../identity/configured-client.ts';
import { embeddedIssuer, identityOf, identityOptionsOf } from '../identity/identity.ts';
import type { NotificationParts } from '../notifications.ts';
import type { ProcessParts } from '../processes/process-parts.ts';

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

/** The service's view of a provider that it does not start itself: it also records which applications show valid tokens. */
export function identityWithUse(
  config: Config,
  { issuer, client }: { issuer: string; client: ServiceClient },
  { db, clock, tracing }: Pick<ProcessParts, 'db' | 'clock' | 'tracing'>,
  log: Log,
): Identity {
  const use = new ApplicationUse(db, clock.now, (error) =>
    log.warn({ err: error }, 'the use of an application cannot be recorded now; its next token tries again'),
  );
  const options = identityOptionsOf(config, issuer, client, log);
  return createIdentity({ ...options, trace: tracing?.provider, onCaller: (caller) => use.record(caller) });
}

/** Suspends the destinations of applications that have lost their access to a seller (decision 38). */
export function watchApplications(
  config: Config,
  parts: NotificationParts & { facts: Pick<MarketFacts, 'seller'>; onTally: TallyObserver },
  source: GrantSource | undefined,
  log: Log,
): Sweeper | undefined {
  if (source === undefined) return undefined;
  const { db, now, key, facts, onTally } = parts;
  const suspending = { db, now, sellerEvents: parts.notifications.events, onTally };
  const unusedParts = { ...suspending, key, contactOf: (id: string) => facts.seller(id) };
  const endThoseUnused = async () => {
    const changes = await endUnused(unusedParts, config.delegatedDestinationDays);
    if (changes.warned + changes.suspended === 0) return;
    parts.hooks.onQueued();
    log.info(changes, 'sellers were told of unused applications, or the destinations of these were suspended');
  };
  const run = async () => {
    if (!(await source.knowsGrants())) return endThoseUnused();
    const changes = await followGrants(suspending, (applications) => source.grantedApplications(applications));
    if (changes.suspended + changes.resumed === 0) return;
    parts.hooks.onQueued();
    log.info(changes, 'the destinations of applications were suspended or resumed, as their sellers decided');
  };
  return repeatSweep(run, config.grantCheckSeconds * 1_000, (error) =>
    log.warn({ err: error }, 'the identity provider does not say which applications have access; nothing is changed'),
  );
}
