/** Hours of each day in which people get no messages. From `start` to `end`, `HH:MM` in the time zone; over midnight when `end` is earlier. */
export type QuietHours = { start: string; end: string; timeZone: string };
