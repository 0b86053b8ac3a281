import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { listening, type Receiver } from './receiver.ts';

// A push service and a browser, written from the RFCs with node:crypto only, and independent of the package that sends.

const pem = (name: string) => readFileSync(join(import.meta.dirname, `receiver-${name}.pem`), 'utf8');
export const ca: string = pem('certificate');

const derived = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** A subscribed browser: its keys, and the decryption of a message (RFC 8291 3.4, RFC 8188 2). */
export class Subscriber {
  readonly #curve: ECDH = createECDH('prime256v1');
  readonly #auth: Buffer = randomBytes(16);

  constructor() {
    this.#curve.generateKeys();
  }

  get keys(): { p256dh: string; auth: string } {
    return { p256dh: this.#curve.getPublicKey('base64url'), auth: this.#auth.toString('base64url') };
  }

  open(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const recordSize = body.readUInt32BE(16);
    const keyLength = body.readUInt8(20);
    assert.equal(keyLength, 65, "the key id is the sender's public key");
    const sender = body.subarray(21, 21 + keyLength);
    const record = body.subarray(21 + keyLength);
    assert.ok(record.length <= recordSize, 'RFC 8291 4: one record only');

    const shared = this.#curve.computeSecret(sender);
    const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), this.#curve.getPublicKey(), sender]);
    const ikm = derived(shared, this.#auth, keyInfo, 32);
    const key = derived(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derived(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    const end = padded.lastIndexOf(2);
    assert.ok(end >= 0 && padded.subarray(end + 1).every((byte) => byte === 0), 'the delimiter of a last record');
    return padded.subarray(0, end).toString('utf8');
  }
}

/** The sender's VAPID claims. Throws unless they are signed with the key that they name (RFC 8292 2, 3). */
export function vapidClaims(authorization: string): { key: string; claims: { aud: string; exp: number; sub: string } } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', payload = '', signature = ''] = token.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  assert.deepEqual(read(head), { typ: 'JWT', alg: 'ES256' });
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const signed = Buffer.from(`${head}.${payload}`);
  const raw = Buffer.from(signature, 'base64url');
  assert.ok(verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, raw), 'the signature is good');
  return { key, claims: read(payload) };
}

type Pushed = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer };
export type PushService = Receiver & { readonly endpoint: string; readonly pushed: Pushed[] };

/** The secret part of the endpoint. */
export const ENDPOINT_SECRET = 'c2VjcmV0IG9mIHRoZSBkZXZpY2U';

/** A push service on a loopback address, with TLS, that responds with `answer`. */
export async function pushService(answer: (response: ServerResponse) => void): Promise<PushService> {
  const pushed: Pushed[] = [];
  const server = createServer({ key: pem('key'), cert: ca }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      pushed.push({ method, url, headers, body: Buffer.concat(chunks) });
      answer(response);
    });
  });
  const receiver = await listening(server);
  return { ...receiver, endpoint: `https://127.0.0.1:${receiver.port}/wpush/v2/${ENDPOINT_SECRET}`, pushed };
}
