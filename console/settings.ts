import type { SignInSettings } from './session/sign-in-settings.ts';

/** What the service tells the console about this installation; `src/console/console-page.ts` writes it into the page. */
export type Settings = SignInSettings & {
  readonly grantsUrl?: string;
  readonly brandName: string;
  readonly brandColor: string;
};

export const settings: Settings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}');
