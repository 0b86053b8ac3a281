import type { VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { WriteButton } from '../../../components/write-button.ts';
import { html } from '../../../html.ts';
import type { Marketplace } from '../../../marketplace.ts';
import { limitProblems } from '../limit-problems.ts';
import { SaveError } from '../save-error.ts';
import { useLimitRights } from '../use-limit-rights.ts';
import { FileCard } from './file-card.ts';
import { typedIn } from './file-review.ts';
import { ForeignNote } from './foreign-note.ts';
import { listingsText } from './limits-choice.ts';
import { LimitsTable } from './limits-table.ts';
import { type LoadedLimits, loadAllLimits } from './load-limits.ts';
import { ReviewCard } from './review-card.ts';
import { SaveSummary } from './save-summary.ts';
import { useLimitsDraft } from './use-limits-draft.ts';
import { useLimitsFile } from './use-limits-file.ts';
import { useSaveLimits } from './use-save-limits.ts';
import { changedSkus, limitsOf, savedNote } from './wanted-limits.ts';

/** `choice` names the listings that are edited. */
type LimitsEditorProps = { loaded: LoadedLimits; market: Marketplace; choice: string };

/** The table, and the file. One of them is saved at a time. */
export function LimitsEditor({ loaded: { listings, present: first }, market, choice }: LimitsEditorProps): VNode {
  const { currency } = market;
  const draft = useLimitsDraft(first, market, `many ${choice}`);
  const saving = useSaveLimits(market, { ...draft, load: () => loadAllLimits(market) });
  const { whyNot, whyOnlyStricter, names } = useLimitRights();
  const form = useRef<HTMLFormElement>(null);
  const { present, typed, review, type } = draft;
  const mayLoosen = !whyOnlyStricter;
  const rules = useMemo(
    () => ({ currency, mayLoosen, isReadOnly: whyNot !== undefined, names, onType: type }),
    [currency, mayLoosen, whyNot, names.join()],
  );
  const file = useLimitsFile({ listings, market, draft, rules });
  const notes = useMemo(() => new Map(saving.results.map((one) => [one.SellerSKU, savedNote(one)])), [saving.results]);
  const changed = useMemo(() => changedSkus(typed, present, currency), [typed, present]);
  const focusFault = () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  // Those that the service has found.
  useEffect(() => {
    if (saving.problems.size > 0) focusFault();
  }, [saving.problems]);
  const isWrong = (sku: string) =>
    Object.keys(limitProblems(limitsOf(typed, sku), limitsOf(present, sku), rules)).length > 0;
  const submit = (event: Event) => {
    event.preventDefault();
    if (changed.some(isWrong)) focusFault();
    else saving.save(changed, typed, present);
  };
  const takeTheirs = () => {
    draft.drop(saving.foreign.map(({ sku }) => sku));
    saving.clear();
  };
  const foreign =
    saving.foreign.length > 0 && html`<${ForeignNote} changes=${saving.foreign} onTakeTheirs=${takeTheirs} />`;
  const error = html`${foreign}<${SaveError} error=${saving.error ?? file.error} onSignIn=${draft.signIn} />`;
  const savedCount = saving.results.filter(({ Limits }) => Limits !== undefined).length;
  const saved = saving.results.length > 0 ? `Saved: ${listingsText(savedCount)}.` : '';
  const isBack = draft.isBack && saving.results.length === 0 && saving.error === undefined;
  return html`${(whyNot ?? whyOnlyStricter) && html`<p class="soft">${whyNot ?? whyOnlyStricter}</p>`}
    ${isBack && html`<p class="soft" role="status">What you typed is here again. Save it now.</p>`}
    <${FileCard} listings=${listings} names=${names} whyNot=${whyNot} onDownload=${file.download} onChoose=${file.choose} />
    ${
      review
        ? html`<${ReviewCard} review=${review} present=${present} currency=${currency} isBusy=${saving.isBusy} onSave=${(skus: readonly string[]) => saving.save(skus, typedIn(review), present)} onClose=${() => draft.setReview(undefined)} />${error}`
        : html`<form ref=${form} onSubmit=${submit} novalidate>
          <${LimitsTable} listings=${listings} typed=${typed} present=${present} saving=${saving} notes=${notes} rules=${rules} />
          ${error}
          <${SaveSummary} results=${saving.results} listings=${listings} />
          <div class="save-bar">
            ${whyNot === undefined && html`<${WriteButton} class="main" disabled=${saving.isBusy || changed.length === 0}>Save ${listingsText(changed.length)}<//>`}
            ${typed.size > 0 && html`<button type="button" disabled=${saving.isBusy} onClick=${draft.discard}>Discard changes</button>`}
            <span role="status">${saved}</span>
          </div>
        </form>`
    }`;
}
