import type { SignInSettings } from './session/sign-in-settings.ts';

/** Facts about this installation. `src/console/console-page.ts` writes them into the page. */
export type Settings = SignInSettings & {
  readonly accountUrl?: string;
  readonly grantsUrl?: string;
  /** The other console's client, which the operator's names where it counts requests. */
  readonly sellerConsoleClientId?: string;
  readonly brandName: string;
  readonly brandColor: string;
};

export const settings: Settings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}');
