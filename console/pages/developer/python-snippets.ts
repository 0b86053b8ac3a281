import type { ApiRequest } from './requests.ts';

/** Where the service has the package of the Python SDK, for `pip`. */
const PYTHON_PATH = '/sdk/python';

export const pipSnippet = (base: string): string =>
  `pip install --no-index --find-links ${base}${PYTHON_PATH} marketplace-seller`;

export const pythonClientSnippet = (base: string): string =>
  `from marketplace_seller import SellerClient, SellerCredentials

client = SellerClient(${pythonLiteral(base)}, SellerCredentials("CLIENT_ID", "CLIENT_SECRET"))`;

/** The iterators of the SDK by the loops of the other one, and what they call an element. */
const iterators: Readonly<Record<string, readonly [string, string]>> = {
  listings: ['iter_listings', 'listing'],
  priceHistory: ['iter_price_history', 'step'],
  deliveries: ['iter_deliveries', 'delivery'],
  events: ['events', 'event'],
};

/** The call in Python: the parts of the path, then the body; the query by keywords. */
export function pythonSnippet({ operation, url, path, query, body }: ApiRequest): string {
  const parts = [...url.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => pythonLiteral(path[name]));
  const named = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const given = [
    ...parts,
    ...(body === undefined ? [] : [pythonLiteral(body)]),
    ...named.map(([name, value]) => `${keywordOf(name)}=${pythonLiteral(value)}`),
  ];
  const [iterator, element] = iterators[operation] ?? [];
  const call = (name: string) => `client.${name}(${given.join(', ')})`;
  if (iterator === undefined) return `answer = ${call(snake(operation))}`;
  return `for ${element} in ${call(iterator)}:\n    print(${element})`;
}

/** As the generator of the SDK names methods and parameters (sdk/generator/python.ts). */
const snake = (text: string): string =>
  text
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase();

const keywordOf = (name: string) => (name === 'from' ? 'from_' : snake(name));

/** A value as Python writes it. */
export function pythonLiteral(value: unknown, indent = ''): string {
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value === null || value === undefined) return 'None';
  // JSON writes characters outside of the first plane as two surrogates, or as they are: Python reads the latter alike.
  if (typeof value !== 'object') return JSON.stringify(value);
  const deeper = `${indent}    `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((one) => pythonLiteral(one, deeper))
    : Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([name, one]) => `${JSON.stringify(name)}: ${pythonLiteral(one, deeper)}`);
  const [open, close] = isList ? '[]' : '{}';
  const line = `${open}${parts.join(', ')}${close}`;
  if (line.length + indent.length <= 76 && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `${deeper}${part},\n`).join('')}${indent}${close}`;
}
