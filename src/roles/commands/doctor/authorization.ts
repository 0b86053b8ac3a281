import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Config } from '../../../config/config.ts';
import { BASIC_RIGHTS, OFFLINE_ACCESS, type Right } from '../../../domain/authorization/rights.ts';
import type { ExaminedClient } from '../../../identity/examination.ts';
import type { Parameters } from '../../../identity/provider-parameters.ts';
import { StartError } from '../../../processes/start-error.ts';

const WAIT_MS = 300_000;

/** The fields of the token request after the authorization; or what went wrong. */
type Authorized = { readonly fields: Record<string, string> } | { readonly problem: string };

export type Authorization = {
  readonly endpoint: string;
  readonly config: Config;
  readonly client: ExaminedClient;
  /** What this provider needs of every authorization request. */
  readonly parameters: Parameters;
  readonly port: number;
  readonly say: (line: string) => void;
};

/** Lets the operator sign in with a browser, as a seller would, and waits for the code. */
export async function authorizeInBrowser(options: Authorization): Promise<Authorized> {
  const { port, say } = options;
  const server = createServer((_request, response) => {
    response.setHeader('connection', 'close').end('You can close this page. The result is in the terminal.');
  });
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening').catch((error: Error) => {
      throw new StartError(`The doctor cannot listen on port ${port}: ${error.message}. Use --port.`);
    });
    const redirectUri = redirectUriAt(port);
    const verifier = randomBytes(32).toString('base64url');
    const state = randomBytes(16).toString('hex');
    say('Open this address in a browser, and sign in as a seller:\n');
    say(`${authorizationAddress(options, { redirectUri, verifier, state })}\n`);
    const brought = (await arrival(server, redirectUri))?.searchParams;
    if (brought === undefined) return { problem: 'nobody came back from the provider within 5 minutes' };
    const code = brought.get('code');
    if (code === null)
      return { problem: `the provider sent no code, but the error ${JSON.stringify(brought.get('error'))}` };
    if (brought.get('state') !== state) return { problem: 'the provider sent another state back' };
    return { fields: { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier } };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** The one basic right that the request does not name: a token that has it shows that consent gives more than was asked. */
export const NOT_ASKED: Right = 'seller-api:notifications:write';

/** The client must have registered it. */
export const redirectUriAt = (port: number): string => `http://127.0.0.1:${port}/callback`;

/** An authorization request that shows no page. Nobody waits for its answer. */
export const silentAddress = (authorization: Authorization, redirectUri: string): string => {
  const asked = { redirectUri, verifier: randomBytes(32).toString('base64url'), state: 'doctor' };
  const url = new URL(authorizationAddress(authorization, asked));
  url.searchParams.set('prompt', 'none');
  return url.href;
};

type Asked = { readonly redirectUri: string; readonly verifier: string; readonly state: string };

/** `openid` makes the provider give an ID token, and some then want a `nonce`; `offline_access` is for the refresh token. */
function authorizationAddress({ endpoint, config, client, parameters }: Authorization, asked: Asked): string {
  const { redirectUri, verifier, state } = asked;
  const rights = BASIC_RIGHTS.filter((right) => right !== NOT_ASKED).map(
    (right) => config.idpScopeMap?.get(right) ?? right,
  );
  const url = new URL(endpoint);
  const own = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: redirectUri,
    scope: [...new Set(['openid', ...rights, OFFLINE_ACCESS, ...(config.idpExtraScopes ?? [])])].join(' '),
    state,
    nonce: randomBytes(16).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(own)) url.searchParams.set(name, value);
  if (config.idpPrompt === 'consent') url.searchParams.set('prompt', 'consent');
  for (const [name, value] of parameters) url.searchParams.append(name, value);
  return url.href;
}

/** Undefined after five minutes. Browsers also ask for an icon. */
async function arrival(server: Server, redirectUri: string): Promise<URL | undefined> {
  const signal = AbortSignal.timeout(WAIT_MS);
  try {
    for (;;) {
      const [request] = (await once(server, 'request', { signal })) as [{ url: string }];
      if (request.url.startsWith('/callback')) return new URL(request.url, redirectUri);
    }
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}
