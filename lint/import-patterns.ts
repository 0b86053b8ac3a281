import type { Module } from './modules.ts';

export type Patterns = { group?: string[]; regex?: string; allowTypeImports?: boolean; message: string };
export type Override = { files: string[]; rules: { 'no-restricted-imports': ['error', { patterns: Patterns[] }] } };

/** "./../idp/x.ts" and "../domain/../idp/x.ts" hide where they lead. */
export const detours = ['./../**', '**/[!.]*/../**'];

export function override(files: string[], patterns: Patterns[]): Override {
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

/** Only what these patterns permit. */
export function closed(permitted: readonly string[], message: string): Patterns {
  return { group: ['**', ...permitted.map((path) => `!${path}`), ...detours], message };
}

/**
 * What a row of `lint/modules.ts` permits. `pathTo` leads from the importing file to a target of the row, `own` are the paths to
 * the row's own files. How patterns of `no-restricted-imports` work:
 *
 * - A group starts with everything ("**"), then permits ("!..."), then forbids again; the last pattern that matches wins.
 * - A "!" that matches cancels the other groups, so what is permitted for types only is a `regex` of its own.
 * - A regex with a lookahead is accepted and then matches nothing.
 * - A pattern without "/" matches the last part of any path: "{pg,pg/*}", because "pg" would permit "@other/pg".
 */
export function patternsOf(
  name: string,
  row: Omit<Module, 'what'>,
  pathTo: (target: string) => string,
  own: readonly string[],
): Patterns[] {
  const { imports = [], types = [], packages = [], packageTypes = [], except = [], node } = row;
  const filesOf = (target: string) => `${pathTo(target)}${target.endsWith('.ts') ? '' : '/**'}`;
  const patterns: Patterns[] = [];
  const onlyTypes = [...types.map(pathTo), ...packageTypes];
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
      ...own.map((path) => `!${path}`),
      ...[...imports, ...types].map((target) => `!${filesOf(target)}`),
      ...[...packages, ...packageTypes].map((each) => `!{${each},${each}/*,${each}/**/*}`),
      // Private paths of packages: they change without notice.
      ...[...packages, ...packageTypes].map((each) => `${each}/{lib,dist,src}/**`),
      ...(node ? ['!{node:*,node:*/*}'] : []),
      ...except.map(pathTo),
      ...['process', 'module', 'sqlite'].flatMap((each) => (node === `all and node:${each}` ? [] : [`node:${each}`])),
      ...detours,
    ],
    message: `${name} may import what lint/modules.ts lists for it, and nothing else.`,
  });
  return patterns;
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
