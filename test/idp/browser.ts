export type PageView = { status: number; url: string; text: string; headers: Headers };

/** A minimal browser for forms: it keeps cookies by path, follows redirects, and submits the forms of a page. */
export class TestBrowser {
  readonly #origin: string;
  readonly #headers: Record<string, string>;
  readonly #cookies: { name: string; value: string; path: string }[] = [];

  constructor(origin: string, headers: Record<string, string> = {}) {
    this.#origin = origin;
    this.#headers = headers;
  }

  /** The same browser at another address of the provider: it has a copy of the cookies. */
  at(origin: string): TestBrowser {
    const other = new TestBrowser(origin, this.#headers);
    other.#cookies.push(...this.#cookies);
    return other;
  }

  /** Follows redirects within the origin. Ends at a page or at the first foreign address. */
  async go(
    url: string,
    init: { method?: string; body?: string; headers?: Record<string, string> } = {},
  ): Promise<PageView> {
    const target = new URL(url, this.#origin);
    const response = await fetch(target, {
      ...init,
      redirect: 'manual',
      headers: { accept: 'text/html', ...this.#headers, cookie: this.#cookieHeader(target.pathname), ...init.headers },
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const location = response.headers.get('location');
    if (location === null) {
      return { status: response.status, url: target.href, text: await response.text(), headers: response.headers };
    }
    const next = new URL(location, target);
    if (next.origin === this.#origin) return this.go(next.href);
    return { status: response.status, url: next.href, text: '', headers: response.headers };
  }

  /** Submits the form with this button, as a click on it would; with these boxes ticked, or with those that are ticked on the page. */
  async press(
    page: PageView,
    button: string,
    fields: Record<string, string> = {},
    ticked?: readonly string[],
  ): Promise<PageView> {
    const forms = [...page.text.matchAll(/<form method="post" action="([^"]+)">(.*?)<\/form>/gs)];
    const form = forms.find(([, , inside]) => inside?.includes(button));
    if (form === undefined) throw new Error(`No form with ${button} in: ${page.text}`);
    const [, action = '', inside = ''] = form;
    const data = new URLSearchParams(fields);
    for (const [, name = '', value = ''] of inside.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)) {
      data.set(name, value);
    }
    for (const [, name = '', value = '', rest = ''] of inside.matchAll(
      /<input type="checkbox" [^>]*?name="([^"]+)" value="([^"]*)"([^>]*)>/g,
    ))
      if (ticked?.includes(value) ?? /\bchecked\b/.test(rest)) data.append(name, value);
    const named = /name="action" value="([^"]+)"/.exec(button);
    if (named?.[1]) data.set('action', named[1]);
    return this.go(action, {
      method: 'POST',
      body: data.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  }

  setCookie(name: string, value: string, path: string): void {
    this.#keep(`${name}=${value}; path=${path}`);
  }

  signIn(page: PageView, email = 'demo@store.example', password = 'demo'): Promise<PageView> {
    return this.press(page, 'name="action" value="sign-in"', { email, password });
  }

  allow(page: PageView, rights?: readonly string[]): Promise<PageView> {
    return this.press(page, 'name="action" value="allow"', {}, rights);
  }

  deny(page: PageView): Promise<PageView> {
    return this.press(page, 'name="action" value="deny"');
  }

  #cookieHeader(path: string): string {
    return this.#cookies
      .filter((cookie) => path.startsWith(cookie.path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const [name = '', value = ''] = pair.split(/=(.*)/s, 2);
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
    const at = this.#cookies.findIndex((cookie) => cookie.name === name && cookie.path === path);
    if (at >= 0) this.#cookies.splice(at, 1);
    if (value !== '') this.#cookies.push({ name, value, path });
  }
}
