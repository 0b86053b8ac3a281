import { escapeHtml } from '../domain/html.ts';

/** Text that is HTML already. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type HtmlValue = string | number | Html | false | undefined | readonly HtmlValue[];

/** A template tag that escapes every value, except values of the tag itself. `false` and `undefined` give nothing. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Html(parts.reduce((text, part, i) => text + rendered(values[i - 1]) + part));
}

function rendered(value: HtmlValue): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(rendered).join('');
  return escapeHtml(String(value));
}
