import type { ApiRequest } from './requests.ts';

/** Where the service has the SDK's package of its version. */
export const SDK_PATH = '/sdk/marketplace-seller-sdk.tgz';

export const installSnippet = (base: string): string => `npm install ${base}${SDK_PATH}`;

/** How to get the token that the other lines use. */
export const tokenSnippet = (base: string): string =>
  `BASE=${quoted(base)}
TOKEN=$(curl -s -u CLIENT_ID:CLIENT_SECRET -d grant_type=client_credentials "$BASE/auth/v4/token" |
  sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`;

/** What a shell takes as one word, whatever is in it. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Nothing in most addresses means anything to a shell between double quotes. */
const withBase = (address: string) =>
  /^[\w/?&=%.,~:+*()-]*$/.test(address) ? `"$BASE${address}"` : `"$BASE"${quoted(address)}`;

export function curlSnippet({ method, url, path, query, body }: ApiRequest): string {
  const filled = url.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name] ?? '')));
  const parameters = new URLSearchParams(Object.entries(query).flatMap(pairs)).toString();
  const address = withBase(`${filled}${parameters && `?${parameters}`}`);
  const lines = [
    `curl -s ${method === 'GET' ? '' : `-X ${method} `}-H "Authorization: Bearer $TOKEN" ${address}`,
    ...(body === undefined
      ? []
      : [`  -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body, undefined, 2))}`]),
  ];
  return lines.join(' \\\n');
}

/** Lists are repeated; what is not given is left out. */
function pairs([name, value]: [string, unknown]): [string, string][] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)]);
}

export const clientSnippet = (base: string): string =>
  `import { createClient } from 'marketplace-seller-sdk';

const client = createClient({
  baseUrl: ${literal(base)},
  credentials: { clientId: 'CLIENT_ID', clientSecret: 'CLIENT_SECRET' },
});`;

const loopNames: Readonly<Record<string, string>> = {
  listings: 'listing',
  priceHistory: 'step',
  deliveries: 'delivery',
  events: 'event',
};

/** The call as the console made it. */
export function sdkSnippet(operation: string, given: readonly unknown[]): string {
  const call = `client.${operation}(${given.map((one) => literal(one)).join(', ')})`;
  const element = loopNames[operation];
  if (element === undefined) return `const answer = await ${call};`;
  return `for await (const ${element} of ${call}) {\n  console.log(${element});\n}`;
}

/** A value as JavaScript writes it. */
export function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const deeper = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((one) => literal(one, deeper))
    : Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([name, one]) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)}: ${literal(one, deeper)}`);
  if (parts.length === 0) return isList ? '[]' : '{}';
  const [open, close] = isList ? ['[', ']'] : ['{ ', ' }'];
  const line = `${open}${parts.join(', ')}${close}`;
  if (line.length + indent.length <= 76 && !line.includes('\n')) return line;
  return `${open.trim()}\n${parts.map((part) => `${deeper}${part},\n`).join('')}${indent}${close.trim()}`;
}
