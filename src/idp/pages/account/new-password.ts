import { type Html, html } from '../../../pages/html.ts';
import { passwordProblem } from '../../password-rules.ts';
import type { Exchange } from '../exchange.ts';

/** The field for a new password, with the problem of the last attempt. The address is there for password managers. */
export function newPasswordFields(
  email: string,
  problem: string | undefined,
  outcome = 'The password was not changed',
): Html {
  return html`${
    problem === undefined
      ? undefined
      : html`<div class="note bad" role="alert"><h2>${outcome}</h2>
<ul><li><a href="#password" id="problem">${problem}</a></li></ul></div>`
  }
<input type="email" autocomplete="username" value="${email}" hidden>
<div class="field"><label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="12" maxlength="1000" required autofocus aria-describedby="${problem === undefined ? 'rule' : 'problem rule'}"${problem !== undefined && html` aria-invalid="true"`}>
<p class="small soft" id="rule">At least 12 characters. Three or four words that do not belong together are good.</p></div>`;
}

/** The new password of a form, or why another one must be chosen. */
export function readNewPassword(
  { brand }: Exchange,
  form: URLSearchParams,
  email: string,
): { password: string } | { problem: string } {
  const password = form.get('password') ?? '';
  const problem = passwordProblem(password, { email, brandName: brand.name });
  return problem === undefined ? { password } : { problem };
}
