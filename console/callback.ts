import { handleCallback } from './session/callback.ts';
import { settings } from './settings.ts';

/** The page at which a sign-in ends. The seller sees it only when something is wrong. */
document.title = 'Signing in';
const outcome = await handleCallback(settings.path);
if (outcome !== 'passed-on') {
  document.title = 'Not signed in';
  const heading = document.createElement('h1');
  heading.textContent = 'Not signed in';
  const text = document.createElement('p');
  text.textContent = outcome.refused;
  const link = document.createElement('a');
  link.href = settings.path;
  link.textContent = 'Open the console';
  const main = document.createElement('main');
  main.className = 'sign-in';
  main.append(heading, text, link);
  document.getElementById('app')?.replaceChildren(main);
}
