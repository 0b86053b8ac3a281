import { DamagedStoreError } from '../db.ts';

/** Keeps the first sign of damage that any connection of one store met. */
export class DamageSigns {
  first: string | undefined;

  readonly notice = (error: unknown): void => {
    if (error instanceof DamagedStoreError) this.first ??= error.summary;
  };
}
