import type { Config } from '../config.ts';
import type { Channel, OutgoingMessage } from '../delivery/channel.ts';
import type { Egress } from '../delivery/egress.ts';
import { createEmailChannel } from '../delivery/email.ts';
import { createMobilePushChannel } from '../delivery/mobile-push.ts';
import { createOutbox } from '../delivery/outbox.ts';
import { createSmsChannel } from '../delivery/sms.ts';
import { createWebhookChannel } from '../delivery/webhook.ts';
import type { WorkerParts } from '../delivery/worker.ts';
import { smsReportUrl } from '../domain/notifications/sms-report.ts';
import type { OperatorKey } from '../notifications/operator-key.ts';
import { reportToken } from '../notifications/sms-report.ts';
import type { VapidKeys } from '../notifications/vapid-keys.ts';

export type ChannelParts = { config: Config; egress: Egress; key: OperatorKey; vapid: VapidKeys };

/** The ways out, as the settings want them: what nothing is configured for goes to the outbox, where a person can see it. */
export function channelsOf(parts: ChannelParts): { channels: WorkerParts['channels']; close(): Promise<void> } {
  const { config, egress } = parts;
  const { notifyTimeoutMs: timeoutMs, mailFrom: from, publicUrl } = config;
  const now = Date.now;
  const outbox = createOutbox({ dataDir: config.dataDir, now, from });
  const email = config.smtpUrl
    ? createEmailChannel({ smtpUrl: config.smtpUrl, from, now, publicUrl, timeoutMs })
    : undefined;
  const sms = config.smsGatewayUrl ? smsOver(config.smsGatewayUrl, parts) : undefined;
  const push = pushWith(parts);
  return {
    channels: {
      WEBHOOKS: createWebhookChannel({ egress, now, timeoutMs, userAgent: 'marketplace-seller-service' }),
      EMAIL: email ?? outbox,
      SMS: sms ?? outbox,
      MOBILE_PUSH: config.pushContact ? push : withCopy(outbox, push),
    },
    close: async () => {
      email?.close();
      await sms?.close();
    },
  };
}

/** Reports come back to the public address; without one nobody could find the way. */
function smsOver(gatewayUrl: string, { config, key }: ChannelParts) {
  const { publicUrl, notifyTimeoutMs: timeoutMs } = config;
  const reportUrl =
    (base: string) =>
    ({ delivery }: OutgoingMessage) => {
      const { deliveryId, attempts: attempt } = delivery;
      return smsReportUrl(base, reportToken(key, { deliveryId, attempt }));
    };
  return createSmsChannel({
    ...{ gatewayUrl, timeoutMs, now: Date.now },
    ...(publicUrl === undefined ? {} : { reportUrl: reportUrl(publicUrl) }),
  });
}

function pushWith({ config, egress, vapid }: ChannelParts): Channel {
  const subject = config.pushContact ?? `mailto:${config.mailFrom}`;
  return createMobilePushChannel({
    ...{ egress, vapid: { ...vapid, subject }, timeoutMs: config.notifyTimeoutMs, now: Date.now },
  });
}

/** Sends, and leaves a copy that a person can open: nobody can look into a push service. */
function withCopy(outbox: Channel, channel: Channel): Channel {
  return {
    async send(message, signal) {
      const copy = await outbox.send(message, signal);
      const outcome = await channel.send(message, signal);
      const answer = [outcome.answer, copy.answer].filter((text) => text !== undefined).join('\n');
      return { ...outcome, answer: answer === '' ? undefined : answer };
    },
  };
}
