import type { Db } from '../../db/db.ts';
import type { Brand } from '../../domain/brand.ts';
import type { Fact } from '../../domain/notifications/texts/summary-parts.ts';

/** The kinds of messages that the provider sends. The names are stored with queued messages: never change one. */
export type MailKind =
  | 'password reset'
  | 'password changed'
  | 'new device'
  | 'account deleted'
  | 'invitation'
  | 'operator invited'
  | 'factor changed'
  | 'factor help'
  | 'credential expiring';

/** A message that waits to be sent: facts only. It never has a token: whoever reads the table can open no link. */
export type QueuedMail = {
  readonly id: string;
  readonly kind: string;
  /** The person it is about. Absent when only an address is known. */
  readonly accountId: string | undefined;
  readonly address: string | undefined;
  readonly facts: Readonly<Record<string, string | number>>;
  readonly createdAt: number;
};

/** What the text of a message is made with. */
export type MailContext = {
  readonly db: Db;
  readonly nowMs: number;
  readonly brand: Brand;
  /** The public address of one of the provider's pages: `/reset`. */
  readonly pageUrl: (path: string) => string;
};

/** The words of a message and its recipient. The link comes after `sentences`, the facts after the link. */
export type MailText = {
  readonly to: string;
  readonly subject: string;
  readonly sentences: readonly string[];
  readonly link?: { readonly label: string; readonly url: string };
  readonly facts?: readonly Fact[];
  readonly closing?: readonly string[];
};

/**
 * Writes a message when it is sent, and stores the hash of its link's token then, if it has one. Undefined when there is nothing to
 * send any more, such as for an account that was removed. It may be called again for a message whose first attempt failed: a link of
 * that attempt may have arrived, so it stays valid.
 */
export type MailWriter = (mail: QueuedMail, context: MailContext) => Promise<MailText | undefined>;
