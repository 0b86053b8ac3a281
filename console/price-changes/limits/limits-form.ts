import type { BoxExplanation, LimitsOfListing } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { amountNotes } from '../../amount-notes.ts';
import { client } from '../../api.ts';
import { TextField } from '../../components/field.ts';
import { WriteButton } from '../../components/write-button.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import { limitProblems } from './limit-problems.ts';
import { SaveError } from './save-error.ts';
import { signInKeeping, takeEntries } from './sign-in-keeping.ts';
import { type LimitName, limitsBody, type TypedLimits, typedLimits } from './typed-limits.ts';
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
  const { SellerSKU, MarketplaceId, Offer } = box;
  const limits = useLoad(
    (signal) => client.getLimits({ path: { SellerSKU }, query: { MarketplaceId }, signal }),
    [SellerSKU, MarketplaceId],
  );
  const currency = Offer.ListingPrice.CurrencyCode;
  return shown(
    limits,
    ({ payload }) => html`<${LimitsForm} limits=${payload} currency=${currency} onChanged=${onChanged} />`,
    4,
  );
}

type LimitsFormProps = { limits: LimitsOfListing; currency: string; onChanged: () => void };
type Saved = { readonly error?: unknown; readonly text?: string };

const BACK = 'What you typed is here again. Save it now.';

function LimitsForm({ limits, currency, onChanged }: LimitsFormProps): VNode {
  const { MarketplaceId, SellerSKU } = limits;
  const about = `${MarketplaceId} listing ${SellerSKU}`;
  const [kept] = useState(() => takeEntries<TypedLimits>(about));
  const [before, setBefore] = useState(() => typedLimits(limits, currency));
  const [typed, setTyped] = useState(kept ?? before);
  const [saved, setSaved] = useState<Saved>(kept ? { text: BACK } : {});
  const [isBusy, setBusy] = useState(false);
  const { whyNot, whyOnlyStricter, names } = useLimitRights();
  const problems = limitProblems(typed, before, { currency, mayLoosen: !whyOnlyStricter });
  const body = Object.keys(problems).length > 0 ? undefined : limitsBody(typed, before, currency);
  const save = async (event: Event) => {
    event.preventDefault();
    if (!body) return;
    setBusy(true);
    try {
      const { payload } = await client.setLimits({ path: { SellerSKU }, query: { MarketplaceId }, body });
      setBefore(typed);
      const outside = payload.PresentPriceOutside;
      setSaved({ text: outside ? `Saved. Your present price is outside: ${outside}` : 'Saved.' });
      onChanged();
    } catch (error) {
      setSaved({ error });
    }
    setBusy(false);
  };
  return html`<form onSubmit=${save} novalidate>
    ${names.map((name) => html`<${TextField} key=${name} label=${`${labels[name]} (${currency})`} value=${typed[name]} error=${problems[name]} hint=${amountNotes(typed[name], currency).echo} inputmode="decimal" autocomplete="off" readonly=${whyNot !== undefined} onInput=${(text: string) => setTyped({ ...typed, [name]: text })} />`)}
    ${whyNot ? html`<p class="soft small">${whyNot}</p>` : html`<${WriteButton} disabled=${isBusy || !body}>Save limits<//>`}
    ${whyOnlyStricter && html`<p class="soft small">${whyOnlyStricter}</p>`}
    <p role="status">${saved.text}</p>
    <${SaveError} error=${saved.error} onSignIn=${() => signInKeeping(about, typed)} />
  </form>`;
}
