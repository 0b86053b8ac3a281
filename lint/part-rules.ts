import { matchesGlob, posix } from 'node:path';
import { closed, detours, type Override, override, type Patterns, patternsOf } from './import-patterns.ts';
import type { Module, Part } from './modules.ts';

type Modules = Readonly<Record<string, Module>>;
type Parts = Readonly<Record<string, Part>>;

/** The parts of a module, in the order of the table. */
export const partsOf = (module: string, parts: Parts): [name: string, part: Part][] =>
  Object.entries(parts).filter(([name]) => name.startsWith(`${module}/`));

export const hasParts = (module: string, parts: Parts): boolean => partsOf(module, parts).length > 0;

const isSingleFile = (name: string) => name.endsWith('.ts') && !name.includes('*');

/** The files of a part, or of a target of it: a folder means its own files, because each sub-folder is a part of its own. */
const filesOf = (name: string) => (name.endsWith('.ts') ? name : `${name}/*.ts`);

/** Targets are named from the folder that the module is in: `market/records`. */
const asTarget = (name: string, module: string) => posix.relative(posix.dirname(module), name);

/**
 * The rules of a module that has parts: the row of the file's folder decides, or the row of the file itself. In a folder without
 * a row nothing else can be imported.
 */
export function partOverrides(module: string, row: Module, parts: Parts): Override[] {
  const own = partsOf(module, parts);
  const unlisted = closed(['./*.ts'], `This folder of ${module} is no part of it yet: add it to lint/modules.ts.`);
  // The last override that matches a file decides: its own row.
  const ordered = [...own].sort(([a], [b]) => Number(isSingleFile(a)) - Number(isSingleFile(b)));
  return [
    override([`${module}/**`], [unlisted]),
    ...ordered.map(([name, part]) => overrideOf(name, part, { module, row, parts: own })),
  ];
}

/**
 * The rules of a composition that has parts. Everything outside of it may be imported, and of its own parts those that the row of the
 * file's folder lists. `forbidden` is for all of them.
 */
export function compositionOverrides(module: string, parts: Parts, forbidden: Patterns): Override[] {
  const own = partsOf(module, parts);
  const folders = own.map(([name, part]) => {
    const folder = posix.dirname(filesOf(name));
    const depth = posix.relative(module, folder).split('/').filter(Boolean).length;
    const above = Array.from({ length: depth }, (_, n) => '../'.repeat(n + 1));
    const inside = ['./[!.]*/**', ...above.flatMap((up) => [`${up}*.ts`, `${up}[!.]*/**`])];
    const listed = (part.imports ?? []).map((target) => {
      const path = posix.relative(folder, filesOf(posix.join(posix.dirname(module), target)));
      return `!${path.startsWith('.') ? path : `./${path}`}`;
    });
    const message = `${name} may import the parts of ${module} that lint/modules.ts lists for it, and no others.`;
    return override([filesOf(name)], [forbidden, { group: [...inside, ...listed, ...detours], message }]);
  });
  const unlisted = closed(['./*.ts'], `This folder of ${module} is no part of it yet: add it to lint/modules.ts.`);
  return [override([`${module}/**`], [unlisted]), ...folders];
}

type Outer = { module: string; row: Module; parts: readonly [name: string, part: Part][] };

function overrideOf(name: string, part: Part, { module, row, parts }: Outer): Override {
  const { imports = [] } = part;
  const siblings = parts.map(([each]) => asTarget(each, module));
  const folder = posix.dirname(filesOf(name));
  const pathTo = (target: string) => {
    const path = posix.relative(folder, posix.join(posix.dirname(module), target));
    return path.startsWith('.') ? path : `./${path}`;
  };
  // A file with a row of its own does not belong to its folder's row.
  const otherFiles = siblings.filter(
    (each) => isSingleFile(each) && each !== asTarget(name, module) && !imports.includes(each),
  );
  const complete = {
    ...part,
    imports: imports.map((target) => (siblings.includes(target) ? filesOf(target) : target)),
    except: [...(row.except ?? []), ...otherFiles],
  };
  return override([filesOf(name)], patternsOf(name, complete, pathTo, isSingleFile(name) ? [] : ['./*.ts']));
}

/**
 * What is wrong with the table of parts. A part may import only parts above it, so that no two of them import each other, and of
 * everything else only what the row of its module permits.
 */
export function partProblems(modules: Modules, parts: Parts): string[] {
  return Object.entries(parts).flatMap(([name, part]) => {
    const [module, row] = Object.entries(modules).find(([each]) => name.startsWith(`${each}/`)) ?? [];
    if (module === undefined || row === undefined) return [`${name} is in no module`];
    const siblings = partsOf(module, parts).map(([each]) => asTarget(each, module));
    const above = siblings.slice(0, siblings.indexOf(asTarget(name, module)));
    const isInside = (target: string) => `${target}/`.startsWith(`${asTarget(module, module)}/`);
    const problems = (part.imports ?? []).filter(isInside).flatMap((target) => {
      if (above.includes(target)) return [];
      if (!siblings.includes(target)) return [`${name} may not import ${target}: no part of ${module} has this name`];
      return [`${name} may not import ${target}: a part imports only parts above it`];
    });
    return [
      ...problems,
      ...widerThan(row, part, isInside).map((what) => `${name} imports ${what}, ${module} does not`),
    ];
  });
}

/** What a part permits, and its module does not. */
function widerThan(row: Module, part: Part, isInside: (target: string) => boolean): string[] {
  const { imports = [], types = [], packages = [], packageTypes = [] } = row;
  const isCovered = (target: string, by: readonly string[]) =>
    by.some((each) => each === target || target.startsWith(`${each}/`) || matchesGlob(target, each));
  return [
    ...(part.imports ?? []).filter((target) => !isInside(target) && !isCovered(target, imports)),
    ...(part.types ?? []).filter((target) => !isCovered(target, [...imports, ...types])),
    ...(part.packages ?? []).filter((each) => !packages.includes(each)),
    ...(part.packageTypes ?? []).filter((each) => !packages.includes(each) && !packageTypes.includes(each)),
    ...(part.node === undefined || part.node === 'all' || part.node === row.node ? [] : [part.node]),
    ...(part.node === 'all' && row.node === undefined ? ['node:'] : []),
  ];
}
