import type { Html } from '../../pages/html.ts';
import type { Page, PageLink } from '../../pages/page.ts';

type ProviderPage = {
  title: string;
  body: Html;
  width?: 'narrow' | 'wide';
  /** The navigation of the account pages. */
  links?: readonly PageLink[];
  /** Leads from the account pages to the console. */
  back?: PageLink | undefined;
  /** An allowed target of the page's forms beside the provider itself: a source of `form-action`. */
  formAction?: string | undefined;
  /** The address of the script for passkeys, on pages that use them. */
  script?: string | undefined;
};

/** A page of the provider: it shows what belongs to the signed-in seller, so nothing stores it. */
export function providerPage(page: ProviderPage): Page {
  const { title, body, width = 'narrow', links, back, formAction, script } = page;
  return {
    title,
    // Sellers' and the operator's people have the same pages.
    site: 'Account',
    body,
    width,
    ...(links && { links }),
    back,
    script,
    policy: {
      formAction: formAction === undefined ? "'self'" : `'self' ${formAction}`,
      referrer: 'same-origin',
      cacheControl: 'no-store',
    },
  };
}
