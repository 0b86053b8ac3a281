import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDocument, isPublic, isRepeatable, takesKey } from '../src/calls/operation-rules.ts';
import { fieldOf, PythonTypes, type Schema } from './python-types.ts';

/** Writes marketplace_seller/_generated of the Python SDK: the types of the document, and classes with a method for each operation. */

type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema };
type Body = { content?: Record<string, { schema?: Schema }>; required?: boolean };
type Operation = {
  operationId: string;
  summary: string;
  parameters?: Parameter[];
  requestBody?: Body;
  responses: Record<string, Body & { $ref?: string }>;
};
export type Document = {
  components: { schemas: Record<string, Schema> };
  paths: Record<string, Record<string, Operation>>;
};

const HEADER = '# Written by `npm --prefix sdk run generate` from openapi.json. Do not edit.\n';

type Argument = { python: string; wire: string; type: string; isRequired: boolean };
type Loop = { token: string; path: string[]; element: string };
type Method = {
  name: string;
  loopName: string;
  method: string;
  url: string;
  summary: string;
  path: Argument[];
  body: Argument | undefined;
  query: Argument[];
  headers: Argument[];
  contentType: string;
  returns: string;
  loop: Loop | undefined;
};

export function writePython(document: Document, folder: string): void {
  const { schemas } = document.components;
  // Test notifications are in no list of events.
  const listed = schemas.SellerEvent?.anyOf?.filter(({ $ref }) => !$ref?.endsWith('/TestNotificationEvent'));
  const types = new PythonTypes({ ...schemas, ...(listed && { ListedEvent: { anyOf: listed } }) });
  const methodsOf = (isWanted: (url: string, operation: Operation) => boolean) =>
    Object.entries(document.paths).flatMap(([url, operations]) =>
      Object.entries(operations)
        .filter(([, operation]) => isWanted(url, operation))
        // Others are addresses for browsers: their answer is a redirect.
        .filter(([, { responses }]) => Object.keys(responses).some((status) => status.startsWith('2')))
        .map(([method, operation]) => methodOf(types, method.toUpperCase(), url, operation)),
    );
  const isOperators = (url: string) => url.startsWith('/operator/');
  const sellers = methodsOf((url, { operationId }) => !isOperators(url) || operationId === 'applyChanges');
  const operators = methodsOf(isOperators);
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, `${name}.py`), `${HEADER}${text}`);
  write('__init__', '');
  write('types', types.text());
  write('operations', operationsOf(sellers, 'Operations', 'sync'));
  write('async_operations', operationsOf(sellers, 'Operations', 'async'));
  write('operator_operations', operationsOf(operators, 'OperatorOperations', 'sync'));
  write('async_operator_operations', operationsOf(operators, 'OperatorOperations', 'async'));
}

function methodOf(types: PythonTypes, method: string, url: string, operation: Operation): Method {
  const { operationId, parameters = [], requestBody, responses, summary } = operation;
  const name = snake(operationId);
  const argumentsIn = (place: string) =>
    parameters
      .filter((one) => one.in === place)
      .map((one) => ({
        python: argumentName(one.name),
        wire: one.name,
        type: types.typeOf(one.schema, `${capital(operationId)}${capital(argumentName(one.name))}`, true),
        isRequired: one.required === true,
      }));
  const contents = Object.entries(requestBody?.content ?? {});
  const [contentType, content] = contents.find(([type]) => /json/.test(type)) ?? contents[0] ?? ['', undefined];
  const body = content && {
    ...{ python: 'body', wire: 'body', isRequired: requestBody?.required === true },
    type: bodyType(contentType) ?? types.typeOf(content.schema ?? {}, `${capital(operationId)}Body`, true),
  };
  const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const schemas = answers.map(
    ([, { content = {} }]) => Object.entries(content).find(([type]) => type.endsWith('json'))?.[1]?.schema,
  );
  const returns = schemas.map((schema) => (schema ? types.typeOf(schema, `${capital(operationId)}Answer`) : 'None'));
  const query = argumentsIn('query');
  return {
    ...{ name, method, url, summary, contentType, body, query },
    path: argumentsIn('path'),
    headers: argumentsIn('header'),
    loopName: `iter_${name.replace(/^(get|list)_/, '')}`,
    returns: isDocument(url) ? 'bytes' : [...new Set(returns)].join(' | '),
    loop: schemas[0] && loopOf(types, schemas[0], query),
  };
}

/** Lines of JSON, or a file. Undefined: the schema says it. */
function bodyType(contentType: string): string | undefined {
  if (/ndjson/.test(contentType)) return 'str | Sequence[Any]';
  return contentType.endsWith('json') ? undefined : 'str | bytes';
}

/** An operation that takes a token of the page, and whose answer has a list and the next token. */
function loopOf(types: PythonTypes, answer: Schema, query: readonly Argument[]): Loop | undefined {
  const token = query.find(({ wire }) => wire === 'nextToken') ?? query.find(({ wire }) => wire === 'after');
  if (token?.type !== 'str') return undefined;
  const whole = types.resolved(answer);
  const { payload: inner } = whole.properties ?? {};
  const fields = inner ? types.resolved(inner) : whole;
  const lists = Object.entries(fields.properties ?? {}).filter(
    ([name, one]) => one.type === 'array' && one.items?.$ref !== undefined && name !== 'warnings',
  );
  const [list] = lists;
  // Lists behind the first one are facts about it, such as counts.
  if (!('nextToken' in (fields.properties ?? {})) || list === undefined) return undefined;
  const [name, { items }] = list;
  return { token: token.python, path: [...(inner ? ['payload'] : []), name], element: types.typeOf(items ?? {}, '') };
}

const capital = (text: string) =>
  text.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()).replaceAll('_', '');

