import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { SELLER_RIGHTS } from '../domain/authorization/rights.ts';
import { toProviderScopes } from '../domain/authorization/scope-map.ts';
import { DEFAULT_BRAND } from '../domain/brand.ts';
import {
  clientClaims,
  extraScopes,
  jwtAlgorithms,
  jwtType,
  namedRights,
  resources,
  scopeMap,
  scopePrefix,
} from './authorization-readers.ts';
import { egressTargets, listenAddress, trustProxy } from './network-readers.ts';
import {
  count,
  daysKept,
  daysKeptOrForEver,
  daysUnused,
  delays,
  milliseconds,
  port,
  positiveMilliseconds,
  positiveSeconds,
  processCount,
  ratio,
  seconds,
} from './number-readers.ts';
import { givenText, Invalid, optional, renamed, type Setting, secret, setting } from './setting.ts';
import {
  anyText,
  collectorHeaders,
  displayName,
  hexColor,
  longKey,
  mailAddress,
  trueOrFalse,
  wordList,
  wordOf,
} from './text-readers.ts';
import {
  contactUrl,
  endpointUrl,
  gatewayUrl,
  issuer,
  postgresUrl,
  redisUrl,
  serviceUrl,
  smtpUrl,
  webUrl,
} from './url-readers.ts';

/**
 * Every setting: its name in the environment, its type and its default. Only this file reads the environment.
 * `settings.env` lists the same settings with a comment each; a test compares the two.
 */
