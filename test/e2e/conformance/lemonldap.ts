import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installFromDebian } from '../../harness/debian.ts';
import { freePort } from '../../harness/free-port.ts';
import { type Client, type ConformanceProvider, ProviderProgram, SELLER, type StartProvider } from './provider.ts';

/** Debian's own: another Perl on the PATH does not see Debian's packages. */
const PERL = '/usr/bin/perl';
/** The portal cannot start without modules that its package only recommends or suggests. The other packages bring these. */
const MODULES = {
  'Lemonldap::NG::Portal': 'liblemonldap-ng-portal-perl',
  'Twiggy::Server': 'twiggy',
  'String::Random': 'libstring-random-perl',
  'IO::String': 'libio-string-perl',
  'GD::SecurityImage': 'libgd-securityimage-perl',
  'Image::Magick': 'libimage-magick-perl',
};
/** They satisfy its dependency on a web server, and start none. */
const NO_SERVER = ['lemonldap-ng-uwsgi-app', 'mini-httpd'];
const program = fileURLToPath(new URL('lemonldap-provider.pl', import.meta.url));

async function ensureInstalled(): Promise<void> {
  const isThere = () =>
    promisify(execFile)(PERL, [...Object.keys(MODULES).map((name) => `-M${name}`), '-e', '1']).then(
      () => true,
      () => false,
    );
  if (await isThere()) return;
  await installFromDebian(...Object.values(MODULES), ...NO_SERVER);
  if (!(await isThere())) throw new Error('apt-get installed no liblemonldap-ng-portal-perl.');
}

const service: Client = { id: 'seller-service', secret: 'the-service-knows-this' };
const own: Client = { id: SELLER, secret: 'own-application-secret' };
const application: Client = { id: 'example-repricer', secret: 'repricer-secret' };

/**
 * LemonLDAP::NG, a single sign-on server in Perl. Its introspection answers name no kind of token; `sub` of a client's own token is
 * its id, which proves it. Without "require PKCE" it
 * does not look at the verifier. It grants every scope that is asked for, and demands `openid`. A refresh token works many
 * times; an unknown one is `invalid_request`.
 */
export const startLemonldap: StartProvider = (redirectUris) => start(redirectUris, false);

/** The same with access tokens that are JWTs, for one API. Its ID tokens have the same header and the same audience, and a hash. */
export const startLemonldapWithJwt: StartProvider = (redirectUris) => start(redirectUris, true);

const API = 'https://api.store.example';

async function start(redirectUris: readonly string[], isJwt: boolean): Promise<ConformanceProvider> {
  await ensureInstalled();
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const folder = ProviderProgram.folder();
  const given = JSON.stringify({ accounts: [SELLER], configuration: configurationOf(issuer, redirectUris, isJwt) });
  const running = new ProviderProgram(folder, PERL, [program, String(port), folder], given);
  await running.started(() => running.output.includes('listening'));
  return {
    issuer,
    settings: {
      IDP_ISSUER: issuer,
      ...(isJwt
        ? { IDP_TOKEN_FORMAT: 'jwt', IDP_AUDIENCE: API }
        : { IDP_INTROSPECTION_CLIENT_ID: service.id, IDP_INTROSPECTION_CLIENT_SECRET: service.secret }),
      IDP_SELLER_CLAIMS: 'sub',
      IDP_UNTYPED_TOKENS: 'accept',
      // Not openid: with that, `sub` could be a person who is named like the client, and the token would be delegated.
      IDP_CC_SCOPE: 'seller-api',
      IDP_EXTRA_SCOPES: 'openid',
      // It does not decode HTTP Basic as RFC 6749 2.3.1 demands, and strict clients encode a hyphen.
      IDP_CLIENT_AUTH: 'post',
    },
    own,
    application,
    sendsIssuer: false,
    namesBodyClient: true,
    rotates: false,
    // It looks at the address only when somebody has signed in.
    redirects: /cannot be seen without a sign-in/,
    consent: async (page) => {
      await page.locator('input[name=user]').fill(SELLER);
      await page.locator('input[name=password]').fill(SELLER);
      await page.getByRole('button', { name: 'Connect' }).click();
      await page.getByRole('button', { name: 'Accept' }).click();
    },
    printed: () => running.output,
    stop: () => running.stop(),
  };
}

function configurationOf(issuer: string, redirectUris: readonly string[], isJwt: boolean) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const credentials = ({ id, secret }: Client) => ({
    oidcRPMetaDataOptionsClientID: id,
    oidcRPMetaDataOptionsClientSecret: secret,
    oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
    ...(isJwt && { oidcRPMetaDataOptionsAccessTokenJWT: 1, oidcRPMetaDataOptionsAdditionalAudiences: API }),
  });
  return {
    // What `sub` is. Debian's default is the name in lower case; a client has this attribute, too, with its id as the value.
    whatToTrace: 'uid',
    issuerDBOpenIDConnectActivation: 1,
    oidcServiceMetaDataIssuer: issuer,
    oidcServicePrivateKeySig: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    oidcServicePublicKeySig: publicKey.export({ type: 'spki', format: 'pem' }),
    oidcServiceKeyIdSig: 'key',
    oidcRPMetaDataOptions: {
      service: credentials(service),
      own: { ...credentials(own), oidcRPMetaDataOptionsAllowClientCredentialsGrant: 1 },
      repricer: {
        ...credentials(application),
        oidcRPMetaDataOptionsDisplayName: 'Example Repricer',
        oidcRPMetaDataOptionsRedirectUris: redirectUris.join(' '),
        oidcRPMetaDataOptionsRequirePKCE: 1,
        oidcRPMetaDataOptionsAllowOffline: 1,
      },
    },
  };
}
