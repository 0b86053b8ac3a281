/** What happens to a promotion, as one seller sees it. */
export const PROMOTION_CHANGES = ['BEGINS', 'CHANGED', 'ENDS'] as const;