export const settings = {
  host: setting('HOST', listenAddress, '127.0.0.1'),
  port: setting('PORT', port, '8080'),
  publicUrl: optional('PUBLIC_URL', serviceUrl),
  trustProxy: setting('TRUST_PROXY', trustProxy, 'false'),
  adminHost: setting('ADMIN_HOST', listenAddress, '127.0.0.1'),
  adminPort: optional('ADMIN_PORT', port),
  maxConnections: setting('MAX_CONNECTIONS', count, '10000'),
  drainMs: optional('DRAIN_MS', milliseconds),
  apiProcesses: renamed('WORKERS', setting('API_PROCESSES', processCount, '1')),
  dataDir: setting('DATA_DIR', anyText, './data'),
  databaseUrl: secret('DATABASE_URL', postgresUrl),
  databasePoolSize: setting('DATABASE_POOL_SIZE', count, '10'),
  databaseTimeoutMs: setting('DATABASE_TIMEOUT_MS', positiveMilliseconds, '10000'),
  operatorName: optional('OPERATOR_NAME', displayName),
  brandName: optional('BRAND_NAME', displayName),
  brandColor: setting('BRAND_COLOR', hexColor, DEFAULT_BRAND.color.slice(1)),
  securityContact: optional('SECURITY_CONTACT', contactUrl),
  operatorKey: secret('OPERATOR_KEY', longKey),
  ratePlan: optional('RATE_PLAN', anyText),
  redisUrl: secret('REDIS_URL', redisUrl),
  maxRequestsInProgress: setting('MAX_REQUESTS_IN_PROGRESS', count, '500'),
  historyDays: setting('HISTORY_DAYS', daysKept, '90'),
  priceChanges: optional('PRICE_CHANGES', wordOf('off', 'direct', 'confirmed')),
  priceChangeSeconds: setting('PRICE_CHANGE_SECONDS', positiveSeconds, '900'),
  priceChangeDays: setting('PRICE_CHANGE_DAYS', daysKept, '400'),
  importUploadMegabytes: setting('IMPORT_UPLOAD_MB', count, '2048'),
  reportMegabytes: setting('REPORT_MB', count, '20000'),
  reportMegabytesPerSeller: setting('REPORT_MB_PER_SELLER', count, '2000'),
  reportFreeMegabytes: setting('REPORT_FREE_MB', count, '200'),
  reportsAtOnce: setting('REPORTS_AT_ONCE', count, '3'),
  auditDays: setting('AUDIT_DAYS', daysKeptOrForEver, '400'),
  demoAnywhere: setting('DEMO_ANYWHERE', trueOrFalse, 'false'),
  demoReceiverPort: setting('DEMO_RECEIVER_PORT', port, '8083'),
  logLevel: setting('LOG_LEVEL', wordOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'), 'info'),

  otelEndpoint: optional('OTEL_EXPORTER_OTLP_ENDPOINT', webUrl),
  otelHeaders: secret('OTEL_EXPORTER_OTLP_HEADERS', collectorHeaders),
  otelSampler: setting('OTEL_TRACES_SAMPLER', wordOf('traceidratio', 'parentbased_traceidratio'), 'traceidratio'),
  otelSamplerArg: setting('OTEL_TRACES_SAMPLER_ARG', ratio, '0.05'),
  otelServiceName: setting('OTEL_SERVICE_NAME', displayName, 'marketplace-seller-service'),

  smtpUrl: secret('SMTP_URL', smtpUrl),
  smsGatewayUrl: secret('SMS_GATEWAY_URL', gatewayUrl),
  pushContact: optional('PUSH_CONTACT', contactUrl),
  mailFrom: setting('MAIL_FROM', mailAddress, 'notifications@store.example'),
  notifyEgressAllow: optional('NOTIFY_EGRESS_ALLOW', egressTargets),
  notifyTimeoutMs: setting('NOTIFY_TIMEOUT_MS', milliseconds, '15000'),
  notifyLeaseMarginMs: setting('NOTIFY_LEASE_MARGIN_MS', milliseconds, '15000'),
  notifyRetryMs: setting('NOTIFY_RETRY_SECONDS', delays, '0,5,300,1800,7200,18000,36000,50400,72000,86400'),
  notifyTestRetryMs: setting('NOTIFY_TEST_RETRY_SECONDS', delays, '0,30,240'),
  notifySuspendSeconds: setting('NOTIFY_SUSPEND_SECONDS', seconds, '432000'),
  notifyLifetimeSeconds: setting('NOTIFY_LIFETIME_SECONDS', seconds, '604800'),
  notifyKeepSeconds: setting('NOTIFY_KEEP_SECONDS', seconds, '2592000'),
  eventDays: setting('EVENT_DAYS', daysKept, '30'),
  notifyConcurrency: setting('NOTIFY_CONCURRENCY', count, '128'),
  notifyPollMs: setting('NOTIFY_POLL_MS', milliseconds, '250'),

  idpPort: setting('IDP_PORT', port, '8081'),
  idpDatabaseUrl: secret('IDP_DATABASE_URL', postgresUrl),
  idpPublicUrl: optional('IDP_PUBLIC_URL', webUrl),
  idpRegistrationToken: secret('IDP_REGISTRATION_TOKEN', anyText),
  idpRefreshGraceSeconds: setting('IDP_REFRESH_GRACE_SECONDS', seconds, '0'),
  idpClientDays: setting('IDP_CLIENT_DAYS', daysKept, '400'),
  idpSecondFactor: setting('IDP_SECOND_FACTOR', wordOf('off', 'optional', 'required'), 'optional'),
  idpSecretDays: setting('IDP_SECRET_DAYS', daysKeptOrForEver, '0'),

  idpIssuer: optional('IDP_ISSUER', issuer),
  idpDiscoveryUrl: optional('IDP_DISCOVERY_URL', endpointUrl),
  idpAuthorizationEndpoint: optional('IDP_AUTHORIZATION_ENDPOINT', endpointUrl),
  idpTokenEndpoint: optional('IDP_TOKEN_ENDPOINT', endpointUrl),
  idpIntrospectionEndpoint: optional('IDP_INTROSPECTION_ENDPOINT', endpointUrl),
  idpRegistrationEndpoint: optional('IDP_REGISTRATION_ENDPOINT', endpointUrl),
  idpJwksUri: optional('IDP_JWKS_URI', endpointUrl),
  idpTimeoutMs: setting('IDP_TIMEOUT_MS', positiveMilliseconds, '5000'),
  idpIntrospectionClientId: optional('IDP_INTROSPECTION_CLIENT_ID', anyText),
  idpIntrospectionClientSecret: secret('IDP_INTROSPECTION_CLIENT_SECRET', anyText),
  idpIntrospectionAuth: setting(
    'IDP_INTROSPECTION_AUTH',
    wordOf('basic', 'post', 'bearer', 'client_credentials'),
    'basic',
  ),
  idpIntrospectionScope: optional('IDP_INTROSPECTION_SCOPE', anyText),
  idpTokenFormat: setting('IDP_TOKEN_FORMAT', wordOf('introspect', 'jwt', 'both'), 'introspect'),
  idpJwtAlgorithms: setting('IDP_JWT_ALGORITHMS', jwtAlgorithms, 'RS256,PS256,ES256,EdDSA,Ed25519'),
  idpJwtType: optional('IDP_JWT_TYPE', jwtType),
  idpSellerClaims: setting('IDP_SELLER_CLAIMS', wordList, 'seller_id'),
  idpClientClaims: setting('IDP_CLIENT_CLAIMS', clientClaims, 'client_id,azp'),
  idpOperatorClients: optional('IDP_OPERATOR_CLIENTS', wordList),
  idpOwnTokens: setting('IDP_OWN_TOKENS', wordOf('proven', 'without-person'), 'proven'),
  idpUntypedTokens: setting('IDP_UNTYPED_TOKENS', wordOf('refuse', 'accept'), 'refuse'),
  idpMaxTokenSeconds: setting('IDP_MAX_TOKEN_SECONDS', positiveSeconds, '3600'),
  idpAudience: optional('IDP_AUDIENCE', anyText),
  idpResource: optional('IDP_RESOURCE', resources),
  idpAudienceParameter: optional('IDP_AUDIENCE_PARAMETER', anyText),
  idpPrompt: setting('IDP_PROMPT', wordOf('consent', 'off'), 'consent'),
  idpClientAuth: setting('IDP_CLIENT_AUTH', wordOf('as-sent', 'basic', 'post'), 'as-sent'),
  idpCcScope: optional('IDP_CC_SCOPE', anyText),
  idpExtraScopes: optional('IDP_EXTRA_SCOPES', extraScopes),
  idpScopeMap: optional('IDP_SCOPE_MAP', scopeMap),
  idpScopePrefix: optional('IDP_SCOPE_PREFIX', scopePrefix),
  idpCacheSeconds: setting('IDP_CACHE_SECONDS', seconds, '30'),

  consoleClientId: optional('CONSOLE_CLIENT_ID', anyText),
  operatorConsoleClientId: optional('OPERATOR_CONSOLE_CLIENT_ID', anyText),
  consoleRights: optional('CONSOLE_RIGHTS', namedRights),
  idpSilentSignIn: setting('IDP_SILENT_SIGN_IN', wordOf('off', 'on'), 'off'),
  idpSignOutUrl: optional('IDP_SIGN_OUT_URL', endpointUrl),
  idpGrantsUrl: optional('IDP_GRANTS_URL', endpointUrl),
  delegatedDestinationDays: setting('DELEGATED_DESTINATION_DAYS', daysUnused, '90'),
  grantCheckSeconds: setting('GRANT_CHECK_SECONDS', count, '30'),
};

type Settings = typeof settings;

export type Config = Readonly<
  { [K in keyof Settings]: Settings[K] extends Setting<infer T> ? T : never } & {
    /** Every setting as text, for the log. A secret is only `set` or `not set`. */
    described: Readonly<Record<string, string>>;
  }
>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment, completed by the file `.env` of the working folder. The environment takes precedence. */
export function readEnvironment({ withFile } = { withFile: true }): Environment {
  if (withFile && existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** The names in the file `.env` of the working folder; none when there is no such file. */
export function namesInEnvFile(): string[] {
  return existsSync('.env') ? Object.keys(parseEnv(readFileSync('.env', 'utf8'))) : [];
}

/** Reads and checks all settings. Throws one ConfigError that lists every problem. */
export function readConfig(environment: Environment): Config {
  const { config, problems } = readConfigAnyway(environment);
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** For a command that tells what is wrong: a setting that is not valid has its default. */
export function readConfigAnyway(environment: Environment): { config: Config; problems: readonly string[] } {
  const problems: string[] = [];
  const values: Record<string, unknown> = { described: describe(environment) };
  for (const [key, entry] of Object.entries<Setting<unknown>>(settings)) {
    const { fallback, secret: hidden } = entry;
    const { name, text = fallback } = givenText(entry, environment);
    const value = text === undefined ? undefined : entry.read(text);
    if (value instanceof Invalid) {
      problems.push(`${name} ${hidden ? '' : `is ${quoted(text)}, but `}must be ${value.expected}`);
      values[key] = fallback === undefined ? undefined : entry.read(fallback);
    } else values[key] = value;
  }
  const config = Object.freeze(values as Config);
  return { config, problems: [...problems, ...twoNames(environment), ...contradictions(config)] };
}

/** Without user and password of a URL, which no setting but a secret one may have: the log and the doctor show it. */
const quoted = (text = '') => JSON.stringify(text.replace(/\/\/.*@/s, '//...@'));

/** Settings that have different texts under their present and their former name. */
function twoNames(environment: Environment): string[] {
  return Object.values<Setting<unknown>>(settings).flatMap(({ name, formerName = '' }) => {
    const [present, former] = [environment[name], environment[formerName]];
    return present && former && present !== former
      ? [
          `${name} is ${quoted(present)}, and ${formerName}, its former name, is ${quoted(former)}: remove ${formerName}`,
        ]
      : [];
  });
}

/** Names of one server that differ are not noticed here: then the second of the two to start refuses the tables of the first. */
function isSameDatabase(one: string | undefined, other: string | undefined): boolean {
  const [first, second] = [one, other].map((text) => (text === undefined ? null : URL.parse(text)));
  const placeOf = (url: URL) =>
    [url.hostname, url.port || '5432', url.pathname, url.searchParams.get('options')].join(' ');
  return Boolean(first && second) && placeOf(first as URL) === placeOf(second as URL);
}

/** Problems between settings that are each valid alone. */
function contradictions(config: Config): string[] {
  const problems: string[] = [];
  const ports = {
    PORT: config.port,
    ADMIN_PORT: config.adminPort ?? 0,
    IDP_PORT: config.idpIssuer ? 0 : config.idpPort,
    DEMO_RECEIVER_PORT: config.demoReceiverPort,
  };
  const taken = new Map<number, string>();
  for (const [name, number] of Object.entries(ports)) {
    if (!(number > 0)) continue;
    const other = taken.get(number);
    if (other) problems.push(`${other} and ${name} must differ`);
    taken.set(number, name);
  }
  if (isSameDatabase(config.databaseUrl, config.idpDatabaseUrl))
    problems.push(
      'IDP_DATABASE_URL must not be the database of DATABASE_URL: both have a table "migration". Give the provider a database of its own, or a schema (?options=-csearch_path%3DNAME)',
    );
  problems.push(...tokenFormatProblems(config));
  const hasClient = config.idpIntrospectionClientId && config.idpIntrospectionClientSecret;
  if (config.idpIssuer && config.idpTokenFormat !== 'jwt' && !hasClient) {
    problems.push(
      'IDP_INTROSPECTION_CLIENT_ID and IDP_INTROSPECTION_CLIENT_SECRET must be set when IDP_ISSUER is: the service needs a client of its own to introspect tokens at that provider',
    );
  }
  const rightNames = toProviderScopes(SELLER_RIGHTS, config.idpScopeMap ?? new Map());
  if (config.idpExtraScopes?.some((scope) => rightNames.includes(scope)))
    problems.push(
      'IDP_EXTRA_SCOPES must not have a seller right, nor a name that IDP_SCOPE_MAP gives one: every application would ask for it',
    );
  // All applications whose tokens do not name them have this id: each of them would see what the console sees.
  if (config.consoleClientId === 'unknown')
    problems.push('CONSOLE_CLIENT_ID must be the id of one client, not "unknown"');
  // One that is also a seller's would let a seller's consent and an operator's sign-in meet in one client.
  if (['unknown', config.consoleClientId].includes(config.operatorConsoleClientId ?? ''))
    problems.push(
      'OPERATOR_CONSOLE_CLIENT_ID must be the id of one client, not "unknown", and not that of the seller console',
    );
  return problems;
}

function tokenFormatProblems(config: Config): string[] {
  const { idpTokenFormat: format, idpIssuer, idpUntypedTokens, idpAudience } = config;
  if (format === 'introspect') return [];
  if (idpIssuer === undefined)
    return [`IDP_TOKEN_FORMAT must be introspect without IDP_ISSUER: the embedded provider's tokens are no JWTs`];
  // ID tokens are signed with the same keys: only their audience, which is a client, would tell them apart.
  if (idpUntypedTokens === 'accept' && idpAudience === undefined)
    return [`IDP_UNTYPED_TOKENS=accept with IDP_TOKEN_FORMAT=${format} needs IDP_AUDIENCE: ID tokens would pass`];
  return [];
}

function describe(environment: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.values<Setting<unknown>>(settings).map((entry) => {
      const { name, secret: hidden, fallback = 'not set' } = entry;
      const { text } = givenText(entry, environment);
      return [name, hidden ? (text ? 'set' : 'not set') : (text ?? fallback)];
    }),
  );
}

export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The settings have errors:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}
