/** Code that verifies a signature, to be copied. Both are parts of complete receivers in the guide. */
export const verifySnippets = {
  sdk: `import { verifyWebhook } from 'marketplace-seller-sdk';

// The raw bytes of the body, as they arrived. Throws when the request is not genuine.
const event = await verifyWebhook(request.headers, rawBody, [process.env.WEBHOOK_SECRET]);
console.log(event.type, event.id);`,
  node: `import { createHmac, timingSafeEqual } from 'node:crypto';

function isGenuine(headers, rawBody, secret) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  // Older than five minutes: somebody may have recorded it.
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) return false;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = createHmac('sha256', key).update(\`\${id}.\${time}.\`).update(rawBody).digest();
  return signatures.split(' ').some((one) => {
    const [version, value = ''] = one.split(',');
    const given = Buffer.from(value, 'base64');
    return version === 'v1' && given.length === signed.length && timingSafeEqual(given, signed);
  });
}`,
  python: `import base64, hashlib, hmac, time

def is_genuine(headers, raw_body, secret):
    key = base64.b64decode(secret[len("whsec_"):])
    sent = headers["Webhook-Timestamp"]
    signed = f"{headers['Webhook-Id']}.{sent}.".encode() + raw_body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    return abs(time.time() - int(sent)) <= 300 and any(
        hmac.compare_digest(one.encode(), expected) for one in headers["Webhook-Signature"].split(" "))`,
} as const;

export const snippetNames: Readonly<Record<keyof typeof verifySnippets, string>> = {
  sdk: 'SDK',
  node: 'Node without packages',
  python: 'Python',
};
