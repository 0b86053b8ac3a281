import { closed, type Override, override, patternsOf } from './import-patterns.ts';
import { composition, type Module, modules, parts } from './modules.ts';
import { compositionOverrides, hasParts, partOverrides, partProblems } from './part-rules.ts';

/** How many levels of sub-folders a module may have. A deeper file falls under the closed default and is forbidden. */
const MAX_DEPTH = 2;

/**
 * The table of modules as overrides of `no-restricted-imports`. That rule is not merged: the last override that matches a
 * file decides, so each module and each depth of folders gets one that says everything.
 */
export function importOverrides(): Override[] {
  const known = { ...modules, ...Object.fromEntries(composition.map((name) => [name, { what: 'composition' }])) };
  const problems = partProblems(known, parts);
  if (problems.length > 0) throw new Error(`lint/modules.ts: ${problems.join('\n')}`);
  return [
    override(
      ['src/**'],
      [closed(['./**', '../domain/**'], 'This folder is not a module yet: add it to lint/modules.ts.')],
    ),
    ...Object.entries(modules).flatMap(([name, module]) =>
      hasParts(name, parts) ? partOverrides(name, module, parts) : overridesOf(name, module),
    ),
    override(
      composition.map((name) => (name.endsWith('.ts') ? name : `${name}/**`)),
      [FORBIDDEN_BUILT_INS],
    ),
    ...composition
      .filter((name) => hasParts(name, parts))
      .flatMap((name) => compositionOverrides(name, parts, FORBIDDEN_BUILT_INS)),
  ];
}

const FORBIDDEN_BUILT_INS = {
  group: ['node:{module,process}'],
  message: 'Only src/config/config.ts reads the environment, and createRequire bypasses the import rules.',
};

function overridesOf(name: string, module: Module): Override[] {
  // A file, or the files of `src/` itself.
  if (name.endsWith('.ts')) {
    const up = '../'.repeat(name.split('/').length - 2) || './';
    return [
      override(
        [name],
        patternsOf(name, module, (target) => `${up}${target}`, []),
      ),
    ];
  }
  return Array.from({ length: MAX_DEPTH + 1 }, (_, depth) => {
    // Leads from the importing file to `src/`, or from one of `console/` or `sdk/` out of it: there it permits nothing.
    const up = '../'.repeat(depth + 1);
    const above = Array.from({ length: depth }, (_, n) => '../'.repeat(n + 1));
    const own = ['./**', ...above.flatMap((each) => [`${each}*.ts`, `${each}[!.]*/**`])];
    const files = [`${name}/${'*/'.repeat(depth)}*.ts`];
    return override(
      files,
      patternsOf(name, module, (target) => `${up}${target}`, own),
    );
  });
}
