import type { ErrorObject } from 'ajv';
import type { Problem } from '../../domain/fault.ts';

/** Describes one Ajv error: the field and what would be right (decision 32). */
export function problemOf(error: ErrorObject, part: string | undefined): Problem {
  const missing = error.keyword === 'required' ? String(error.params.missingProperty) : undefined;
  const field = fieldOf(error.instancePath, missing);
  const name = field === '' ? 'The body' : field;
  const schema = missing === undefined ? error.parentSchema : error.parentSchema?.properties?.[missing];
  const message = missing === undefined ? `${name} is not valid.` : `${name} is required.`;
  const fault = missing === undefined ? `${name} ${expectation(error, part)}.` : `${name} is missing.`;
  return { message, details: `${partPrefix(part)}${fault}${about(schema)}` };
}

/**
 * Ajv reports every branch of a shape that takes null: that the value is not null, that it does not fit the other branch, and that it fits
 * none. Only the second one helps a caller.
 */
export function isAboutNull({ keyword, params, schema }: ErrorObject): boolean {
  if (keyword === 'type') return params.type === 'null';
  return keyword === 'anyOf' && (schema as { type?: unknown }[]).some(({ type }) => type === 'null');
}

/** `/FeesEstimateRequest/Prices/0` -> `FeesEstimateRequest.Prices[0]`. */
function fieldOf(pointer: string, missing: string | undefined): string {
  const steps = pointer.split('/').slice(1).map(unescapePointer);
  if (missing !== undefined) steps.push(missing);
  return steps.reduce((path, step) => {
    if (/^\d+$/.test(step)) return `${path}[${step}]`;
    return path === '' ? step : `${path}.${step}`;
  }, '');
}

const unescapePointer = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~');

function partPrefix(part: string | undefined): string {
  if (part === 'querystring') return 'Query parameter ';
  if (part === 'params') return 'Path parameter ';
  if (part === 'headers') return 'Header ';
  return '';
}

function expectation({ keyword, params, data, message, parentSchema }: ErrorObject, part: string | undefined): string {
  switch (keyword) {
    case 'type':
      return wrongType(String(params.type), data, part);
    case 'pattern':
      return (parentSchema as { 'x-rule'?: string })['x-rule'] ?? message ?? 'has a value that is not allowed';
    case 'enum':
      if (part === 'querystring' && Array.isArray(data)) return 'must be given once';
      return `must be one of ${params.allowedValues.join(', ')}`;
    case 'maxLength':
      return `must have at most ${params.limit} characters`;
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} characters`;
    case 'maxItems':
      return `must have at most ${params.limit} elements, not ${(data as unknown[]).length}`;
    case 'minItems':
      return `must have at least ${params.limit} ${params.limit === 1 ? 'element' : 'elements'}`;
    default:
      return message ?? 'has a value that is not allowed';
  }
}

/** In a query every value is text, and a parameter that was given more than once is a list. */
function wrongType(type: string, data: unknown, part: string | undefined): string {
  if (part !== 'querystring') return `must be ${article(type)}, not ${kindOf(data)}`;
  if (Array.isArray(data) && type !== 'array') return 'must be given once';
  return type === 'boolean' ? 'must be true or false' : `must be ${article(type)}`;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'one that is too large to be held';
  return article(typeof value);
}

const article = (noun: string) => (/^[aeio]/.test(noun) ? `an ${noun}` : `a ${noun}`);

/** The description and an example of the field, from its schema. */
function about(schema: { description?: string; examples?: unknown[] } | undefined): string {
  const description = schema?.description ? ` ${schema.description}` : '';
  const example = schema?.examples?.[0];
  return example === undefined ? description : `${description} For example ${JSON.stringify(example)}.`;
}
