import { isNativeRedirect, redirectUriProblem, webUriProblem } from '../../../domain/authorization/redirect-uri.ts';
import { DELEGABLE_SCOPES } from '../../../domain/authorization/rights.ts';
import { CLIENT_AUTH_METHODS, CLIENT_GRANT_TYPES } from '../../../wire/authorization/authorization.ts';
import { type Refusal, refusal } from './oauth-error.ts';

/** What a client says about itself (RFC 7591 2). */
type Metadata = Readonly<Record<string, unknown>>;

const MAX_REDIRECT_URIS = 20;
const MAX_CONTACTS = 10;
const MAX_TEXT_LENGTH = 200;

export const isMetadata = (body: unknown): body is Metadata =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

const invalid = (description: string) => refusal('invalid_client_metadata', description);

export const metadataChecks = [
  ensureNoPowers,
  ensureRedirectUris,
  ensureAuthMethod,
  ensureGrantTypes,
  ensureResponseTypes,
  ensureScope,
  ensureName,
  ensureAddresses,
  ensureContacts,
];

/** No metadata of RFC 7591 or OpenID Connect has one of these in its name. */
const powers = /seller|merchant|operator|account|right|role|permission|privilege/i;

/**
 * A client that could say whose it is, or what it may, would be that seller or that operator (decision 13). None of it
 * would go on to the provider; it is refused, so that nobody believes that it was heard.
 */
function ensureNoPowers(metadata: Metadata): Refusal | undefined {
  return Object.keys(metadata).some((name) => powers.test(name))
    ? invalid('A registration must not name a seller, account or right: a seller authorizes the application later.')
    : undefined;
}

function ensureRedirectUris({ redirect_uris: uris }: Metadata): Refusal | undefined {
  const wrong = (description: string) => refusal('invalid_redirect_uri', description);
  if (!isTexts(uris) || uris.length === 0) return wrong('redirect_uris must be a list of at least one address.');
  if (uris.length > MAX_REDIRECT_URIS) return wrong(`redirect_uris may have at most ${MAX_REDIRECT_URIS} addresses.`);
  const problems = uris.map(redirectUriProblem);
  const at = problems.findIndex((problem) => problem !== undefined);
  return at < 0 ? undefined : wrong(`redirect_uris[${at}] ${problems[at]}.`);
}

function ensureAuthMethod({ token_endpoint_auth_method: method }: Metadata): Refusal | undefined {
  if (method === undefined || CLIENT_AUTH_METHODS.includes(method as string)) return undefined;
  return invalid(`token_endpoint_auth_method must be one of ${CLIENT_AUTH_METHODS.join(', ')}.`);
}

/** Never client_credentials: that is for a seller's own client, which the operator makes. */
function ensureGrantTypes({ grant_types: types }: Metadata): Refusal | undefined {
  if (types === undefined) return undefined;
  const allowed = isTexts(types) && types.every((type) => CLIENT_GRANT_TYPES.includes(type));
  // RFC 7591 2.1: response_types code goes with authorization_code.
  if (allowed && types.includes('authorization_code')) return undefined;
  return invalid('grant_types must be authorization_code, with or without refresh_token.');
}

function ensureResponseTypes({ response_types: types }: Metadata): Refusal | undefined {
  if (types === undefined || (isTexts(types) && types.join() === 'code')) return undefined;
  return invalid('response_types must be a list of code alone.');
}

function ensureScope({ scope }: Metadata): Refusal | undefined {
  if (scope === undefined) return undefined;
  if (typeof scope === 'string' && scope.split(' ').every((word) => DELEGABLE_SCOPES.includes(word))) return undefined;
  return invalid(`scope must be words with a space between them, out of ${DELEGABLE_SCOPES.join(', ')}.`);
}

/** It is shown to sellers who decide by it: no control or direction-changing characters. */
function ensureName({ client_name: name }: Metadata): Refusal | undefined {
  if (name === undefined || (isShortText(name) && !/[\p{Cc}\p{Cf}]/u.test(name))) return undefined;
  return invalid(`client_name must be 1 to ${MAX_TEXT_LENGTH} characters without control characters.`);
}

function ensureAddresses(metadata: Metadata): Refusal | undefined {
  for (const name of ['client_uri', 'logo_uri']) {
    const uri = metadata[name];
    if (uri === undefined) continue;
    const problem = typeof uri === 'string' ? webUriProblem(uri) : 'must be a string';
    if (problem !== undefined) return invalid(`${name} ${problem}.`);
  }
  return undefined;
}

function ensureContacts({ contacts }: Metadata): Refusal | undefined {
  if (contacts === undefined) return undefined;
  if (isTexts(contacts) && contacts.length <= MAX_CONTACTS && contacts.every(isShortText)) return undefined;
  return invalid(`contacts must be a list of at most ${MAX_CONTACTS} texts.`);
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

const isShortText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_TEXT_LENGTH;

const passedOn = ['redirect_uris', 'client_name', 'client_uri', 'logo_uri', 'scope', 'contacts'];

/** What goes on to the provider; defaults are written out, because providers differ in theirs. The rest is dropped. */
export function metadataFor(metadata: Metadata): Metadata {
  const sent: Record<string, unknown> = {
    token_endpoint_auth_method: metadata.token_endpoint_auth_method ?? 'client_secret_basic',
    grant_types: metadata.grant_types ?? CLIENT_GRANT_TYPES,
    response_types: ['code'],
    // OpenID Connect Registration 2: only a native one may have private schemes and http on the machine itself.
    application_type: (metadata.redirect_uris as string[]).some(isNativeRedirect) ? 'native' : 'web',
  };
  for (const name of passedOn) if (metadata[name] !== undefined) sent[name] = metadata[name];
  return sent;
}
