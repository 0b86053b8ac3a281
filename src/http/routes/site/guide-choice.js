// Guides show each task in several ways. What a reader chose on one page is chosen on the next, too.
const KEY = 'guide-way';
const choices = [...document.querySelectorAll('input[name="way"]')];

// A browser that keeps nothing for this site throws.
const kept = () => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
};

const choose = () => {
  const chosen = choices.find(({ value }) => value === kept());
  if (chosen) chosen.checked = true;
};

addEventListener('change', ({ target }) => {
  if (!choices.includes(target)) return;
  try {
    localStorage.setItem(KEY, target.value);
  } catch {}
});
// A page that the browser kept as it was may be older than the choice.
addEventListener('pageshow', choose);
choose();
