/**
 * Finds dead code twice. `knip` looks at everything. `knip --production` looks at src/ and console/ alone: code that only tests use is dead
 * there. An export that its own file uses is not dead, a test may import it. `@internal` excepts an export.
 */
const isProduction = process.argv.includes('--production');

export default {
  entry: [
    ...(isProduction ? ['start.js!', 'src/main.ts!'] : []),
    // Pages import what they need of the components.
    'console/{main,early,callback,worker,load,router,marketplace}.ts!',
    'console/components/*.ts!',
    'console/operator/{start,main}.ts!',
    'test/**/*.test.ts',
    'test/console/{screenshots,operator-screenshots}.ts',
    'test/db/kept-plans-program.ts',
    'test/db/releases/make.ts',
    'test/db/releases/make-rights.ts',
    'test/e2e/log-writer.ts',
    'test/e2e/signal-{at-first-connection,when-listening}.ts',
    'test/e2e/slow-service.ts',
    'test/faults/dispatcher-process.ts',
    'test/faults/hold-connections.ts',
    'test/idp/kills/dying-process.ts',
    'test/market/price-changes/dying-call.ts',
    'test/roles/failing-market-thread.ts',
    'bench/*.ts',
    'bench/changes/bare-child.ts',
    'bench/compare/change-child.ts',
    'bench/events/timing-receiver.ts',
    'bench/requests/bare-server.ts',
    'sdk/src/index.ts',
    'sdk/src/operator/index.ts',
    'sdk/src/operator/generated/*.ts',
    'sdk/src/node/file-token-store.ts',
    'sdk/src/cli/main.ts',
    'sdk/src/generated/*.ts',
    'sdk/generator/generate.ts',
    'test/sdk/declarations-consumer.ts',
  ],
  project: ['{src,console}/**/*.ts!', '{test,bench,lint}/**/*.ts', 'sdk/{src,generator}/**/*.ts'],
  ignoreExportsUsedInFile: isProduction,
  // Of the operating system.
  ignoreBinaries: ['chrt', 'lscpu', 'mkfifo', 'prlimit'],
  // Of the generator's own package.json; run by lint/changed-files.ts.
  ignoreDependencies: ['@hey-api/openapi-ts', '@biomejs/biome'],
  node: false,
};
