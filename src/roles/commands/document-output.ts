import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const usage = (role: string, what: string, file: string) => `Writes ${what}, made from the code.

  npm run ${role}                              into ${file}
  node start.js ${role} [--out FILE]           prints it, or writes FILE
`;

export const OPENAPI_USAGE = usage('openapi', 'the OpenAPI document', 'openapi.json');
export const GUIDE_USAGE = usage('guide', 'the guide to the formats of market records', 'docs/market-records.md');

/**
 * Prints a document, or writes it into the file of `--out`. Not by a redirection of the shell: it would overwrite the file also when the
 * arguments are wrong or ask for help. Returns the exit code.
 */
export async function writeDocument(args: string[], usageText: string, make: () => Promise<string>): Promise<number> {
  const file = outIn(args);
  if (file instanceof Error) {
    process.stderr.write(`${file.message}\n\n${usageText}`);
    return 2;
  }
  const document = await make();
  if (file === undefined) process.stdout.write(document);
  else writeFileSync(file, document);
  return 0;
}

function outIn(args: string[]): string | undefined | Error {
  try {
    return parseArgs({ args, options: { out: { type: 'string' } } }).values.out;
  } catch (error) {
    return error as Error;
  }
}
