// @ts-nocheck This runs in the browser, whose types the tests do not have.
import { build, stop } from 'esbuild';
import type { Page } from 'playwright-core';

const parts = [
  ...[
    'data-table',
    'page-state',
    'page-heading',
    'money',
    'time',
    'badge',
    'sparkline',
    'tabs',
    'dialog',
    'field',
    'chart',
  ],
  'toast',
];

/** The components as one module. The service bundles them with its pages, from which nobody can import them. */
async function galleryModule(): Promise<string> {
  const lines = [
    ...parts.map((name) => `export * from './components/${name}.ts';`),
    "export { html } from './html.ts';",
    "export { render } from 'preact';",
  ];
  const stdin = { contents: lines.join('\n'), resolveDir: 'console' };
  const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', write: false });
  await stop();
  return outputFiles[0]?.text ?? '';
}

/**
 * Shows every component of the console in the page, with data of all kinds, under the page's own policy. `rows` is the length of the
 * table.
 */
export async function showGallery(page: Page, rows: number): Promise<void> {
  const body = await galleryModule();
  await page.route('**/console/assets/gallery.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
  await page.evaluate(async (count) => {
    const gallery = await import('/console/assets/gallery.js' as string);
    const { html, render, DataTable, PageState, PageHeading, Money, Time, Badge, Sparkline, Tabs, Dialog } = gallery;
    const { TextField, SelectField, CheckField, Chart, toast } = gallery;

    const now = Date.parse('2026-11-16T12:00:00Z');
    const items = Array.from({ length: count }, (_, n) => ({
      sku: `SKU-${n}`,
      title: `Item <b>${n}</b>`,
      price: n / 100,
    }));
    const columns = [
      {
        id: 'sku',
        label: 'Listing',
        canSort: true,
        cell: (row: (typeof items)[0]) => html`<a href=${`#${row.sku}`}>${row.sku}</a>`,
      },
      { id: 'title', label: 'Title', isOptional: true, cell: (row: (typeof items)[0]) => row.title },
      { id: 'state', label: 'Buy box', width: '7rem', cell: () => html`<${Badge} tone="good">Won</${Badge}>` },
      {
        id: 'price',
        label: 'Price',
        isNumber: true,
        canSort: true,
        width: '8rem',
        cell: (row: (typeof items)[0]) => html`<${Money} of=${row.price} />`,
      },
      {
        id: 'trend',
        label: '30 days',
        width: '8rem',
        isOptional: true,
        cell: (row: (typeof items)[0]) =>
          html`<${Sparkline} label="Price" values=${[1, 2, undefined, 3, 2, row.price % 5]} />`,
      },
    ];
    const x = Array.from({ length: 30 }, (_, n) => now / 1000 - (30 - n) * 86_400);
    const chart = {
      title: 'Buy box price',
      x,
      xLabel: 'Day',
      series: [
        { label: 'Buy box', values: x.map((_, n) => 20 + Math.sin(n / 3) * 3), isStepped: true },
        { label: 'My price', values: x.map((_, n) => (n < 4 ? null : 21)), color: '--warn' },
      ],
      formatX: (at: number) => new Date(at * 1000).toISOString().slice(5, 10),
      formatY: (value: number) => value.toFixed(2),
    };
    const states = ['loading', 'empty', 'error', 'expired', 'offline', 'forbidden'];
    const nothing = () => undefined;
    const main = document.getElementById('main') ?? document.body;
    const place = document.createElement('div');
    main.replaceChildren(place);
    render(
      html`<${PageHeading} title="All components" lead="What the pages are made of."><button type="button">Export</button><button type="button" class="main">Create</button></${PageHeading}>
        <div class="cards"><section class="card"><h2>Won</h2><p><${Badge} tone="good">Won</${Badge}> <${Badge} tone="bad">Lost</${Badge}> <${Badge} tone="warn">Soon</${Badge}> <${Badge} tone="accent">Mine</${Badge}> <${Badge}>None</${Badge}></p></section>
        <section class="card"><h2>Amounts</h2><p><${Money} of=${{ CurrencyCode: 'EUR', Amount: 1234.5 }} /> <${Money} of=${-3} isSigned=${true} /> <${Money} /></p></section>
        <section class="card"><h2>Times</h2><p><${Time} at="2026-11-16T12:00:00Z" /> <${Time} /></p></section></div>
        <${Tabs} label="Conditions" tabs=${[{ id: 'new', label: 'New' }, { id: 'used', label: 'Used' }]} current="new" onChange=${nothing}><p>What the tab shows.</p></${Tabs}>
        <${DataTable} label="Listings" columns=${columns} rows=${items} keyOf=${(row: (typeof items)[0]) => row.sku} sort=${{ column: 'price', direction: 'ascending' }} onSort=${nothing} />
        <section class="card"><${Chart} ...${chart} /></section>
        <form class="card"><${TextField} label="Price" value="12" hint="With shipping." error="Must be above 0.99." onInput=${nothing} /><${SelectField} label="Kind" value="a" options=${[{ value: 'a', label: 'Webhook' }]} onChange=${nothing} /><${CheckField} label="Only mine" isChecked=${true} onChange=${nothing} /></form>
        ${states.map((state) => html`<${PageState} key=${state} state=${state} rows=${2} requestId=${state === 'error' ? 'req-1' : undefined} onRetry=${nothing} />`)}
        <${Dialog} isOpen=${false} title="Rotate the secret" onClose=${nothing}>Text</${Dialog}>`,
      place,
    );
    toast('The destination was created.');
    toast('The test did not arrive.', 'bad');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }, rows);
}
