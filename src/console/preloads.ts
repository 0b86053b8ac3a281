import { posix } from 'node:path';

/** What a module imports when it is loaded; `import()` comes later. */
const staticImport = /\bfrom\s*["']([^"']+)["']/g;

/** The files that the entries need before they run, entries first. Names that lead to no file are text that looks like an import. */
export function reachableFrom(
  entries: readonly string[],
  files: ReadonlyMap<string, { readonly plain: Buffer }>,
  imports: Readonly<Record<string, string>>,
): readonly string[] {
  const found = new Set(entries);
  for (const file of found) {
    const text = files.get(file)?.plain.toString() ?? '';
    for (const [, name = ''] of text.matchAll(staticImport)) {
      const target = name.startsWith('.') ? posix.join(posix.dirname(file), name) : imports[name];
      if (target !== undefined && files.has(target)) found.add(target);
    }
  }
  return [...found];
}
