import { accountDeleted, newDevice, passwordChanged, passwordReset } from './account-mails.ts';
import { credentialExpiring } from './credential-mail.ts';
import { factorHelp } from './factor-help-mails.ts';
import { factorChanged } from './factor-mails.ts';
import type { MailKind, MailWriter } from './queued-mail.ts';
import { invitation, operatorInvited } from './team-mails.ts';

/** Who writes each kind of message. A kind of a newer program has none here. */
export const mailWriters: Readonly<Record<MailKind, MailWriter>> = {
  'password reset': passwordReset,
  'password changed': passwordChanged,
  invitation,
  'operator invited': operatorInvited,
  'new device': newDevice,
  'account deleted': accountDeleted,
  'factor changed': factorChanged,
  'factor help': factorHelp,
  'credential expiring': credentialExpiring,
};
