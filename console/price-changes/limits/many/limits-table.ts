import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { moneyText } from '../../../components/money.ts';
import { html } from '../../../html.ts';
import { type LimitProblems, limitProblems } from '../limit-problems.ts';
import type { LimitName, TypedLimits } from '../typed-limits.ts';
import { LimitInput } from './limit-input.ts';
import type { EditedListing } from './load-limits.ts';
import { moveInColumn } from './move-in-column.ts';
import { shortLabels } from './short-labels.ts';
import type { SaveLimits } from './use-save-limits.ts';
import { type LimitsBySku, limitsOf } from './wanted-limits.ts';

type TableRules = {
  readonly currency: string;
  readonly mayLoosen: boolean;
  readonly isReadOnly: boolean;
  readonly names: readonly LimitName[];
  readonly onType: (sku: string, name: LimitName, text: string) => void;
};

type LimitsTableProps = {
  listings: readonly EditedListing[];
  typed: LimitsBySku;
  present: LimitsBySku;
  /** What the service said about fields of what was sent: it holds until something else is typed. */
  saving: Pick<SaveLimits, 'problems' | 'sent'>;
  /** What became of saved listings. */
  notes: ReadonlyMap<string, string>;
  /** The same object as long as nothing of it changes. */
  rules: TableRules;
};

/** A field for every limit of every listing. Arrow keys and Enter move within a column. */
export function LimitsTable({ listings, typed, present, saving, notes, rules }: LimitsTableProps): VNode {
  return html`<div class="table stacks limits-table" onKeyDown=${moveInColumn}>
    <table aria-label="Limits and cost">
      <thead><tr><th scope="col">Listing</th>${rules.names.map((name) => html`<th key=${name} scope="col">${shortLabels[name]}</th>`)}</tr></thead>
      <tbody>${listings.map((listing) => {
        const { sku } = listing;
        const before = limitsOf(present, sku);
        const said = saving.sent.get(sku) === typed.get(sku) ? saving.problems.get(sku) : undefined;
        return html`<${LimitsRow} key=${sku} listing=${listing} before=${before} typed=${typed.get(sku) ?? before} said=${said} note=${notes.get(sku)} rules=${rules} />`;
      })}</tbody>
    </table>
  </div>`;
}

type LimitsRowProps = {
  listing: EditedListing;
  before: TypedLimits;
  typed: TypedLimits;
  said: LimitProblems | undefined;
  note: string | undefined;
  rules: TableRules;
};

/** A row that is still the same is not compared again: there are up to 2,000 fields. */
function LimitsRow({ listing, before, typed, said, note, rules }: LimitsRowProps): VNode {
  return useMemo(() => {
    const { sku, title, price } = listing;
    const { names, currency, isReadOnly, onType } = rules;
    const problems = { ...said, ...limitProblems(typed, before, rules) };
    return html`<tr data-changed=${String(typed !== before)}>
      <th scope="row"><span class="two-lines" title=${title}>${title ?? sku}</span>
        <span class="soft small">${title && html`<code>${sku}</code> `}${price && moneyText(price)}</span>
        ${note && html`<span class="small" role="status">${note}</span>`}</th>
      ${names.map((name) => html`<td key=${name} data-label=${shortLabels[name]}><${LimitInput} name=${name} sku=${sku} value=${typed[name]} currency=${currency} problem=${problems[name]} isReadOnly=${isReadOnly} onInput=${(text: string) => onType(sku, name, text)} /></td>`)}
    </tr>`;
  }, [listing, before, typed, said, note, rules]);
}
