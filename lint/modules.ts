/**
 * The permitted imports of each module, written once. `oxlint.config.ts` makes the lint rules from this table, `test/guards`
 * plants forbidden and permitted imports from it, and checks that the tables in ARCHITECTURE.md and README.md say the same.
 *
 * A module is a folder or a file. Its files may import each other. Everything that is not listed here is forbidden.
 */
export type Module = {
  /** What the module is, in the words of ARCHITECTURE.md. */
  readonly what: string;
  /** Modules or files of which values and types may be imported. `db/*.ts` means the files of that folder, not its sub-folders; `./` the module's own folder. */
  readonly imports?: readonly string[];
  /** Modules or files of which only types may be imported: the composition in `roles/` passes the value in. */
  readonly types?: readonly string[];
  readonly packages?: readonly string[];
  /** Packages of which only types may be imported. */
  readonly packageTypes?: readonly string[];
  /** Built-in modules of Node. `node:process`, `node:module` and `node:sqlite` are forbidden unless named. */
  readonly node?: 'all' | 'all and node:sqlite' | 'all and node:process';
  /** Files that stay forbidden although `imports` or `types` covers them. */
  readonly except?: readonly string[];
};

/** The database port without the engines: what may use a database does not know which one it is. */
const databasePort = { imports: ['db/*.ts'], except: ['db/open.ts'] };

