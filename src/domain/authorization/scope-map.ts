import { isOperatorRight, OPERATOR_RIGHTS } from './operator-rights.ts';
import { DELEGABLE_SCOPES, isNamedRight, isSellerRight } from './rights.ts';

/** The provider's name of each seller right that has another name there. */
export type ScopeMap = ReadonlyMap<string, string>;

/** RFC 6749 3.3, `scope-token`. */
const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

const reserved: readonly string[] = [...DELEGABLE_SCOPES, ...OPERATOR_RIGHTS];

/**
 * Reads `right=name` pairs, separated by commas or spaces. Only seller rights have other names: with the operator's right in
 * the map, a seller's consent could make an application the operator (decision 39). Rights by name only share no name with another
 * right: who asks for the other would have them, too (decision 51).
 */
export function readScopeMap(text: string): ScopeMap | { readonly problem: string } {
  const map = new Map<string, string>();
  for (const pair of text.split(/[\s,]+/).filter((word) => word !== '')) {
    const at = pair.indexOf('=');
    const [right, name] = [pair.slice(0, at), pair.slice(at + 1)];
    if (at < 0 || !isSellerRight(right)) return { problem: `${pair} does not begin with a seller right and =` };
    if (!scopeToken.test(name)) return { problem: `${pair} has no scope name after =` };
    if (name !== right && reserved.includes(name)) return { problem: `${name} already means something else` };
    if (map.has(right)) return { problem: `${right} is there twice` };
    const sharing = [...map].find(([, other]) => other === name)?.[0];
    if (sharing !== undefined && [right, sharing].some(isNamedRight))
      return { problem: `${name} is the name of ${sharing} already, and ${right} needs a name of its own` };
    map.set(right, name);
  }
  return map;
}

/** Scopes under the names that the provider knows. */
export function toProviderScopes(scopes: readonly string[], map: ScopeMap): string[] {
  return [...new Set(scopes.map((scope) => map.get(scope) ?? scope))];
}

/**
 * Scopes of the provider under our names. One of its names may stand for several rights. A right that has another name there
 * counts only under that name, and the operator's is dropped: no seller consents to it (decision 39).
 */
export function fromProviderScopes(scopes: readonly string[], map: ScopeMap): string[] {
  const rightsNamed = (scope: string) => [...map].filter(([, name]) => name === scope).map(([right]) => right);
  const named = scopes.flatMap((scope) => {
    if (isOperatorRight(scope)) return [];
    const rights = rightsNamed(scope);
    return rights.length > 0 || map.has(scope) ? rights : [scope];
  });
  return [...new Set(named)];
}
