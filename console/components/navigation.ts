import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { html } from '../html.ts';
import { findPage, type PageEntry } from '../page.ts';
import { hrefOf, place } from '../router.ts';
import { Icon } from './icon.ts';

type NavigationProps = {
  pages: readonly PageEntry[];
  label?: string;
  /** Links to what is elsewhere. */
  children?: ComponentChildren;
};

/** The pages of a console. */
export function Navigation({ pages, label = 'Pages', children }: NavigationProps): VNode {
  const current = findPage(pages, place.value.path)?.entry.path;
  return html`<nav class="navigation" aria-label=${label}>
    <ul>
      ${pages
        .filter((entry) => entry.label !== undefined)
        .map(
          ({ path, label: text, icon }) =>
            html`<li key=${path}><a href=${hrefOf(path)} aria-current=${path === current ? 'page' : undefined}><${Icon} name=${icon} />${text}</a></li>`,
        )}
    </ul>
    ${children}
  </nav>`;
}

/** The same for narrow windows: a menu that closes when the reader chooses, presses Escape, or looks elsewhere. */
export function CompactNavigation({ pages, children }: NavigationProps): VNode {
  const menu = useRef<HTMLDetailsElement>(null);
  const { path } = place.value;
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  useEffect(close, [path]);
  useEffect(() => closeOnLeave(menu.current), []);
  return html`<details class="compact" ref=${menu}>
    <summary class="icon-button" aria-label="Menu"><${Icon} name="menu" /></summary>
    <div class="menu"><${Navigation} pages=${pages} label="All pages">${children}<//></div>
  </details>`;
}

/** Closes a menu on Escape and on a click or focus outside of it. Returns what ends that. */
export function closeOnLeave(menu: HTMLDetailsElement | null): (() => void) | undefined {
  if (!menu) return undefined;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  };
  const onLeave = (event: Event) => {
    if (menu.open && event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
  };
  document.addEventListener('keydown', onKey);
  document.addEventListener('pointerdown', onLeave);
  document.addEventListener('focusin', onLeave);
  return () => {
    document.removeEventListener('keydown', onKey);
    document.removeEventListener('pointerdown', onLeave);
    document.removeEventListener('focusin', onLeave);
  };
}
