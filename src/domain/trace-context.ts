/**
 * The place of some work in a trace, as it goes from one service to the next (W3C Trace Context): `traceparent` and
 * `tracestate` as headers have them.
 */
export type TraceContext = {
  readonly traceparent: string;
  readonly tracestate?: string | undefined;
  /** Whether this service recorded the work. The flag in `traceparent` may be a caller's wish that was not granted. */
  readonly isRecorded: boolean;
};

const VERSION_LENGTH = 2;
/** `00-` trace id `-` span id `-` flags. */
const KNOWN_LENGTH = 55;
const parentFields = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})/;
/** The flags that have a meaning: sampled, and a trace id of random digits. Unknown ones are not passed on. */
const KNOWN_FLAGS = 0b11;
export const SAMPLED = 0b01;

export type TraceParent = { readonly traceId: string; readonly spanId: string; readonly flags: number };

/** Undefined for anything that the specification does not permit: the caller's trace then ends here (3.2.2). */
export function readTraceParent(text: string | readonly string[] | undefined): TraceParent | undefined {
  if (typeof text !== 'string' || text.length < KNOWN_LENGTH) return undefined;
  const fields = parentFields.exec(text);
  if (fields === null) return undefined;
  // A later version may have more fields, behind another dash. Version 00 has none.
  const isWhole = text.length === KNOWN_LENGTH;
  if (!isWhole && (text.slice(0, VERSION_LENGTH) === '00' || text[KNOWN_LENGTH] !== '-')) return undefined;
  const [, traceId = '', spanId = '', flags = ''] = fields;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) & KNOWN_FLAGS };
}

export const writeTraceParent = ({ traceId, spanId, flags }: TraceParent): string =>
  `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`;

/** What the headers of a request say, in the form of version 00. Nothing is recorded yet. */
export function readTraceContext(headers: {
  readonly traceparent?: string | readonly string[] | undefined;
  readonly tracestate?: string | readonly string[] | undefined;
}): TraceContext | undefined {
  const parent = readTraceParent(headers.traceparent);
  if (parent === undefined) return undefined;
  const tracestate = readTraceState(headers.tracestate);
  return { traceparent: writeTraceParent(parent), ...(tracestate ? { tracestate } : {}), isRecorded: false };
}

/** A vendor must pass on at least this many characters (3.3.1.5). A longer list is dropped, not cut. */
const MAX_STATE_LENGTH = 512;
const MAX_STATE_MEMBERS = 32;
const stateMember =
  /^((?:[a-z][_0-9a-z*/-]{0,255})|(?:[a-z0-9][_0-9a-z*/-]{0,240}@[a-z][_0-9a-z*/-]{0,13}))=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;

/** The list without empty members and white space. Undefined when it is empty, too long, or one member is invalid. */
export function readTraceState(text: string | readonly string[] | undefined): string | undefined {
  if (typeof text !== 'string' || text.length > MAX_STATE_LENGTH) return undefined;
  const members = text
    .split(',')
    .map((member) => member.replace(/^[ \t]+|[ \t]+$/g, ''))
    .filter((member) => member !== '');
  if (members.length === 0 || members.length > MAX_STATE_MEMBERS) return undefined;
  const keys = new Set<string>();
  for (const member of members) {
    const key = stateMember.exec(member)?.[1];
    if (key === undefined || keys.has(key)) return undefined;
    keys.add(key);
  }
  return members.join(',');
}

/** One text for a column: `r` or `-` (recorded or not), `traceparent`, and `tracestate` if there is one. */
export function storedTrace(context: TraceContext | undefined): string | null {
  if (context === undefined) return null;
  const { isRecorded, traceparent, tracestate } = context;
  return `${isRecorded ? 'r' : '-'} ${traceparent}${tracestate === undefined ? '' : ` ${tracestate}`}`;
}

const storedFields = /^([r-]) (\S+)(?: (.+))?$/;

/** Undefined for null, and for a text that another version may have written. */
export function readStoredTrace(text: string | null): TraceContext | undefined {
  const [, mark, traceparent, tracestate] = (text !== null && storedFields.exec(text)) || [];
  const context = readTraceContext({ traceparent, tracestate });
  return context && { ...context, isRecorded: mark === 'r' };
}
