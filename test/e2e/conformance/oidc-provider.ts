import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { exportJWK, generateKeyPair } from 'jose';
import { BASIC_RIGHTS } from '../../../src/domain/authorization/rights.ts';
import { freePort } from '../../harness/free-port.ts';
import { type ConformanceProvider, ProviderProgram, SELLER } from './provider.ts';

const program = fileURLToPath(new URL('oidc-provider-program.ts', import.meta.url));
export const RESOURCE = 'https://api.store.example';

const own = { id: SELLER, secret: 'own-application-secret' };
const application = { id: 'example-repricer', secret: 'repricer-secret' };

/**
 * oidc-provider from npm, with JWT access tokens and no introspection: `sub` of a client's own token is its id. With `isDefault` every
 * token is for the API; otherwise only one whose requests name it, and other tokens are opaque.
 */
export const startOidcProvider =
  ({ isDefault }: { isDefault: boolean }) =>
  async (redirectUris: readonly string[]): Promise<ConformanceProvider> => {
    const port = await freePort();
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const given = {
      ...{ port, isDefault, resource: RESOURCE, scopes: BASIC_RIGHTS },
      jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: randomUUID(), use: 'sig' }] },
      clients: [
        { ...named(own), grant_types: ['client_credentials'], redirect_uris: [], response_types: [] },
        { ...named(application), grant_types: ['authorization_code', 'refresh_token'], redirect_uris: redirectUris },
      ],
    };
    const running = new ProviderProgram(ProviderProgram.folder(), process.execPath, [program], JSON.stringify(given));
    await running.started(() => running.output.includes('listening'));
    const issuer = `http://127.0.0.1:${port}`;
    return {
      issuer,
      settings: {
        IDP_ISSUER: issuer,
        IDP_TOKEN_FORMAT: 'jwt',
        IDP_AUDIENCE: RESOURCE,
        IDP_SELLER_CLAIMS: 'sub',
        // A client has one way there, and another one is refused.
        IDP_CLIENT_AUTH: 'basic',
        ...(isDefault ? {} : { IDP_RESOURCE: RESOURCE }),
      },
      own,
      application,
      sendsIssuer: true,
      namesBodyClient: true,
      rotates: true,
      consent: async (page) => {
        await page.locator('input[name=login]').fill(SELLER);
        await page.locator('input[name=password]').fill('any');
        await page.getByRole('button', { name: 'Sign-in' }).click();
        await page.getByRole('button', { name: 'Continue' }).click();
      },
      printed: () => running.output,
      stop: () => running.stop(),
    };
  };

const named = ({ id, secret }: { id: string; secret: string }) => ({ client_id: id, client_secret: secret });
