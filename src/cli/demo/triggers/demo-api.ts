/** The demo's own applications. Their secrets are public (docs/demo.md). */
const SECRETS = { demoseller: 'demosellersecret', demooperator: 'demooperatorsecret' } as const;
type Client = keyof typeof SECRETS;

export class DemoRefusal extends Error {}

const DEADLINE_MS = 15_000;

/** The service's own interface, as the demo's seller and operator. What it does can be done by hand with the same calls. */
export class DemoApi {
  readonly #base: string;
  /** One call follows the other, and a command is over before a token ends. */
  readonly #tokens: Partial<Record<Client, string>> = {};

  /** `base`: such as `http://127.0.0.1:8080`. */
  constructor(base: string) {
    this.#base = base;
  }

  readonly asSeller = (method: string, path: string, body?: object) => this.#call('demoseller', method, path, body);

  /** Changes the market as the operator's system does (`POST /operator/v1/changes`). */
  async change(...records: object[]): Promise<Changes> {
    const changes = (await this.#call('demooperator', 'POST', '/operator/v1/changes', records)) as Changes;
    if (changes.rejected > 0)
      throw new DemoRefusal(`The service refused a record of the demo: ${JSON.stringify(changes.rejections)}`);
    return changes;
  }

  readonly asOperator = (path: string) => this.#call('demooperator', 'GET', path);

  // biome-ignore lint/suspicious/noExplicitAny: answers of many operations; each caller reads a documented field.
  async #call(client: Client, method: string, path: string, body?: object): Promise<any> {
    this.#tokens[client] ??= await this.#newToken(client);
    const token = this.#tokens[client];
    const answer = await this.#send(path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new DemoRefusal(`${method} ${path} answers ${answer.status}: ${text.slice(0, 500)}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  async #newToken(client: Client): Promise<string> {
    const answer = await this.#send('/auth/v4/token', {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${client}:${SECRETS[client]}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    if (!answer.ok)
      throw new DemoRefusal(
        `The service does not know the demo’s application ${client} (${answer.status}). Only an installation with the demo market has it: docs/demo.md.`,
      );
    return ((await answer.json()) as { access_token: string }).access_token;
  }

  async #send(path: string, request: RequestInit): Promise<Response> {
    try {
      return await fetch(`${this.#base}${path}`, { ...request, signal: AbortSignal.timeout(DEADLINE_MS) });
    } catch {
      throw new DemoRefusal(`No service answers at ${this.#base}. Start it: npm start`);
    }
  }
}

type Changes = {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly rejected: number;
  readonly rejections: readonly object[];
};
