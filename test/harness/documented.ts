import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

type Node = { [key: string]: unknown };
type Operation = { responses: Record<string, { content?: Record<string, { schema: object }> }> };

/**
 * Holds answers against the OpenAPI document of the app: the status must be documented for the operation, and the body fit
 * its shape. Fields that the document does not know are a fault, too, except in objects that it calls open.
 */
export async function documentedBy(app: FastifyInstance) {
  const document = closed((await app.inject('/openapi.json')).json()) as { paths: Record<string, Node> };
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'api');
  const checks = new Map<string, ValidateFunction>();

  /** `path` as the document writes it: `/listings/{SellerSKU}/offers` under its prefix. */
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

const escapePointer = (step: string) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));

function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const copy: Node = {};
  for (const [key, value] of Object.entries(node)) copy[key] = closed(value);
  if (copy.type === 'object' && copy.properties && !('additionalProperties' in copy)) copy.additionalProperties = false;
  return copy;
}
