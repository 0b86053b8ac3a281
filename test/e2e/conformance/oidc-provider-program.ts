// Starts oidc-provider as its documentation says, with its own quick start pages, from the JSON on standard input.
// Access tokens are JWTs of a resource server (RFC 9068, RFC 8707): the default one, or the one that a request names.
import { readFileSync } from 'node:fs';
import { type Configuration, Provider } from 'oidc-provider';

type Input = Pick<Configuration, 'clients' | 'jwks'> & {
  readonly port: number;
  readonly resource: string;
  readonly isDefault: boolean;
  readonly scopes: readonly string[];
};

const { port, clients, resource, isDefault, scopes, jwks }: Input = JSON.parse(readFileSync(0, 'utf8'));
const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients,
  jwks,
  scopes: ['openid', 'offline_access', ...scopes],
  cookies: { keys: ['a key of these tests only'] },
  rotateRefreshToken: true,
  features: {
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => (isDefault ? resource : undefined),
      useGrantedResource: () => isDefault,
      getResourceServerInfo: () => ({
        scope: scopes.join(' '),
        audience: resource,
        accessTokenTTL: 900,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'RS256' } },
      }),
    },
  },
});
provider.listen(port, '127.0.0.1', () => console.log('listening'));
