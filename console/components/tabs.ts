import type { ComponentChildren, VNode } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { html } from '../html.ts';

type Tab = { readonly id: string; readonly label: ComponentChildren };

type TabsProps = {
  label: string;
  tabs: readonly Tab[];
  current: string;
  onChange: (id: string) => void;
  /** What belongs to the current tab. */
  children?: ComponentChildren;
};

/** Arrow keys move between tabs; Tab leads on into what the tab shows (ARIA Authoring Practices, tabs). */
export function Tabs({ label, tabs, current, onChange, children }: TabsProps): VNode {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === current);
    const next = nextTab(event.key, at, tabs.length);
    const target = next === undefined ? undefined : tabs[next];
    if (!target || next === undefined) return;
    event.preventDefault();
    onChange(target.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${label} ref=${list} onKeyDown=${move}>
      ${tabs.map((tab) => {
        const isCurrent = tab.id === current;
        return html`<button key=${tab.id} type="button" role="tab" id=${`${id}-${tab.id}`} aria-selected=${String(isCurrent)} aria-controls=${`${id}-panel`} tabindex=${isCurrent ? 0 : -1} onClick=${() => onChange(tab.id)}>${tab.label}</button>`;
      })}
    </div>
    <div role="tabpanel" id=${`${id}-panel`} aria-labelledby=${`${id}-${current}`} tabindex="0" class="tab-panel">${children}</div>`;
}

function nextTab(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
