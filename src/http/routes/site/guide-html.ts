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
  const renderer = new GuideRenderer(linkOf, tasksIn(tokens));
  const body = marked.parser(tokens, { renderer });
  return { body: new Html(body), sections: renderer.sections };
}

/** How a task can be shown: the language of its block, the choice of the reader, and the text of that. */
const WAYS = [
  { languages: ['sh', 'http'], way: 'http', text: 'HTTP' },
  { languages: ['js'], way: 'sdk', text: 'TypeScript' },
  { languages: ['python'], way: 'python', text: 'Python' },
] as const;
type Way = (typeof WAYS)[number];

/** A task that is shown several times: for plain HTTP, and directly behind it the same with an SDK. By the first block of each. */
type Tasks = ReadonlyMap<Tokens.Code, readonly (readonly [Way, Tokens.Code])[]>;

function tasksIn(tokens: readonly Token[]): Tasks {
  const blocks = tokens.filter(({ type }) => type !== 'space');
  const wayAt = (n: number) => {
    const block = blocks[n] as Tokens.Code | undefined;
    if (block?.type !== 'code') return undefined;
    const way = WAYS.find(({ languages }) => languages.some((one) => one === block.lang));
    return way && ([way, block] as const);
  };
  const tasks = new Map<Tokens.Code, (readonly [Way, Tokens.Code])[]>();
  for (let n = 0; n < blocks.length; n += 1) {
    const shown: (readonly [Way, Tokens.Code])[] = [];
    // In the order of the list: two blocks of one language are two tasks.
    for (let next = wayAt(n); next && isLater(next[0], shown.at(-1)?.[0]); next = wayAt(n + shown.length))
      shown.push(next);
    const [first] = shown;
    if (!first || shown.length < 2) continue;
    tasks.set(first[1], shown);
    n += shown.length - 1;
  }
  return tasks;
}

const isLater = (way: Way, than: Way | undefined) => than === undefined || WAYS.indexOf(way) > WAYS.indexOf(than);

class GuideRenderer extends Renderer {
  readonly sections: Heading[] = [];
  readonly #linkOf: (href: string) => SiteLink;
  readonly #tasks: Tasks;
  readonly #later: ReadonlySet<Tokens.Code>;
  readonly #ids = new Set<string>();
  #isFirst = true;

  constructor(linkOf: (href: string) => SiteLink, tasks: Tasks) {
    super();
    this.#linkOf = linkOf;
    this.#tasks = tasks;
    this.#later = new Set([...tasks.values()].flatMap((shown) => shown.slice(1).map(([, block]) => block)));
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
    if (this.#later.has(token)) return '';
    const shown = this.#tasks.get(token);
    return shown ? this.#task(shown) : codeBlock(token);
  }

  /**
   * The reader chooses one of them. All choices of a page are one group of radio buttons, and the style sheet shows the chosen
   * kind everywhere: who wants Python here wants it below, too. Without that style all are there. A task that lacks the chosen
   * kind shows its first one. `guide-choice.js` carries the choice to the next page.
   */
  #task(shown: readonly (readonly [Way, Tokens.Code])[]): string {
    // Nothing is chosen on a page without HTTP: each task shows its first kind.
    const isChecked = this.#isFirst && shown[0]?.[0].way === 'http';
    if (isChecked) this.#isFirst = false;
    const choices = shown.map(
      ([{ way, text }]) =>
        `<label class="for-${way}"><input type="radio" name="way" value="${way}"${isChecked && way === 'http' ? ' checked' : ''}>${text}</label>`,
    );
    const blocks = shown.map(([{ way }, block]) => codeBlock(block, `way-${way}`));
    return `<div class="ways"><div role="radiogroup" aria-label="Show with">${choices.join('')}</div>\n${blocks.join('')}</div>\n`;
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
