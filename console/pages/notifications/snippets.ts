/** Code that verifies a signature, to be copied. The guide has complete receivers. */
export const verifySnippets = {
  sdk: `import { verifyWebhook } from "marketplace-seller-sdk";

const secrets = [process.env.WEBHOOK_SECRET]; // during a replacement: both
const event = await verifyWebhook(request.headers, rawBody, secrets); // throws when it is not genuine
console.log(event.type, event.id);`,
  node: `import { createHmac, timingSafeEqual } from "node:crypto";

function isGenuine(headers, rawBody, secret) {
  const id = headers["webhook-id"];
  const time = headers["webhook-timestamp"];
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) return false; // an old one may be a recording
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const expected = createHmac("sha256", key).update(id + "." + time + ".").update(rawBody).digest();
  return (headers["webhook-signature"] ?? "").split(" ").some((one) => {
    const [version, value = ""] = one.split(",");
    const given = Buffer.from(value, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
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
