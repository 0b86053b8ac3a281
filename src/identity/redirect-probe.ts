import type { ProviderFinding } from './provider-finding.ts';
import type { Upstream } from './upstream.ts';

/** Addresses that no client has registered, made from one that is: what each shows when the provider sends the browser there. */
const variants: readonly (readonly [name: string, changed: (registered: URL) => string])[] = [
  ['another host', ({ protocol, port, pathname }) => `${protocol}//doctor.invalid:${port}${pathname}`],
  ['another path', ({ origin }) => `${origin}/doctor`],
  ['a longer path', ({ href }) => `${href}/doctor`],
  ['a query', ({ href }) => `${href}?doctor=1`],
];

type Outcome = 'sent-there' | 'refused' | 'undecided';

/**
 * Whether the provider sends codes to registered addresses only (OAuth 2.0 Security Best Current Practice, RFC 9700 4.1.3). Each request
 * forbids pages (`prompt=none`): a provider answers at the redirect address if it accepts that. `addressOf` gives the request.
 */
export async function redirectFinding(
  upstream: Upstream,
  registered: string,
  addressOf: (redirectUri: string) => string,
): Promise<ProviderFinding> {
  const outcomeOf = async (redirectUri: string): Promise<Outcome> => {
    const request = { method: 'GET', headers: { accept: 'text/html' } } as const;
    const { status, header } = await upstream.send('authorization', addressOf(redirectUri), request);
    const location = URL.parse(header('location') ?? '', addressOf(redirectUri));
    if (location && isAt(location, new URL(redirectUri))) return 'sent-there';
    return status >= 400 ? 'refused' : 'undecided';
  };
  const answersThere = (await outcomeOf(registered)) === 'sent-there';
  const wrong: string[] = [];
  let undecided = 0;
  for (const [name, changed] of variants) {
    const outcome = await outcomeOf(changed(new URL(registered)));
    if (outcome === 'sent-there') wrong.push(name);
    // Some say no with a page and 200: then it is enough that the registered address is answered otherwise.
    if (outcome === 'undecided' && !answersThere) undecided += 1;
  }
  if (wrong.length > 0)
    return {
      kind: wrong.some((name) => name.startsWith('another')) ? 'problem' : 'note',
      text: `redirect addresses: the provider also sends codes to ${wrong.join(' and ')}, which is not registered: whoever controls such an address gets codes. Let it match them exactly, or register complete addresses only`,
    };
  if (undecided > 0)
    return {
      kind: 'note',
      text: 'redirect addresses: whether they must match exactly cannot be seen without a sign-in',
    };
  return {
    kind: 'ok',
    text: 'redirect addresses: only the registered one is accepted, not another host, path or query',
  };
}

/** With every parameter that the address itself has. */
const isAt = (location: URL, address: URL) =>
  location.origin === address.origin &&
  location.pathname === address.pathname &&
  [...address.searchParams].every(([name, value]) => location.searchParams.get(name) === value);
