import type { VNode } from 'preact';
import { PageHeading } from '../../components/page-heading.ts';
import { html } from '../../html.ts';
import { FactorHelpCard } from '../people/factor-help-card.ts';
import { OperatorsCard } from '../people/operators-card.ts';
import { SignInsCard } from '../people/sign-ins-card.ts';

/** Each part needs a right of its own: who lacks one sees the others. */
export function Page(): VNode {
  return html`<${PageHeading} title="People" lead="Who works for the operator with which rights, who signed in, and who needs help." />
    <${FactorHelpCard} />
    <${OperatorsCard} />
    <${SignInsCard} />`;
}
