import { runInNewContext } from 'node:vm';
import { answersFit } from '../harness/documented.ts';

type Field = { key: string; value: string; disabled?: boolean };
type Script = { listen: 'prerequest' | 'test'; script: { exec: string[] } };
type Auth = { type: string; bearer?: Field[] };
type Request = {
  method: string;
  auth?: Auth | undefined;
  header: Field[];
  url: { path: string[]; query?: Field[]; variable?: Field[] };
  body?: { raw?: string; urlencoded?: Field[] };
};
type Item = { name: string; event?: Script[]; request: Request };
type Folder = { name: string; event?: Script[]; auth?: Auth; item: Item[] };
type Collection = { variable: Field[]; item: Folder[] };
type Done = (error: unknown, answer: unknown) => void;
type Sent = { url: string; method: string; header: Record<string, string>; body: { urlencoded: Field[] } };

/**
 * Sends every request of the Postman collection of a demo, in its order, with the scripts before and after it. `problems`: answers that
 * the OpenAPI document does not allow. `answered`: `FOLDER: NAME STATUS` of each.
 */
export async function walkCollection(base: string, set: Record<string, string>) {
  const collection = (await (await fetch(`${base}/postman.json`)).json()) as Collection;
  const problemOf = answersFit((await (await fetch(`${base}/openapi.json`)).json()) as object);
  const variables = new Map([
    ...collection.variable.map(({ key, value }) => [key, value] as const),
    ...Object.entries(set),
  ]);
  const [problems, answered]: [string[], string[]] = [[], []];
  for (const { name: folder, event, auth, item } of collection.item)
    for (const one of item) {
      await runScripts('prerequest', [event, one.event], variables);
      const answer = await send(base, { ...one.request, auth: one.request.auth ?? auth }, variables);
      const body = await answer.text();
      await runScripts('test', [event, one.event], variables, { code: answer.status, json: () => JSON.parse(body) });
      answered.push(`${folder}: ${one.name} ${answer.status}`);
      const [type = ''] = (answer.headers.get('content-type') ?? '').split(';');
      const path = `/${one.request.url.path.join('/').replaceAll(/:(\w+)/g, '{$1}')}`;
      const problem = problemOf(`${one.request.method} ${path}`, { status: answer.status, type, body });
      if (problem !== undefined) problems.push(problem);
    }
  return { problems, answered };
}

const filled = (text: string, variables: ReadonlyMap<string, string>): string =>
  text.replaceAll(/\{\{(\$?\w+)\}\}/g, (_, name: string) =>
    name === '$guid' ? crypto.randomUUID() : (variables.get(name) ?? `unknown ${name}`),
  );

function send(base: string, { method, auth, header, url, body }: Request, variables: ReadonlyMap<string, string>) {
  const fill = (text: string) => filled(text, variables);
  const sent = (fields: Field[] = []) =>
    fields.flatMap(({ key, value, disabled }): [string, string][] => (disabled ? [] : [[key, fill(value)]]));
  const step = (part: string) => {
    const own = url.variable?.find(({ key }) => part === `:${key}`);
    return own ? encodeURIComponent(fill(own.value)) : part;
  };
  const headers = new Headers(sent(header));
  if (auth?.bearer) headers.set('authorization', `Bearer ${fill(auth.bearer[0]?.value ?? '')}`);
  const text = body?.urlencoded ? String(new URLSearchParams(sent(body.urlencoded))) : body?.raw && fill(body.raw);
  const query = sent(url.query).map((pair) => pair.join('='));
  return fetch(`${base}/${url.path.map(step).join('/')}?${query.join('&')}`, {
    ...{ method, headers, redirect: 'manual' },
    ...(text !== undefined && { body: text }),
  });
}

/** What Postman's sandbox offers to scripts, as far as these use it. */
async function runScripts(
  listen: Script['listen'],
  events: (Script[] | undefined)[],
  variables: Map<string, string>,
  response?: { code: number; json: () => unknown },
): Promise<void> {
  const waiting: Promise<void>[] = [];
  const sendRequest = (sent: Sent, done: Done) => {
    const { url, method, header, body } = sent;
    const form = new URLSearchParams(body.urlencoded.map(({ key, value }) => [key, value]));
    waiting.push(sandboxAnswer(fetch(url, { method, headers: header, body: form }), done));
  };
  const kept = {
    get: (name: string) => variables.get(name),
    set: (name: string, value: unknown) => void variables.set(name, String(value)),
  };
  const replaceIn = (text: string) => filled(text, variables);
  const pm = { response, sendRequest, collectionVariables: kept, variables: { ...kept, replaceIn } };
  for (const { script } of events.flatMap((one) => one ?? []).filter((one) => one.listen === listen))
    runInNewContext(script.exec.join('\n'), { pm, btoa, encodeURIComponent, Date });
  await Promise.all(waiting);
}

async function sandboxAnswer(asked: Promise<Response>, done: Done): Promise<void> {
  const got = await asked;
  const body = await got.text();
  done(null, { code: got.status, text: () => body, json: () => JSON.parse(body) });
}
