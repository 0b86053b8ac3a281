/** Ids of deliveries, events and destinations have a prefix: these are traced, and everything else is looked for in the market. */
export const traced = (text: string): boolean => /^(?:dlv|ntf|ch|evt)_[\w-]+$/.test(text);
