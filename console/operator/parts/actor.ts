import type { VNode } from 'preact';
import { html } from '../../html.ts';
import { actorKindText, actorText, type KnownActor } from './actor-words.ts';

/** Who somebody is. The id of a person who is shown by the address is in the title. */
export function Actor(actor: KnownActor): VNode {
  const kind = actorKindText(actor);
  return html`<strong class="entry-text" title=${actor.email === undefined ? undefined : actor.id}>${actorText(actor)}</strong>${kind && html` <span class="soft">${kind}</span>`}`;
}
