import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { html } from '../../../html.ts';
import type { LimitName } from '../typed-limits.ts';
import { listingsText } from './limits-choice.ts';
import type { EditedListing } from './load-limits.ts';

type FileCardProps = {
  listings: readonly EditedListing[];
  names: readonly LimitName[];
  /** Why no file can be saved. */
  whyNot: string | undefined;
  /** The listings of the table, or all that have limits. */
  onDownload: (which: 'shown' | 'all') => void;
  onChoose: (file: File) => void;
};

/** Limits as a file for a spreadsheet program, and back. */
export function FileCard({ listings, names, whyNot, onDownload, onChoose }: FileCardProps): VNode {
  const id = useId();
  const choose = (event: Event) => {
    const input = event.currentTarget as HTMLInputElement;
    const [file] = input.files ?? [];
    if (file) onChoose(file);
    // The same file can be chosen again after it was corrected.
    input.value = '';
  };
  return html`<section class="card limits-file">
    <h2>As a file</h2>
    <p class="soft small">CSV with the columns ${['SellerSKU', ...names].join(', ')}. An empty cell is no limit${names.includes('Cost') ? '; without the column Cost the costs stay' : ''}. You see what a file changes before you save it.</p>
    <p class="use-price">
      <button type="button" disabled=${listings.length === 0} onClick=${() => onDownload('shown')}>Download ${listingsText(listings.length)}</button>
      <button type="button" onClick=${() => onDownload('all')}>Download all limits</button>
    </p>
    ${whyNot === undefined && html`<p class="field"><label for=${id}>Choose a file</label><input id=${id} type="file" accept=".csv,text/csv" onChange=${choose} /></p>`}
  </section>`;
}
