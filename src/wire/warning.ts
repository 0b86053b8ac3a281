import { openSet } from './open-set.ts';
import { Type } from './type.ts';

const WARNING_CODES = ['ConfirmationNotSent', 'EventTypesFixed', 'UnknownKey', 'UnknownValue'] as const;

/** What a request that succeeded should know (decision 45): the strings of an error, so that clients can show both alike. */
export type Warning = {
  code: (typeof WARNING_CODES)[number];
  message: string;
  details: string;
};

const WarningShape = Type.Named('Warning', 'The request succeeded. This is what the caller should look at.', {
  code: openSet(WARNING_CODES, 'The kind of warning; an open set.'),
  message: Type.String('What was noticed.'),
  details: Type.String('What would be right, or what to do.'),
});

/** Absent when there is nothing to say. */
export const WarningsShape = Type.Optional.Array(
  WarningShape,
  'What the caller should look at; absent when there is nothing.',
);

/** The fields of a warning in an answer: none when there is no warning. */
export const writeWarnings = (warnings: readonly Warning[]): { warnings?: readonly Warning[] } =>
  warnings.length === 0 ? {} : { warnings };
