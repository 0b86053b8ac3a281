import { redirectUriProblem, webUriProblem } from '../domain/authorization/redirect-uri.ts';
import { DELEGABLE_SCOPES, OFFLINE_ACCESS, withBasicRights } from '../domain/authorization/rights.ts';
import { errors } from './oidc-library.ts';
import { hasPrivateScheme } from './pages/redirect-target.ts';

/** The metadata of an application (decision 13). Other fields are left out, as RFC 7591 2 wants, or rejected. */
const ACCEPTED_FIELDS = new Set([
  'redirect_uris',
  'token_endpoint_auth_method',
  'grant_types',
  'response_types',
  'client_name',
  'client_uri',
  'logo_uri',
  'tos_uri',
  'policy_uri',
  'contacts',
  'scope',
]);
/** The provider sets these and overwrites the values of the request. */
const PROVIDER_FIELDS = new Set(['client_id', 'client_secret', 'client_id_issued_at', 'client_secret_expires_at']);
/** The library would fetch these addresses from the provider's own network (server-side request forgery). */
const FETCHED_FIELDS = new Set(['jwks_uri', 'sector_identifier_uri', 'request_uris', 'initiate_login_uri']);
/** Only the operator decides which seller a client belongs to. A registration that could say so would take over an account. */
const OWNER_FIELDS =
  /seller|merchant|operator|account|tenant|owner|vendor|rights?$|claims?$|^demo$|^disabled$|^verified$|^sub(ject)?$/i;
const GRANT_TYPES = ['authorization_code', 'refresh_token'];
const MAX_REDIRECT_URIS = 20;
const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post'];

type Metadata = Record<string, unknown>;

/** Checks the request (`body`) and completes the stored client (`metadata`). Throws the errors of RFC 7591 3.2.2. */
export function checkRegistration(body: Metadata, metadata: Metadata): void {
  for (const name of Object.keys(body)) {
    if (FETCHED_FIELDS.has(name)) reject(`${name} is not accepted`);
    if (OWNER_FIELDS.test(name))
      reject(`${name} must not be in a registration: a seller authorizes the application later`);
    if (!ACCEPTED_FIELDS.has(name) && !PROVIDER_FIELDS.has(name)) delete metadata[name];
  }
  checkTexts(body);
  metadata.redirect_uris = checkedRedirectUris(body.redirect_uris);
  metadata.grant_types = checkedGrantTypes(body.grant_types);
  metadata.response_types = ['code'];
  metadata.scope = checkedScope(body.scope);
  metadata.application_type = (metadata.redirect_uris as string[]).some(hasPrivateScheme) ? 'native' : 'web';
  checkOneOf('response_types', body.response_types, ['code']);
  checkOneOf('token_endpoint_auth_method', [body.token_endpoint_auth_method ?? 'none'], AUTH_METHODS);
}

function reject(description: string): never {
  throw new errors.InvalidClientMetadata(description);
}

function checkedRedirectUris(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0) reject('redirect_uris must be a list of at least one address');
  if (value.length > MAX_REDIRECT_URIS) reject(`redirect_uris may have at most ${MAX_REDIRECT_URIS} addresses`);
  for (const [index, uri] of value.entries()) {
    const problem = typeof uri === 'string' ? redirectUriProblem(uri) : 'must be a string';
    if (problem !== undefined) reject(`redirect_uris[${index}] ${problem}`);
  }
  return value as string[];
}

function checkedGrantTypes(value: unknown): string[] {
  if (value === undefined) return [...GRANT_TYPES];
  checkOneOf('grant_types', value, GRANT_TYPES);
  if (!(value as string[]).includes('authorization_code')) reject('grant_types must include authorization_code');
  return value as string[];
}

/** `offline_access` is always included: the seller's consent decides about the refresh token. */
function checkedScope(value: unknown): string {
  if (value !== undefined && typeof value !== 'string')
    reject('scope must be a string of names with a space between them');
  const names = (value ?? '').split(' ').filter((name) => name !== '');
  checkOneOf('scope', names, DELEGABLE_SCOPES);
  return [...new Set([...withBasicRights(names), OFFLINE_ACCESS])].join(' ');
}

function checkOneOf(name: string, value: unknown, allowed: readonly string[]): void {
  if (value === undefined) return;
  const fits = Array.isArray(value) && value.every((element) => allowed.includes(element as string));
  if (!fits) reject(`${name} can only be ${allowed.join(', ')}`);
}

/** Sellers read these texts before they decide: no characters that break the line or change the direction of text. */
function checkTexts(body: Metadata): void {
  const { client_name: name, contacts } = body;
  if (name !== undefined && (typeof name !== 'string' || !/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,200}$/u.test(name))) {
    reject('client_name must be 1 to 200 characters without control characters');
  }
  if (contacts !== undefined && !(Array.isArray(contacts) && contacts.length <= 10 && contacts.every(isContact))) {
    reject('contacts must be a list of at most 10 strings of 1 to 200 characters without control characters');
  }
  for (const field of ['client_uri', 'logo_uri', 'tos_uri', 'policy_uri']) {
    const value = body[field];
    if (value === undefined) continue;
    const problem = typeof value === 'string' ? webUriProblem(value) : 'must be a string';
    if (problem !== undefined) reject(`${field} ${problem}`);
  }
}

function isContact(value: unknown): boolean {
  return typeof value === 'string' && /^[^\p{Cc}]{1,200}$/u.test(value);
}
