import { redirectUriProblem, webUriProblem } from '../domain/authorization/redirect-uri.ts';
import { DELEGABLE_SCOPES, OFFLINE_ACCESS, withSellerRights } from '../domain/authorization/rights.ts';
import { errors } from './oidc.ts';
import { hasPrivateScheme } from './redirect-uri.ts';

/** What an application may say about itself (decision 13). Anything else is left out, as RFC 7591 2 wants, or refused. */
const KEPT = new Set([
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
/** Made by the provider; in the body they are overwritten. */
const MADE = new Set(['client_id', 'client_secret', 'client_id_issued_at', 'client_secret_expires_at']);
/** The provider would fetch these addresses, and its network is not the caller's. */
const FETCHED = new Set(['jwks_uri', 'sector_identifier_uri', 'request_uris', 'initiate_login_uri']);
/** Who a client acts for, and what it is, is the operator's word: here it would be the takeover of an account. */
const NAMES_SOMEONE = /seller|merchant|operator|account|tenant|owner|vendor|rights?$|claims?$|^demo$|^sub(ject)?$/i;
const GRANT_TYPES = ['authorization_code', 'refresh_token'];
const MAX_REDIRECT_URIS = 20;
const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post'];

type Metadata = Record<string, unknown>;

/** Judges what was sent (`body`) and settles what becomes of it (`metadata`). Throws what RFC 7591 3.2.2 names. */
export function judgeRegistration(body: Metadata, metadata: Metadata): void {
  for (const name of Object.keys(body)) {
    if (FETCHED.has(name)) refuse(`${name} is not accepted`);
    if (NAMES_SOMEONE.test(name)) refuse(`${name} is not for an application to say: a seller's consent decides`);
    if (!KEPT.has(name) && !MADE.has(name)) delete metadata[name];
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

function refuse(description: string): never {
  throw new errors.InvalidClientMetadata(description);
}

function checkedRedirectUris(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0) refuse('redirect_uris must be a list of at least one address');
  if (value.length > MAX_REDIRECT_URIS) refuse(`redirect_uris may have at most ${MAX_REDIRECT_URIS} addresses`);
  for (const [index, uri] of value.entries()) {
    const problem = typeof uri === 'string' ? redirectUriProblem(uri) : 'must be a string';
    if (problem !== undefined) refuse(`redirect_uris[${index}] ${problem}`);
  }
  return value as string[];
}

function checkedGrantTypes(value: unknown): string[] {
  if (value === undefined) return [...GRANT_TYPES];
  checkOneOf('grant_types', value, GRANT_TYPES);
  if (!(value as string[]).includes('authorization_code')) refuse('grant_types must hold authorization_code');
  return value as string[];
}

/** No seller right named means all of them (decision 9). A refresh token needs no naming: the seller's consent does. */
function checkedScope(value: unknown): string {
  if (value !== undefined && typeof value !== 'string') refuse('scope must be a text of names with spaces between');
  const names = (value ?? '').split(' ').filter((name) => name !== '');
  checkOneOf('scope', names, DELEGABLE_SCOPES);
  return [...new Set([...withSellerRights(names), OFFLINE_ACCESS])].join(' ');
}

function checkOneOf(name: string, value: unknown, allowed: readonly string[]): void {
  if (value === undefined) return;
  const fits = Array.isArray(value) && value.every((element) => allowed.includes(element as string));
  if (!fits) refuse(`${name} can only be ${allowed.join(', ')}`);
}

/** These are shown to sellers who decide by them: no text that breaks out of its line or turns its direction. */
function checkTexts(body: Metadata): void {
  const { client_name: name, contacts } = body;
  if (name !== undefined && (typeof name !== 'string' || !/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,200}$/u.test(name))) {
    refuse('client_name must be 1 to 200 characters without control characters');
  }
  if (contacts !== undefined && !(Array.isArray(contacts) && contacts.length <= 10 && contacts.every(isContact))) {
    refuse('contacts must be a list of at most 10 texts of 1 to 200 characters without control characters');
  }
  for (const field of ['client_uri', 'logo_uri', 'tos_uri', 'policy_uri']) {
    const value = body[field];
    if (value === undefined) continue;
    const problem = typeof value === 'string' ? webUriProblem(value) : 'must be a string';
    if (problem !== undefined) refuse(`${field} ${problem}`);
  }
}

function isContact(value: unknown): boolean {
  return typeof value === 'string' && /^[^\p{Cc}]{1,200}$/u.test(value);
}
