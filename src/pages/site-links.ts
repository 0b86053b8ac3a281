const links = [
  { href: '/', text: 'Start' },
  { href: '/console', text: 'Console' },
  { href: '/docs', text: 'API reference' },
  { href: '/guides', text: 'Guides' },
];

/** The links in the header of each page; `current` is the one that the reader is at or below. `base`: the public path. */
export const siteLinks = (base: string, current: string) =>
  links.map(({ href, text }) => ({ href: `${base}${href}`, text, isCurrent: href === current }));
