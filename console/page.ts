import type { FunctionComponent } from 'preact';
import type { IconName } from './components/icon.ts';

export type PageProps = {
  /** The parts of the path behind the page's own, decoded: the SKU of `/listings/{sku}`. */
  readonly params: readonly string[];
  readonly query: URLSearchParams;
};

export type PageModule = {
  readonly Page: FunctionComponent<PageProps>;
  /** Begins with calls that need no marketplace, while the shell asks for the marketplaces. Before the first page only. */
  readonly prepare?: (signal: AbortSignal) => void;
};

export type PageEntry = {
  /** Below the console's path. */
  readonly path: string;
  readonly params?: number;
  /** In the navigation. A page without it belongs to the one whose path it continues. */
  readonly label?: string;
  readonly icon?: IconName;
  readonly load: () => Promise<PageModule>;
};

export type FoundPage = { readonly entry: PageEntry; readonly params: readonly string[] };

/** The page at a path below the console's; undefined when there is none. */
export function findPage(table: readonly PageEntry[], path: string): FoundPage | undefined {
  for (const entry of table) {
    const rest = path.slice(entry.path.length);
    if (!path.startsWith(entry.path) || (rest !== '' && !rest.startsWith('/'))) continue;
    const params = rest.split('/').slice(1).map(decoded);
    if (params.length === (entry.params ?? 0)) return { entry, params };
  }
  return undefined;
}

/** Text that is no valid encoding means itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
