type Environment = Readonly<Record<string, string | undefined>>;

/** The settings that the embedded provider's process reads. The ports are there because all of them must differ. */
const PROVIDER_SETTINGS: readonly string[] = [
  ...[
    'HOST',
    'PORT',
    'PUBLIC_URL',
    'TRUST_PROXY',
    'DRAIN_MS',
    'ADMIN_PORT',
    'DATA_DIR',
    'DEMO_ANYWHERE',
    'DEMO_RECEIVER_PORT',
  ],
  ...['LOG_LEVEL', 'API_PROCESSES', 'WORKERS', 'IDP_PORT', 'IDP_PUBLIC_URL', 'IDP_REGISTRATION_TOKEN'],
  ...['IDP_DATABASE_URL', 'DATABASE_POOL_SIZE', 'DATABASE_TIMEOUT_MS'],
  ...['IDP_REFRESH_GRACE_SECONDS', 'IDP_CLIENT_DAYS', 'IDP_SECOND_FACTOR', 'IDP_SECRET_DAYS', 'IDP_CACHE_SECONDS'],
  ...['SMTP_URL', 'MAIL_FROM', 'NOTIFY_TIMEOUT_MS'],
  ...['MAX_CONNECTIONS', 'OPERATOR_NAME', 'BRAND_NAME', 'BRAND_COLOR'],
];

/** What Node, its libraries and the system read. Not all of NODE_*: NODE_AUTH_TOKEN is a secret of a build. */
const SYSTEM_VARIABLES: readonly string[] = [
  ...['PATH', 'HOME', 'TMPDIR', 'TMP', 'TEMP', 'TZ', 'LANG', 'LC_ALL', 'LC_CTYPE', 'SYSTEMROOT', 'WINDIR'],
  ...['LD_PRELOAD', 'LD_LIBRARY_PATH', 'UV_THREADPOOL_SIZE', 'NO_COLOR', 'FORCE_COLOR'],
  ...['NODE_ENV', 'NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'NODE_DISABLE_COMPILE_CACHE', 'NODE_V8_COVERAGE'],
  ...['NODE_EXTRA_CA_CERTS', 'NODE_NO_WARNINGS', 'NODE_DEBUG'],
];

/**
 * The environment of the embedded provider's process: its own settings and nothing that is secret elsewhere, such as the
 * passwords of the service's database and the SMS gateway, and the operator's key. It has the mail server's: reset links never pass
 * through the service.
 */
export function providerEnvironment(environment: Environment): Record<string, string> {
  const names = [...PROVIDER_SETTINGS, ...SYSTEM_VARIABLES];
  return Object.fromEntries(
    names.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  );
}

/** The argument with which that process does not read `.env`, where all settings are. */
export const NO_ENV_FILE = '--no-env-file';
