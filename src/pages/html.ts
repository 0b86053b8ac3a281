import { escapeHtml } from '../domain/html.ts';

/** Text that is HTML already. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Piece = string | number | Html | false | undefined | readonly Piece[];

/** A template tag that escapes every value, except values of the tag itself. `false` and `undefined` give nothing. */
export function html(parts: TemplateStringsArray, ...pieces: Piece[]): Html {
  return new Html(parts.reduce((text, part, i) => text + rendered(pieces[i - 1]) + part));
}

function rendered(piece: Piece): string {
  if (piece === undefined || piece === false) return '';
  if (piece instanceof Html) return piece.text;
  if (typeof piece === 'object') return piece.map(rendered).join('');
  return escapeHtml(String(piece));
}
