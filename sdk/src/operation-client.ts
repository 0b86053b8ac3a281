import type { ConditionalResponses } from './generated/conditional.gen.ts';

/** What the generated operations call, and what their results look like. The names of the types are those that the generator imports. */

export type TDataShape = { body?: unknown; headers?: unknown; path?: unknown; query?: unknown; url: string };

/** Nothing may be passed through an operation beside its options. */
export type ClientMeta = { never?: never };

export type CallOptions = {
  /** Ends the call, its retries and its waiting. The call then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** How long the call may take, with all its retries. Default: that of the client, 30,000. */
  deadlineMs?: number | undefined;
  /** More headers of the request. */
  headers?: Record<string, string>;
};

export type Options<
  TData extends TDataShape = TDataShape,
  ThrowOnError extends boolean = boolean,
  _TResponse = unknown,
> = Omit<TData, 'url'> &
  CallOptions & {
    /** False: the call resolves to the result with its status, also for errors. Connections that fail still reject. */
    throwOnError?: ThrowOnError;
    /** The generator adds this one and the next. They are no part of the SDK: nothing can be passed. */
    client?: never;
    meta?: never;
  };

/** A request as the generated operations hand it over: what the caller gave, and the address template. */
export type OperationRequest = Options & {
  url: string;
  headers?: unknown;
  /** The generator adds it to operations whose body is a file. */
  bodySerializer?: null;
  /** The body of a success is the stream of its bytes, which the caller reads; the deadline ends with the headers. */
  isStream?: boolean;
};

type SuccessStatus = 200 | 201 | 202 | 204;

/** What a call resolves to: the body of a successful answer. */
type Success<TResponses> = TResponses[keyof TResponses & SuccessStatus];

/** The answer when `if-none-match` names what is still current. A call that throws rejects with code NotModified instead. */
type NotModified = { status: 304; headers: Headers; body: undefined };

/** NotModified for the answers of an operation that can answer so. Exactly these: some of them are assignable to each other. */
type NotModifiedOf<TResponses, TConditional = ConditionalResponses> = TConditional extends unknown
  ? [TResponses, TConditional] extends [TConditional, TResponses]
    ? NotModified
    : never
  : never;

/** `default` of the document: any other status. */
type StatusOf<Status> = Status extends number ? Status : number;

/** What a call with `throwOnError: false` resolves to: a union that `status` tells apart. */
export type ResultByStatus<TResponses, TErrors> =
  | {
      [Status in keyof TResponses]: { status: StatusOf<Status>; headers: Headers; body: TResponses[Status] };
    }[keyof TResponses]
  | NotModifiedOf<TResponses>
  | { [Status in keyof TErrors]: { status: StatusOf<Status>; headers: Headers; body: TErrors[Status] } }[keyof TErrors];

export type RequestResult<TResponses, TErrors, ThrowOnError extends boolean> = Promise<
  ThrowOnError extends true ? Success<TResponses> : ResultByStatus<TResponses, TErrors>
>;

type Method = <TResponses, TErrors, ThrowOnError extends boolean>(
  request: OperationRequest,
) => RequestResult<TResponses, TErrors, ThrowOnError>;

export type Client = { get: Method; post: Method; put: Method; patch: Method; delete: Method };
