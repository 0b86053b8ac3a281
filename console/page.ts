import type { FunctionComponent } from 'preact';

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
