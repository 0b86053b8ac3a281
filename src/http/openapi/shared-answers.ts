import { STATUS_CODES } from 'node:http';

type Example = { value?: unknown; $ref?: string };
type Media = { schema?: { $ref?: string }; examples?: Record<string, Example> };
type Answer = { description: string; headers?: object; content?: Record<string, Media> };
type Reference = { $ref: string };
type Paths = Record<string, Record<string, { responses: Record<string, Answer | Reference> }>>;
type Document = { paths: Paths; components: object };

type Use = { path: string; status: string; answer: Answer; name?: string };

/**
 * Says each refusal, and each example of one, once: in `components`, with references from the operations that have it. Most operations
 * refuse in the same ways, so a document that repeats them is half as long again. Answers with a result stay where they are.
 */
export function shareAnswers<T extends object>(document: T): T {
  const { paths, components } = document as unknown as Document;
  const responses = sharedAnswers(paths);
  const answers = [...Object.values(responses), ...Object.values(paths).flatMap(answersOf)];
  const examples = sharedExamples(answers);
  Object.assign(components, { responses: sorted(responses), examples: sorted(examples) });
  return document;
}

function sharedAnswers(paths: Paths): Record<string, Answer> {
  const uses = new Map<string, Use[]>();
  for (const [path, methods] of Object.entries(paths))
    for (const { responses } of Object.values(methods))
      for (const [status, answer] of Object.entries(responses)) {
        if ('$ref' in answer || status < '300') continue;
        const text = JSON.stringify(answer);
        uses.set(text, [...(uses.get(text) ?? []), { path, status, answer }]);
      }
  const shared: Record<string, Answer> = {};
  const names = new Map<string, string>();
  // The one that most operations have gets the short name.
  const repeated = [...uses].filter(([, { length }]) => length > 1).sort(([, a], [, b]) => b.length - a.length);
  for (const [text, same] of repeated) {
    const [{ answer }] = same as [Use];
    const short = nameOf(same as [Use]);
    const name = free(short in shared ? `${short}In${lastCommonPart(same)}` : short, shared);
    shared[name] = answer;
    names.set(text, name);
  }
  for (const methods of Object.values(paths))
    for (const { responses } of Object.values(methods))
      for (const [status, answer] of Object.entries(responses)) {
        const name = names.get(JSON.stringify(answer));
        if (name && status >= '300') responses[status] = { $ref: `#/components/responses/${name}` };
      }
  return shared;
}

/** Its examples have the error codes as names; the envelope stands before them: `FeesQuotaExceeded`. */
function nameOf([{ status, answer }]: [Use]): string {
  const [media] = Object.values(answer.content ?? {});
  if (!media?.examples) return STATUS_CODES[status]?.replaceAll(' ', '') ?? status;
  const envelope = titleOf(media.schema).replace(/Errors?$/, '');
  return `${envelope}${Object.keys(media.examples).join('Or')}`;
}

const titleOf = (schema: Media['schema']) => schema?.$ref?.split('/').at(-1) ?? '';

/** `Destinations`, if all that have the answer are below `/notifications/v4/destinations`. */
function lastCommonPart(uses: Use[]): string {
  const [first = [], ...others] = uses.map(({ path }) => path.split('/'));
  const end = first.findIndex((part, n) => others.some((parts) => parts[n] !== part));
  const common = first.slice(0, end < 0 ? undefined : end).filter((part) => !/^(?:\{.*\}|v\d+)$/.test(part));
  const words = (common.at(-1) ?? '').split(/[^A-Za-z0-9]+/);
  return words.map(capitalized).join('');
}

function sharedExamples(answers: Answer[]): Record<string, Example> {
  const named = answers.flatMap(({ content = {} }) =>
    Object.values(content).flatMap(({ schema, examples = {} }) =>
      Object.keys(examples).map((name) => ({ name, of: titleOf(schema), examples })),
    ),
  );
  const counts = new Map<string, number>();
  for (const { name, examples } of named) {
    const text = JSON.stringify(examples[name]);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const shared: Record<string, Example> = {};
  const names = new Map<string, string>();
  for (const { name, of, examples } of named) {
    const example = examples[name] as Example;
    const text = JSON.stringify(example);
    if (counts.get(text) === 1) continue;
    const given =
      names.get(text) ??
      free(of.endsWith('Error') || of.endsWith('Errors') ? name : `${of}${capitalized(name)}`, shared);
    names.set(text, given);
    shared[given] = example;
    examples[name] = { $ref: `#/components/examples/${given}` };
  }
  return shared;
}

const answersOf = (methods: Paths[string]): Answer[] =>
  Object.values(methods).flatMap(({ responses }) =>
    Object.values(responses).filter((answer): answer is Answer => !('$ref' in answer)),
  );

/** The name, with a number if it is taken. */
function free(name: string, taken: object): string {
  let number = 1;
  while ((number === 1 ? name : `${name}${number}`) in taken) number += 1;
  return number === 1 ? name : `${name}${number}`;
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const sorted = (map: object) => Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
