import { openSet } from '../../open-set.ts';
import { Type } from '../../type.ts';
import { eventShape } from './event-shape.ts';

export const ReportReadyEvent = eventShape('REPORT_READY', {
  title: 'ReportReadyEvent',
  description:
    'A report that was asked for is done, or could not be made. Told to the seller, and to the application that asked for it.',
  isAboutItem: false,
  isNumbered: true,
  data: {
    reportId: Type.String('The report.'),
    reportType: Type.String('What it lists. More types may come.'),
    marketplaceIds: Type.Array(Type.String(), 'The marketplaces that it is about.'),
    format: Type.String('The format of its document: JSONL or CSV. More may come.'),
    state: openSet(['DONE', 'FATAL'], 'DONE has a document, FATAL could not be made; an open set.'),
    scheduleId: Type.Optional.String('The schedule that asked for it.'),
    failure: Type.Optional.Named('ReportReadyFailure', 'With FATAL: why it was not made.', {
      code: Type.String('The reason as a word. More may come.'),
      message: Type.String('The reason, and what to do.'),
    }),
    reportDocumentId: Type.Optional.String('With DONE: its document.'),
    documentUrl: Type.Optional.String(
      'With DONE: the address of its document. It answers only to a token with the right of what the report contains.',
    ),
    lines: Type.Optional.Integer('With DONE: how many lines the document has, without the first one of JSONL.'),
    bytes: Type.Optional.Integer('With DONE: the length of the document.'),
    expiresTime: Type.Time('When the report is removed.'),
  },
});
