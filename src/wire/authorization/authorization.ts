import { BASIC_RIGHTS, OFFLINE_ACCESS } from '../../domain/authorization/rights.ts';
import { errorShapes } from '../error.ts';
import { Type } from '../type.ts';

export const GRANT_TYPES = ['client_credentials', 'authorization_code', 'refresh_token'] as const;
export type GrantType = (typeof GRANT_TYPES)[number];
export const CLIENT_GRANT_TYPES: readonly string[] = ['authorization_code', 'refresh_token'];
export const CLIENT_AUTH_METHODS: readonly string[] = ['none', 'client_secret_post', 'client_secret_basic'];

const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const VERIFIER = 'dBjftJeZ4CVP-mBUwm0lyHa8P4DDc5Xj7rIfWbNGoz8';

const EXAMPLE_SCOPE = [...BASIC_RIGHTS, OFFLINE_ACCESS].join(' ');

const text = (description: string, example: string) => Type.String({ description, examples: [example] });
const optional = (description: string, example: string) => Type.Optional(text(description, example));

const redirectUri = text(
  'Absolute: https, http on 127.0.0.1, [::1] or localhost, or a reverse-domain scheme of a native application.',
  'https://app.example.com/callback',
);
const scope = 'Rights, with a space between them; `offline_access` is the right to a refresh token.';

export const TokenRequest = Type.Object(
  {
    grant_type: Type.Enum([...GRANT_TYPES], 'Which of the three grants this is.'),
    client_id: optional('The application; not needed with HTTP Basic.', '3f1c0d6be1a94f6e'),
    client_secret: optional("The application's secret, unless it is in HTTP Basic. Public ones have none.", '9b1d4c7a'),
    code: optional('authorization_code: the code from the redirect.', 'SplxlOBeZQQYbYS6WxSbIA'),
    code_verifier: optional('authorization_code: what the challenge was made of (RFC 7636).', VERIFIER),
    redirect_uri: optional('authorization_code: as in the authorization request.', 'https://app.example.com/callback'),
    refresh_token: optional('refresh_token: the newest one; each works once.', 'tGzv3JOkF0XG5Qx2TlKWIA'),
    scope: optional(
      'refresh_token: fewer rights than granted. client_credentials: accepted and ignored.',
      BASIC_RIGHTS[0],
    ),
  },
  {
    title: 'TokenRequest',
    description: 'Each parameter at most once; others are ignored.',
    // The client of the demo seller: the example works in every demo.
    examples: [{ grant_type: 'client_credentials', client_id: 'demoseller', client_secret: 'demosellersecret' }],
  },
);

export const Token = Type.Named(
  'Token',
  'An access token (RFC 6749 5.1).',
  {
    access_token: text('Opaque; send it as `Authorization: Bearer`.', '2YotnFZFEjr1zCsicMWpAA'),
    token_type: Type.Literal('Bearer', { description: 'Always `Bearer`.', examples: ['Bearer'] }),
    expires_in: Type.Optional.Integer({ description: 'Seconds that the access token lives.', examples: [900] }),
    scope: optional('Delegated grants: what the seller consented to.', EXAMPLE_SCOPE),
    refresh_token: optional('With `offline_access`: for the next access token; works once.', 'tGzv3JOkF0XG5Qx2TlKWIA'),
  },
  { examples: [{ access_token: '2YotnFZFEjr1zCsicMWpAA', token_type: 'Bearer', expires_in: 900 }] },
);

export const AuthorizationRequest = Type.Object({
  response_type: Type.Enum(['code'], { description: 'Always `code`.', examples: ['code'] }),
  client_id: text('The application.', '3f1c0d6be1a94f6e'),
  redirect_uri: redirectUri,
  code_challenge: text('43 base64url characters: the SHA-256 of the verifier (RFC 7636 4.2).', CHALLENGE),
  code_challenge_method: Type.Enum(['S256'], {
    description: 'Always `S256`; `plain` is rejected.',
    examples: ['S256'],
  }),
  scope: optional(`${scope} \`offline_access\` when absent, which asks for the basic seller rights.`, 'offline_access'),
  state: optional('Comes back in the redirect: how the application knows its own request.', 'af0ifjsldkj'),
  prompt: optional(
    'Passed on. When absent and the scope has `offline_access`: `consent`, unless the operator turned that off.',
    'consent',
  ),
  login_hint: optional('Passed on.', 'ann@example.com'),
  ui_locales: optional('Passed on.', 'en'),
  nonce: optional('Passed on.', 'n-0S6_WzA2Mj'),
});

