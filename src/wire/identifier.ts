import { Type } from './type.ts';

/** An identifier in a path or a body. */
export const identifierShape = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 256, description, examples: [example] });
