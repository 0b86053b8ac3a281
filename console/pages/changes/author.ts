import type { PriceChangeReceipt } from 'marketplace-seller-sdk';
import type { VNode } from 'preact';
import { html } from '../../html.ts';
import { authorText } from '../../price-changes/receipt-words.ts';

type AuthorProps = { of: Pick<PriceChangeReceipt, 'ChangedBy' | 'ChangedByNames'> };

/** Who made a change: the application by name and id, because anybody may choose its name, and the person by the address. */
export function Author({ of: { ChangedBy, ChangedByNames = {} } }: AuthorProps): VNode {
  const { Kind, ApplicationId, MemberId } = ChangedBy;
  const { ApplicationName, MemberEmail, MemberHasLeft } = ChangedByNames;
  const isApplication = Kind === 'application' && ApplicationId !== undefined;
  const application =
    isApplication &&
    html` ${ApplicationName && html`<strong>${ApplicationName}</strong> `}<code>${ApplicationId}</code>`;
  const by = isApplication ? 'connected by' : 'by';
  const member =
    MemberEmail !== undefined
      ? html`, ${by} <strong title=${MemberId}>${MemberEmail}</strong>`
      : MemberHasLeft
        ? html`, ${by} a <span title=${MemberId}>former member</span>`
        : MemberId && html`, member <code>${MemberId}</code>`;
  return html`<span class="entry-text">${authorText(ChangedBy)}${application}${member}</span>`;
}
