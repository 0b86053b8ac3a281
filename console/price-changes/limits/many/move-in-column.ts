const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, Enter: 1, ArrowUp: -1 };

/**
 * From a field to the one above or below it, as in a spreadsheet. Enter does not send the form: who types amounts presses it after each.
 * Below the last row it leads to the button that saves.
 */
export function moveInColumn(event: KeyboardEvent): void {
  const field = event.target instanceof HTMLInputElement ? event.target : undefined;
  const step = steps[event.key];
  const row = field?.closest('tr');
  if (!field?.dataset.limit || !row || step === undefined) return;
  event.preventDefault();
  const next = step > 0 ? row.nextElementSibling : row.previousElementSibling;
  const target = next
    ? next.querySelector<HTMLInputElement>(`[data-limit="${field.dataset.limit}"]`)
    : step > 0 && field.form?.querySelector<HTMLElement>('button.main');
  if (!target) return;
  target.focus();
  if (target instanceof HTMLInputElement) target.select();
}
