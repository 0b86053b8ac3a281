import type { DestinationType } from '../words.ts';
import type { FormValues } from './form-values.ts';

/** What each part of the form gets. */
export type FormPart = {
  type: DestinationType;
  values: FormValues;
  /** By the name of the API's field. */
  errors: Readonly<Record<string, string>>;
  set: (changes: Partial<FormValues>) => void;
  isNew: boolean;
};
