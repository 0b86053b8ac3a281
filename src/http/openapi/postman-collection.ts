import type { DocumentedOperation } from './postman-operation.ts';
import { postmanItem } from './postman-request.ts';
import { renewToken, type TokenOwner } from './postman-scripts.ts';
import { PostmanVariables } from './postman-variables.ts';

type Document = {
  readonly info: { readonly title: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<DocumentedOperation, 'method' | 'path'>>>>>;
};

/** A client whose secret is public. */
type Client = { readonly id: string; readonly secret: string };

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

const HOW_TO = `Set the variables \`sellerClientId\` and \`sellerClientSecret\` of the collection, and send any request: a token is got when there is
none. To call with a token that you have, set \`sellerToken\` and leave the two empty. The folder Operator has variables of its own. Requests
that create something keep its id in the variable that the next ones use.`;

/**
 * The OpenAPI document, with its examples in place, as a Postman collection (v2.1.0): a folder for each tag, a request for each operation.
 * Many other programs read that format, too.
 */
export function postmanCollection(document: object, demoClient?: Client): object {
  const { info, servers, tags, paths } = document as Document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
  const variables = new PostmanVariables(operations);
  const folders = tags.flatMap(({ name, description }) => {
    const own = operations.filter((operation) => operation.tags[0] === name);
    if (own.length === 0) return [];
    const caller = callerOf(own);
    const item = own.map((operation) => postmanItem(operation, variables));
    return [{ name, description, ...(caller && withToken(caller)), item }];
  });
  const clients = { sellerClientId: demoClient?.id, sellerClientSecret: demoClient?.secret };
  const unset = ['operatorClientId', 'operatorClientSecret', 'sellerToken', 'operatorToken'].map((key) => [key, '']);
  return {
    info: { name: info.title, description: `${HOW_TO}\n\n${info.description}`, schema: SCHEMA },
    variable: [
      { key: 'baseUrl', value: servers[0]?.url ?? '' },
      ...[...Object.entries(clients), ...unset].map(([key, value]) => ({ key, value: value ?? '' })),
      ...variables.list(),
    ],
    item: folders,
  };
}

/** Undefined for a folder whose operations need no token. */
function callerOf(operations: readonly DocumentedOperation[]): TokenOwner | undefined {
  const ways = operations.flatMap(({ security = [] }) => security);
  if (!ways.some((way) => 'sellerAuth' in way)) return undefined;
  const rights = ways.flatMap((way) => way.sellerOAuth ?? []);
  return rights.length > 0 && rights.every((right) => right.startsWith('operator:')) ? 'operator' : 'seller';
}

const withToken = (caller: TokenOwner) => ({
  auth: { type: 'bearer', bearer: [{ key: 'token', value: `{{${caller}Token}}`, type: 'string' }] },
  event: [renewToken(caller)],
});
