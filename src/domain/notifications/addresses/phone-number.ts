/** E.164: a plus sign, the country code and the number, at most fifteen digits. */
const e164 = /^\+[1-9][0-9]{6,14}$/;

/** What is wrong with the text; undefined when it is a phone number. Spaces and dashes may be a mistake, so they stay. */
export function phoneProblem(text: string): string | undefined {
  return e164.test(text) ? undefined : 'must be a phone number in E.164 form, such as +12065550123';
}
