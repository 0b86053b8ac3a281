import type { ComponentChildren, JSX, VNode } from 'preact';
import { html } from '../html.ts';
import { sessionView } from '../session-view.ts';

/** The id of the banner that says why nothing can be changed. */
export const SUPPORT_NOTE = 'support-note';

type Props = JSX.IntrinsicElements['button'] & { children?: ComponentChildren };

/** A button that changes something, or sends something: not in a support session, and then it says why. */
export function WriteButton({ children, disabled, ...rest }: Props): VNode {
  const isSupport = sessionView.value.support !== undefined;
  const reason = isSupport && { title: 'A support session changes nothing', 'aria-describedby': SUPPORT_NOTE };
  return html`<button ...${rest} ...${reason} disabled=${isSupport || disabled}>${children}</button>`;
}
