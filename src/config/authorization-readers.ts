import { isOperatorRight } from '../domain/authorization/operator-rights.ts';
import { PERSON_CLAIMS } from '../domain/authorization/own-token.ts';
import { isNamedRight, NAMED_RIGHTS } from '../domain/authorization/rights.ts';
import { readScopeMap, type ScopeMap } from '../domain/authorization/scope-map.ts';
import { Invalid } from './setting.ts';
import { wordList } from './text-readers.ts';

/**
 * Claims that may name the application. A person in its place would make every token of that person one of the seller's own
 * application, with all rights: a token is the application's own when both are the same (decision 39).
 */
export function clientClaims(text: string): string[] | Invalid {
  const list = wordList(text);
  return list instanceof Invalid || !list.some((claim) => PERSON_CLAIMS.includes(claim))
    ? list
    : new Invalid(`a list of claims that name an application; ${PERSON_CLAIMS.join(', ')} name a person`);
}

/** Scopes that every authorization request asks for. Never an operator right: no seller consents to it (decision 39). */
export function extraScopes(text: string): string[] | Invalid {
  const list = wordList(text);
  return list instanceof Invalid || !list.some(isOperatorRight)
    ? list
    : new Invalid(`a list of scopes without ${list.find(isOperatorRight)}`);
}

/** RFC 7518 3.1, RFC 8037, RFC 9864: those that are checked with a public key. `none` and those with a shared secret are no choice. */
const ALGORITHMS: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

/** The algorithms with which tokens may be signed. */
export function jwtAlgorithms(text: string): string[] | Invalid {
  const list = wordList(text);
  return list instanceof Invalid || list.every((algorithm) => ALGORITHMS.includes(algorithm))
    ? list
    : new Invalid(`a list of algorithms out of ${ALGORITHMS.join(', ')}: others are not safe for access tokens`);
}

/** What marks a JWT as an access token. */
export function jwtType(text: string): { name: string; value: string } | Invalid {
  const [, name, value] = /^(\w{1,40})=([^\s=,]{1,100})$/.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return { name, value };
  return new Invalid('the header or claim that marks an access token, such as typ=at+jwt or token_use=access');
}

/** RFC 8707 2: absolute URIs without a fragment. */
export function resources(text: string): string[] | Invalid {
  const list = wordList(text);
  return list instanceof Invalid || list.every((uri) => /^[a-z][a-z0-9+.-]*:[^\s#]+$/i.test(uri))
    ? list
    : new Invalid('a list of absolute URIs without a fragment, such as https://api.example.com');
}

/** What the console asks for beside the basic rights. */
export function namedRights(text: string): string[] | Invalid {
  const list = wordList(text);
  return list instanceof Invalid || list.every(isNamedRight)
    ? list
    : new Invalid(`a list of rights out of ${NAMED_RIGHTS.join(', ')}`);
}

/** The provider's names of seller rights. */
export function scopeMap(text: string): ScopeMap | Invalid {
  const read = readScopeMap(text);
  return 'problem' in read
    ? new Invalid(`a list such as seller-api:pricing:read=pricing.read, separated by commas: ${read.problem}`)
    : read;
}
