import type { OutgoingMessage } from '../../delivery/message-sender.ts';
import { eventsOf } from '../../delivery/message-text.ts';
import { CONSOLE_PATH } from '../../domain/authorization/console-client.ts';
import { type Destination, isForPeople } from '../../domain/notifications/destination.ts';
import { needsHomeMarketplace } from '../../domain/notifications/texts/console-link.ts';
import { wantedNames } from '../../domain/notifications/texts/event-names.ts';
import { type SenderNames, senderNames } from '../../domain/notifications/texts/sender-names.ts';
import type { Claimed } from '../../notifications/deliveries/delivery-attempt.ts';
import type { OpenedService } from '../service/service.ts';
import { publicUrlOf } from '../settings/addresses.ts';
import { consoleClientIdOf } from '../settings/console-sign-in.ts';

type MessageSource = Pick<OpenedService, 'config' | 'notifications' | 'market'>;

/**
 * A message with what its sender needs: signing secrets, the confirmation that the owner of its address has to give first, or
 * the names, the page and the link to stop of a message to a person.
 */
export function messageFor(
  source: MessageSource,
  { delivery, earlier, destination }: Claimed,
): OutgoingMessage | Promise<OutgoingMessage> {
  const { config, notifications } = source;
  const secrets = destination.type === 'WEBHOOKS' ? notifications.destinations.secretsOf(destination) : [];
  const request = notifications.confirmations.confirmationRequestOf(destination, delivery);
  const message = { delivery, earlier, destination, secrets };
  if (request === undefined) return isForPeople(destination.type) ? withNames(source, message) : message;
  const { token, code, expiresMs } = request;
  const url = `${publicUrlOf(config)}/confirmations/v4/links/${token}`;
  return senderOf(source, destination).then((names) => ({
    ...message,
    confirmation: { url, code, expiresMs, names },
  }));
}

async function withNames(source: MessageSource, message: OutgoingMessage): Promise<OutgoingMessage> {
  const { config, notifications, market } = source;
  const { delivery, destination } = message;
  const base = publicUrlOf(config);
  const { messageId } = delivery;
  const events = eventsOf(message);
  const complete = {
    ...message,
    names: await market.facts.names(wantedNames(events)),
    ...(messageId === undefined ? {} : { pageUrl: `${base}/m/${messageId}` }),
    consoleUrl: consoleClientIdOf(config) === undefined ? undefined : `${base}${CONSOLE_PATH}`,
    homeMarketplaceId: needsHomeMarketplace(events)
      ? await market.facts.homeMarketplace(destination.sellerId)
      : undefined,
  };
  if (destination.type !== 'EMAIL') return complete;
  const url = `${base}/confirmations/v4/stops/${notifications.stopLinks.tokenOf(destination)}`;
  return { ...complete, stop: { url, names: await senderOf(source, destination) } };
}

async function senderOf({ config, market }: MessageSource, { sellerId }: Destination): Promise<SenderNames> {
  const { operatorName } = config;
  const [seller, marketplaces] = [await market.facts.seller(sellerId), await market.facts.marketplaces()];
  return senderNames({ sellerId, seller, marketplaces, operatorName });
}
