import type { Config } from '../../../config/config.ts';
import { DAY_MS } from '../../../domain/duration.ts';
import { readSmtpUrl } from '../../../domain/notifications/addresses/smtp-url.ts';
import { type Certificate, certificateAt, type TlsServer } from './certificate-at.ts';
import { check } from './check.ts';
import { type Finding, note, ok, problem, span } from './finding.ts';

/** Certificates that renew themselves are replaced 30 days before their end at the latest. */
const SOON_MS = 14 * DAY_MS;

type Looked = { readonly server: TlsServer; readonly certificate: Certificate };

/** The certificates that clients of the service see, and those of the servers that it uses. Looks at them, and trusts none. */
export const certificateCheck = check({
  title: 'Certificates',
  look: async ({ config }) => {
    const looked = await Promise.all(
      serversOf(config).map(async (server) => ({ server, certificate: await certificateAt(server) })),
    );
    return { looked, nowMs: Date.now() };
  },
  judge: ({ looked, nowMs }) =>
    looked.length === 0
      ? [note`no address of the settings is encrypted: there is no certificate to look at`]
      : looked.map((one) => judgeCertificate(one, nowMs)),
});

function judgeCertificate({ server, certificate }: Looked, nowMs: number): Finding {
  const name = `${server.setting}: ${server.host}:${server.port}`;
  if ('failure' in certificate) return note`${name} shows no certificate: ${certificate.failure}`;
  const { endsMs } = certificate;
  const leftMs = endsMs - nowMs;
  const ends = { name, at: new Date(endsMs).toISOString() };
  const day = ends.at.slice(0, 10);
  if (leftMs <= 0)
    return { ...problem`${name}: the certificate ended on ${day} -> Replace it, and load it: clients refuse it`, ends };
  const text = `${name}: the certificate ends on ${day}, in ${span(leftMs)}`;
  if (leftMs < SOON_MS)
    return { ...problem`${text} -> Renew it. If something should do that by itself, look why it did not`, ends };
  return { ...ok`${text}`, ends };
}

/** Each server once, by the first setting that names it. */
function serversOf(config: Config): TlsServer[] {
  const addresses = {
    ...{ PUBLIC_URL: config.publicUrl, IDP_ISSUER: config.idpIssuer, IDP_PUBLIC_URL: config.idpPublicUrl },
    ...{ SMS_GATEWAY_URL: config.smsGatewayUrl, OTEL_EXPORTER_OTLP_ENDPOINT: config.otelEndpoint },
    ...{ REDIS_URL: config.redisUrl, DATABASE_URL: config.databaseUrl, IDP_DATABASE_URL: config.idpDatabaseUrl },
  };
  const servers = Object.entries(addresses).flatMap(([setting, address]) => serverAt(setting, address));
  const mail = config.smtpUrl === undefined ? undefined : readSmtpUrl(config.smtpUrl);
  if (mail !== undefined && !('problem' in mail))
    servers.push({ setting: 'SMTP_URL', host: mail.host, port: mail.port, begins: mail.secure ? 'at once' : 'SMTP' });
  return [...new Map(servers.toReversed().map((one) => [`${one.host}:${one.port}`, one])).values()].toReversed();
}

const PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'rediss:': 6379 };

function serverAt(setting: string, address: string | undefined): TlsServer[] {
  const url = address === undefined ? null : URL.parse(address);
  if (url === null) return [];
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = PORTS[url.protocol];
  if (port !== undefined) return [{ setting, host, port: Number(url.port || port), begins: 'at once' }];
  const mode = url.searchParams.get('sslmode') ?? 'disable';
  const isEncrypted = /^postgres(?:ql)?:$/.test(url.protocol) && mode !== 'disable' && host !== '';
  return isEncrypted ? [{ setting, host, port: Number(url.port || 5_432), begins: 'PostgreSQL' }] : [];
}
