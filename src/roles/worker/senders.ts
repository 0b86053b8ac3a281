import { madeOnce } from '../../async/made-once.ts';
import type { Egress } from '../../delivery/egress.ts';
import type { AttemptTime, MessageSender, OutgoingMessage } from '../../delivery/message-sender.ts';
import { createOutbox } from '../../delivery/outbox.ts';
import { createWebhookSender } from '../../delivery/webhook.ts';
import type { MessageSenders } from '../../delivery/worker.ts';
import { smsReportUrl } from '../../domain/notifications/sms-report.ts';
import { reportToken } from '../../notifications/deliveries/sms-report.ts';
import type { OpenedService } from '../service/service.ts';
import { brandOf } from '../settings/brand.ts';

/** The senders that the settings configure. A type without a server is written to the outbox, where a person can read it. */
export async function sendersOf(
  service: OpenedService,
  egress: Egress,
): Promise<{ senders: MessageSenders; close(): Promise<void> }> {
  const { config } = service;
  const identity = { from: config.mailFrom, brand: brandOf(config) };
  // The time of day: it is part of messages, and receivers compare the time of a signature with their own clock.
  const time = { now: Date.now, timeoutMs: config.notifyTimeoutMs };
  const outbox = createOutbox(config.dataDir, identity, time.now);
  // What is not configured is not loaded.
  const email = config.smtpUrl
    ? (await import('../../delivery/mail/email.ts')).createEmailSender(config.smtpUrl, identity, time)
    : undefined;
  const sms = config.smsGatewayUrl ? await smsSenderOver(config.smsGatewayUrl, service, time) : undefined;
  const push = () => pushSenderOf(service, egress);
  return {
    senders: {
      WEBHOOKS: createWebhookSender(egress, 'marketplace-seller-service', time),
      EMAIL: email ?? outbox,
      SMS: sms ?? outbox,
      MOBILE_PUSH: config.pushContact ? await push() : withCopy(outbox, push),
    },
    close: async () => {
      email?.close();
      await sms?.close();
    },
  };
}

/** Delivery reports come back to PUBLIC_URL. Without it the gateway gets no report address. */
async function smsSenderOver(gatewayUrl: string, { config, key }: OpenedService, time: AttemptTime) {
  const { publicUrl } = config;
  const reportUrl = ({ delivery: { deliveryId, attempts: attempt } }: OutgoingMessage) =>
    publicUrl === undefined ? undefined : smsReportUrl(publicUrl, reportToken(key, { deliveryId, attempt }));
  return (await import('../../delivery/sms.ts')).createSmsSender(gatewayUrl, time, reportUrl);
}

/** With the store clock: the time to live of a push is what is left until the delivery expires, which the store says. */
async function pushSenderOf({ config, vapid, now }: OpenedService, egress: Egress): Promise<MessageSender> {
  const identity = { ...vapid, subject: config.pushContact ?? `mailto:${config.mailFrom}` };
  const { createMobilePushSender } = await import('../../delivery/mobile-push.ts');
  return createMobilePushSender(egress, identity, { now, timeoutMs: config.notifyTimeoutMs });
}

/**
 * Sends, and writes a copy to the outbox: the content of a push service cannot be looked at. `load` is called for the first message: its
 * packages are not loaded at every start.
 */
function withCopy(outbox: MessageSender, load: () => Promise<MessageSender>): MessageSender {
  const loaded = madeOnce(load);
  return {
    async send(message, signal) {
      const copy = await outbox.send(message, signal);
      const sender = await loaded();
      const outcome = await sender.send(message, signal);
      const answer = [outcome.answer, copy.answer].filter((text) => text !== undefined).join('\n');
      return { ...outcome, answer: answer === '' ? undefined : answer };
    },
  };
}
