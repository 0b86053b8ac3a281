type Usage = (args: readonly string[]) => Promise<string> | string;

/**
 * What `--help` prints, for each role. The text of a command is beside the code that reads its arguments; it is loaded only when it is
 * printed.
 */
export const usages: Readonly<Record<string, Usage>> = {
  all: () => serving('npm start', 'Starts the API, the embedded identity provider and the delivery worker.'),
  api: () => serving('npm run api', 'Starts the API alone. npm run worker must run somewhere, with the same store.'),
  worker: () => serving('npm run worker', 'Starts the delivery worker alone, beside npm run api on the same store.'),
  idp: () => serving('npm run idp', 'Starts the embedded identity provider alone, beside npm run api.'),
  dev: () =>
    serving('npm run dev', 'Starts what npm start starts, and starts it again when a file of the program changes.'),
  client: async () => (await import('../idp/commands.ts')).CLIENT_USAGE,
  migrate: async () => (await import('./commands/migrate.ts')).MIGRATE_USAGE,
  import: async () => (await import('../cli/import/arguments.ts')).IMPORT_USAGE,
  export: async (args) =>
    args.includes('--audit')
      ? (await import('../cli/export-audit.ts')).AUDIT_EXPORT_USAGE
      : (await import('../cli/export.ts')).EXPORT_USAGE,
  seed: async () => (await import('../cli/seed.ts')).SEED_USAGE,
  backup: async () => (await import('./commands/backup.ts')).backupUsage('backup'),
  restore: async () => (await import('./commands/backup.ts')).backupUsage('restore'),
  move: async () => (await import('./commands/move.ts')).MOVE_USAGE,
  doctor: async (args) =>
    args[0] === 'identity'
      ? (await import('./commands/doctor/identity.ts')).IDENTITY_USAGE
      : (await import('./commands/doctor/doctor.ts')).DOCTOR_USAGE,
  demo: async () => (await import('./commands/demo.ts')).DEMO_USAGE,
  openapi: async () => (await import('./commands/document-output.ts')).OPENAPI_USAGE,
  guide: async () => (await import('./commands/document-output.ts')).GUIDE_USAGE,
};

/** What `node start.js --help` prints. */
export const programUsage = (): string => `The Marketplace Seller Service. Roles are commands:

  node start.js ROLE [ARGUMENT...]     the same as npm run ROLE -- [ARGUMENT...]; npm start is node start.js all

    serving    all, api, worker, idp, dev
    data       import, export, seed, migrate, move, backup, restore
    care       doctor, client
    documents  openapi, guide
    demo       demo

  node start.js ROLE --help says what a role does. Settings are environment variables, or lines of the file .env:
  settings.env has all of them.
`;

const serving = (command: string, does: string): string => `${does}

  ${command}

  It takes no arguments. Settings are environment variables, or lines of the file .env: settings.env has all of them.
  It ends by SIGTERM or SIGINT (Ctrl+C), when the requests that it has begun are answered.
`;
