import { madeOnce } from '../../async/made-once.ts';
import type { Channel, OutgoingMessage } from '../../delivery/channel.ts';
import type { Egress } from '../../delivery/egress.ts';
import { createOutbox } from '../../delivery/outbox.ts';
import { createWebhookChannel } from '../../delivery/webhook.ts';
import type { WorkerParts } from '../../delivery/worker.ts';
import { smsReportUrl } from '../../domain/notifications/sms-report.ts';
import { reportToken } from '../../notifications/deliveries/sms-report.ts';
import type { OpenedService } from '../service/service.ts';
import { brandOf } from '../settings/brand.ts';

/** The channels that the settings configure. A type without a server is written to the outbox, where a person can read it. */
export async function channelsOf(
  service: OpenedService,
  egress: Egress,
): Promise<{ channels: WorkerParts['channels']; close(): Promise<void> }> {
  const { config } = service;
  const { notifyTimeoutMs: timeoutMs, mailFrom: from } = config;
  const brand = brandOf(config);
  // The time of day: it is part of messages, and receivers compare the time of a signature with their own clock.
  const now = Date.now;
  const outbox = createOutbox({ dataDir: config.dataDir, now, from, brand });
  // What is not configured is not loaded.
  const email = config.smtpUrl
    ? (await import('../../delivery/mail/email.ts')).createEmailChannel({
        ...{ smtpUrl: config.smtpUrl, from, brand, now, timeoutMs },
      })
    : undefined;
  const sms = config.smsGatewayUrl ? await smsChannelOver(config.smsGatewayUrl, service) : undefined;
  const push = () => pushChannelOf(service, egress);
  return {
    channels: {
      WEBHOOKS: createWebhookChannel({ egress, now, timeoutMs, userAgent: 'marketplace-seller-service' }),
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
async function smsChannelOver(gatewayUrl: string, { config, key }: OpenedService) {
  const { publicUrl, notifyTimeoutMs: timeoutMs } = config;
  const reportUrl =
    (base: string) =>
    ({ delivery }: OutgoingMessage) => {
      const { deliveryId, attempts: attempt } = delivery;
      return smsReportUrl(base, reportToken(key, { deliveryId, attempt }));
    };
  return (await import('../../delivery/sms.ts')).createSmsChannel({
    ...{ gatewayUrl, timeoutMs, now: Date.now },
    ...(publicUrl === undefined ? {} : { reportUrl: reportUrl(publicUrl) }),
  });
}

/** With the store clock: the time to live of a push is what is left until the delivery expires, which the store says. */
async function pushChannelOf({ config, vapid, now }: OpenedService, egress: Egress): Promise<Channel> {
  const subject = config.pushContact ?? `mailto:${config.mailFrom}`;
  return (await import('../../delivery/mobile-push.ts')).createMobilePushChannel({
    ...{ egress, vapid: { ...vapid, subject }, timeoutMs: config.notifyTimeoutMs, now },
  });
}

/**
 * Sends, and writes a copy to the outbox: the content of a push service cannot be looked at. `load` is called for the first message: its
 * packages are not loaded at every start.
 */
function withCopy(outbox: Channel, load: () => Promise<Channel>): Channel {
  const loaded = madeOnce(load);
  return {
    async send(message, signal) {
      const copy = await outbox.send(message, signal);
      const channel = await loaded();
      const outcome = await channel.send(message, signal);
      const answer = [outcome.answer, copy.answer].filter((text) => text !== undefined).join('\n');
      return { ...outcome, answer: answer === '' ? undefined : answer };
    },
  };
}
