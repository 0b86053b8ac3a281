import { dereferenced } from '../harness/dereferenced.ts';
import { difference } from './example-matching.ts';

type Json = Record<string, unknown>;
type Examples = { example?: unknown; examples?: Record<string, { value: unknown }> };
type Parameter = Examples & { name: string; in: 'path' | 'query' | 'header'; required?: boolean };
type Operation = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Examples> };
  responses: Record<string, { headers?: Json; content?: Record<string, Examples> }>;
  security: Record<string, string[]>[];
};
type Named = { method: string; path: string; operation: Operation };
export type Sent = { status: number; headers: Headers; body: unknown };

/** Headers that only some answers of a status have. */
const CONDITIONAL = /^(idempotency-replayed|preference-applied|x-warning|x-delivery-status|www-authenticate)$/i;

/** Sends the examples of the OpenAPI document to a service and compares its answers with the documented ones. */
export class DocumentedExamples {
  readonly problems: string[] = [];
  /** `operationId status name` of each documented example that an answer was equal to. */
  readonly seen = new Set<string>();
  readonly #base: string;
  readonly #operations: readonly Named[];
  readonly #tokens: Readonly<Record<'seller' | 'operator', string>>;

  private constructor(base: string, operations: readonly Named[], tokens: Record<'seller' | 'operator', string>) {
    this.#base = base;
    this.#operations = operations;
    this.#tokens = tokens;
  }

