import type { VNode } from 'preact';
import { PageHeading } from '../../../components/page-heading.ts';
import { html } from '../../../html.ts';
import { hrefOf } from '../../../router.ts';
import { BackLink } from '../back-link.ts';
import { TYPES, typeWords } from '../words.ts';

/** The first step: the type of the destination. */
export function TypeChooser(): VNode {
  return html`<${BackLink} href=${hrefOf('/notifications')}>Notifications<//>
    <${PageHeading} title="New destination" lead="How do you want to be told?" />
    <ul class="types">
      ${TYPES.map(
        (type) =>
          html`<li key=${type}><a href=${`${hrefOf('/notifications')}?new=${type}`}><strong>${typeWords[type].name}</strong><span class="soft">${typeWords[type].about}</span></a></li>`,
      )}
    </ul>`;
}
