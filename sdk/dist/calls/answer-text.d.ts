/** The text of a body; undefined when it has more bytes. Rejects when the connection fails. */
export declare function textWithin(response: Response, maxBytes: number): Promise<string | undefined>;
