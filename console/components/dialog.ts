import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { html } from '../html.ts';
import { Icon } from './icon.ts';

type DialogProps = {
  isOpen: boolean;
  title: string;
  onClose: () => void;
  children?: ComponentChildren;
  /** Buttons at its end. */
  actions?: ComponentChildren;
};

/** The browser's own dialog: it keeps the focus, closes on Escape, and gives the focus back. */
export function Dialog({ isOpen, title, onClose, children, actions }: DialogProps): VNode {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  // A click on the ground hits the element itself: its content covers all of its inside.
  const onGround = (event: MouseEvent) => event.target === dialog.current && onClose();
  return html`<dialog class="dialog" ref=${dialog} aria-labelledby=${id} onClose=${onClose} onClick=${onGround}>
    ${
      isOpen &&
      html`<div class="dialog-inside">
      <div class="dialog-head">
        <h2 id=${id}>${title}</h2>
        <button type="button" class="icon-button" aria-label="Close" onClick=${onClose}><${Icon} name="close" /></button>
      </div>
      <div class="dialog-body">${children}</div>
      ${actions && html`<div class="dialog-actions">${actions}</div>`}
    </div>`
    }
  </dialog>`;
}
