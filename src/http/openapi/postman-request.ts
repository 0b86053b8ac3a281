import { STATUS_CODES } from 'node:http';
import type { DocumentedOperation, Examples, Parameter } from './postman-operation.ts';
import { keepFromAnswer } from './postman-scripts.ts';
import type { PostmanVariables } from './postman-variables.ts';

type Field = { key: string; value: string; description?: string; disabled?: true };

/** A request of the collection, with the documented example of its answer. */
export function postmanItem(operation: DocumentedOperation, variables: PostmanVariables): object {
  const { description, auth, ...request } = requestOf(operation, variables);
  const [status, answer] = Object.entries(operation.responses).find(([code]) => code < '400') ?? [];
  const [type, media] = Object.entries(answer?.content ?? {})[0] ?? [];
  const example = exampleOf(media ?? {});
  const made = variables.madeBy(operation, example);
  return {
    name: operation.summary,
    ...(Object.keys(made).length > 0 && { event: [keepFromAnswer(made)] }),
    request: { ...request, description, ...(auth !== undefined && { auth }) },
    response: [
      {
        name: answer?.description ?? '',
        originalRequest: request,
        code: Number(status),
        status: STATUS_CODES[Number(status)],
        header: type === undefined ? [] : [{ key: 'Content-Type', value: type }],
        body: example === undefined ? '' : textOf(example),
        ...(type === 'application/json' && { _postman_previewlanguage: 'json' }),
      },
    ],
    // The answer of `startAuthorization` leads to the page where the seller signs in: that is for a browser.
    ...(status === '302' && { protocolProfileBehavior: { followRedirects: false } }),
  };
}

function requestOf(operation: DocumentedOperation, variables: PostmanVariables) {
  const { method, path, description, parameters = [] } = operation;
  const body = bodyOf(operation, variables);
  const fields = (place: Parameter['in']): Field[] =>
    parameters.flatMap((one) => (one.in === place ? fieldsOf(one, variables.referenceFor(operation, one)) : []));
  const [variable, query, header] = [fields('path'), fields('query'), fields('header')];
  const pathParts = path
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split('/');
  const search = query.flatMap(({ key, value, disabled }) => (disabled ? [] : [`${key}=${value}`])).join('&');
  return {
    method,
    description,
    auth: authOf(operation),
    header: [...(body?.type === undefined ? [] : [{ key: 'Content-Type', value: body.type }]), ...header],
    url: {
      raw: `{{baseUrl}}/${pathParts.join('/')}${search && `?${search}`}`,
      host: ['{{baseUrl}}'],
      path: pathParts,
      ...(query.length > 0 && { query }),
      ...(variable.length > 0 && { variable }),
    },
    ...(body && { body: body.content }),
  };
}

/** Guarded operations have the auth of their folder. */
const authOf = ({ security = [] }: DocumentedOperation) =>
  security.some((way) => 'sellerAuth' in way) ? undefined : { type: 'noauth' };

/** One for each value of a list. Without an example it is there, but not sent. */
function fieldsOf(parameter: Parameter, reference: string | undefined): Field[] {
  const { name, description, required } = parameter;
  const example = exampleOf(parameter);
  const about = { key: name, ...(description !== undefined && { description }) };
  if (name.toLowerCase() === 'idempotency-key') return [{ ...about, key: 'Idempotency-Key', value: '{{$guid}}' }];
  if (reference !== undefined) return [{ ...about, value: reference }];
  if (example === undefined && !required) return [{ ...about, value: '', disabled: true }];
  return [example]
    .flat()
    .map((value) => ({ ...about, value: String(value ?? '').replaceAll(/[%&=+#]/g, encodeURIComponent) }));
}

function bodyOf({ requestBody }: DocumentedOperation, variables: PostmanVariables) {
  const content = requestBody?.content ?? {};
  const type = Object.keys(content).find((one) => FIRST.includes(one)) ?? Object.keys(content)[0];
  if (type === undefined) return undefined;
  const example = exampleOf(content[type] ?? {});
  if (type === 'application/x-www-form-urlencoded') {
    const form = { ...(example as object), ...CLIENT };
    const urlencoded = Object.entries(form).map(([key, value]) => ({ key, value: String(value) }));
    return { type, content: { mode: 'urlencoded', urlencoded } };
  }
  const language = type === 'application/json' ? 'json' : 'text';
  const raw = textOf(type === 'application/json' ? variables.inBody(example) : example);
  return { type, content: { mode: 'raw', raw, options: { raw: { language } } } };
}

/** The client proves itself in the form. */
const CLIENT = { client_id: '{{sellerClientId}}', client_secret: '{{sellerClientSecret}}' };

const FIRST = ['application/x-www-form-urlencoded', 'application/json'];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

const exampleOf = ({ example, examples }: Examples): unknown =>
  example === undefined ? Object.values(examples ?? {})[0]?.value : example;
