import { posix } from 'node:path';
import type { GuideFiles } from './guide-files.ts';
import type { SiteLink } from './guide-html.ts';

/** Where a link in the Markdown of `file` leads on the site. Such links are relative to the folder of their file. */
export function siteLinkOf(href: string, file: string, { guides, texts, images }: GuideFiles): SiteLink {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return { href };
  const [target = '', fragment] = href.split('#');
  const path = posix.join(posix.dirname(file), target);
  if (path === 'openapi.json') return { href: '/openapi.json' };
  const guide = [...guides].find(([, each]) => each.file === path);
  if (guide) {
    const at = fragment === undefined ? '' : `#${fragment}`;
    return { href: `/guides/${guide[0]}${at}`, title: guide[1].title };
  }
  const onSite = path.replace(/^docs\//, '');
  if (texts.has(onSite) || images.has(onSite)) return { href: `/guides/${onSite}` };
  // A folder of examples.
  return [...texts.keys()].some((each) => each.startsWith(`${onSite}/`)) ? { href: '/guides#examples' } : {};
}
