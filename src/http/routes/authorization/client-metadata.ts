import { isNativeRedirect, redirectUriProblem, webUriProblem } from '../../../domain/authorization/redirect-uri.ts';
import { DELEGABLE_SCOPES } from '../../../domain/authorization/rights.ts';
import { CLIENT_AUTH_METHODS, CLIENT_GRANT_TYPES } from '../../../wire/authorization/authorization.ts';
import { type OAuthError, oauthError } from './oauth-error.ts';

/** The metadata of a client (RFC 7591 2), as it was sent. */
type Metadata = Readonly<Record<string, unknown>>;

const MAX_REDIRECT_URIS = 20;
const MAX_CONTACTS = 10;
const MAX_TEXT_LENGTH = 200;

export const isMetadata = (body: unknown): body is Metadata =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

const invalid = (description: string) => oauthError('invalid_client_metadata', description);

export const metadataChecks = [
  ensureNoPrivileges,
  ensureRedirectUris,
  ensureAuthMethod,
  ensureGrantTypes,
  ensureResponseTypes,
  ensureScope,
  ensureName,
  ensureAddresses,
  ensureContacts,
];

/** No metadata name of RFC 7591 or OpenID Connect matches. */
const privilegeNames = /seller|merchant|operator|account|right|role|permission|privilege/i;

/**
 * A client that could name its seller or its rights could act as that seller or as the operator (decision 13). Such metadata is
 * not forwarded in any case; it is rejected so that no developer believes that it took effect.
 */
function ensureNoPrivileges(metadata: Metadata): OAuthError | undefined {
  return Object.entries(metadata).some(([name, value]) => value !== null && privilegeNames.test(name))
    ? invalid('A registration must not name a seller, account or right: a seller authorizes the application later.')
    : undefined;
}

function ensureRedirectUris({ redirect_uris: uris }: Metadata): OAuthError | undefined {
  const wrong = (description: string) => oauthError('invalid_redirect_uri', description);
  if (!isStringArray(uris) || uris.length === 0) return wrong('redirect_uris must be a list of at least one address.');
  if (uris.length > MAX_REDIRECT_URIS) return wrong(`redirect_uris may have at most ${MAX_REDIRECT_URIS} addresses.`);
  const problems = uris.map(redirectUriProblem);
  const at = problems.findIndex((problem) => problem !== undefined);
  return at < 0 ? undefined : wrong(`redirect_uris[${at}] ${problems[at]}.`);
}

function ensureAuthMethod({ token_endpoint_auth_method: method }: Metadata): OAuthError | undefined {
  if (method === undefined || CLIENT_AUTH_METHODS.includes(method as string)) return undefined;
  return invalid(`token_endpoint_auth_method must be one of ${CLIENT_AUTH_METHODS.join(', ')}.`);
}

/** Never client_credentials: that is for a seller's own client, which the operator creates. */
function ensureGrantTypes({ grant_types: types }: Metadata): OAuthError | undefined {
  if (types === undefined) return undefined;
  const allowed = isStringArray(types) && types.every((type) => CLIENT_GRANT_TYPES.includes(type));
  // RFC 7591 2.1: response_types code goes with authorization_code.
  if (allowed && types.includes('authorization_code')) return undefined;
  return invalid('grant_types must be authorization_code, with or without refresh_token.');
}

function ensureResponseTypes({ response_types: types }: Metadata): OAuthError | undefined {
  if (types === undefined || (isStringArray(types) && types.join() === 'code')) return undefined;
  return invalid('response_types must be a list of code alone.');
}

function ensureScope({ scope }: Metadata): OAuthError | undefined {
  if (scope === undefined) return undefined;
  if (typeof scope === 'string' && scope.split(' ').every((word) => DELEGABLE_SCOPES.includes(word))) return undefined;
  return invalid(`scope must be words with a space between them, out of ${DELEGABLE_SCOPES.join(', ')}.`);
}

/** Sellers see it when they consent, so it has no control or direction-changing characters. */
function ensureName({ client_name: name }: Metadata): OAuthError | undefined {
  if (name === undefined || (isShortText(name) && !/[\p{Cc}\p{Cf}]/u.test(name))) return undefined;
  return invalid(`client_name must be 1 to ${MAX_TEXT_LENGTH} characters without control characters.`);
}

function ensureAddresses(metadata: Metadata): OAuthError | undefined {
  for (const name of ['client_uri', 'logo_uri']) {
    const uri = metadata[name];
    if (uri === undefined) continue;
    const problem = typeof uri === 'string' ? webUriProblem(uri) : 'must be a string';
    if (problem !== undefined) return invalid(`${name} ${problem}.`);
  }
  return undefined;
}

function ensureContacts({ contacts }: Metadata): OAuthError | undefined {
  if (contacts === undefined) return undefined;
  if (isStringArray(contacts) && contacts.length <= MAX_CONTACTS && contacts.every(isShortText)) return undefined;
  return invalid(`contacts must be a list of at most ${MAX_CONTACTS} texts.`);
}

const isStringArray = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const isShortText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_TEXT_LENGTH;

const forwardedNames = ['redirect_uris', 'client_name', 'client_uri', 'logo_uri', 'scope', 'contacts'];

/** The metadata that the provider gets, with explicit defaults, because providers differ in theirs. The rest is dropped. */
export function forwardedMetadata(metadata: Metadata): Metadata {
  const forwarded: Record<string, unknown> = {
    token_endpoint_auth_method: metadata.token_endpoint_auth_method ?? 'client_secret_basic',
    grant_types: metadata.grant_types ?? CLIENT_GRANT_TYPES,
    response_types: ['code'],
    // OpenID Connect Registration 2: only native clients may have private schemes and http on loopback.
    application_type: (metadata.redirect_uris as string[]).some(isNativeRedirect) ? 'native' : 'web',
  };
  for (const name of forwardedNames) if (metadata[name] !== undefined) forwarded[name] = metadata[name];
  return forwarded;
}
