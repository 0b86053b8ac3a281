import type { VNode } from 'preact';
import { html } from '../html.ts';
import type { PageProps } from '../page.ts';
import { DestinationList } from './notifications/destination-list.ts';
import { CreateDestination } from './notifications/form/create-destination.ts';
import { TypeChooser } from './notifications/form/type-chooser.ts';
import { isType } from './notifications/words.ts';

/** `?new` chooses a type, `?new=EMAIL` shows its form: Back leads from one to the other. */
export function Page({ query }: PageProps): VNode {
  const type = query.get('new');
  if (isType(type)) return html`<${CreateDestination} type=${type} key=${type} />`;
  return type === null ? html`<${DestinationList} />` : html`<${TypeChooser} />`;
}
