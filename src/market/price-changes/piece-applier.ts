import type { ItemKey } from '../../domain/market/item.ts';

/**
 * Applies pieces of large calls in another process, so that the requests of this one need not wait for them. It may be gone at any moment:
 * what it has settled is left alone by whoever applies the piece again.
 */
export type PieceApplier = {
  /** Applies a piece, and resolves with the items to announce. Rejects when that is not known. Undefined: not now. */
  apply(ids: readonly string[]): (() => Promise<readonly ItemKey[]>) | undefined;
};