export const modules: Readonly<Record<string, Module>> = {
  'src/config': {
    what: 'environment -> checked, frozen settings; the only reader of the environment',
    imports: ['domain'],
    node: 'all',
  },
  'src/log': { what: 'the log', node: 'all', packages: ['pino'] },
  'src/disk': { what: 'making folders, and the remedy for a full disk', node: 'all' },
  'src/network': {
    what: 'connections between processes: bytes per answer, the address of a caller',
    node: 'all',
    packageTypes: ['undici'],
  },
  'src/processes': {
    what: 'starting, listening and stopping of a process; the process of the embedded provider',
    imports: ['domain', 'log'],
    node: 'all',
    packageTypes: ['fastify'],
  },
  'src/domain': { what: 'pure rules: no clock, no I/O, no packages' },
  'src/async': {
    what: 'loops, single flights, batches and turns. Knows no subject',
    imports: ['domain'],
    node: 'all',
  },
  'src/wire': {
    what: "the specification's shapes and casing: shapes, and functions that read and write them",
    imports: ['domain'],
    packageTypes: ['typebox'],
  },
  'src/pages': {
    what: 'the frame, the style sheet and the headers of all pages for people',
    imports: ['domain'],
    node: 'all',
  },
  'src/http': {
    what: 'the HTTP layer: path groups, guards, envelopes, validation, routes',
    imports: ['domain', 'async', 'wire', 'pages'],
    types: [
      ...['audit', 'market', 'notes', 'notifications', 'reports', 'usage', 'identity', 'limits', 'log', 'imports'],
      'service-state',
    ],
    node: 'all',
    packages: [
      'fastify',
      '@fastify/swagger',
      '@scalar/fastify-api-reference',
      'ajv',
      'ajv-formats',
      'find-my-way',
      'fresh',
      'marked',
      'prom-client',
    ],
    packageTypes: ['typebox'],
  },
  'src/console': {
    what: 'serves the consoles: their pages and files',
    imports: ['domain', 'async', 'pages', 'http/requests/known-paths.ts', 'http/answers/prepared-content.ts'],
    node: 'all',
    packages: ['esbuild'],
    packageTypes: ['fastify'],
  },
  'src/db': {
    what: 'the database port, transactions, the migrations runner, the store clock; SQLite and PostgreSQL behind the port. Knows no subject',
    imports: ['domain', 'async', 'disk'],
    node: 'all and node:sqlite',
    packages: ['pg'],
  },
  'src/migrations': { what: 'all migrations of the service, one numbered list', types: ['db'] },
  'src/audit': {
    what: 'the audit log: entries, their chain of digests, its retention',
    imports: ['domain', ...databasePort.imports],
    except: databasePort.except,
    node: 'all',
  },
  'src/usage': {
    what: 'who uses the API: counts of requests, their retention',
    imports: ['domain', 'async', ...databasePort.imports],
    except: databasePort.except,
    node: 'all',
  },
  'src/notes': {
    what: "the operator's notes to sellers",
    imports: ['domain', ...databasePort.imports],
    except: databasePort.except,
  },
  'src/service-state': {
    what: 'how the service does',
    imports: ['domain', 'async', ...databasePort.imports],
    except: databasePort.except,
    node: 'all',
  },
  'src/market': {
    what: 'market data: changes and their rules, the read model (boards), propagation, intake of records',
    imports: ['domain', 'async', 'wire', ...databasePort.imports],
    except: databasePort.except,
    node: 'all',
  },
  'src/notifications': {
    what: 'destinations, the delivery queue and log, pull, confirmation, idempotency, keys',
    imports: ['domain', 'async', 'wire', ...databasePort.imports],
    except: databasePort.except,
    node: 'all',
  },
  'src/reports': {
    what: 'reports: their queue, their types, the work on them, their files',
    imports: ['domain', 'async', 'wire', 'market', 'notifications', 'disk', ...databasePort.imports],
    except: databasePort.except,
    node: 'all',
  },
  'src/imports': {
    what: 'imports: uploaded files, their state',
    imports: ['domain', 'async', 'audit', 'disk', ...databasePort.imports],
    except: databasePort.except,
    node: 'all',
  },
  'src/mail': {
    what: 'e-mails: their frame, SMTP, files of the outbox',
    imports: ['domain', 'async'],
    node: 'all',
    packages: ['nodemailer'],
  },
  'src/delivery': {
    what: 'the worker and its senders: webhook, e-mail, SMS, push; egress guard, signatures',
    imports: ['domain', 'async', 'network', 'mail'],
    types: ['notifications', 'log'],
    node: 'all',
    packages: ['undici', 'web-push'],
  },
  'src/identity': {
    what: "the service's view of the identity provider",
    imports: ['domain', 'async', 'network'],
    types: ['log'],
    node: 'all',
    packages: ['jose', 'undici'],
  },
  'src/limits': {
    what: 'rate limits that processes share through Redis or Valkey: shares, the circuit breaker',
    imports: ['domain'],
    types: ['log'],
    node: 'all',
    packages: ['@redis/client'],
  },
  'src/idp': {
    what: 'the default identity provider, a process of its own',
    imports: ['domain', 'async', 'audit', 'pages', 'network', 'mail', ...databasePort.imports],
    types: ['log'],
    except: databasePort.except,
    node: 'all',
    packages: ['oidc-provider', '@simplewebauthn/server', 'otplib', 'qr'],
  },
  'src/tracing': {
    what: 'spans of requests, deliveries and statements for a trace collector; loaded only when one is set',
    imports: ['domain'],
    types: ['db', 'log'],
    node: 'all',
    packages: [
      '@opentelemetry/api',
      '@opentelemetry/sdk-trace',
      '@opentelemetry/resources',
      '@opentelemetry/exporter-trace-otlp-http',
    ],
  },
  'src/backup': {
    what: 'backup and restore of the data folder',
    imports: ['db/sqlite/file-copy.ts', 'db/sqlite/folder-lock.ts', 'disk'],
    node: 'all',
  },
  'src/move': {
    what: "moving the service's store to another database",
    imports: [...databasePort.imports, 'db/sqlite/schema.ts'],
    except: databasePort.except,
    node: 'all',
  },
  'src/receiver': {
    what: "the demo's webhook receiver, in place of a seller's own",
    imports: ['domain', 'pages'],
    node: 'all',
  },
  'src/cli': {
    what: 'import, export, seed, the demo data',
    imports: ['domain', 'market', 'disk'],
    types: ['audit', 'db', 'notifications', 'log'],
    node: 'all',
    packages: ['csv-parse'],
  },
  // Published as a package: it knows the service by openapi.json alone. Runs in browsers and in Node 20.
  'sdk/src': { what: 'the SDK: generated types and operations, tokens, retries, loops, webhook signatures' },
  'sdk/src/node': {
    what: "a grant's tokens in a file (Node)",
    imports: ['*.ts'],
    node: 'all and node:process',
  },
  'sdk/src/cli': {
    what: 'its command line',
    imports: ['*.ts', 'calls', 'generated', 'loops', 'node', 'tokens'],
    node: 'all and node:process',
  },
  // Runs in the browser. It uses the service as every other application does: nothing of `src/`.
  console: {
    what: "the sellers' and the operator's console in the browser: pages, components, sign-in",
    packages: [
      ...['preact', 'htm', '@preact/signals', 'uplot', 'oauth4webapi'],
      ...['marketplace-seller-sdk', 'marketplace-seller-sdk/operator'],
    ],
  },
};

