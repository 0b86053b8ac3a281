import type { BoxExplanation } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { amountNotes } from '../../amount-notes.ts';
import { TextField } from '../../components/field.ts';
import { WriteButton } from '../../components/write-button.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import { limitProblems } from './limit-problems.ts';
import { ForeignNote } from './many/foreign-note.ts';
import { loadLimitsOf } from './many/load-limits.ts';
import { type LimitsMarket, useLimitsDraft } from './many/use-limits-draft.ts';
import { useSaveLimits } from './many/use-save-limits.ts';
import { changedSkus, type LimitsBySku, limitsOf, savedNote } from './many/wanted-limits.ts';
import { SaveError } from './save-error.ts';
import type { LimitName } from './typed-limits.ts';
import { useLimitRights } from './use-limit-rights.ts';

const labels: Readonly<Record<LimitName, string>> = {
  MinimumPrice: 'Never below, with shipping',
  MaximumPrice: 'Never above, with shipping',
  MinimumNet: 'Net at least, after fees and cost',
  Cost: 'Cost of one unit',
};

type LimitsProps = { box: BoxExplanation; onChanged: () => void };

/** The limits of one listing. */
export function Limits({ box, onChanged }: LimitsProps): VNode {
  const { SellerSKU: sku, MarketplaceId, Offer } = box;
  const market = { id: MarketplaceId, currency: Offer.ListingPrice.CurrencyCode };
  const limits = useLoad((signal) => loadLimitsOf(sku, market, signal), [sku, MarketplaceId]);
  return shown(
    limits,
    (first) =>
      html`<${LimitsForm} key=${`${MarketplaceId} ${sku}`} sku=${sku} market=${market} first=${first} onChanged=${onChanged} />`,
    4,
  );
}

type LimitsFormProps = { sku: string; market: LimitsMarket; first: LimitsBySku; onChanged: () => void };

/** What is typed outlives the page, and does not replace unseen what somebody else has saved meanwhile: as in the table of many listings. */
function LimitsForm({ sku, market, first, onChanged }: LimitsFormProps): VNode {
  const { currency } = market;
  const draft = useLimitsDraft(first, market, `listing ${sku}`);
  const saving = useSaveLimits(market, {
    ...draft,
    load: () => loadLimitsOf(sku, market),
    takeSaved: (results) => {
      draft.takeSaved(results);
      onChanged();
    },
  });
  const { whyNot, whyOnlyStricter, names } = useLimitRights();
  const before = limitsOf(draft.present, sku);
  const typed = draft.typed.get(sku) ?? before;
  const mine = limitProblems(typed, before, { currency, mayLoosen: !whyOnlyStricter });
  // What the service said holds until something else is typed.
  const theirs = saving.sent.get(sku) === typed ? saving.problems.get(sku) : undefined;
  const problems = { ...theirs, ...mine };
  const isChanged = changedSkus(draft.typed, draft.present, currency).length > 0;
  const canSave = isChanged && !saving.isBusy && Object.keys(mine).length === 0;
  const save = (event: Event) => {
    event.preventDefault();
    if (canSave) saving.save([sku], draft.typed, draft.present);
  };
  const takeTheirs = () => {
    draft.drop([sku]);
    saving.clear();
  };
  const status = saving.results.map(savedNote)[0] ?? (draft.isBack && isChanged && BACK);
  return html`<form onSubmit=${save} novalidate>
    ${names.map((name) => html`<${TextField} key=${name} label=${`${labels[name]} (${currency})`} value=${typed[name]} error=${problems[name]} hint=${amountNotes(typed[name], currency).echo} inputmode="decimal" autocomplete="off" readonly=${whyNot !== undefined} onInput=${(text: string) => draft.type(sku, name, text)} />`)}
    ${whyNot ? html`<p class="soft small">${whyNot}</p>` : html`<${WriteButton} disabled=${!canSave}>Save limits<//>`}
    ${isChanged && html`<button type="button" disabled=${saving.isBusy} onClick=${draft.discard}>Discard changes</button>`}
    ${whyOnlyStricter && html`<p class="soft small">${whyOnlyStricter}</p>`}
    <p role="status">${status}</p>
    ${saving.foreign.length > 0 && html`<${ForeignNote} changes=${saving.foreign} onTakeTheirs=${takeTheirs} />`}
    <${SaveError} error=${saving.error} onSignIn=${draft.signIn} />
  </form>`;
}

const BACK = 'What you typed is here again. Save it now.';
