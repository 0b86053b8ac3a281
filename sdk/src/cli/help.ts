import type { Command, Options } from './command.ts';
import { COMMON_OPTIONS } from './read-call.ts';

/** The list of commands, for `--help` alone. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    'The Marketplace Seller Service on the command line.',
    '',
    'Usage: marketplace-seller COMMAND [OPTIONS]',
    '',
    'Commands:',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Every command: --help shows its options and examples, --json prints for programs.',
    '',
    'Environment:',
    '  MARKETPLACE_SELLER_URL            the service',
    '  MARKETPLACE_SELLER_CLIENT_ID      your own application, with',
    '  MARKETPLACE_SELLER_CLIENT_SECRET  its secret: then no sign-in is needed',
    '  MARKETPLACE_SELLER_HOME           where sign-ins are stored; otherwise ~/.config/marketplace-seller',
    '  NO_COLOR                          no colours',
    '',
    'Exit codes: 0 done, 1 failed, 2 wrong arguments, 3 not signed in or not allowed, 4 the service does not answer,',
    '5 something was refused (a price change, a SKU), 130 interrupted.',
  ].join('\n');
}

/** The help of one command. */
export function helpText({ name, takes, summary, details, options = {}, examples }: Command): string {
  return [
    summary,
    '',
    `Usage: marketplace-seller ${name}${takes ? ` ${takes}` : ''} [OPTIONS]`,
    ...(details ? ['', details] : []),
    '',
    'Options:',
    ...optionLines({ ...options, ...COMMON_OPTIONS }),
    '',
    'Examples:',
    ...examples.map((example) => `  marketplace-seller ${example}`),
  ].join('\n');
}

function optionLines(options: Options): string[] {
  const rows = Object.entries(options).map(([name, { value, help }]) => [`--${name}${value ? ` ${value}` : ''}`, help]);
  const width = Math.max(...rows.map(([option = '']) => option.length));
  return rows.map(([option = '', help = '']) => `  ${option.padEnd(width)}  ${help}`);
}
