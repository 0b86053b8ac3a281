import { PassThrough, Readable } from 'node:stream';

/** Standard input and output of a command, in memory. */
export function testTerminal(input: string | Buffer = '') {
  const stdout = new PassThrough().setEncoding('utf8');
  const printed = { stdout: '', stderr: '' };
  stdout.on('data', (text: string) => {
    printed.stdout += text;
  });
  return {
    printed,
    stdin: Readable.from([Buffer.from(input as string)]),
    stdout,
    stderr: {
      write: (text: string) => {
        printed.stderr += text;
      },
    },
  };
}
