/** The seller's part of an event of which all else is the same for every receiver: whether a changed record is its own. */
export const writeOwnPart = (isOwn: boolean): string => `"Own":${isOwn}`;

/** The seller's part of PRICING_HEALTH. `finished` was written when the states of its offers changed. */
export const writeHealthPart = (finished: string, isOwn: boolean): string => `${finished},${writeOwnPart(isOwn)}`;
