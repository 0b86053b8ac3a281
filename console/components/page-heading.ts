import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { html } from '../html.ts';
import { pagePlace } from '../page-place.ts';
import { movesFocusToHeading } from '../router.ts';
import { settings } from '../settings.ts';

type PageHeadingProps = {
  title: string;
  /** One sentence: what the page answers. */
  lead?: ComponentChildren;
  /** Buttons and switches of the whole page. */
  children?: ComponentChildren;
};

/** The heading of every page. It names the window, and takes the focus after a navigation: screen readers then read it. */
export function PageHeading({ title, lead, children }: PageHeadingProps): VNode {
  const heading = useRef<HTMLHeadingElement>(null);
  // Two tabs may show two marketplaces.
  const where = pagePlace.value.name;
  useEffect(() => {
    document.title = [title, where, settings.brandName].filter(Boolean).join(' · ');
  }, [title, where]);
  useEffect(() => {
    if (movesFocusToHeading.peek()) heading.current?.focus({ preventScroll: true });
  }, []);
  return html`<div class="page-heading">
    <div>
      <h1 tabindex="-1" ref=${heading}>${title}</h1>
      ${lead && html`<p class="soft">${lead}</p>`}
    </div>
    ${children && html`<div class="page-actions">${children}</div>`}
  </div>`;
}
