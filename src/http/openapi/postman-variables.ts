import type { DocumentedOperation, Parameter } from './postman-operation.ts';

type Variable = { readonly key: string; readonly value: string; readonly description: string };

/** What readers set once for all requests: ids of paths, and the marketplace. */
const isShared = ({ in: place, name, schema }: Parameter): boolean =>
  (place === 'path' && schema?.type === 'string' && schema.enum === undefined && !NOT_IDS.has(name)) ||
  (place === 'query' && name === 'MarketplaceId');

/** Words of a fixed list, although their shape is that of any text. */
const NOT_IDS: ReadonlySet<string> = new Set(['notificationType', 'eventType']);

/** An id that the service makes: `ch_000000000000000000000000000000000002`. */
const MADE = /^[a-z]+_[0-9a-f]{20,}/;

/**
 * The variables of the collection. Most operations with `channelId` share `{{channelId}}`; one whose example differs has a variable of its
 * own, so that trying `deleteDestination` leaves the destination that the others show.
 */
export class PostmanVariables {
  readonly #byKey = new Map<string, { value: string; users: string[] }>();
  /** By `operationId name`. */
  readonly #references = new Map<string, string>();

  constructor(operations: readonly DocumentedOperation[]) {
    for (const operation of operations)
      for (const parameter of (operation.parameters ?? []).filter(isShared)) this.#add(operation, parameter);
  }

  /** The reference to put into a request, such as `{{channelId}}`. Undefined when the value is the request's own. */
  referenceFor({ operationId }: DocumentedOperation, { name }: Parameter): string | undefined {
    return this.#references.get(`${operationId} ${name}`);
  }

  /** A body with the ids of the examples replaced, so that what a reader set counts there, too. */
  inBody(example: unknown): unknown {
    if (Array.isArray(example)) return example.map((one) => this.inBody(one));
    if (typeof example === 'object' && example !== null)
      return Object.fromEntries(Object.entries(example).map(([name, value]) => [name, this.#member(name, value)]));
    return example;
  }

  /** What a request that creates something leaves for the next ones: members of its answer by the variable that keeps them. */
  madeBy(operation: DocumentedOperation, answer: unknown): Record<string, readonly (string | number)[]> {
    const { method, operationId, parameters = [] } = operation;
    const creates = method === 'POST' && !parameters.some((one) => one.in === 'path' && isShared(one));
    if (!creates && operationId !== 'getReport') return {};
    const found: Record<string, readonly (string | number)[]> = {};
    const walk = (value: unknown, path: readonly (string | number)[]): void => {
      if (typeof value === 'object' && value !== null)
        for (const [name, one] of Object.entries(value))
          walk(one, [...path, Array.isArray(value) ? Number(name) : name]);
      const key = lowerFirst(String(path.at(-1) ?? ''));
      const variable = this.#byKey.get(key);
      if (!variable || variable.users.includes(operationId) || !MADE.test(String(value))) return;
      found[key] ??= path;
    };
    walk(answer, []);
    return found;
  }

  list(): Variable[] {
    return [...this.#byKey].map(([key, { value, users }]) => ({
      key,
      value,
      description: `For ${users.join(', ')}`,
    }));
  }

  #member(name: string, value: unknown): unknown {
    if (typeof value !== 'string') return this.inBody(value);
    const isOf = (key: string) => key === lowerFirst(name) || MADE.test(value);
    const [key] = [...this.#byKey].find(([one, variable]) => variable.value === value && isOf(one)) ?? [];
    return key === undefined ? value : `{{${key}}}`;
  }

  #add(operation: DocumentedOperation, parameter: Parameter): void {
    const value = String(parameter.example ?? parameter.name);
    const plain = lowerFirst(parameter.name);
    const known = this.#byKey.get(plain);
    const key = !known || known.value === value ? plain : this.#ownKey(operation, parameter, value);
    const variable = this.#byKey.get(key) ?? { value, users: [] };
    variable.users.push(operation.operationId);
    this.#byKey.set(key, variable);
    this.#references.set(`${operation.operationId} ${parameter.name}`, `{{${key}}}`);
  }

  #ownKey({ operationId }: DocumentedOperation, { name }: Parameter, value: string): string {
    const same = [...this.#byKey].find(([key, one]) => key.startsWith(`${lowerFirst(name)}Of`) && one.value === value);
    return same?.[0] ?? `${lowerFirst(name)}Of${operationId.slice(0, 1).toUpperCase()}${operationId.slice(1)}`;
  }
}

const lowerFirst = (name: string) => `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;
