import type { ClientAuth } from './client-auth.ts';
import type { Discovery } from './discovery.ts';

/** The grants that the service forwards (decision 11). */
const GRANTS = ['authorization_code', 'client_credentials', 'refresh_token'];

/** What the discovery document leaves out (RFC 8414 2), in sentences for the operator. A document need not have any of these lists. */
export async function discoveryHints(discovery: Discovery, clientAuth: ClientAuth = 'as-sent'): Promise<string[]> {
  const hints: string[] = [];
  const challenges = await discovery.listed('code_challenge_methods_supported');
  if (challenges && !challenges.includes('S256'))
    hints.push(
      'the provider does not say that it checks code verifiers (S256): without that, a stolen code can be used',
    );
  const grants = await discovery.listed('grant_types_supported');
  const absent = GRANTS.filter((grant) => grants && !grants.includes(grant));
  if (absent.length > 0) hints.push(`the provider does not say that it has the grant ${absent.join(', ')}`);
  const methods = await discovery.listed('token_endpoint_auth_methods_supported');
  const [basic, post] = ['client_secret_basic', 'client_secret_post'].map((name) => methods?.includes(name));
  if (clientAuth === 'as-sent' && methods && basic !== post && (basic || post)) {
    const only = basic ? 'HTTP Basic' : 'body fields';
    hints.push(`the token endpoint takes credentials by ${only} only: IDP_CLIENT_AUTH=${basic ? 'basic' : 'post'}`);
  }
  return hints;
}
