import { type Html, html } from '../../pages/html.ts';

/*
 * What is wrong with a field, beside it: for forms where the note at the top of the page is not beside the field. The field gets the
 * focus, so that a screen reader reads its label and this text.
 */

/** The text, between the label and the field. */
export const fieldProblem = (problem: string | undefined): Html | undefined =>
  problem === undefined ? undefined : html`<p class="wrong" id="problem">${problem}</p>\n`;

/** The attributes of the field. */
export const invalidField = (problem: string | undefined): Html | undefined =>
  problem === undefined ? undefined : html` aria-invalid="true" aria-describedby="problem" autofocus`;