const snake = (text: string): string =>
  text
    .replaceAll('-', '_')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();

function argumentName(wire: string): string {
  const name = snake(wire);
  return ['from', 'class', 'import', 'in', 'is'].includes(name) ? `${name}_` : name;
}

type Way = 'sync' | 'async';

function operationsOf(methods: readonly Method[], name: string, way: Way): string {
  const isAsync = way === 'async';
  const imports = isAsync
    ? 'import asyncio\nfrom collections.abc import AsyncIterator, Mapping, Sequence\nfrom typing import Any, Literal\n'
    : 'from collections.abc import Iterator, Mapping, Sequence\nfrom typing import Any, Literal, cast\n';
  const start = isAsync
    ? `from .. import _threads
from .._connected import AsyncConnected
from . import types
from .${snake(name)} import ${name}


class Async${name}(AsyncConnected):
    """The operations of \`${name}\`, each in a thread: they may be awaited."""

    def __init__(self, operations: ${name}) -> None:
        super().__init__(operations)
        self._operations = operations
`
    : `from .._connected import Connected
from .._send import Request
from . import types


class ${name}(Connected):
    """A method for each operation of the service."""
`;
  const bodies = methods.flatMap((one) => [methodText(one, way), ...(one.loop ? [loopText(one, one.loop, way)] : [])]);
  return `from __future__ import annotations\n\n${imports}\n${start}${bodies.join('')}`;
}

const qualified = (type: string) =>
  type.replace(/"[^"]*"|\b(?!Literal\b|Sequence\b|Mapping\b)([A-Z]\w*)\b/g, (all, name) =>
    name && name !== 'None' && name !== 'Any' ? `types.${name}` : all,
  );

const required = ({ python, type }: Argument) => `${python}: ${qualified(type)}`;
const optional = ({ python, type }: Argument) => `${python}: ${qualified(type)} | None = None`;

function signature({ path, body, query, headers }: Method, without?: string): { text: string; names: string[] } {
  const named = [...query, ...headers].filter(({ python }) => python !== without);
  const must = named.filter(({ isRequired }) => isRequired);
  const may = named.filter(({ isRequired }) => !isRequired);
  const given = body ? [body.isRequired ? required(body) : optional(body)] : [];
  const parts = [
    ...['self', ...path.map(required), ...given, '*'],
    ...[...must.map(required), ...may.map(optional)],
    ...['extra_headers: Mapping[str, str] | None = None', 'timeout: float | None = None'],
  ];
  const names = [...path, ...(body ? [body] : [])].map(({ python }) => python);
  const keyed = [...named.map(({ python }) => python), 'extra_headers', 'timeout'];
  return {
    text: parts.map((one) => `        ${one},\n`).join(''),
    names: [...names, ...keyed.map((one) => `${one}=${one}`)],
  };
}

function methodText(one: Method, way: Way): string {
  const { text, names } = signature(one);
  const head = `\n    ${way === 'async' ? 'async ' : ''}def ${one.name}(\n${text}    ) -> ${qualified(one.returns)}:\n        """${fieldOf(one.summary)}."""\n`;
  if (way === 'async')
    return `${head}        return await asyncio.to_thread(\n            self._operations.${one.name},\n${names.map((name) => `            ${name},\n`).join('')}        )\n`;
  const { method, url, path, query, headers, body, contentType } = one;
  const fields = (list: readonly Argument[]) =>
    `{${list.map(({ wire, python }) => `"${wire}": ${python}`).join(', ')}}`;
  const flags = [
    isRepeatable(method, url) && 'is_repeatable=True',
    takesKey(method, url) && 'takes_key=True',
    isPublic(url) && 'is_public=True',
    one.returns === 'bytes' && 'is_document=True',
  ].filter((flag) => flag !== false);
  const lines = [
    ...[`"${method}"`, `"${url}"`],
    ...(path.length > 0 ? [`path=${fields(path)}`] : []),
    ...(query.length > 0 ? [`query=${fields(query)}`] : []),
    ...(headers.length > 0 ? [`headers=${fields(headers)}`] : []),
    ...(body ? ['body=body', `content_type="${contentType}"`] : []),
    ...['extra_headers=extra_headers', 'timeout=timeout', ...flags],
  ];
  const request = `Request(\n${lines.map((line) => `                ${line},\n`).join('')}            )`;
  const call = `self._sender.call(\n            ${request}\n        )`;
  return `${head}        ${one.returns === 'None' ? call : `return cast(${qualified(one.returns)}, ${call})`}\n`;
}

function loopText(one: Method, { token, path, element }: Loop, way: Way): string {
  const { text, names } = signature(one, token);
  const type = qualified(element);
  const title = `"""All elements of the pages of \`${one.name}\`. A page is fetched when the loop gets to it."""`;
  if (way === 'async')
    return `\n    def ${one.loopName}(\n${text}    ) -> AsyncIterator[${type}]:\n        ${title}\n        return _threads.each(\n            self._operations.${one.loopName}(\n${names.map((name) => `                ${name},\n`).join('')}            )\n        )\n`;
  const inner = path
    .slice(0, -1)
    .map((name) => `["${name}"]`)
    .join('');
  const list = path.at(-1);
  return `
    def ${one.loopName}(
${text}    ) -> Iterator[${type}]:
        ${title}
        token: str | None = None
        seen: set[str] = set()
        while True:
            page = self.${one.name}(
${names.map((name) => `                ${name},\n`).join('')}                ${token}=token,
            )${inner}
            yield from page["${list}"]
            token = page.get("nextToken")
            if token is None:
                return
            if token in seen:
                raise ValueError("The pages do not end: the service gave the same nextToken again.")
            seen.add(token)
`;
}
