import type { VNode } from 'preact';
import { PageHeading } from '../../components/page-heading.ts';
import { html } from '../../html.ts';
import { HealthCard } from '../service/health-card.ts';
import { NotesCard } from '../service/notes-card.ts';
import { StateCards } from '../service/state-cards.ts';

/** Whether the service works, what it needs, and what sellers are told about it. */
export function Page(): VNode {
  return html`<${PageHeading} title="Service" lead="Whether the service works, what it needs, and what you tell all sellers." />
    <${HealthCard} />
    <${StateCards} />
    <${NotesCard} />`;
}
