export type Examples = {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
};
type Content = Readonly<Record<string, Examples>>;
export type Parameter = Examples & {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly required?: boolean;
  readonly schema?: { readonly type?: string; readonly enum?: unknown };
};

/** An operation of the OpenAPI document, with its examples in place. */
export type DocumentedOperation = {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
};
