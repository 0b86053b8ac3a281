/**
 * The files of `src/` that may read the time of day, and why it is not a duration. An operator or a time server can set that
 * clock, also back: then a cache would live on, a lock-out would last, and a lease would not end. Durations are measured with
 * `performance.now()`; times that processes compare in the store come from `db/store-clock.ts`.
 *
 * `oxlint.config.ts` makes the lint rule from this list, and `test/guards` checks it.
 */
export const wallClockFiles: Readonly<Record<string, string>> = {
  'src/backup/backup.ts': 'when a backup was made, for the operator',
  'src/backup/restore.ts': 'the name of the folder with the replaced files',
  'src/db/migrate.ts': 'when a migration was applied, for the operator',
  'src/db/store-clock.ts': 'the one place that turns the time of day into a clock that does not go back',
  'src/http/guards/bearer.ts': 'the age of a sign-in, which the provider gives as a time of day',
  'src/http/openapi/postman-scripts.ts': 'a script that runs in Postman, where it is the only clock',
  'src/http/routes/notifications/destinations.ts': 'the date in the name of a destination',
  'src/http/routes/notifications/test-notification.ts': 'a limit per calendar day: Retry-After leads to midnight',
  'src/http/routes/site/well-known-files.ts': 'the calendar day on which security.txt ends',
  'src/identity/examination.ts': '`exp` and `nbf` of examined tokens',
  'src/identity/oidc.ts': '`exp` and `nbf` of tokens',
  'src/idp/account-commands.ts': 'when an account was created or disabled, and which grants have expired',
  'src/idp/commands.ts': 'when a client or an account was created',
  'src/idp/configuration.ts': 'the year of a refresh token, which outlives processes',
  'src/idp/application-commands.ts': 'when a client secret was created, and when it ends',
  'src/idp/operator/operator-rights-commands.ts': 'when an account was created',
  'src/idp/seller-commands.ts': 'when a seller was disabled',
  'src/idp/start.ts': 'expiry times in the store, which outlive processes, as the library compares them',
  'src/log/log.ts': 'the time of a line',
  'src/receiver/demo-receiver.ts': 'when a delivery arrived, for the page',
  'src/roles/provider.ts': 'the time in the names of outbox files',
  'src/roles/worker/senders.ts': 'the date of a message, and the time in a signature',
  'src/roles/commands/backup.ts': 'when the last backup was made, for the doctor',
  'src/roles/commands/doctor/backups.ts': 'the age of the last backup',
  'src/roles/commands/doctor/clock.ts': 'how far other clocks are from this one',
  'src/roles/commands/doctor/deliveries.ts': 'since when deliveries are due, as the store has it',
  'src/roles/commands/doctor/reports.ts': 'how long reports wait, as the store has it',
  'src/roles/commands/doctor/settings.ts': 'a market that is only read needs a clock',
  'src/roles/start/demo-events.ts': 'dates of the demo market, in records that another process stores',
  'src/roles/worker/sweeps.ts': 'the time in the names of outbox files',
};
