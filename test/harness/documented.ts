import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { dereferenced } from './dereferenced.ts';

type Node = { [key: string]: unknown };
type Operation = { responses: Record<string, { content?: Record<string, { schema: object }> }> };

/**
 * Checks answers against the OpenAPI document of the app: the operation must document the status, and the body must fit
 * its shape. Undocumented fields fail, too, except in objects that the document declares open.
 */
export async function documentedBy(app: FastifyInstance) {
  await app.ready();
  // Apps with the same routes have the same document. Making and compiling it takes longer than most tests.
  const routes = app.printRoutes({ commonPrefix: false });
  const made = madeChecks.get(routes) ?? checksOf(app);
  madeChecks.set(routes, made);
  const checks = await made;

  /** `path` is a path template of the document, such as `/products/pricing/v4/listings/{SellerSKU}/offers`. */
  return function mustFit(method: string, path: string, { statusCode, body }: LightMyRequestResponse): void {
    const problem = problemOf(checks, `${method} ${path}`, { status: statusCode, type: 'application/json', body });
    assert.equal(problem, undefined);
  };
}

type Answer = { readonly status: number; readonly type: string; readonly body: string };

/** The same for answers that came from anywhere, as a text. */
export function answersFit(openApi: object): (operation: string, answer: Answer) => string | undefined {
  const checks = checksFor(openApi);
  return (operation, answer) => problemOf(checks, operation, answer);
}

/** Undefined when the document allows the answer. `operation`: such as `GET /sellers/v4/notes`. */
function problemOf({ document, ajv, checks }: Checks, operation: string, answer: Answer): string | undefined {
  const [verb = '', path = ''] = operation.split(' ');
  const method = verb.toLowerCase();
  const documented = document.paths[path]?.[method] as Operation | undefined;
  if (!documented) return `${operation} is not documented`;
  const { status, type, body } = answer;
  const response = documented.responses[status];
  if (!response) return `${operation} answers ${status}, which is not documented: ${body}`;
  if (!response.content) return body === '' ? undefined : `${operation} ${status} has a body`;
  if (!(type in response.content)) return `${operation} ${status} is ${type}, which is not documented`;
  if (type !== 'application/json') return undefined;
  const steps = ['paths', path, method, 'responses', String(status), 'content', type, 'schema'];
  const pointer = `api#/${steps.map(escapePointer).join('/')}`;
  const check = checks.get(pointer) ?? ajv.compile({ $ref: pointer });
  checks.set(pointer, check);
  return check(JSON.parse(body)) ? undefined : `${operation} ${status}: ${ajv.errorsText(check.errors)}\n${body}`;
}

type Checks = { document: { paths: Record<string, Node> }; ajv: Ajv2020; checks: Map<string, ValidateFunction> };

const madeChecks = new Map<string, Promise<Checks>>();

const checksOf = async (app: FastifyInstance) => checksFor((await app.inject('/openapi.json')).json());

function checksFor(openApi: object): Checks {
  const document = closed(dereferenced(openApi)) as Checks['document'];
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'api');
  return { document, ajv, checks: new Map() };
}

const escapePointer = (step: string) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));

/** Forbids additional properties wherever the document does not mention them. */
export function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy: Node = {};
  for (const [key, value] of Object.entries(node)) copy[key] = closed(value);
  if (copy.type === 'object' && copy.properties && !('additionalProperties' in copy)) copy.additionalProperties = false;
  return copy;
}