/**
 * A part of a module: a folder with its own files (each sub-folder is a part of its own), the files of the module's own folder
 * (`src/market/*.ts`), or one file. It permits nothing that the row of its module does not, and exceptions of that row hold.
 */
export type Part = Omit<Module, 'what' | 'except'>;

const MARKET = ['domain', 'async', 'wire', ...databasePort.imports];
const STAGES = [...MARKET, 'market/records', 'market/offers', 'market/decisions'];
const PROJECTIONS = ['boards', 'listings', 'history', 'terms', 'events', 'fees', 'seller-changes', 'receipts'].map(
  (name) => `market/projections/${name}`,
);

const HTTP = { imports: ['domain', 'async', 'wire', 'pages'], packageTypes: ['fastify'], node: 'all' } as const;
/** A subject of the API: its routes. Routes of one subject do not import those of another. */
const ROUTES = {
  ...HTTP,
  imports: [...HTTP.imports, 'http/requests', 'http/answers', 'http/guards'],
  packageTypes: ['fastify', 'typebox'],
} as const;
const notificationParts = (...names: string[]) => [...MARKET, ...names.map((name) => `notifications/${name}`)];

/**
 * The parts of the modules in which imports run one way: a part imports only parts above it. Once a module has parts, each of its
 * folders needs a row. The README of the module has its rows as a table.
 */
