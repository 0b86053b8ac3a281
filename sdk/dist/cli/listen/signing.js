import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { textOf } from '../../node/file-text.js';
import { replaceFile } from '../../node/replace-file.js';
const PREFIX = 'whsec_';
export async function signingSecret(folder) {
    const file = join(folder, 'webhook-secret');
    const stored = (await textOf(file)).trim();
    if (/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(stored))
        return stored;
    const secret = `${PREFIX}${randomBytes(24).toString('base64')}`;
    await replaceFile(file, `${secret}\n`);
    return secret;
}
export function signedHeaders(secret, id, body) {
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64');
    return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${mac}` };
}
