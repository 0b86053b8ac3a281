import { Marked, Renderer, type Token, type Tokens } from 'marked';
import { escapeHtml } from '../../../domain/html.ts';
import { Html } from '../../../pages/html.ts';

export type Heading = { readonly id: string; readonly text: string };

/** Where a link of the Markdown leads on the site, and the title of what is there. No `href` when the site does not have it. */
export type SiteLink = { readonly href?: string; readonly title?: string };

type Rendered = { readonly body: Html; readonly sections: readonly Heading[] };

/** The HTML of a guide without its title, and its sections (headings of the second level). */
export function renderGuide(markdown: string, linkOf: (href: string) => SiteLink): Rendered {
  const marked = new Marked();
  const tokens = marked.lexer(markdown);
  const renderer = new GuideRenderer(linkOf, pairsIn(tokens));
  const body = marked.parser(tokens, { renderer });
  return { body: new Html(body), sections: renderer.sections };
}

/** A task that is shown twice: for plain HTTP, and directly behind it the same with the SDK. By the first block of each pair. */
type Pairs = ReadonlyMap<Tokens.Code, Tokens.Code>;

function pairsIn(tokens: readonly Token[]): Pairs {
  const blocks = tokens.filter(({ type }) => type !== 'space');
  const codeAt = (n: number, ...languages: string[]) => {
    const block = blocks[n] as Tokens.Code | undefined;
    return block?.type === 'code' && languages.includes(block.lang ?? '') ? block : undefined;
  };
  const pairs = new Map<Tokens.Code, Tokens.Code>();
  for (let n = 0; n < blocks.length; n += 1) {
    const [http, sdk] = [codeAt(n, 'sh', 'http'), codeAt(n + 1, 'js')];
    if (http && sdk) pairs.set(http, sdk);
  }
  return pairs;
}

class GuideRenderer extends Renderer {
  readonly sections: Heading[] = [];
  readonly #linkOf: (href: string) => SiteLink;
  readonly #pairs: Pairs;
  readonly #seconds: ReadonlySet<Tokens.Code>;
  readonly #ids = new Set<string>();
  #isFirstPair = true;

  constructor(linkOf: (href: string) => SiteLink, pairs: Pairs) {
    super();
    this.#linkOf = linkOf;
    this.#pairs = pairs;
    this.#seconds = new Set(pairs.values());
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

  /** A picture that the site does not have is its text. */
  override image({ href: source, text }: Tokens.Image): string {
    const { href } = this.#linkOf(source);
    return href === undefined ? escapeHtml(text) : `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}">`;
  }

  override code(token: Tokens.Code): string {
    if (this.#seconds.has(token)) return '';
    const second = this.#pairs.get(token);
    return second ? this.#pair(token, second) : codeBlock(token);
  }

  /**
   * The reader chooses one of both. All choices of a page are one group of radio buttons, and the style sheet shows the chosen
   * kind everywhere: who wants the SDK here wants it below, too. Without that style both are there.
   */
  #pair(http: Tokens.Code, sdk: Tokens.Code): string {
    const checked = this.#isFirstPair ? ' checked' : '';
    this.#isFirstPair = false;
    const choice = (value: string, text: string, is: string) =>
      `<label><input type="radio" name="way" value="${value}"${is}>${text}</label>`;
    return `<div class="ways"><div role="radiogroup" aria-label="Show with">${choice('http', 'HTTP', checked)}${choice('sdk', 'SDK', '')}</div>
${codeBlock(http, 'way-http')}${codeBlock(sdk, 'way-sdk')}</div>\n`;
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

/** Long lines scroll, and the keyboard must reach what scrolls. */
function codeBlock({ text }: Tokens.Code, name?: string): string {
  return `<pre${name ? ` class="${name}"` : ''} tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
}
