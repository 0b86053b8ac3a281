import { numberText } from './formats.ts';

/** Refused requests of one kind, as usage counts them. */
type Refusal = { readonly status: number; readonly reason?: string; readonly requests: number };

const reasons: Readonly<Record<string, string>> = {
  BurstLimit: 'too many requests in a second',
  SustainedLimit: 'too many requests in a minute',
  NoToken: 'no token',
  InvalidToken: 'a token that is not valid',
  TwoTokens: 'two tokens',
  StaleSignIn: 'a sign-in that is too long ago',
  NoSellerRight: 'a token without any right',
  Overload: 'the service had too much to do',
  UnknownTokens: 'too many tokens to check',
};

/** Why requests were refused, in words. A right is named: it is what is missing. The service may add reasons. */
export function reasonText({ status, reason }: Pick<Refusal, 'status' | 'reason'>): string {
  if (reason === undefined) return `status ${status}`;
  const words =
    reasons[reason] ?? (status === 403 && reason.includes(':') ? `the right ${reason} is missing` : codeText(reason));
  return `${words} (${status})`;
}

/** `NotFound` as `not found`. */
const codeText = (code: string) => code.replaceAll(/([a-z])(?=[A-Z])/g, '$1 ').toLowerCase();

/** The most frequent reasons with their numbers; the rest is counted. */
export function refusalsText(refusals: readonly Refusal[], most = 2): string {
  const named = refusals.slice(0, most).map((refusal) => `${numberText(refusal.requests)} × ${reasonText(refusal)}`);
  const left = refusals.length - named.length;
  return [...named, ...(left > 0 ? [`${left} more ${left === 1 ? 'reason' : 'reasons'}`] : [])].join(', ');
}
