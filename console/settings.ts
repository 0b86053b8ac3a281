/** What the service tells the console about this installation; `src/console/console-page.ts` writes it into the page. */
export type Settings = {
  /** The path of the console, such as `/console`. */
  readonly path: string;
  readonly clientId: string;
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly grantsUrl?: string;
  readonly signOutUrl?: string;
  readonly brandName: string;
  readonly brandColor: string;
};

export const settings: Settings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}');
