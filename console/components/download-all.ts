import type { VNode } from 'preact';
import { html } from '../html.ts';
import { hrefOf } from '../router.ts';

type DownloadAllProps = {
  /** The `reportType`. */
  type: string;
  /** What the page shows, by the names of the page of reports. */
  filters?: Readonly<Record<string, string | readonly string[] | undefined>>;
};

/** Leads to the page of reports, with the report that has all of what this page shows. */
export function DownloadAll({ type, filters = {} }: DownloadAllProps): VNode {
  const query = new URLSearchParams({ type });
  for (const [name, value] of Object.entries(filters))
    for (const one of [value ?? []].flat()) if (one) query.append(name, one);
  return html`<a class="action" href=${`${hrefOf('/reports')}?${query}`}>Download all</a>`;
}
