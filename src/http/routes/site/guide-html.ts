import { Marked, Renderer, type Tokens } from 'marked';
import { escapeHtml } from '../../../domain/html.ts';
import { Html } from '../../../pages/html.ts';

export type Heading = { readonly id: string; readonly text: string };

/** Where a link of the Markdown leads on the site, and the title of what is there. No `href` when the site does not have it. */
export type SiteLink = { readonly href?: string; readonly title?: string };

type Rendered = { readonly body: Html; readonly sections: readonly Heading[] };

/** The HTML of a guide without its title, and its sections (headings of the second level). */
export function renderGuide(markdown: string, linkOf: (href: string) => SiteLink): Rendered {
  const renderer = new GuideRenderer(linkOf);
  const body = new Marked().parse(markdown, { renderer, async: false });
  return { body: new Html(body), sections: renderer.sections };
}

class GuideRenderer extends Renderer {
  readonly sections: Heading[] = [];
  readonly #linkOf: (href: string) => SiteLink;
  readonly #ids = new Set<string>();

  constructor(linkOf: (href: string) => SiteLink) {
    super();
    this.#linkOf = linkOf;
  }

  override heading({ tokens, depth }: Tokens.Heading): string {
    const text = this.parser.parseInline(tokens, this.parser.textRenderer);
    // The page writes the title itself, above the list of sections.
    if (depth === 1) return '';
    const id = this.#newId(text);
    if (depth === 2) this.sections.push({ id, text });
    return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
  }

  override link(token: Tokens.Link): string {
    const { href, title } = this.#linkOf(token.href);
    // In the repository the name of a file is a good text. Here it names nothing.
    const isFileName = /^`?[\w./-]+\.md`?$/.test(token.text);
    const inside = isFileName && title !== undefined ? escapeHtml(title) : this.parser.parseInline(token.tokens);
    return href === undefined ? inside : `<a href="${escapeHtml(href)}">${inside}</a>`;
  }

  /** Long lines scroll, and the keyboard must reach what scrolls. */
  override code({ text }: Tokens.Code): string {
    return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
  }

  override table(token: Tokens.Table): string {
    return `<div class="table" role="region" aria-label="Table" tabindex="0">${super.table(token)}</div>\n`;
  }

  /** Only comments are HTML in our documents; nothing else may become an element. */
  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return text.startsWith('<!--') ? '' : escapeHtml(text);
  }

  /** As repositories make them, so that links with a fragment work in both places. */
  #newId(text: string): string {
    const base = text
      .toLowerCase()
      .replace(/&\w+;|[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    let id = base;
    for (let n = 1; this.#ids.has(id); n += 1) id = `${base}-${n}`;
    this.#ids.add(id);
    return id;
  }
}
