import { createHmac } from 'node:crypto';

/** What is signed: the notification's id, the time of this attempt, and exactly the bytes that are sent. */
export type SignedContent = { id: string; timestampSeconds: number; body: string };

export type SignatureHeaders = { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string };

const PREFIX = 'whsec_';

/**
 * The headers of Standard Webhooks (https://www.standardwebhooks.com), symmetric scheme `v1`. Each active secret adds a
 * signature, and receivers accept any one that matches: during a rotation both the old and the new secret work. Throws
 * without a secret: an unsigned message must never look signed.
 */
export function signatureHeaders(signed: SignedContent, secrets: readonly string[]): SignatureHeaders {
  if (secrets.length === 0) throw new Error('no secret to sign with');
  return {
    'webhook-id': signed.id,
    'webhook-timestamp': String(signed.timestampSeconds),
    'webhook-signature': secrets.map((secret) => signatureOf(signed, secret)).join(' '),
  };
}

function signatureOf({ id, timestampSeconds, body }: SignedContent, secret: string): string {
  const mac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestampSeconds}.${body}`, 'utf8');
  return `v1,${mac.digest('base64')}`;
}

/** The key is the decoded base64. An empty key is rejected: everybody could sign with it. */
function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');
  if (key.length === 0) throw new Error('a signing secret is empty');
  return key;
}
