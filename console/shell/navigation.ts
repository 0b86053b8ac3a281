import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../components/icon.ts';
import { html } from '../html.ts';
import { pageAt, pageTable } from '../page-table.ts';
import { hrefOf, place } from '../router.ts';
import { settings } from '../settings.ts';

/** The pages, and the provider's page of applications, which is elsewhere. */
export function Navigation({ current, label = 'Pages' }: { current: string | undefined; label?: string }): VNode {
  return html`<nav class="navigation" aria-label=${label}>
    <ul>
      ${pageTable
        .filter((entry) => entry.label !== undefined)
        .map(
          ({ path, label: text, icon }) =>
            html`<li key=${path}><a href=${hrefOf(path)} aria-current=${path === current ? 'page' : undefined}><${Icon} name=${icon} />${text}</a></li>`,
        )}
    </ul>
    ${
      settings.grantsUrl &&
      html`<ul class="elsewhere"><li><a href=${settings.grantsUrl}><${Icon} name="applications" />Applications<${Icon} name="leave" /></a></li></ul>`
    }
  </nav>`;
}

/** The same for narrow windows: a menu that closes when the reader chooses, presses Escape, or looks elsewhere. */
export function CompactNavigation(): VNode {
  const menu = useRef<HTMLDetailsElement>(null);
  const { path } = place.value;
  const found = pageAt(path);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  useEffect(close, [path]);
  useEffect(() => closeOnLeave(menu.current), []);
  return html`<details class="compact" ref=${menu}>
    <summary class="icon-button" aria-label="Menu"><${Icon} name="menu" /></summary>
    <div class="menu"><${Navigation} current=${found?.entry.path} label="All pages" /></div>
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
