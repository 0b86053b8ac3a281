import { defineConfig } from 'oxlint';
import { handWrittenAsync } from './lint/hand-written-async.ts';
import { importOverrides } from './lint/import-rules.ts';
import { wallClockFiles } from './lint/wall-clock.ts';

const only = (property: string, message: string) => ({ object: 'process', property, message });

/** These are not merged: an override repeats what it keeps. */
const environmentRules = [
  only('env', 'Only src/config/config.ts reads the environment.'),
  { object: 'globalThis', property: 'process', message: 'Only src/config/config.ts reads the environment.' },
  only('getBuiltinModule', 'Import it, so that the import rules see it.'),
];
const wallClock = {
  object: 'Date',
  property: 'now',
  message:
    'For a duration use performance.now(): somebody may set this clock. For a calendar time list the file in lint/wall-clock.ts.',
};

export default defineConfig({
  // Belongs to no tsconfig: its import would give all other such files the types of src/, without strict mode.
  ignorePatterns: ['start.js', 'sdk/dist'],
  jsPlugins: ['./lint/async-rules.ts'],
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'node', 'promise'],
  categories: { correctness: 'error' },
  options: {
    typeAware: true,
    denyWarnings: true,
    reportUnusedDisableDirectives: 'error',
    respectEslintDisableDirectives: false,
  },
  rules: {
    'typescript/no-floating-promises': [
      'error',
      {
        // The runner of node:test awaits these by itself.
        allowForKnownSafeCalls: [
          {
            from: 'package',
            package: 'node:test',
            name: ['describe', 'suite', 'it', 'test', 'skip', 'only', 'todo'],
          },
        ],
      },
    ],
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    // Not typescript/only-throw-error: it refuses to rethrow a caught `unknown`.
    'no-throw-literal': 'error',
    'typescript/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
    // Inside try/catch a returned promise that is not awaited skips the catch.
    'typescript/return-await': ['error', 'in-try-catch'],
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    // Fastify and node:test pass methods as values everywhere; the rule cannot tell which of them use `this`.
    'typescript/unbound-method': 'off',
    // These two mostly flag messages for people, where any text will do, and narrowed `unknown`, where they are wrong.
    'typescript/no-base-to-string': 'off',
    'typescript/restrict-template-expressions': 'off',
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    // Unused imports, too. Not by biome as well: it takes a seventh of its time.
    'no-unused-vars': 'error',
    'array-callback-return': 'error',
    // tsc already reports a missing export.
    'import/default': 'off',
    'import/namespace': 'off',
    // `for (const x of [...map])` copies on purpose where the loop changes the map.
    'unicorn/no-useless-spread': 'off',
    // With types it is clear what `new Array<string>(n)` makes.
    'unicorn/no-new-array': 'off',
    'import/no-commonjs': 'error',
    // Not by biome, which reads all files once more for these two: a third of its time.
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/extensions': ['error', 'ignorePackages'],
  },
  overrides: [
    {
      files: ['src/**', 'bench/**', 'lint/**', 'console/**', 'sdk/src/**'],
      // More arguments than this are an object: a caller that mixes two of them up still compiles.
      rules: { 'max-params': ['error', 4] },
    },
    {
      files: ['src/**'],
      rules: {
        'no-console': 'error',
        // Settings are read once, checked and passed on: src/config/config.ts.
        'node/no-process-env': 'error',
        'no-restricted-properties': ['error', ...environmentRules, wallClock],
        // These bypass no-restricted-imports: `import('x').T`, `import { type T }` (which still loads x), `import(name)`.
        'typescript/consistent-type-imports': 'error',
        'typescript/no-import-type-side-effects': 'error',
        'import/no-dynamic-require': ['error', { esmodule: true }],
        // A module with side effects at load is a hidden global: roles/ passes parts in.
        'import/no-unassigned-import': 'error',
        'async/no-hand-written-loop': 'error',
        'async/no-hand-written-flight': 'error',
      },
    },
    {
      files: ['src/async/**', ...Object.keys(handWrittenAsync)],
      rules: { 'async/no-hand-written-loop': 'off', 'async/no-hand-written-flight': 'off' },
    },
    {
      files: ['console/**'],
      rules: {
        'no-console': 'error',
        'typescript/consistent-type-imports': 'error',
        'typescript/no-import-type-side-effects': 'error',
        // A page of a name that somebody else chose.
        'import/no-dynamic-require': ['error', { esmodule: true }],
        'import/no-unassigned-import': 'error',
      },
    },
    {
      files: Object.keys(wallClockFiles),
      rules: { 'no-restricted-properties': ['error', ...environmentRules] },
    },
    {
      files: ['src/config/config.ts'],
      rules: { 'node/no-process-env': 'off', 'no-restricted-properties': 'off' },
    },
    { files: ['src/main.ts', 'src/roles/**', 'src/cli/**'], rules: { 'no-console': 'off' } },
    {
      files: ['src/domain/**'],
      rules: {
        // Time, randomness and I/O are arguments: the same input gives the same answer.
        'no-restricted-globals': [
          'error',
          ...['process', 'performance', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'],
          ...['crypto', 'fetch', 'Buffer', 'globalThis', 'global'],
        ],
        // `new Date()` is the one this cannot see: test/guards reads the text for it.
        'no-restricted-properties': [
          'error',
          { object: 'Date', property: 'now', message: 'domain/ has no clock: take the time as an argument.' },
          { object: 'Temporal', property: 'Now', message: 'domain/ has no clock: take the time as an argument.' },
          { object: 'Math', property: 'random', message: 'domain/ has no randomness: take the number as an argument.' },
        ],
      },
    },
    {
      // Runs unchanged in browsers and in Node: only what both have.
      files: ['sdk/src/**'],
      rules: {
        'no-console': 'error',
        'typescript/consistent-type-imports': 'error',
        'typescript/no-import-type-side-effects': 'error',
        'import/no-dynamic-require': ['error', { esmodule: true }],
        'import/no-unassigned-import': 'error',
        'no-restricted-globals': [
          'error',
          ...['process', 'Buffer', 'global', 'setImmediate', 'require'],
          ...['window', 'document', 'location', 'localStorage', 'sessionStorage', 'navigator'],
        ],
      },
    },
    { files: ['sdk/src/node/**', 'sdk/src/cli/**'], rules: { 'no-restricted-globals': 'off' } },
    ...importOverrides(),
  ],
});
