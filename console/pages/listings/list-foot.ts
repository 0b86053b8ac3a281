import type { RefObject, VNode } from 'preact';
import { html } from '../../html.ts';
import { footText } from './foot-text.ts';
import type { ListChoice } from './list-query.ts';
import type { ListingPages, ListingsView } from './listing-pages.ts';
import { isSortedHere, MAX_WHOLE_LIST } from './row-order.ts';

type ListFootProps = {
  choice: ListChoice;
  view: ListingsView;
  /** Rows that the table stands for, also those that are not read yet. */
  length: number;
  pages: RefObject<ListingPages>;
};

/** How much of the list is read, and what its order holds for. */
export function ListFoot({ choice, view, length, pages }: ListFootProps): VNode {
  const { rows, isComplete, isLoading } = view;
  const more = () => pages.current?.want(rows.length + MAX_WHOLE_LIST);
  const canReadMore = isSortedHere(choice) && !isComplete && !isLoading && rows.length > 0;
  return html`<p class="soft small list-foot" role="status">${footText(choice, view, length)}${canReadMore && html`<button type="button" class="link list-more" onClick=${more}>Read more</button>`}</p>`;
}
