import type { Identity } from '../../identity/identity.ts';
import { createIdentity } from '../../identity/oidc.ts';
import { ApplicationUse } from '../../notifications/applications/application-use.ts';
import type { OpenedService } from '../service/service.ts';
import { embeddedIssuer } from '../settings/addresses.ts';
import { configuredClient } from '../settings/configured-client.ts';
import { identityOptionsOf } from './identity.ts';

const NOBODY_TO_ASK =
  'IDP_INTROSPECTION_CLIENT_ID and IDP_INTROSPECTION_CLIENT_SECRET are not set: the worker cannot ask the identity provider which applications sellers have withdrawn, and goes on sending to their destinations';

/** The service's view of a provider that it does not start itself: it also records which applications show valid tokens. */
export function identityWithUse(service: OpenedService): Identity {
  const { db, now, log, tracing } = service;
  const use = new ApplicationUse(db, now, (error) =>
    log.warn({ err: error }, 'the use of an application cannot be recorded now; its next token tries again'),
  );
  const onCaller: ApplicationUse['record'] = (caller) => use.record(caller);
  return createIdentity({ ...optionsOf(service), trace: tracing?.provider, onCaller });
}

/** The same for a worker apart from the API. Undefined when it has no client at the provider. */
export function grantSourceOf(service: OpenedService): Identity | undefined {
  const { config, log } = service;
  const hasClient = config.idpIntrospectionClientId && config.idpIntrospectionClientSecret;
  if (hasClient || config.idpTokenFormat === 'jwt') return createIdentity(optionsOf(service));
  log.warn(NOBODY_TO_ASK);
  return undefined;
}

const optionsOf = ({ config, log }: OpenedService) =>
  identityOptionsOf(
    config,
    { issuer: config.idpIssuer ?? embeddedIssuer(config), client: configuredClient(config) },
    log,
  );
