import { signal } from '@preact/signals';

/** What the pages of this tab are about: its name is in the title of the window, its currency that of amounts without one. */
type PagePlace = { readonly name: string | undefined; readonly currency: string };

export const pagePlace = signal<PagePlace>({ name: undefined, currency: 'USD' });
