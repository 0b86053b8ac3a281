import type { Config } from '../config.ts';
import type { Identity } from '../identity/identity.ts';
import { createIdentity } from '../identity/oidc.ts';
import { StartError } from '../listen.ts';
import type { ServiceClient } from '../provider-process.ts';

export const embeddedIssuer = (config: Config) => config.idpPublicUrl ?? `http://${config.host}:${config.idpPort}`;

/** The service's view of a provider, as the settings describe it. */
export function identityOf(config: Config, issuer: string, client: ServiceClient): Identity {
  const cacheMs = config.idpCacheSeconds * 1000;
  return createIdentity({
    issuer,
    discoveryUrl: config.idpDiscoveryUrl,
    endpoints: {
      authorization: config.idpAuthorizationEndpoint,
      token: config.idpTokenEndpoint,
      introspection: config.idpIntrospectionEndpoint,
      registration: config.idpRegistrationEndpoint,
    },
    introspection: { clientId: client.id, clientSecret: client.secret, method: config.idpIntrospectionAuth },
    sellerClaims: config.idpSellerClaims,
    audience: config.idpAudience,
    clientCredentialsScope: config.idpCcScope,
    cache: { positiveMs: cacheMs, negativeMs: Math.min(5_000, cacheMs) },
  });
}

/** The service's own client at a provider that it did not start itself. */
export function configuredClient(config: Config): ServiceClient {
  const { idpIntrospectionClientId: id, idpIntrospectionClientSecret: secret } = config;
  if (id && secret) return { id, secret };
  throw new StartError(
    'Set IDP_INTROSPECTION_CLIENT_ID and IDP_INTROSPECTION_CLIENT_SECRET: the service and its identity provider run apart.',
  );
}
