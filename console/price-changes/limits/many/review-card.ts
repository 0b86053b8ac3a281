import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { WriteButton } from '../../../components/write-button.ts';
import { html } from '../../../html.ts';
import { changesText, type FileReview, typedIn } from './file-review.ts';
import { listingsText } from './limits-choice.ts';
import { type LimitsBySku, limitsOf } from './wanted-limits.ts';

type ReviewCardProps = {
  review: FileReview;
  present: LimitsBySku;
  currency: string;
  isBusy: boolean;
  onSave: (skus: readonly string[]) => void;
  onClose: () => void;
};

/** What is wrong with the file, or what it changes, before anything is saved. */
export function ReviewCard({ review, present, currency, isBusy, onSave, onClose }: ReviewCardProps): VNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [review]);
  const { fileName, lines, faults, changed, unknown } = review;
  const skus = changed.filter((sku) => !unknown.includes(sku));
  const same = lines.length - changed.length;
  return html`<section class="card limits-review">
    <h2 tabindex="-1" ref=${heading}>Review of ${fileName}</h2>
    ${
      faults.length > 0
        ? html`<p class="field-error">Nothing can be saved yet. Correct the file, and choose it again:</p><ul>${faults.map((fault) => html`<li key=${fault}>${fault}</li>`)}</ul>`
        : html`<p>${listingsText(skus.length)} would change.${same > 0 && ` ${listingsText(same)} would stay as now.`}${unknown.length > 0 && ` Left out, because you have no such listings here: ${unknown.join(', ')}.`}</p>
          <${Changes} skus=${skus} review=${review} present=${present} currency=${currency} />`
    }
    <p class="use-price">
      ${faults.length === 0 && html`<${WriteButton} type="button" class="main" disabled=${isBusy || skus.length === 0} onClick=${() => onSave(skus)}>Save ${listingsText(skus.length)}<//>`}
      <button type="button" disabled=${isBusy} onClick=${onClose}>Cancel</button>
    </p>
  </section>`;
}

type ChangesProps = Pick<ReviewCardProps, 'review' | 'present' | 'currency'> & { skus: readonly string[] };

function Changes({ skus, review, present, currency }: ChangesProps): VNode | null {
  if (skus.length === 0) return null;
  const typed = typedIn(review);
  const lineOf = new Map(review.lines.map(({ sku, line }) => [sku, line]));
  return html`<div class="table stacks"><table aria-label="What the file changes">
    <thead><tr><th scope="col">Listing</th><th scope="col">Line</th><th scope="col">Change</th></tr></thead>
    <tbody>${skus.map((sku) => html`<tr key=${sku}><th scope="row"><code>${sku}</code></th><td data-label="Line">${lineOf.get(sku)}</td><td data-label="Change">${changesText(limitsOf(typed, sku), limitsOf(present, sku), currency)}</td></tr>`)}</tbody>
  </table></div>`;
}