  static async of(base: string): Promise<DocumentedExamples> {
    const document = dereferenced(
      (await (await fetch(`${base}/openapi.json`)).json()) as { paths: Record<string, Record<string, Operation>> },
    );
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    );
    const tokens = { seller: await tokenOf(base, 'demoseller'), operator: await tokenOf(base, 'demooperator') };
    return new DocumentedExamples(base, operations, tokens);
  }

  /** Reads before changes, and last what changes or removes what other examples show. */
  inOrder(): string[] {
    const last = ['changePrices', 'changeDestination', 'deleteDestination'];
    const rank = ({ method, operation }: Named) =>
      method === 'GET' ? 0 : 1 + (last.indexOf(operation.operationId) + 1);
    return this.#operations.toSorted((a, b) => rank(a) - rank(b)).map(({ operation }) => operation.operationId);
  }

  /** The names of all documented examples of successful answers. */
  documented(): string[] {
    return this.#operations.flatMap(({ operation }) =>
      Object.entries(operation.responses)
        .filter(([status]) => status < '300')
        .flatMap(([status, { content = {} }]) =>
          Object.values(content).flatMap((media) =>
            namesOf(media).map((name) => `${operation.operationId} ${status} ${name}`),
          ),
        ),
    );
  }

  /** With all examples of its parameters, with the required ones only, and with each example of a body. */
  async send(operationId: string): Promise<Sent[]> {
    const { parameters = [], requestBody } = this.#operation(operationId).operation;
    const bodies = requestBody
      ? Object.entries(requestBody.content).flatMap(([type, media]) =>
          valuesOf(media).map((value) => ({ type, value })),
        )
      : [undefined];
    const withExample = parameters.filter((one) => valuesOf(one).length > 0);
    // With ItemType Sku, the example, `Skus` is needed although the document cannot say so. A page of the usual size would be
    // an example that nobody reads.
    const required = withExample.filter((one) => one.required || /^(Skus|pageSize)$/.test(one.name));
    const variants = required.length < withExample.length ? [withExample, required] : [withExample];
    const answers: Sent[] = [];
    for (const variant of variants) {
      for (const body of bodies) answers.push(await this.request(operationId, variant, body));
    }
    return answers;
  }

  /** The required parameters and the body, with other values. */
  sendWith(operationId: string, values: Record<string, string | string[]>, body?: Json): Promise<Sent> {
    const { parameters = [] } = this.#operation(operationId).operation;
    const own = parameters
      .filter(({ required, name }) => required || name in values)
      .map((one) => (one.name in values ? { ...one, example: values[one.name] } : one));
    return this.request(operationId, own, body && { type: 'application/json', value: body });
  }

  async request(operationId: string, parameters: Parameter[], body?: { type: string; value: unknown }): Promise<Sent> {
    const { method, path, operation } = this.#operation(operationId);
    const exampleOf = (name: string) => valuesOf(parameters.find((one) => one.name === name) ?? {})[0];
    const url = new URL(
      this.#base + path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(exampleOf(name)))),
    );
    const headers: Record<string, string> = {};
    const isOpen = operation.security.length === 0 || operation.security.some((one) => Object.keys(one).length === 0);
    const ofOperator = ['applyChanges', 'getAudit', 'getPriceChangeFeed', 'settlePriceChanges', 'explainItemOffers'];
    const who = ofOperator.includes(operationId) ? 'operator' : 'seller';
    if (!isOpen) headers.authorization = `Bearer ${this.#tokens[who]}`;
    for (const one of parameters) {
      const value = valuesOf(one)[0];
      if (one.in === 'header') headers[one.name] = String(value);
      if (one.in === 'query') for (const each of [value].flat()) url.searchParams.append(one.name, String(each));
    }
    if (body) headers['content-type'] = body.type;
    const sent = { method, headers, redirect: 'manual', ...(body ? { body: bodyText(body) } : {}) } as const;
    const answer = await fetch(url, sent);
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    const received = { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
    this.#compare(`${method} ${url.pathname}${url.search}`, operation, received);
    return received;
  }

  /** A request that is no example. */
  async unchecked(method: string, path: string, body?: Json, prefer?: string): Promise<Sent> {
    const headers = {
      authorization: `Bearer ${this.#tokens.seller}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(prefer ? { prefer } : {}),
    };
    const sent = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const answer = await fetch(this.#base + path, sent);
    if (!answer.ok) this.problems.push(`${method} ${path}: ${answer.status} ${await answer.clone().text()}`);
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  }

  /** The documented 401 of every guarded operation, without a token. */
  async sendWithoutToken(): Promise<void> {
    for (const { method, path, operation } of this.#operations) {
      if (!operation.responses['401'] || operation.responses['403'] === undefined) continue;
      const answer = await fetch(this.#base + path.replaceAll(/[{}]/g, ''), { method });
      const received = { status: answer.status, headers: answer.headers, body: await answer.json() };
      if (answer.status !== 401) this.problems.push(`${method} ${path} without a token: ${answer.status}`);
      else this.#compare(`${method} ${path} without a token`, operation, received);
    }
  }

  #operation(operationId: string): Named {
    const found = this.#operations.find(({ operation }) => operation.operationId === operationId);
    if (!found) throw new Error(`${operationId} is not documented`);
    return found;
  }

  #compare(what: string, operation: Operation, { status, headers, body }: Sent): void {
    const documented = operation.responses[status];
    if (!documented) {
      this.problems.push(`${what}: ${status} is not documented ${JSON.stringify(body)}`);
      return;
    }
    const lacking = Object.keys(documented.headers ?? {}).filter(
      (name) => !(headers.has(name) || CONDITIONAL.test(name)),
    );
    if (lacking.length > 0) this.problems.push(`${what} ${status}: without ${lacking.join(', ')}`);
    // The audit log of a fresh demo has other entries than an example that an operator can learn from.
    if (operation.operationId === 'getAudit' && status === 200) return;
    // So has the usage: what was sent until now is not written yet, or is written in between.
    if (operation.operationId === 'getSellerUsage' && status === 200) return;
    // A fresh demo has no reports and no schedules, and a report that was just asked for has an id and times of its own.
    if (OF_REPORTS.has(operation.operationId) && status < 300) return;
    // The example of a 403 names another right.
    if (NEEDS_OTHER_RIGHT.has(operation.operationId) && status === 403) return;
    const media = Object.values(documented.content ?? {})[0] ?? { example: '' };
    const differences = valuesOf(media).map((one) => difference(one, body));
    for (const [n, name] of namesOf(media).entries()) {
      if (differences[n] === undefined) this.seen.add(`${operation.operationId} ${status} ${name}`);
    }
    if (!differences.includes(undefined)) this.problems.push(`${what} ${status}: ${differences.join(' | ')}`);
  }
}

const OF_REPORTS: ReadonlySet<string> = new Set(['createReport', 'getReports', 'getReportSchedules']);

/** Operations that the demo's seller, who sends the examples, has no right for. */
const NEEDS_OTHER_RIGHT: ReadonlySet<string> = new Set([
  'getSellerAudit',
  ...['listSellers', 'getSeller', 'changeSeller', 'changeAccount', 'listApplications', 'changeApplication'],
  ...['inviteOwner', 'listSignIns', 'helpWithFactors'],
  ...['getUsage', 'getService', 'getMarketplaces', 'searchMarket', 'getOperatorItem', 'getItemHistory'],
  ...['getItemEvents', 'getItemEventReceivers', 'listImports', 'getImport', 'getRejectedLines', 'uploadImport'],
  ...['applyImport', 'cancelImport', 'listDestinationsOfSellers', 'listDeliveriesOfSellers', 'getDeliveryOfSeller'],
  ...['listEventsOfSeller', 'traceNotification'],
  ...['listFactorHelp', 'listOperators', 'inviteOperator', 'changeOperator'],
  ...['beginSupportSession', 'listSupportSessions', 'endSupportSession'],
  ...['getSellerSupportSessions', 'endSellerSupportSession'],
]);

const valuesOf = ({ example, examples }: Examples): unknown[] =>
  example === undefined ? Object.values(examples ?? {}).map(({ value }) => value) : [example];

const namesOf = ({ example, examples }: Examples): string[] =>
  example === undefined ? Object.keys(examples ?? {}) : ['example'];

function bodyText({ type, value }: { type: string; value: unknown }): string {
  if (type === 'application/x-www-form-urlencoded') return String(new URLSearchParams(value as Record<string, string>));
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function tokenOf(base: string, client: string): Promise<string> {
  const headers = { authorization: `Basic ${Buffer.from(`${client}:${client}secret`).toString('base64')}` };
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const answer = await fetch(`${base}/auth/v4/token`, { method: 'POST', headers, body });
  return ((await answer.json()) as { access_token: string }).access_token;
}
