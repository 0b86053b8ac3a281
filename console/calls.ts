import type { SellerClient } from 'marketplace-seller-sdk';

/** A call of the API that a page has made, as its author wrote it. */
export type Call = {
  /** A method of the SDK's client. */
  readonly operation: string;
  readonly arguments: readonly unknown[];
};

/** The calls of one page, for the developer page: it shows how to make the same ones. */
export type PageCalls = { readonly path: string; readonly calls: readonly Call[] };

const MAX_CALLS = 12;
let latest: PageCalls = { path: '', calls: [] };

/** The calls of the page that made some last. */
export const latestCalls = (): PageCalls => latest;

/** After a sign-out nothing of the seller may be left in the page. */
export function clearCalls(): void {
  latest = { path: '', calls: [] };
}

/** The same client. It records the calls that the page at `pathOf()` makes, each once. */
export function recordingCalls(client: SellerClient, pathOf: () => string): SellerClient {
  return new Proxy(client, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function' || typeof name !== 'string') return method;
      return (...given: unknown[]): unknown => {
        recordCall(pathOf(), { operation: name, arguments: given.map(withoutSignal) });
        return method.apply(target, given);
      };
    },
  });
}

function recordCall(path: string, call: Call): void {
  const before = latest.path === path ? latest.calls : [];
  // The last call of an operation says most: it has what the seller entered.
  const others = before.filter(({ operation }) => operation !== call.operation);
  latest = { path, calls: [...others, call].slice(-MAX_CALLS) };
}

/** What matters only to the page itself. */
function withoutSignal(given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given;
  const { signal: _, ...rest } = given as { signal?: unknown };
  return rest;
}
