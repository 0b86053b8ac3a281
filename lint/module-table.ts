import { composition, type Module, modules, type Part, parts } from './modules.ts';
import { hasParts, partsOf } from './part-rules.ts';

/** What each module is, as ARCHITECTURE.md shows it. `node lint/module-table.ts` prints it, and the other tables. */
export function moduleList(): string {
  const rows = Object.entries(modules).map(([name, { what }]) => `| ${code(name)} | ${what} |`);
  const composed = `| ${codes(composition)} | composition: settings -> parts -> running processes |`;
  return ['| module | what it is |', '|---|---|', composed, ...rows].join('\n');
}

/** What each module may import, as lint/README.md shows it. */
export function moduleTable(): string {
  const rows = Object.entries(modules).map(([name, module]) => `| ${code(name)} | ${mayImport(module)} |`);
  return ['| module | may import |', '|---|---|', `| ${codes(composition)} | everything |`, ...rows].join('\n');
}

/** The parts of a module as its README shows them. Each row may import only rows above it. */
export function partTable(module: string): string {
  const rows = partsOf(module, parts).map(([name, part]) => `| ${code(name)} | ${mayImport(part)} |`);
  const what = composition.includes(module) ? 'may import, beside all modules' : 'may import';
  return [`| part of ${code(module)} | ${what} |`, '|---|---|', ...rows].join('\n');
}

const code = (name: string) => `\`${name}${name.endsWith('.ts') ? '' : '/'}\``;
const codes = (names: readonly string[]) => names.map(code).join(', ');
const packageNames = (names: readonly string[]) => names.map((name) => name).join(', ');

function mayImport({
  imports = [],
  types = [],
  packages = [],
  packageTypes = [],
  except = [],
  node,
}: Part & Pick<Module, 'except'>): string {
  const parts = [
    imports.length > 0 && codes(imports) + (except.length > 0 ? ` (not ${codes(except)})` : ''),
    types.length > 0 && `types of ${codes(types)}`,
    node
      ?.replace('all and ', '`node:` with ')
      .replace(/^all$/, '`node:`')
      .replace(/node:\w+$/, '`$&`'),
    packages.length > 0 && packageNames(packages),
    packageTypes.length > 0 && `types of ${packageNames(packageTypes)}`,
  ].filter((part) => part !== false && part !== undefined);
  return parts.length === 0 ? 'nothing' : parts.join('; ');
}

if (import.meta.main) {
  const tables = [...composition, ...Object.keys(modules)].flatMap((name) =>
    hasParts(name, parts) ? [partTable(name)] : [],
  );
  process.stdout.write(`${[moduleList(), moduleTable(), ...tables].join('\n\n')}\n`);
}
