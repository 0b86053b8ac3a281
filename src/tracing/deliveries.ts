import { type Context, type Link, type Span, SpanKind, type Tracer, trace } from '@opentelemetry/api';
import type { AttemptOutcome } from '../domain/notifications/delivery.ts';
import type { ChannelType } from '../domain/notifications/destination.ts';
import type { TraceContext } from '../domain/trace-context.ts';
import { markFailed, Recording, storedContext } from './recording.ts';
import type { Sampling } from './requests.ts';

type TracedDelivery = {
  readonly kind: string;
  readonly attempts: number;
  readonly notificationId: string;
  readonly trace?: TraceContext | undefined;
};

type ClaimedMessage = {
  readonly delivery: TracedDelivery;
  readonly earlier: readonly TracedDelivery[];
  readonly destination: { readonly type: ChannelType };
};

/** A digest may contain a thousand events. */
const MAX_LINKS = 20;

/** Makes the spans of deliveries: one from the claim until the outcome is stored, and in it one for the message on its way. */
export class DeliveryTraces {
  readonly #tracer: Tracer;
  readonly #sampling: Sampling;

  constructor(tracer: Tracer, sampling: Sampling) {
    this.#tracer = tracer;
    this.#sampling = sampling;
  }

  /**
   * Undefined when the delivery is not recorded: its cause was not recorded, or its cause is unknown and chance decided so.
   * The caller's flag does not count here: the request that queued the delivery has decided.
   */
  begin({ delivery, earlier, destination }: ClaimedMessage): DeliveryRecording | undefined {
    const { trace: cause, kind, attempts, notificationId } = delivery;
    if (!(cause === undefined ? Math.random() < this.#sampling.ratio : cause.isRecorded)) return undefined;
    const context = storedContext(cause);
    const causes = [context, ...earlier.slice(-MAX_LINKS).map((one) => storedContext(one.trace))];
    const span = this.#tracer.startSpan(
      `deliver ${destination.type}`,
      {
        kind: SpanKind.CONSUMER,
        links: causes.flatMap(linkTo),
        attributes: {
          'messaging.operation.type': 'process',
          'messaging.message.id': notificationId,
          'notification.kind': kind,
          'notification.channel': destination.type,
          'notification.attempt': attempts,
          ...(earlier.length === 0 ? {} : { 'messaging.batch.message_count': earlier.length + 1 }),
        },
      },
      context,
    );
    return new DeliveryRecording(new Recording(this.#tracer, span), destination.type);
  }
}

/** The producer is also the parent: a link alone would not show the delivery in the trace of its cause. */
function linkTo(context: Context): Link[] {
  const cause = trace.getSpanContext(context);
  return cause === undefined ? [] : [{ context: cause }];
}

/** One attempt of a delivery that is recorded. */
export class DeliveryRecording {
  /** What the receiver gets: each attempt has a span id of its own. */
  readonly context: TraceContext;
  readonly #recording: Recording;
  readonly #sending: Span | undefined;

  constructor(recording: Recording, channel: ChannelType) {
    const sending = recording.childRecording(`send ${channel}`, SpanKind.CLIENT, { 'notification.channel': channel });
    this.#recording = recording;
    this.#sending = sending?.span;
    this.context = (sending ?? recording).context;
  }

  /** Without the error of the receiver: it may hold the address. */
  sent({ result, code }: AttemptOutcome): void {
    const sending = this.#sending;
    if (sending === undefined) return;
    sending.setAttribute('notification.result', result);
    if (code !== undefined) sending.setAttribute('http.response.status_code', code);
    if (result !== 'delivered' && result !== 'stored') markFailed(sending, result);
    sending.end();
  }

  /** The outcome is stored. */
  settled(): void {
    this.#recording.end();
  }
}
