import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installFromDebian } from '../../harness/debian.ts';
import { freePort } from '../../harness/free-port.ts';
import { type Client, ProviderProgram, SELLER, type StartProvider } from './provider.ts';

/** Debian's own: another Ruby on the PATH does not see Debian's packages. */
const RUBY = '/usr/bin/ruby';
const RAILS = '/usr/bin/rails';
const GEMS = '/usr/share/rubygems-integration/all/specifications';
const PACKAGES = ['ruby-rails', 'ruby-sqlite3', 'puma', 'ruby-devise', 'ruby-doorkeeper-openid-connect'];
const NEW = ['--minimal', '--skip-bundle', '--skip-git', '--skip-sprockets', '--skip-listen', '--skip-test'];
const template = fileURLToPath(new URL('doorkeeper-template.rb', import.meta.url));

async function ensureInstalled(): Promise<void> {
  const isThere = () => existsSync(RAILS) && existsSync(`${GEMS}/doorkeeper-openid_connect-1.8.0.gemspec`);
  if (isThere()) return;
  await installFromDebian(...PACKAGES);
  if (!isThere()) throw new Error('apt-get installed no ruby-doorkeeper-openid-connect 1.8.');
}

const service: Client = { id: 'seller-service', secret: 'the-service-knows-this' };
const own: Client = { id: SELLER, secret: 'own-application-secret' };
const application: Client = { id: 'example-repricer', secret: 'repricer-secret' };
const account = { email: 'seller@store.example', password: 'demo-password', seller_id: SELLER };

/**
 * Doorkeeper, in a new Rails application with Devise for the sign-in. What introspection says of a token is a block of its
 * configuration; without that it names no person, and calls refresh tokens Bearer tokens.
 */
export const startDoorkeeper: StartProvider = async (redirectUris) => {
  await ensureInstalled();
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const folder = ProviderProgram.folder();
  const applications = [
    { ...named(service), redirect_uri: 'https://store.example/callback' },
    { ...named(own), redirect_uri: 'https://store.example/callback' },
    { ...named(application), name: 'Example Repricer', redirect_uri: redirectUris.join(' ') },
  ];
  const env = {
    ...{ PATH: '/usr/bin:/bin', HOME: folder, LANG: 'C.UTF-8' },
    MARKET: JSON.stringify({ issuer, account, applications }),
  };
  await promisify(execFile)(RAILS, ['new', 'market', ...NEW, `--template=${template}`], { cwd: folder, env });
  const running = new ProviderProgram(folder, RUBY, ['market/bin/rails', 'server', '-b', '127.0.0.1', '-p', `${port}`]);
  // The first answer takes seconds: only then is most of Rails loaded.
  const discovery = `${issuer}/.well-known/openid-configuration`;
  await running.started(() =>
    fetch(discovery).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    issuer,
    settings: {
      IDP_ISSUER: issuer,
      IDP_INTROSPECTION_CLIENT_ID: service.id,
      IDP_INTROSPECTION_CLIENT_SECRET: service.secret,
      IDP_SELLER_CLAIMS: 'seller_id',
      // It does not decode HTTP Basic as RFC 6749 2.3.1 demands, and strict clients encode a hyphen.
      IDP_CLIENT_AUTH: 'post',
      // Without it `prompt=consent` has no effect, and the page is left out while an earlier token for the same rights is valid.
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
      await page.getByLabel('Email').fill(account.email);
      await page.getByLabel('Password').fill(account.password);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('button', { name: 'Authorize' }).click();
    },
    printed: () => running.output,
    stop: () => running.stop(),
  };
};

const named = ({ id, secret }: Client) => ({ name: id, uid: id, secret });
