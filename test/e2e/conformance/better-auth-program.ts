// Starts Better Auth with its OAuth provider as their documentation says, from the JSON on standard input. The packages are installed
// in the working folder. The pages for sign-in and consent are the operator's own there: they post to its API.
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

type Input = {
  readonly port: number;
  readonly resource: string;
  readonly scopes: readonly string[];
  readonly account: { readonly email: string; readonly password: string; readonly sellerId: string };
};
type Claims = { readonly user?: { readonly sellerId?: string }; readonly metadata?: { readonly seller_id?: string } };
type Created = { readonly client_id: string; readonly client_secret: string };
type Auth = {
  readonly api: {
    createUser(input: object): Promise<unknown>;
    signInEmail(input: object): Promise<{ readonly headers: Headers }>;
    adminCreateOAuthClient(input: object): Promise<Created>;
    adminLinkClientResource(input: object): Promise<unknown>;
  };
};
type Packages = {
  'better-auth': { betterAuth(options: object): Auth };
  'better-auth/db/migration': { getMigrations(options: object): Promise<{ runMigrations(): Promise<void> }> };
  'better-auth/node': { toNodeHandler(auth: Auth): RequestListener };
  'better-auth/plugins': { admin(): object; jwt(): object };
  '@better-auth/oauth-provider': { oauthProvider(options: object): object };
};

const require = createRequire(join(process.cwd(), 'package.json'));
const load = <Name extends keyof Packages>(name: Name) => require(name) as Packages[Name];

const { port, resource, scopes, account }: Input = JSON.parse(readFileSync(0, 'utf8'));
const administrator = { email: 'olga@store.example', password: 'administrator-password' };
const isAdministrator = ({ user }: { user?: { role?: string } }) => user?.role === 'admin';
const { admin, jwt } = load('better-auth/plugins');

const options = {
  baseURL: `http://127.0.0.1:${port}`,
  secret: 'a secret of these tests only, and long enough',
  database: new DatabaseSync(':memory:'),
  emailAndPassword: { enabled: true, disableSignUp: true },
  user: { additionalFields: { sellerId: { type: 'string', required: false, input: false } } },
  disabledPaths: ['/token'],
  plugins: [
    admin(),
    jwt(),
    load('@better-auth/oauth-provider').oauthProvider({
      loginPage: '/sign-in',
      consentPage: '/consent',
      scopes: ['openid', 'offline_access', ...scopes],
      accessTokenExpiresIn: 900,
      m2mAccessTokenExpiresIn: 900,
      resources: [resource],
      clientRegistrationDefaultResources: [resource],
      allowDynamicClientRegistration: true,
      allowUnauthenticatedClientRegistration: true,
      // Without these two everybody who can sign in manages applications, and may link them to the resource.
      clientPrivileges: isAdministrator,
      resourcePrivileges: isAdministrator,
      customAccessTokenClaims: ({ user, metadata }: Claims) => ({
        seller_id: user ? user.sellerId : metadata?.seller_id,
      }),
    }),
  ],
};

// The tables first, as `npx auth migrate` does: its start writes the resources there.
const { runMigrations } = await load('better-auth/db/migration').getMigrations(options);
await runMigrations();
const auth = load('better-auth').betterAuth(options);
const { email, password, sellerId } = account;
await auth.api.createUser({ body: { ...administrator, name: 'Olga', role: 'admin' } });
await auth.api.createUser({ body: { email, password, name: 'Ann', data: { sellerId } } });

const signedIn = await auth.api.signInEmail({ body: administrator, returnHeaders: true });
const [cookie = ''] = signedIn.headers.getSetCookie();
const headers = { cookie: cookie.slice(0, cookie.indexOf(';')) };
const create = async (body: object) => {
  const created = await auth.api.adminCreateOAuthClient({
    headers,
    body: { grant_types: ['client_credentials'], ...body },
  });
  return { id: created.client_id, secret: created.client_secret };
};
const own = await create({ client_credentials_scopes: scopes, metadata: { seller_id: sellerId } });
const service = await create({ client_name: 'The service' });
// A client gets tokens of a resource, and may introspect those of others, only when it is linked to it.
for (const { id } of [own, service])
  await auth.api.adminLinkClientResource({ headers, params: { identifier: resource, client_id: id } });

/** Posts the fields and the signed query of the page, and goes where the answer says. */
const page = (path: string, form: string) => `<!doctype html><title>Store</title><form>${form}</form><script>
  document.forms[0].onsubmit = async (event) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.target));
    const body = JSON.stringify({ ...fields, accept: true, oauth_query: location.search.slice(1) });
    const answer = await fetch('/api/auth/${path}', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { url, message } = await answer.json();
    if (url) location.href = url;
    else document.body.append(message);
  };
</script>`;
const pages: Readonly<Record<string, string>> = {
  '/sign-in': page(
    'sign-in/email',
    '<label>E-mail <input name=email></label><label>Password <input name=password type=password></label><button>Sign in</button>',
  ),
  '/consent': page('oauth2/consent', '<button>Allow</button>'),
};
const answer = load('better-auth/node').toNodeHandler(auth);
createServer((request, response) => {
  const shown = pages[new URL(request.url ?? '/', 'http://127.0.0.1').pathname];
  if (shown === undefined) return answer(request, response);
  response.setHeader('content-type', 'text/html; charset=utf-8').end(shown);
}).listen(port, '127.0.0.1', () => console.log(`listening ${JSON.stringify({ own, service })}`));
