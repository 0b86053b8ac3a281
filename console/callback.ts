import { handleCallback } from './session/callback.ts';
import { settings } from './settings.ts';

/** The page at which a sign-in ends. The seller sees it only when something is wrong, or when the window stays open. */
document.title = 'Signing in';
void handleCallback(settings.path).then((outcome) => {
  if (outcome === 'closing') show('You are signed in', 'Close this window and go on in the other one.');
  else if (outcome !== 'passed-on') show('Not signed in', outcome.refused, linkToConsole());
});

function show(title: string, said: string, ...more: HTMLElement[]): void {
  document.title = title;
  const heading = document.createElement('h1');
  heading.textContent = title;
  const text = document.createElement('p');
  text.textContent = said;
  const main = document.createElement('main');
  main.className = 'sign-in';
  main.append(heading, text, ...more);
  const app = document.getElementById('app');
  const style = document.createElement('link');
  style.rel = 'stylesheet';
  style.href = app?.dataset.style ?? '';
  document.head.append(style);
  app?.replaceChildren(main);
}

function linkToConsole(): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = settings.path;
  link.textContent = 'Open the console';
  return link;
}
