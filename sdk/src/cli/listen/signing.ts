import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { textOf } from '../../node/file-text.ts';
import { replaceFile } from '../../node/replace-file.ts';

const PREFIX = 'whsec_';

/** The same for all runs of a sign-in, so that the program that verifies need not be told a new one each time. */
export async function signingSecret(folder: string): Promise<string> {
  const file = join(folder, 'webhook-secret');
  const stored = (await textOf(file)).trim();
  if (/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(stored)) return stored;
  const secret = `${PREFIX}${randomBytes(24).toString('base64')}`;
  await replaceFile(file, `${secret}\n`);
  return secret;
}

/** As the service signs its webhooks: Standard Webhooks, `v1`, with the time of this attempt. */
export function signedHeaders(secret: string, id: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${mac}` };
}
