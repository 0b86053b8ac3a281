type Candidate = { readonly id: string; readonly countryCode: string; readonly isDefault: boolean };

type Preferences = {
  /** Ids that the reader chose before, the most important first. Those of other sellers may be among them. */
  readonly chosen: readonly (string | null | undefined)[];
  /** The languages of the browser: `navigator.languages`. */
  readonly languages: readonly string[];
};

/** For an address that names no marketplace: the last chosen one, that of the reader's country, the default one, any. */
export function preferredMarketplace<M extends Candidate>(
  marketplaces: readonly M[],
  { chosen, languages }: Preferences,
): M | undefined {
  const known = chosen.map((id) => marketplaces.find((one) => one.id === id)).find((one) => one !== undefined);
  const country = countryOf(languages);
  return (
    known ??
    marketplaces.find(({ countryCode }) => countryCode === country) ??
    marketplaces.find(({ isDefault }) => isDefault) ??
    marketplaces[0]
  );
}

/** The first country that a language names; without one, where the first language is spoken most. */
function countryOf(languages: readonly string[]): string | undefined {
  const locales = languages.flatMap((tag) => localeOf(tag) ?? []);
  return locales.find(({ region }) => region !== undefined)?.region ?? locales[0]?.maximize().region;
}

/** Some systems give browsers names that are no language tags. */
function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}
