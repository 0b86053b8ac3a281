import { createHmac } from 'node:crypto';

/** What is signed: the notification, the time of this try, and exactly the bytes that are sent. */
export type Signed = { id: string; timestampSeconds: number; body: string };

export type SignatureHeaders = { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string };

const PREFIX = 'whsec_';

/**
 * The headers of Standard Webhooks (https://www.standardwebhooks.com), symmetric scheme `v1`. With several secrets there
 * are several signatures, and one that fits is enough: while a secret is being replaced, receivers that know the old one
 * and receivers that know the new one both accept. Throws without a secret: unsigned must never look like signed.
 */
export function signatureHeaders(signed: Signed, secrets: readonly string[]): SignatureHeaders {
  if (secrets.length === 0) throw new Error('nothing to sign with');
  return {
    'webhook-id': signed.id,
    'webhook-timestamp': String(signed.timestampSeconds),
    'webhook-signature': secrets.map((secret) => signatureOf(signed, secret)).join(' '),
  };
}

function signatureOf({ id, timestampSeconds, body }: Signed, secret: string): string {
  const mac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestampSeconds}.${body}`, 'utf8');
  return `v1,${mac.digest('base64')}`;
}

/** The key is what the base64 stands for. An empty one would sign with what everybody knows. */
function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');
  if (key.length === 0) throw new Error('a signing secret is empty');
  return key;
}
