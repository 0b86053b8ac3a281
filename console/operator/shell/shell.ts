import type { VNode } from 'preact';
import { Navigation } from '../../components/navigation.ts';
import { PageHeading } from '../../components/page-heading.ts';
import { ShownPage } from '../../components/shown-page.ts';
import { ExpiredNotice } from '../../components/sign-in.ts';
import { Toasts } from '../../components/toast.ts';
import { html } from '../../html.ts';
import { hrefOf, place } from '../../router.ts';
import { pageAt, pageTable } from '../page-table.ts';
import { Header } from './header.ts';

/** Everything around the pages. */
export function Shell(): VNode {
  const { path } = place.value;
  const found = pageAt(path);
  return html`<a class="skip" href="#main">Skip to the content</a>
    <${Header} />
    <div class="shell">
      <aside class="side"><${Navigation} pages=${pageTable} /></aside>
      <main id="main" tabindex="-1"><${ExpiredNotice} />${found ? html`<${ShownPage} key=${path} found=${found} />` : html`<${NoSuchPage} />`}</main>
    </div>
    <${Toasts} />`;
}

const NoSuchPage = () => html`<${PageHeading} title="There is no such page" />
  <p class="soft">The address may be old, or incomplete.</p>
  <p><a href=${hrefOf('')}>Go to the start page</a></p>`;
