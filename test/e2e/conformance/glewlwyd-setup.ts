import assert from 'node:assert/strict';
import { type Client, SELLER } from './provider.ts';

const NAME = 'market';
const SCOPES = ['pricing', 'notifications', 'alerts', 'introspection', 'offline_access'];

/** The address of the OpenID provider, one of the plugins of the program. */
export const pluginOf = (origin: string) => `${origin}/api/${NAME}`;

/** Creates scopes, an account, clients, and the OpenID provider, as an administrator does on its pages. */
export async function setUp(origin: string, { service, own }: { service: Client; own: Client }): Promise<void> {
  const administrator = await signIn(origin);
  const send = async (method: string, path: string, body: object) => {
    const headers = { cookie: administrator, 'content-type': 'application/json' };
    const answer = await fetch(`${origin}/api${path}`, { method, headers, body: JSON.stringify(body) });
    assert.equal(answer.status, 200, `${path}: ${await answer.text()}`);
  };
  for (const name of SCOPES) await send('POST', '/scope/', { name, display_name: name, scheme: {} });
  const account = { username: SELLER, name: 'Ann', password: 'demo-password' };
  await send('POST', '/user/', { ...account, enabled: true, scope: ['openid', ...SCOPES] });
  await send('POST', '/client/', clientOf(service, ['introspection']));
  await send('POST', '/client/', clientOf(own, ['pricing']));
  const parameters = { ...providerParameters, iss: pluginOf(origin) };
  await send('POST', '/mod/plugin/', { module: 'oidc', name: NAME, display_name: 'Market', parameters });
}

async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/auth/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'password' }),
  });
  assert.equal(answer.status, 200);
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

const clientOf = ({ id, secret }: Client, scope: string[]) => ({
  ...{ client_id: id, client_secret: secret, name: id, confidential: true, enabled: true, scope },
  authorization_type: ['client_credentials'],
  token_endpoint_auth_method: ['client_secret_basic', 'client_secret_post'],
});

const providerParameters = {
  ...{ 'jwt-type': 'sha', 'jwt-key-size': '256', key: 'only-for-this-test-run-0123456789', cert: '' },
  ...{ 'access-token-duration': 3600, 'refresh-token-duration': 1_209_600, 'code-duration': 600 },
  ...{ 'refresh-token-rolling': false, 'refresh-token-one-use': 'always', 'subject-type': 'public' },
  // Without it, client_credentials is refused: it is no flow of OpenID Connect.
  'allow-non-oidc': true,
  ...{ 'auth-type-client-enabled': true, 'auth-type-code-enabled': true, 'auth-type-refresh-enabled': true },
  ...{ 'auth-type-token-enabled': false, 'auth-type-implicit-enabled': false, 'auth-type-password-enabled': false },
  'auth-type-code-revoke-replayed': true,
  ...{ 'pkce-allowed': true, 'pkce-required': true, 'pkce-method-plain-allowed': false },
  'oauth-as-iss-id': true,
  'introspection-revocation-allowed': true,
  'introspection-revocation-allow-target-client': false,
  'introspection-revocation-auth-scope': ['introspection'],
  ...{ 'register-client-allowed': true, 'register-client-auth-scope': [], 'register-client-credentials-scope': [] },
};
