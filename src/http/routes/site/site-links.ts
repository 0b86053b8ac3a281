const links = [
  { href: '/', text: 'Start' },
  { href: '/console', text: 'Console' },
  { href: '/docs', text: 'API reference' },
  { href: '/guides', text: 'Guides' },
];

/** The links in the header of each page; `current` is the one that the reader is at or below. */
export const siteLinks = (current: string) => links.map((link) => ({ ...link, isCurrent: link.href === current }));
