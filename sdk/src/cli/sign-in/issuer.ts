import { textWithin } from '../../calls/answer-text.ts';
import { Problem } from '../problem.ts';

type Settings = { issuer: string; grantsUrl?: string };

const MAX_PAGE_BYTES = 2 ** 20;

/**
 * Who the identity provider of a service is. The page of the console says it to every browser; the service has no discovery. The
 * answer of the sign-in must name the same one (RFC 9207).
 */
export async function readIssuer(url: string, signal: AbortSignal): Promise<Settings> {
  let status = 0;
  try {
    const answer = await fetch(`${url}/console`, { redirect: 'error', signal });
    status = answer.status;
    const page = (await textWithin(answer, MAX_PAGE_BYTES)) ?? '';
    const [, text = '{}'] = /<script type="application\/json" id="settings">(.*?)<\/script>/s.exec(page) ?? [];
    const { issuer, grantsUrl } = Object(JSON.parse(text)) as Record<string, unknown>;
    if (typeof issuer === 'string') return { issuer, ...(typeof grantsUrl === 'string' && { grantsUrl }) };
  } catch {
    signal.throwIfAborted();
  }
  throw new Problem(
    `${url} does not say who its identity provider is${status === 0 ? ': it gave no answer' : ''}.`,
    'Is this the address of the service? If it is, give --issuer, which the operator publishes.',
    status === 0 ? 4 : 1,
  );
}
