import { fileURLToPath } from 'node:url';
import { BASIC_RIGHTS } from '../../../src/domain/authorization/rights.ts';
import { freePort } from '../../harness/free-port.ts';
import { installFromNpm } from './npm-packages.ts';
import { type Client, type ConformanceProvider, ProviderProgram, SELLER, type StartProvider } from './provider.ts';

const program = fileURLToPath(new URL('better-auth-program.ts', import.meta.url));
const RESOURCE = 'https://api.store.example';
const account = { email: 'ann@store.example', password: 'demo-password', sellerId: SELLER };

/**
 * Better Auth with its OAuth provider, from npm. Its tokens name an audience, and other clients may introspect them, only when they
 * are bound to a resource; such tokens are JWTs, whose `sub` is the client id where there is no person.
 */
export const startBetterAuth: StartProvider = () => start(false);

/** The same with tokens that the service verifies. */
export const startBetterAuthWithJwt: StartProvider = () => start(true);

async function start(isJwt: boolean): Promise<ConformanceProvider> {
  const port = await freePort();
  const folder = ProviderProgram.folder();
  await installFromNpm('better-auth', folder);
  const given = JSON.stringify({ port, resource: RESOURCE, scopes: BASIC_RIGHTS, account });
  const running = new ProviderProgram(folder, process.execPath, [program], given);
  await running.started(() => running.output.includes('listening'));
  const created = /^listening (.*)$/m.exec(running.output)?.[1] ?? '';
  const { own, service } = JSON.parse(created) as Record<'own' | 'service', Client>;
  const issuer = `http://127.0.0.1:${port}/api/auth`;
  return {
    issuer,
    settings: {
      IDP_ISSUER: issuer,
      ...(isJwt
        ? { IDP_TOKEN_FORMAT: 'jwt', IDP_AUDIENCE: RESOURCE }
        : { IDP_INTROSPECTION_CLIENT_ID: service.id, IDP_INTROSPECTION_CLIENT_SECRET: service.secret }),
      IDP_RESOURCE: RESOURCE,
      IDP_SELLER_CLAIMS: 'seller_id',
      // A client has one way there, and another one is refused.
      IDP_CLIENT_AUTH: 'basic',
    },
    own,
    sendsIssuer: true,
    namesBodyClient: true,
    rotates: true,
    consent: async (page) => {
      await page.getByLabel('E-mail').fill(account.email);
      await page.getByLabel('Password').fill(account.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('button', { name: 'Allow' }).click();
    },
    printed: () => running.output,
    stop: () => running.stop(),
  };
}