export const parts: Readonly<Record<string, Part>> = {
  'src/domain/notifications/addresses': {},
  'src/domain/*.ts': { imports: ['domain/notifications/addresses'] },
  'src/domain/audit': { imports: ['domain/*.ts'] },
  'src/domain/authorization': { imports: ['domain/*.ts'] },
  'src/domain/usage': { imports: ['domain/*.ts', 'domain/authorization'] },
  'src/domain/accounts': { imports: ['domain/authorization'] },
  'src/domain/market': { imports: ['domain/*.ts'] },
  'src/domain/fees': { imports: ['domain/*.ts', 'domain/market'] },
  'src/domain/market/records': { imports: ['domain/*.ts', 'domain/market', 'domain/fees'] },
  'src/domain/pricing': { imports: ['domain/*.ts', 'domain/market', 'domain/fees'] },
  'src/domain/price-changes': { imports: ['domain/*.ts', 'domain/market', 'domain/fees', 'domain/pricing'] },
  'src/domain/notifications': {
    imports: ['domain/*.ts', 'domain/authorization', 'domain/market', 'domain/pricing', 'domain/price-changes'],
  },
  'src/domain/notifications/texts': {
    imports: ['domain/*.ts', 'domain/market', 'domain/fees', 'domain/pricing', 'domain/notifications'],
  },
  'src/domain/reports': {},
  'src/domain/changes': {
    imports: ['domain/*.ts', 'domain/market', 'domain/pricing', 'domain/price-changes', 'domain/notifications'],
  },

  // The way of a change through the market: see its README.
  'src/market/record-text': { imports: MARKET },
  'src/market/records': { imports: MARKET, node: 'all' },
  'src/market/offers': { imports: [...MARKET, 'market/records'] },
  'src/market/decisions': { imports: [...MARKET, 'market/records', 'market/offers'], node: 'all' },
  'src/market/projections/boards': { imports: STAGES, node: 'all' },
  'src/market/projections/listings': { imports: STAGES },
  'src/market/projections/history': { imports: [...MARKET, 'market/records', 'market/decisions'] },
  'src/market/projections/terms': { imports: [...MARKET, 'market/records', 'market/decisions'] },
  'src/market/projections/events': { imports: STAGES },
  'src/market/projections/fees': { imports: [...MARKET, 'market/records', 'market/decisions'] },
  'src/market/projections/seller-changes': { imports: STAGES },
  'src/market/projections/receipts': { imports: [...MARKET, 'market/records', 'market/decisions'] },
  'src/market/*.ts': { imports: [...STAGES, ...PROJECTIONS] },
  'src/market/price-changes': {
    imports: [...MARKET, 'market/records', 'market/*.ts', 'market/projections/boards', 'market/projections/events'],
  },
  'src/market/background': {
    imports: [
      ...[...MARKET, 'market/records', 'market/offers', 'market/*.ts'],
      ...['market/projections/boards', 'market/projections/listings', 'market/projections/seller-changes'],
    ],
    node: 'all',
  },
  'src/market/overview': { imports: [...MARKET, 'market/records', 'market/decisions', 'market/projections/history'] },
  'src/market/export': { imports: MARKET, node: 'all' },
  'src/market/market.ts': {
    imports: [
      ...[
        ...MARKET,
        'market/records',
        'market/decisions',
        'market/*.ts',
        'market/background',
        'market/price-changes',
        'market/overview',
        'market/export',
      ],
      ...['market/projections/history', 'market/projections/events', 'market/projections/fees'],
    ],
  },
  'src/market/intake': {
    imports: [...MARKET, 'market/record-text', 'market/records', 'market/*.ts', 'market/market.ts'],
  },

  // From reading a request to the app that has all routes: see its README.
  'src/http/requests': { ...HTTP, packages: ['ajv', 'ajv-formats', 'find-my-way'] },
  'src/http/answers': { ...HTTP, imports: [...HTTP.imports, 'http/requests'], packages: ['fresh'] },
  'src/http/guards': { ...HTTP, imports: [...HTTP.imports, 'http/requests'], types: ['identity', 'limits'] },
  'src/http/openapi': {
    ...HTTP,
    imports: [...HTTP.imports, 'http/requests', 'http/guards'],
    packages: ['fastify', '@fastify/swagger'],
    packageTypes: [],
  },
  'src/http/routes/*.ts': { ...HTTP, imports: [...HTTP.imports, 'http/answers'], types: ['identity'] },
  'src/http/routes/accounts': {
    ...ROUTES,
    imports: [...HTTP.imports, 'http/answers', 'http/guards', 'http/routes/*.ts'],
    types: ['identity'],
  },
  'src/http/routes/audit': {
    ...ROUTES,
    imports: [...HTTP.imports, 'http/guards', 'http/routes/*.ts'],
    types: ['audit', 'identity'],
  },
  'src/http/routes/authorization': {
    ...HTTP,
    imports: [...HTTP.imports, 'http/requests', 'http/answers', 'http/openapi'],
    types: ['identity'],
  },
  'src/http/routes/fees': { ...ROUTES, types: ['market'] },
  'src/http/routes/market': {
    ...ROUTES,
    imports: [...ROUTES.imports, 'http/routes/*.ts'],
    types: ['identity', 'imports', 'market', 'notifications', 'usage'],
  },
  'src/http/routes/notifications': {
    ...ROUTES,
    imports: [...ROUTES.imports, 'http/openapi', 'http/routes/*.ts'],
    types: ['identity', 'market', 'notifications'],
  },
  'src/http/routes/pricing': {
    ...ROUTES,
    imports: [...ROUTES.imports, 'http/routes/*.ts'],
    types: ['identity', 'market'],
  },
  'src/http/routes/imports': {
    ...ROUTES,
    imports: [...HTTP.imports, 'http/requests', 'http/answers', 'http/routes/*.ts'],
    types: ['identity', 'imports'],
  },
  'src/http/routes/reports': {
    ...ROUTES,
    imports: [...ROUTES.imports, 'http/routes/*.ts'],
    types: ['market', 'reports'],
  },
  'src/http/routes/site': {
    ...HTTP,
    imports: [...HTTP.imports, 'http/requests', 'http/answers', 'http/openapi'],
    packages: ['fastify', '@scalar/fastify-api-reference', 'marked'],
    packageTypes: [],
  },
  'src/http/routes/notes': {
    ...ROUTES,
    imports: [...HTTP.imports, 'http/answers', 'http/guards', 'http/routes/*.ts'],
    types: ['identity', 'notes'],
  },
  'src/http/routes/service': { ...ROUTES, imports: [...HTTP.imports], types: ['service-state'] },
  'src/http/routes/usage': {
    ...ROUTES,
    imports: [...HTTP.imports, 'http/guards', 'http/routes/*.ts'],
    types: ['market', 'usage'],
  },
  'src/http/connections': { ...HTTP, imports: [...HTTP.imports, 'http/answers'] },
  'src/http/admission': { ...HTTP, imports: [...HTTP.imports, 'http/answers', 'http/connections'] },
  'src/http/stopping': { ...HTTP, imports: [...HTTP.imports, 'http/answers', 'http/connections'] },
  'src/http/metrics': {
    ...HTTP,
    imports: [...HTTP.imports, 'http/guards', 'http/admission'],
    types: ['identity', 'limits', 'market', 'notifications'],
    packages: ['prom-client'],
  },
  'src/http/app': {
    imports: [
      ...[...ROUTES.imports, 'http/openapi', 'http/connections', 'http/admission', 'http/stopping', 'http/metrics'],
      ...[
        '*.ts',
        'accounts',
        'audit',
        'authorization',
        'fees',
        'market',
        'notes',
        'notifications',
        'pricing',
        'imports',
        'reports',
        'service',
        'site',
        'usage',
      ].map((each) => `http/routes/${each}`),
    ],
    types: [
      ...['audit', 'identity', 'log', 'market', 'notes', 'notifications', 'reports', 'usage', 'imports'],
      'service-state',
    ],
    node: 'all',
    packages: ['fastify', 'prom-client'],
  },

  // The way of a notification: see its README.
  'src/notifications/keys': { imports: MARKET, node: 'all' },
  'src/notifications/*.ts': { imports: notificationParts('keys'), node: 'all' },
  'src/notifications/events': { imports: notificationParts('*.ts'), node: 'all' },
  'src/notifications/deliveries': { imports: notificationParts('*.ts', 'keys', 'events'), node: 'all' },
  'src/notifications/fan-out': { imports: notificationParts('*.ts', 'keys', 'events', 'deliveries'), node: 'all' },
  'src/notifications/dispatch': { imports: notificationParts('*.ts', 'events', 'fan-out'), node: 'all' },
  'src/notifications/health': { imports: notificationParts('*.ts', 'events', 'deliveries', 'fan-out') },
  'src/notifications/queue': { imports: notificationParts('*.ts', 'keys', 'deliveries', 'fan-out', 'health') },
  'src/notifications/applications': { imports: notificationParts('*.ts', 'keys', 'deliveries', 'fan-out', 'health') },
  'src/notifications/destinations': {
    imports: notificationParts('*.ts', 'keys', 'events', 'deliveries', 'applications'),
    node: 'all',
  },
  'src/notifications/retention': { imports: notificationParts('*.ts', 'deliveries', 'fan-out') },
  'src/notifications/oversight': { imports: notificationParts('*.ts', 'keys', 'events', 'deliveries') },
  'src/notifications/notifications.ts': {
    imports: notificationParts('*.ts', 'events', 'deliveries', 'fan-out', 'destinations', 'oversight'),
  },

  // The composition may import all modules: its rows list only its own parts.
  'src/roles/settings': {},
  'src/roles/store': { imports: ['roles/settings'] },
  'src/roles/start': { imports: ['roles/settings', 'roles/store'] },
  'src/roles/service': { imports: ['roles/settings', 'roles/store', 'roles/start'] },
  'src/roles/identity': { imports: ['roles/settings', 'roles/service'] },
  'src/roles/api': { imports: ['roles/settings', 'roles/store', 'roles/start', 'roles/service'] },
  'src/roles/worker': { imports: ['roles/settings', 'roles/store', 'roles/start', 'roles/service'] },
  'src/roles/process': {
    imports: ['settings', 'store', 'start', 'service', 'identity', 'api', 'worker'].map((each) => `roles/${each}`),
  },
  'src/roles/supervisor': { imports: ['roles/settings', 'roles/start', 'roles/service', 'roles/process'] },
  'src/roles/commands': {
    imports: ['roles/settings', 'roles/store', 'roles/start', 'roles/identity', 'roles/api'],
  },
  'src/roles/commands/doctor': { imports: ['roles/settings', 'roles/store', 'roles/start', 'roles/identity'] },
  'src/roles/*.ts': {
    imports: ['settings', 'store', 'start', 'service', 'commands', 'commands/doctor'].map((each) => `roles/${each}`),
  },
};

/** Composition: these know every module. */
export const composition: readonly string[] = ['src/main.ts', 'src/roles'];
