import type { Html } from '../../pages/html.ts';
import type { Page, PageLink } from '../../pages/page.ts';

type ProviderPage = {
  title: string;
  body: Html;
  width?: 'narrow' | 'wide';
  /** The navigation of the account pages. */
  links?: readonly PageLink[];
  /** An allowed target of the page's forms beside the provider itself: a source of `form-action`. */
  formAction?: string | undefined;
  /** The address of the script for passkeys, on pages that use them. */
  script?: string | undefined;
};

/** A page of the provider: it shows what belongs to the signed-in seller, so nothing stores it. */
export function providerPage({ title, body, width = 'narrow', links, formAction, script }: ProviderPage): Page {
  return {
    title,
    site: 'Seller account',
    body,
    width,
    ...(links && { links }),
    script,
    policy: {
      formAction: formAction === undefined ? "'self'" : `'self' ${formAction}`,
      referrer: 'same-origin',
      cacheControl: 'no-store',
    },
  };
}
