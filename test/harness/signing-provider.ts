import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { discoveryDocument, json, type ScriptedProvider, startScriptedProvider } from './scripted-provider.ts';

export type SigningKey = {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: JWK;
};

export async function newKey(kid: string, alg = 'RS256'): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, publicKey: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

/** A provider with a key set, beside an introspection endpoint that nobody should need. */
export async function startSigningProvider(keys: readonly JWK[]): Promise<ScriptedProvider> {
  const provider = await startScriptedProvider();
  const document = { ...discoveryDocument(provider.origin), jwks_uri: `${provider.origin}/keys` };
  provider.paths.set('/.well-known/openid-configuration', json(200, document));
  provider.paths.set('/keys', json(200, { keys }));
  return provider;
}

/** A token as RFC 9068 2 describes it, signed by this key. Members that are undefined are left out. */
export function signedToken(
  key: SigningKey,
  payload: Readonly<Record<string, unknown>>,
  header: Record<string, unknown> = {},
): Promise<string> {
  const { kid, alg, privateKey } = key;
  const sent = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
  const given = Object.entries({ alg, kid, typ: 'at+jwt', ...header }).filter(([, value]) => value !== undefined);
  return new SignJWT(sent).setProtectedHeader(Object.fromEntries(given) as { alg: string }).sign(privateKey);
}
