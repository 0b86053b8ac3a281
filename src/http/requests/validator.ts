import { Ajv, type ErrorObject, type FuncKeywordDefinition, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import type { FastifySchemaCompiler, FastifyServerOptions } from 'fastify';
import { Fault, type Problem } from '../../domain/fault.ts';
import { dropNullFields } from '../../wire/null-fields.ts';
import { isAboutNull, problemOf } from './validation-problem.ts';

const MAX_PROBLEMS = 20;

/**
 * `enum` that matches in any case and replaces the value with the specification's casing (decision 2), so that handlers
 * never see another casing.
 */
const anyCaseEnum: FuncKeywordDefinition = {
  keyword: 'enum',
  schemaType: 'array',
  modifying: true,
  errors: true,
  compile(words: readonly unknown[]) {
    const canonical = new Map(words.map((word) => [folded(word), word]));
    const check: WordCheck = (data, context) => {
      const word = canonical.get(folded(data));
      if (word === undefined) {
        check.errors = [{ keyword: 'enum', params: { allowedValues: words } }];
        return false;
      }
      if (context && word !== data) context.parentData[context.parentDataProperty] = word;
      return true;
    };
    return check;
  },
};

type WordCheck = ReturnType<NonNullable<FuncKeywordDefinition['compile']>>;

const folded = (word: unknown) => (typeof word === 'string' ? word.toLowerCase() : word);

/** One `Ajv` for bodies, which never converts (decision 3), and one for path and query, where every value is text. */
const bodies = once(() => validatorOf({ coerceTypes: false }));
const texts = once(() => validatorOf({ coerceTypes: 'array' }));
/** Under /auth/v4 OAuth values match exactly (decision 2). */
const exactBodies = once(() => validatorOf({ coerceTypes: false, exactWords: true }));
const exactTexts = once(() => validatorOf({ coerceTypes: 'array', exactWords: true }));

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Validates each part of a request against its schema. The 400 names every wrong field. */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  if (httpPart === 'body') return bodyCheckOf(schema);
  if (httpPart === 'headers' && fitsAnyHeaders(schema)) return () => true;
  return checkOf(texts, schema, httpPart, booleansInAnyCase(schema));
};

export const exactValidatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) =>
  checkOf(httpPart === 'body' ? exactBodies : exactTexts, schema, httpPart);

/** For the `schemaController` of a server: without it Fastify loads compilers of its own, which nothing uses. Shapes only document answers. */
export const ownCompilers = {
  compilersFactory: { buildValidator: () => validatorCompiler, buildSerializer: () => () => JSON.stringify },
} as unknown as NonNullable<FastifyServerOptions['schemaController']>;

/** The same validation for a part of a body that a route checks itself: the problems, or undefined when there are none. */
export function bodyCheck(schema: object): (data: unknown) => readonly Problem[] | undefined {
  const check = bodyCheckOf(schema);
  return (data) => {
    const verdict = check(data);
    return verdict === true ? undefined : verdict.error.problems;
  };
}

/**
 * A body may have null for an optional field (decision 35). Only a body that does not fit is searched for them: the search costs
 * the usual body nothing.
 */
function bodyCheckOf(schema: object) {
  const check = checkOf(bodies, schema, 'body');
  return (data: unknown): ReturnType<typeof check> => {
    const verdict = check(data);
    return verdict !== true && dropNullFields(schema, data) ? check(data) : verdict;
  };
}

/**
 * Returns true and not the value: the validation corrects values in place, and Fastify copies headers at every access once
 * they have been assigned. A schema is compiled for the first request that needs it, which takes some milliseconds: all of them
 * would take a fifth of the time to start.
 */
function checkOf(ajv: () => Ajv, schema: object, part: string | undefined, prepare?: (data: unknown) => void) {
  let validate: ValidateFunction | undefined;
  return (data: unknown): true | { error: Fault } => {
    prepare?.(data);
    validate ??= ajv().compile(schema);
    return validate(data) || { error: invalidInput(validate.errors ?? [], part) };
  };
}

/** Whether a schema of headers has no rules and is only documentation: headers are text or absent anyway. */
function fitsAnyHeaders(schema: object): boolean {
  const { required = [], properties = {} } = schema as { required?: string[]; properties?: Record<string, object> };
  const rules = ['minLength', 'maxLength', 'pattern', 'format', 'enum', 'const'];
  return required.length === 0 && !Object.values(properties).some((shape) => rules.some((rule) => rule in shape));
}

/** Some languages write `explain=True`: booleans match in any case, as enum values do (decision 2). */
function booleansInAnyCase(schema: object): ((data: unknown) => void) | undefined {
  const { properties = {} } = schema as { properties?: Record<string, { type?: unknown }> };
  const names = Object.keys(properties).filter((name) => properties[name]?.type === 'boolean');
  if (names.length === 0) return undefined;
  return (data) => {
    const query = data as Record<string, unknown>;
    for (const name of names) {
      const value = query[name];
      if (typeof value === 'string' && /^(true|false)$/i.test(value)) query[name] = value.toLowerCase();
    }
  };
}

function invalidInput(errors: readonly ErrorObject[], part: string | undefined): Fault {
  const telling = errors.filter((error) => !isAboutNull(error));
  const problems = telling.slice(0, MAX_PROBLEMS).map((error) => problemOf(error, part));
  return new Fault('InvalidInput', problems);
}

function validatorOf(options: { coerceTypes: false | 'array'; exactWords?: boolean }): Ajv {
  const ajv = new Ajv({
    allErrors: true, // a caller corrects all errors at once; bodies are at most 1 MiB
    verbose: true, // the text of a problem quotes the field's description
    coerceTypes: options.coerceTypes,
    removeAdditional: false,
    useDefaults: true,
    strict: true,
    strictTypes: false, // a list with one value in a query is text: 'array' coercion makes it a list
    // Conversion makes `1e400` infinite. Strict numbers would then skip minimum and maximum, which reject it.
    strictNumbers: options.coerceTypes === false,
    keywords: ['example', 'x-rule', 'x-documented'],
  });
  formats.default(ajv);
  if (!options.exactWords) {
    ajv.removeKeyword('enum');
    ajv.addKeyword(anyCaseEnum);
  }
  return ajv;
}
