// Runs in the browser: starts the reference on the page that reference.ts serves.

const { base, clientId, clientSecret } = document.querySelector('#reference').dataset;
const DOCUMENT_PATH = `${base}/openapi.json`;
const TOKEN_PATH = '/auth/v4/token';
const AUTHORIZE_PATH = '/auth/v4/authorize';

/** The credentials that are filled in: those of the demo, if this is one, and the last token. */
function credentials(token) {
  return {
    sellerAuth: { token },
    clientBasic: { username: clientId, password: clientSecret },
    sellerOAuth: { flows: { clientCredentials: { 'x-scalar-client-id': clientId, clientSecret, token } } },
  };
}

/**
 * The document as this page needs it. The reference selects the first scheme of an operation: the token endpoint gets the
 * client's credentials, all others the token that was got with them.
 */
function withSelectedSchemes(openApi) {
  const operations = Object.values(openApi.paths).flatMap((path) => Object.values(path));
  for (const operation of operations) {
    const names = (operation.security ?? []).flatMap((requirement) => Object.keys(requirement));
    if (names.includes('sellerOAuth')) operation.security = [{ sellerOAuth: [] }, { sellerAuth: [] }];
  }
  openApi.paths[TOKEN_PATH].post.security = [{ clientBasic: [] }];
  // Whole addresses: the reference would put the path of the server before a path once more.
  for (const flow of Object.values(openApi.components.securitySchemes.sellerOAuth.flows))
    for (const [name, value] of Object.entries(flow))
      if (name.endsWith('Url')) flow[name] = new URL(value, location.origin).href;
  const servers = [{ url: `${location.origin}${base}` }];
  return { ...openApi, security: [{ sellerOAuth: [] }, { sellerAuth: [] }], servers };
}

/** Sends every request of the page. Without credentials of its own the browser never opens its password dialog for a 401. */
async function send(input, init) {
  const request = new Request(input, { ...init, credentials: 'omit' });
  const { pathname } = new URL(request.url);
  if (pathname === DOCUMENT_PATH) return Response.json(withSelectedSchemes(await (await fetch(request)).json()));
  if (pathname === `${base}${AUTHORIZE_PATH}`) return describeRedirect(request);
  const isToken = pathname === `${base}${TOKEN_PATH}`;
  // A scheme that the reader chose for all operations: a token does not get a token.
  if (isToken && /^bearer /i.test(request.headers.get('authorization') ?? '')) request.headers.delete('authorization');
  const answer = await fetch(request);
  if (isToken && answer.ok) useToken((await answer.clone().json()).access_token);
  return answer;
}

/** The provider's page is for the seller's browser. A script can neither follow the redirect nor see where it leads. */
async function describeRedirect(request) {
  const answer = await fetch(request, { redirect: 'manual' });
  if (answer.type !== 'opaqueredirect') return answer;
  const text = `The answer is a redirect to the page where the seller decides. Open this address in a browser:\n${request.url}`;
  return new Response(text, { status: 302, headers: { 'content-type': 'text/plain' } });
}

const settings = {
  url: DOCUMENT_PATH,
  // The document as it is, not as this page changes it.
  documentDownloadType: 'direct',
  customFetch: send,
  defaultOpenAllTags: true,
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  authentication: { securitySchemes: credentials('') },
};

const reference = globalThis.Scalar.createApiReference('#reference', settings);

function useToken(token) {
  reference.updateConfiguration({ ...settings, authentication: { securitySchemes: credentials(token) } });
}
