import type { ReportSchedule } from 'marketplace-seller-sdk';

export const dayNames: Readonly<Record<string, string>> = {
  MONDAY: 'Mondays',
  TUESDAY: 'Tuesdays',
  WEDNESDAY: 'Wednesdays',
  THURSDAY: 'Thursdays',
  FRIDAY: 'Fridays',
  SATURDAY: 'Saturdays',
  SUNDAY: 'Sundays',
};

/** `06:00`. */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** `Mondays at 06:00, Europe/Berlin`. */
export function whenText({ weekday, hour, timeZone }: Pick<ReportSchedule, 'weekday' | 'hour' | 'timeZone'>): string {
  const day = weekday === undefined ? 'Every day' : (dayNames[weekday] ?? weekday);
  return `${day} at ${hourText(hour)}, ${timeZone}`;
}
