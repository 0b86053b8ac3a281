import type { VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { html } from '../html.ts';
import type { FoundPage, PageModule } from '../page.ts';
import { navigations, place } from '../router.ts';
import { PageState } from './page-state.ts';

type Loading = { readonly module?: PageModule; readonly error?: unknown };

/** Loads the page's own file first. The address of a page that cannot be loaded may be of an older version: a reload helps. */
export function ShownPage({ found }: { found: FoundPage }): VNode {
  const [{ module, error }, show] = useState<Loading>({});
  useLayoutEffect(() => {
    found.entry.load().then(
      (loaded) => show({ module: loaded }),
      (failure: unknown) => show({ error: failure }),
    );
  }, [found.entry]);
  if (error !== undefined)
    return html`<${PageState} state="error" title="This page could not be loaded" onRetry=${() => location.reload()} />`;
  if (!module) return html`<${PageState} state="loading" />`;
  return html`<${module.Page} params=${found.params} query=${place.value.query} key=${navigations.peek()} />`;
}
