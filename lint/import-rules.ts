import { composition, type Module, modules } from './modules.ts';

/** How many levels of sub-folders a module may have. A deeper file falls under the closed default and is forbidden. */
const MAX_DEPTH = 2;

type Patterns = { group?: string[]; regex?: string; allowTypeImports?: boolean; message: string };
type Override = { files: string[]; rules: { 'no-restricted-imports': ['error', { patterns: Patterns[] }] } };

/**
 * The table of modules as overrides of `no-restricted-imports`. That rule is not merged: the last override that matches a
 * file decides, so each module and each depth of folders gets one that says everything. How its patterns work:
 *
 * - A group starts with everything ("**"), then permits ("!..."), then forbids again; the last pattern that matches wins.
 * - A "!" that matches cancels the other groups, so what is permitted for types only is a `regex` of its own.
 * - A regex with a lookahead is accepted and then matches nothing.
 * - A pattern without "/" matches the last part of any path: "{pg,pg/*}", because "pg" would permit "@other/pg".
 */
export function importOverrides(): Override[] {
  return [
    override(['src/**'], [closed]),
    ...Object.entries(modules).flatMap(([name, module]) => overridesOf(name, module)),
    override(
      composition.map((name) => (name.endsWith('.ts') ? name : `${name}/**`)),
      [{ group: ['node:{module,process}'], message: FORBIDDEN_BUILT_INS }],
    ),
  ];
}

const FORBIDDEN_BUILT_INS = 'Only src/config.ts reads the environment, and createRequire bypasses the import rules.';

/** "./../idp/x.ts" and "../domain/../idp/x.ts" hide where they lead. */
const detours = ['./../**', '**/[!.]*/../**'];

const closed: Patterns = {
  group: ['**', '!./**', '!../domain/**', ...detours],
  message: 'This folder is not a module yet: add it to lint/modules.ts.',
};

function overridesOf(name: string, module: Module): Override[] {
  // A file, or the files of `src/` itself.
  if (name.endsWith('.ts'))
    return [override([name], patternsOf(name, module, '../'.repeat(name.split('/').length - 2) || './', []))];
  return Array.from({ length: MAX_DEPTH + 1 }, (_, depth) => {
    const above = Array.from({ length: depth }, (_, n) => '../'.repeat(n + 1));
    const own = ['!./**', ...above.flatMap((up) => [`!${up}*.ts`, `!${up}[!.]*/**`])];
    const files = [`${name}/${'*/'.repeat(depth)}*.ts`];
    return override(files, patternsOf(name, module, '../'.repeat(depth + 1), own));
  });
}

/** `up` leads from the importing file to `src/`, or from one of `console/` or `sdk/` out of it: there it permits nothing. */
function patternsOf(name: string, module: Module, up: string, own: readonly string[]): Patterns[] {
  const { imports = [], types = [], packages = [], packageTypes = [], except = [], node } = module;
  const message = `${name} may import what lint/modules.ts lists for it, and nothing else.`;
  const pathOf = (target: string) => `${up}${target}${target.endsWith('.ts') ? '' : '/**'}`;
  const patterns: Patterns[] = [];
  const onlyTypes = [...types.map((target) => `${up}${target}`), ...packageTypes];
  if (onlyTypes.length > 0) {
    patterns.push({
      regex: `^(?:${onlyTypes.map(escaped).join('|')})(?:/|$)`,
      allowTypeImports: true,
      message: `${name} may only \`import type\` this: roles/ passes the value in.`,
    });
  }
  patterns.push({
    group: [
      '**',
      ...own,
      ...[...imports, ...types].map((target) => `!${pathOf(target)}`),
      ...[...packages, ...packageTypes].map((each) => `!{${each},${each}/*,${each}/**/*}`),
      ...(node ? ['!{node:*,node:*/*}'] : []),
      ...except.map((target) => `${up}${target}`),
      ...['process', 'module', 'sqlite'].flatMap((each) => (node === `all and node:${each}` ? [] : [`node:${each}`])),
      ...(name.endsWith('.ts') ? ['**/[!.]*/../**'] : detours),
    ],
    message,
  });
  return patterns;
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

function override(files: string[], patterns: Patterns[]): Override {
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}
