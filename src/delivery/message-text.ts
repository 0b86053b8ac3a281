import { type ConfirmationText, confirmationText } from '../domain/notifications/confirmation-text.ts';
import { eventText, type MessageText } from '../domain/notifications/event-text.ts';
import type { CloudEvent } from '../domain/notifications/notification.ts';
import type { OutgoingMessage } from './channel.ts';

/** The text for a person: the event, or only the request to confirm while the owner has not agreed (decision 27). */
export function messageText({ delivery, confirmation }: OutgoingMessage): MessageText | ConfirmationText {
  return confirmation ? confirmationText(confirmation) : eventText(JSON.parse(delivery.body) as CloudEvent);
}
