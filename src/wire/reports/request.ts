import { REPORT_FORMATS, REPORT_STATES } from '../../domain/reports/report.ts';
import { noNul } from '../pricing/query.ts';
import { Type } from '../type.ts';
import { reportRequestExample } from './examples.ts';
import { REPORT_TYPES, reportDescriptions } from './types/list.ts';

const MAX_ID_CHARACTERS = 64;
const MAX_LOCALE_CHARACTERS = 35;
const MAX_REPORTS = 100;
export const DEFAULT_REPORTS = 20;

const idShape = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: MAX_ID_CHARACTERS, ...noNul, description, examples: [example] });

export const reportParams = Type.Object({
  reportId: idShape('The reportId of a report.', 'rep_0195f2a1c7d35b0e9a417c2f60d8e4b1a2c3'),
});

export const documentParams = Type.Object({
  reportDocumentId: idShape('The reportDocumentId of a report.', 'doc_0195f2a1c7d3e2d7704f1b8e4c5a9d3b6f20'),
});

const typeList = reportDescriptions.map(({ name, summary }) => `${name}: ${summary}`).join(' ');

/** What a report is about and how it is written: a schedule has the same. */
export const reportContentFields = {
  reportType: Type.Enum(REPORT_TYPES as string[], {
    description: `What it lists. ${typeList}`,
    examples: ['PRICE_CHANGES'],
  }),
  marketplaceIds: Type.Optional.Array(Type.String({ minLength: 1, maxLength: 256, ...noNul }), {
    minItems: 1,
    maxItems: 100,
    description: 'The marketplaces that it is about. All of the seller when absent.',
  }),
  parameters: Type.Optional(
    reportDescriptions.length === 1
      ? (reportDescriptions[0]?.parameters as never)
      : Type.Union(
          reportDescriptions.map(({ parameters }) => parameters as never),
          { description: 'What the type of the report takes: the shape depends on `reportType`.' },
        ),
  ),
  format: Type.Optional.Enum(REPORT_FORMATS, {
    default: 'JSONL',
    description:
      'JSONL: a line of JSON for each, after a first line with the instant. CSV: a spreadsheet, without that line.',
  }),
  locale: Type.Optional.String({
    minLength: 2,
    maxLength: MAX_LOCALE_CHARACTERS,
    pattern: '^[A-Za-z0-9-]+$',
    'x-rule': 'must be a language tag such as en-US or de-DE',
    description: 'With CSV: the language and country whose separator and decimal sign it has. `en-US` when absent.',
    examples: ['de-DE'],
  }),
};

export const ReportBody = Type.Named(
  'ReportBody',
  'What to report.',
  {
    ...reportContentFields,
    since: Type.Optional(
      idShape(
        'The reportId of an earlier report of the same type, marketplaces and parameters: only lines that differ come, and those that are gone, marked as `removed`.',
        'rep_0195f2a1c7d35b0e9a417c2f60d8e4b1a2c3',
      ),
    ),
  },
  { examples: [reportRequestExample] },
);

/** Without `parameters`, whose shape depends on the type. */
export const reportBodyWithoutParameters = {
  ...ReportBody,
  properties: { ...ReportBody.properties, parameters: { type: 'object' } },
};

export const ReportsQuery = Type.Object({
  reportTypes: Type.Optional.Array(Type.Enum(REPORT_TYPES as string[]), {
    description: 'Only reports of these types.',
  }),
  states: Type.Optional.Array(Type.Enum([...REPORT_STATES]), { description: 'Only reports in these states.' }),
  limit: Type.Optional.Integer({
    minimum: 1,
    maximum: MAX_REPORTS,
    default: DEFAULT_REPORTS,
    description: 'The maximum number of reports.',
  }),
  nextToken: Type.Optional.String({
    maxLength: 256,
    description: 'The nextToken of the last answer: gets the next page.',
  }),
});

export const DocumentQuery = Type.Object({
  compression: Type.Optional.Enum(['GZIP'], { description: 'The document as a gzip file (`application/gzip`).' }),
});
