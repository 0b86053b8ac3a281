import { ApiError, type BoxExplanation, type LimitsOfListing } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { amountNotes } from '../../amount-notes.ts';
import { client } from '../../api.ts';
import { TextField } from '../../components/field.ts';
import { session } from '../../current-session.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import { priceChangesMode } from '../../price-changes-mode.ts';
import { settings } from '../../settings.ts';
import { errorText } from '../error-text.ts';
import { useWhyNoChanges } from '../use-why-no-changes.ts';
import { LIMITS, type LimitName, limitsBody, typedLimits } from './typed-limits.ts';

const labels: Readonly<Record<LimitName, string>> = {
  MinimumPrice: 'Never below, with shipping',
  MaximumPrice: 'Never above, with shipping',
  MinimumNet: 'Net at least, after fees and cost',
  Cost: 'Cost of one unit',
};

type LimitsCardProps = { box: BoxExplanation; onChanged: () => void };

/** The limits that no change of the seller's side crosses, and the cost. They are asked for when the seller wants to see them. */
export function LimitsCard({ box, onChanged }: LimitsCardProps): VNode | null {
  const [isOpen, setOpen] = useState(false);
  if (priceChangesMode.value === 'off') return null;
  return html`<section class="card">
    <h2>Limits and cost</h2>
    <p class="soft small">No price change, by whomever at your side, crosses them. They change no price by themselves.</p>
    ${isOpen ? html`<${Limits} box=${box} onChanged=${onChanged} />` : html`<button type="button" onClick=${() => setOpen(true)}>Show limits</button>`}
  </section>`;
}

function Limits({ box, onChanged }: LimitsCardProps): VNode {
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

function LimitsForm({ limits, currency, onChanged }: LimitsFormProps): VNode {
  const [before, setBefore] = useState(() => typedLimits(limits, currency));
  const [typed, setTyped] = useState(before);
  const [saved, setSaved] = useState<Saved>({});
  const [isBusy, setBusy] = useState(false);
  const why = useWhyNoChanges();
  // Without the right to read costs the field would be empty, and would look as if there were none.
  const names = LIMITS.filter((name) => name !== 'Cost' || settings.scope.includes('seller-api:costs:read'));
  const body = limitsBody(typed, before, currency);
  const save = async (event: Event) => {
    event.preventDefault();
    if (!body) return;
    setBusy(true);
    try {
      const { MarketplaceId, SellerSKU } = limits;
      const { payload } = await client.setLimits({ path: { SellerSKU }, query: { MarketplaceId }, body });
      setBefore(typed);
      setSaved({
        text: payload.PresentPriceOutside
          ? `Saved. Your present price is outside: ${payload.PresentPriceOutside}`
          : 'Saved.',
      });
      onChanged();
    } catch (error) {
      setSaved({ error });
    }
    setBusy(false);
  };
  return html`<form onSubmit=${save} novalidate>
    ${names.map((name) => {
      const { error, echo } = amountNotes(typed[name], currency);
      return html`<${TextField} key=${name} label=${`${labels[name]} (${currency})`} value=${typed[name]} error=${error} hint=${echo} inputmode="decimal" autocomplete="off" readonly=${why !== undefined} onInput=${(text: string) => setTyped({ ...typed, [name]: text })} />`;
    })}
    ${why ? html`<p class="soft small">${why}</p>` : html`<button disabled=${isBusy || !body}>Save limits</button>`}
    <p role="status">${saved.text}</p>
    <${SaveError} error=${saved.error} />
  </form>`;
}

/** To loosen a limit needs a recent sign-in: whoever finds an open page must not take the limits away. */
function SaveError({ error }: { error: unknown }): VNode | null {
  if (error === undefined) return null;
  const failure = error instanceof ApiError ? error : undefined;
  const needsSignIn = failure?.signInMaxAgeMs !== undefined;
  return html`<p class="field-error" role="alert">${errorText(failure)} ${needsSignIn && html`<button type="button" class="link" onClick=${() => void session.signInAgain()}>Sign in again</button>`}</p>`;
}