const clientMetadata = {
  redirect_uris: Type.Array(redirectUri, { minItems: 1, description: 'Where codes may be sent; matched exactly.' }),
  token_endpoint_auth_method: Type.Optional.Enum(
    [...CLIENT_AUTH_METHODS],
    '`client_secret_basic` when absent; `none` for public clients.',
  ),
  grant_types: Type.Optional.Array(Type.Enum([...CLIENT_GRANT_TYPES]), 'Both when absent.'),
  response_types: Type.Optional.Array(Type.Enum(['code']), 'Only `code`.'),
  client_name: optional('What sellers are shown.', 'Example Repricer'),
  client_uri: optional("The application's page.", 'https://app.example.com'),
  logo_uri: optional("The application's logo.", 'https://app.example.com/logo.png'),
  scope: optional(`${scope} The basic seller rights when absent.`, EXAMPLE_SCOPE),
  contacts: Type.Optional.Array(Type.String(), "Contacts of the application's developer."),
};
const exampleMetadata = { redirect_uris: ['https://app.example.com/callback'], client_name: 'Example Repricer' };

export const ClientRegistration = Type.Named(
  'ClientRegistration',
  'Client metadata (RFC 7591 2). Other metadata is ignored. Metadata that names a seller is rejected.',
  clientMetadata,
  { examples: [exampleMetadata] },
);

export const RegisteredClient = Type.Named(
  'RegisteredClient',
  'The application as it is registered (RFC 7591 3.2.1).',
  {
    client_id: text('The name of the application from now on.', '3f1c0d6be1a94f6e'),
    client_id_issued_at: Type.Optional.Integer({ description: 'Seconds since 1970.', examples: [1794700800] }),
    client_secret: optional('Shown this once.', '9b1d4c7a'),
    client_secret_expires_at: Type.Optional.Integer({ description: '0 is never.', examples: [0] }),
    ...clientMetadata,
  },
  {
    examples: [
      {
        client_id: '3f1c0d6be1a94f6e',
        client_id_issued_at: 1_794_700_800,
        client_secret: '9b1d4c7a',
        client_secret_expires_at: 0,
        ...exampleMetadata,
        token_endpoint_auth_method: 'client_secret_basic',
        grant_types: CLIENT_GRANT_TYPES,
        response_types: ['code'],
        scope: EXAMPLE_SCOPE,
      },
    ],
  },
);

/** One documented error of an authorization endpoint, with its most frequent example. */
export function oauthAnswer(description: string, error: string, error_description: string) {
  const examples = { [error]: { value: { error, error_description } } };
  return { description, content: { 'application/json': { schema: errorShapes.oauth, examples } } };
}

type Members = Readonly<Record<string, unknown>>;

/** A whole number, which some providers write as text. Undefined for anything else. */
export function wholeSeconds(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? Math.floor(number) : undefined;
}

/** The members that clients may rely on. Undefined when the provider's answer is no bearer token. */
export function writeToken(granted: Members, grantType: GrantType): Members | undefined {
  const { access_token, token_type, expires_in, scope, refresh_token } = granted;
  const isBearer = typeof token_type === 'string' && token_type.toLowerCase() === 'bearer';
  if (typeof access_token !== 'string' || access_token === '' || !isBearer) return undefined;
  const token = { access_token, token_type: 'Bearer', expires_in: wholeSeconds(expires_in) };
  // No refresh token and no scope for client_credentials, whatever the provider adds (decision 11).
  return grantType === 'client_credentials'
    ? token
    : { ...token, scope: textOrNone(scope), refresh_token: textOrNone(refresh_token) };
}

/** Undefined for anything but text, which a client could not use. */
const textOrNone = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
