import { type Prompt, startAuthorization } from './authorization.ts';
import { returnPathWithin } from './return-path.ts';
import { storePending } from './session-store.ts';
import type { SignInSettings } from './sign-in-settings.ts';

/** Leaves for the provider. The sign-in ends at `wanted`, a path of the console: this page's own when absent. */
export async function leaveForProvider(
  settings: SignInSettings,
  prompt: Prompt | undefined,
  wanted?: string,
): Promise<void> {
  const silent = prompt === 'none';
  const here = `${location.pathname}${location.search}${location.hash}`;
  const returnPath = returnPathWithin(settings.path, wanted ?? here, location.href);
  const { url, started } = await startAuthorization(settings, 'page', prompt);
  storePending({ ...started, returnPath, silent, isSwitch: prompt === 'select_account' });
  return leave(url, silent);
}

/** Never resolves: another page comes. */
export function leave(url: string, replaces = true): Promise<never> {
  if (replaces) location.replace(url);
  else location.assign(url);
  return new Promise<never>(() => {});
}
