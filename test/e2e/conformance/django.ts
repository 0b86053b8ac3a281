import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BASIC_RIGHTS } from '../../../src/domain/authorization/rights.ts';
import { installFromDebian } from '../../harness/debian.ts';
import { freePort } from '../../harness/free-port.ts';
import { ProviderProgram, SELLER, type StartProvider } from './provider.ts';

/** Debian's own: another Python on the PATH does not see Debian's packages. */
const PYTHON = '/usr/bin/python3';
const program = fileURLToPath(new URL('django-provider.py', import.meta.url));

async function ensureInstalled(): Promise<void> {
  const isThere = () =>
    promisify(execFile)(PYTHON, ['-c', 'import oauth2_provider']).then(
      () => true,
      () => false,
    );
  if (await isThere()) return;
  await installFromDebian('python3-django-oauth-toolkit');
  if (!(await isThere())) throw new Error('apt-get installed no python3-django-oauth-toolkit.');
}

const confidential = { client_type: 'confidential' };
const service = { id: 'seller-service', secret: 'the-service-knows-this' };
const own = { id: SELLER, secret: 'own-application-secret' };
const application = { id: 'example-repricer', secret: 'repricer-secret' };

/**
 * Django OAuth Toolkit. Its introspection answers name no kind of token, no `sub` and no `iss`; the account is in `username`.
 * A token of client_credentials has only its `client_id`, with no sign of the grant; all others name their user. Its URLs end in a slash, and discovery lacks introspection.
 */
export const startDjango: StartProvider = async (redirectUris) => {
  await ensureInstalled();
  const port = await freePort();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const given = {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    scopes: [...BASIC_RIGHTS, 'offline_access', 'openid', 'introspection'],
    defaultScopes: ['openid'],
    accounts: { [SELLER]: 'demo-password' },
    applications: [
      { ...confidential, ...named(service, 'The service'), authorization_grant_type: 'client-credentials' },
      { ...confidential, ...named(own, 'Own application'), authorization_grant_type: 'client-credentials' },
      {
        ...{ ...confidential, ...named(application, 'Example Repricer') },
        ...{ authorization_grant_type: 'authorization-code', redirect_uris: redirectUris.join(' ') },
      },
    ],
  };
  const folder = ProviderProgram.folder();
  const running = new ProviderProgram(folder, PYTHON, [program, String(port), folder], JSON.stringify(given));
  await running.started(() => running.output.includes('listening'));
  const issuer = `http://127.0.0.1:${port}/o`;
  return {
    issuer,
    settings: {
      IDP_ISSUER: issuer,
      IDP_DISCOVERY_URL: `${issuer}/.well-known/openid-configuration/`,
      IDP_INTROSPECTION_ENDPOINT: `${issuer}/introspect/`,
      IDP_INTROSPECTION_CLIENT_ID: service.id,
      IDP_INTROSPECTION_CLIENT_SECRET: service.secret,
      IDP_SELLER_CLAIMS: 'username,client_id',
      IDP_OWN_TOKENS: 'without-person',
      // Without it, own tokens have the default scopes, and with openid no token is an own one.
      IDP_CC_SCOPE: 'seller-api:pricing:read',
      IDP_UNTYPED_TOKENS: 'accept',
      IDP_MAX_TOKEN_SECONDS: '36000',
      IDP_EXTRA_SCOPES: 'openid',
    },
    own,
    application,
    sendsIssuer: false,
    namesBodyClient: true,
    rotates: true,
    // It looks at the address only when somebody has signed in.
    redirects: /cannot be seen without a sign-in/,
    consent: async (page) => {
      await page.getByLabel('Username').fill(SELLER);
      await page.getByLabel('Password').fill('demo-password');
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('button', { name: 'Authorize' }).click();
    },
    printed: () => running.output,
    stop: () => running.stop(),
  };
};

const named = ({ id, secret }: { id: string; secret: string }, name: string) => ({
  name,
  client_id: id,
  client_secret: secret,
});
