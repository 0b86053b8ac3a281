/** Which files a console is made of. Paths are below the project's folder; those of `callers` and `styles` may be patterns. */
export type ConsoleFiles = {
  /** Its first script signs in; `main` shows it. */
  readonly start: string;
  readonly main: string;
  /** The service worker, where it has one. */
  readonly worker?: string;
  /** The files that may call operations: all others are left out of the SDK. */
  readonly callers: FilePatterns;
  /** The entries of the SDK. What both consoles need of it is in each entry, so that neither loads the other's client. */
  readonly sdk: Readonly<Record<string, string>>;
  /** The SDK's client with its loops. */
  readonly loops: string;
  /** Beside the styles of the frame, which all consoles share. */
  readonly styles: FilePatterns;
};

export type FilePatterns = { readonly include: readonly string[]; readonly exclude?: readonly string[] };

/** The folder of the operator's pages: nothing of it reaches the seller console. */
const OPERATOR = 'console/operator/**';

export const SELLER_CONSOLE: ConsoleFiles = {
  start: 'console/start.ts',
  main: 'console/main.ts',
  worker: 'console/worker.ts',
  callers: { include: ['console/**/*.ts'], exclude: [OPERATOR] },
  sdk: { 'marketplace-seller-sdk': './sdk/src/index.ts' },
  loops: 'sdk/src/loops/looping-operations.ts',
  styles: { include: ['console/**/*.css'], exclude: [OPERATOR] },
};

export const OPERATOR_CONSOLE: ConsoleFiles = {
  start: 'console/operator/start.ts',
  main: 'console/operator/main.ts',
  callers: { include: ['console/operator/**/*.ts'] },
  sdk: {
    'marketplace-seller-sdk': './sdk/src/operator/index.ts',
    'marketplace-seller-sdk/operator': './sdk/src/operator/index.ts',
  },
  loops: 'sdk/src/operator/operator-loops.ts',
  styles: { include: ['console/*.css', 'console/components/*.css', 'console/operator/**/*.css'] },
};
