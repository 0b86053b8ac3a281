import type { CloudEvent } from '../domain/notifications/notification.ts';
import { type ConfirmationText, confirmationText } from '../domain/notifications/texts/confirmation-text.ts';
import { eventsText, type MessageText } from '../domain/notifications/texts/event-text.ts';
import type { OutgoingMessage } from './message-sender.ts';

/** The text for a person: the events, or only the request to confirm while the owner has not agreed (decision 27). */
export function messageText(message: OutgoingMessage): MessageText | ConfirmationText {
  return message.confirmation ? confirmationText(message.confirmation) : textOfEvents(message);
}

export function textOfEvents(message: OutgoingMessage): MessageText {
  const { names, pageUrl, consoleUrl, homeMarketplaceId } = message;
  return eventsText(eventsOf(message), { names, url: pageUrl, consoleUrl, homeMarketplaceId });
}

/** The events of a message, newest first. One that waited and was replayed is in it twice, and told once. */
export function eventsOf({ delivery, earlier }: OutgoingMessage): CloudEvent[] {
  const bodies = new Map([delivery, ...earlier.toReversed()].map(({ notificationId, body }) => [notificationId, body]));
  return [...bodies.values()].map((body) => JSON.parse(body) as CloudEvent);
}
