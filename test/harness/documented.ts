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
  const { document, ajv, checks } = await made;

  /** `path` is a path template of the document, such as `/products/pricing/v4/listings/{SellerSKU}/offers`. */
  return function mustFit(method: string, path: string, answer: LightMyRequestResponse): void {
    const operation = document.paths[path]?.[method.toLowerCase()] as Operation | undefined;
    assert.ok(operation, `${method} ${path} is not documented`);
    const status = String(answer.statusCode);
    const response = operation.responses[status];
    assert.ok(response, `${method} ${path} answers ${status}, which is not documented: ${answer.body}`);
    if (!response.content) {
      assert.equal(answer.body, '');
      return;
    }
    const steps = ['paths', path, method.toLowerCase(), 'responses', status, 'content', 'application/json', 'schema'];
    const pointer = `api#/${steps.map(escapePointer).join('/')}`;
    const check = checks.get(pointer) ?? ajv.compile({ $ref: pointer });
    checks.set(pointer, check);
    assert.ok(check(answer.json()), `${method} ${path} ${status}: ${ajv.errorsText(check.errors)}\n${answer.body}`);
  };
}

type Checks = { document: { paths: Record<string, Node> }; ajv: Ajv2020; checks: Map<string, ValidateFunction> };

const madeChecks = new Map<string, Promise<Checks>>();

async function checksOf(app: FastifyInstance): Promise<Checks> {
  const document = closed(dereferenced((await app.inject('/openapi.json')).json())) as Checks['document'];
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
