// The health check of the image: asks the admin port whether the process lives.
const { ADMIN_HOST, ADMIN_PORT } = process.env;
// Who listens on all addresses answers on the loopback one.
const all = { '0.0.0.0': '127.0.0.1', '::': '::1' };
const host = all[ADMIN_HOST] ?? (ADMIN_HOST || '127.0.0.1');
const address = host.includes(':') ? `[${host}]` : host;
const answer = await fetch(`http://${address}:${ADMIN_PORT || 8082}/health/live`).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
