import { accessSync, constants } from 'node:fs';

/** Why the first of these paths that cannot be written cannot, as far as permissions tell. No write is tried. */
export function whyUnwritable(paths: readonly string[]): string | undefined {
  try {
    for (const path of paths) accessSync(path, constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
