// The health check of the image: asks the admin port whether the process lives.
const { ADMIN_PORT = '8082' } = process.env;
const answer = await fetch(`http://127.0.0.1:${ADMIN_PORT}/health/live`).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
