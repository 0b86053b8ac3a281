import type { Config } from '../../config/config.ts';
import type { ServiceClient } from '../../processes/provider-process.ts';
import { StartError } from '../../processes/start-error.ts';

/** The service's own client at a provider that it did not start itself; undefined where none is set and none is needed. */
export function configuredClient(config: Config): ServiceClient | undefined {
  if (config.idpTokenFormat !== 'jwt') return requiredClient(config);
  const { idpIntrospectionClientId: id, idpIntrospectionClientSecret: secret } = config;
  return id && secret ? { id, secret } : undefined;
}

/** The same where nothing works without it. */
export function requiredClient(config: Config): ServiceClient {
  const { idpIntrospectionClientId: id, idpIntrospectionClientSecret: secret } = config;
  if (id && secret) return { id, secret };
  throw new StartError(
    'Set IDP_INTROSPECTION_CLIENT_ID and IDP_INTROSPECTION_CLIENT_SECRET: the service and its identity provider are separate processes and need a shared client.',
  );
}
