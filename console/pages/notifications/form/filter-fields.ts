import type { VNode } from 'preact';
import { SelectField, TextAreaField, TextField } from '../../../components/field.ts';
import { html } from '../../../html.ts';
import { marketplaces } from '../../../marketplace.ts';
import { Choices } from './choices.ts';
import { BOX_CHANGES, CONDITIONS, type FilterValues, HEALTH_CHANGES } from './filter-values.ts';
import type { FormPart } from './form-part.ts';

const causes = [
  { value: 'any', label: 'Whoever caused it' },
  { value: 'others', label: 'Only what others caused' },
  { value: 'own', label: 'Only what a change of mine caused' },
];

const conditions = Object.fromEntries(CONDITIONS.map((condition) => [condition, condition]));

/** An event must pass each of these. What is left empty lets all pass. */
export function FilterFields({ values: { filter }, errors, set }: FormPart): VNode {
  const change = (changes: Partial<FilterValues>) => set({ filter: { ...filter, ...changes } });
  const places = Object.fromEntries(marketplaces.value.map(({ id, name }) => [id, name]));
  return html`<p class="field-hint">An event comes when it passes all of these. What you leave empty lets everything pass.</p>
    <div class="two">
      <${TextAreaField} label="SKUs" hint="One in each line, or with commas." value=${filter.skus} error=${errors['filter.skus']} onInput=${(skus: string) => change({ skus })} />
      <${TextAreaField} label="Items" hint="Item ids, one in each line." value=${filter.storeItemIds} error=${errors['filter.storeItemIds']} onInput=${(storeItemIds: string) => change({ storeItemIds })} />
    </div>
    <${Choices} legend="Buy box" options=${BOX_CHANGES} chosen=${filter.changes} error=${errors['filter.changes']} onChange=${(chosen: string[]) => change({ changes: [...chosen, ...filter.changes.filter((one) => one in HEALTH_CHANGES)] })} />
    <${Choices} legend="Health" options=${HEALTH_CHANGES} chosen=${filter.changes} onChange=${(chosen: string[]) => change({ changes: [...filter.changes.filter((one) => one in BOX_CHANGES), ...chosen] })} />
    <${Choices} legend="Condition" options=${conditions} chosen=${filter.conditions} error=${errors['filter.conditions']} onChange=${(chosen: string[]) => change({ conditions: chosen })} />
    ${marketplaces.value.length > 1 && html`<${Choices} legend="Marketplace" options=${places} chosen=${filter.marketplaceIds} error=${errors['filter.marketplaceIds']} onChange=${(marketplaceIds: string[]) => change({ marketplaceIds })} />`}
    <div class="two">
      <${TextField} label="Price changes from" inputmode="decimal" placeholder="any" hint="Percent of the price before. Another holder is always told." value=${filter.minPriceChangePercent} error=${errors['filter.minPriceChangePercent']} onInput=${(minPriceChangePercent: string) => change({ minPriceChangePercent })} />
      <${SelectField} label="Cause" options=${causes} value=${filter.cause} onChange=${(cause: FilterValues['cause']) => change({ cause })} />
    </div>`;
}
