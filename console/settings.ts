import type { SignInSettings } from './session/sign-in-settings.ts';

/** Facts about this installation. `src/console/console-page.ts` writes them into the page. */
export type Settings = SignInSettings & {
  readonly accountUrl?: string;
  readonly grantsUrl?: string;
  readonly brandName: string;
  readonly brandColor: string;
};

export const settings: Settings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}');
