/** E.164: a plus sign, the country's code and the number, fifteen digits at most. */
const e164 = /^\+[1-9][0-9]{6,14}$/;

/** What is wrong with it, in words; undefined when it is one. Spaces and dashes are not taken out: they may be a mistake. */
export function phoneProblem(text: string): string | undefined {
  return e164.test(text) ? undefined : 'must be a phone number in E.164 form, such as +12065550123';
}
