import type { OperationRequest } from '../operation-client.ts';
/** A request that can be sent any number of times. The access token is not in it. */
export type BuiltRequest = {
    method: string;
    url: string;
    headers: Headers;
    body: string | Blob | null;
};
/** Checks `baseUrl` once, when the client is created. Without a slash at its end: the paths of operations begin with one. */
export declare function readBaseUrl(baseUrl: string | URL): URL;
/** Throws an `ApiError` with the code InvalidInput for what no request can carry. */
export declare function buildRequest(baseUrl: URL, method: string, request: OperationRequest): BuiltRequest;
/** `path` may have a query. The service may itself be below a path. */
export declare const addressOf: (baseUrl: URL, path: string) => string;
