/** An operation that will go. */
export type AnnouncedWithdrawal = {
  readonly operationId: string;
  /** The UTC days of the announcement, and from which on it may be removed. */
  readonly announcedOn: string;
  readonly sunsetOn: string;
  /** What to use instead: the address of a page, or a path of this service. */
  readonly link: string;
};

/** Every announced withdrawal (decision 34). Empty: nothing of v4 will go. */
export const ANNOUNCED_WITHDRAWALS: readonly AnnouncedWithdrawal[] = [];

const NOTICE_MONTHS = 12;

/** What is wrong with a row of the table; undefined when nothing is. */
export function withdrawalProblem({
  operationId,
  announcedOn,
  sunsetOn,
  link,
}: AnnouncedWithdrawal): string | undefined {
  const [announced, sunset] = [dayOf(announcedOn), dayOf(sunsetOn)];
  if (!announced || !sunset) return `${operationId}: announcedOn and sunsetOn are days such as 2027-01-31`;
  if (!/^(https:\/|)\/\S/.test(link))
    return `${operationId}: link is an https address, or a path such as /docs/guides/fees`;
  const earliest = new Date(announced);
  earliest.setUTCMonth(earliest.getUTCMonth() + NOTICE_MONTHS);
  if (sunset < earliest) return `${operationId}: a withdrawal is announced ${NOTICE_MONTHS} months ahead (decision 34)`;
  return undefined;
}

function dayOf(text: string): Date | undefined {
  const day = new Date(text);
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text ? day : undefined;
}

/** The headers of every answer of the operation: `Deprecation` (RFC 9745), `Sunset` and the link for both (RFC 8594). */
export function withdrawalHeaders(
  { announcedOn, sunsetOn, link }: AnnouncedWithdrawal,
  publicUrl: string,
): Record<string, string> {
  const address = new URL(link.startsWith('/') ? `${publicUrl}${link}` : link).href;
  return {
    deprecation: `@${Date.parse(announcedOn) / 1000}`,
    sunset: new Date(sunsetOn).toUTCString(),
    link: ['deprecation', 'sunset'].map((rel) => `<${address}>; rel="${rel}"; type="text/html"`).join(', '),
  };
}
