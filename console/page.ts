import type { FunctionComponent } from 'preact';

export type PageProps = {
  /** The parts of the path behind the page's own, decoded: the SKU of `/listings/{sku}`. */
  readonly params: readonly string[];
  readonly query: URLSearchParams;
};

export type PageModule = { readonly Page: FunctionComponent<PageProps> };
