/** What the client must know about operations beside their types. A test compares these lists with the OpenAPI document. */
/** Whether the service takes an Idempotency-Key: requests with the same key take effect once. */
export declare const takesKey: (method: string, url: string) => boolean;
/**
 * Whether a request may be sent again although the first one may have been executed. Everything else is sent again only when
 * it certainly was not executed. A PUT says what is to be, so a second one changes nothing more. A DELETE that is sent again may find nothing: its 404 then shows that the first one succeeded.
 *
 * Browsers send every request again by themselves when a kept connection breaks before the answer begins. No page can prevent that.
 */
export declare const isRepeatable: (method: string, url: string) => boolean;
/** Operations without an access token. A client that cannot get a token can still call them. */
export declare const isPublic: (url: string) => boolean;
/** A 503 is what a caller of a health check asks for: it is no reason to try again. */
export declare const isHealthCheck: (url: string) => boolean;
/** How long the service may wait before it answers, because the caller asked it to: `prefer: wait=N` or `waitSeconds`. */
export declare function waitMsOf(headers: Headers, body: unknown): number;
export declare const DOCUMENT_URL = "/reports/v4/documents/{reportDocumentId}";
/** Its answer is a document, not JSON. */
export declare const isDocument: (url: string) => boolean;
