import { Type } from '../type.ts';
import type { ReportColumn, ReportDescription } from './report-description.ts';
import { reportDescriptions } from './types/list.ts';

/** `FeesReportLine`. */
const titleOf = ({ name }: ReportDescription): string =>
  `${name
    .split('_')
    .map((word) => `${word.slice(0, 1)}${word.slice(1).toLowerCase()}`)
    .join('')}ReportLine`;

type Shape = object;

const shapesByType: Readonly<Record<ReportColumn['type'], (description: string) => Shape>> = {
  text: (description) => Type.String(description),
  integer: (description) => Type.Integer(description),
  decimal: (description) => Type.Number({ description }),
  money: (description) => Type.Number({ description }),
  boolean: (description) => Type.Boolean(description),
  time: (description) => Type.Time(description),
  json: (description) => ({ description }),
};

/** The lines of each type of reports in JSONL, as JSON Schemas by their titles: what a program reads. */
export const reportLineShapes: Readonly<Record<string, Shape>> = Object.fromEntries(
  reportDescriptions.map((description) => [titleOf(description), lineShape(description)]),
);

function lineShape(description: ReportDescription): Shape {
  const { name, summary, key, columns } = description;
  const fields = columns.map((column) => [column.name, shapesByType[column.type](column.description)]);
  return {
    title: titleOf(description),
    description: `A line of a report of the type ${name}. ${summary}`,
    'x-report-type': name,
    type: 'object',
    // A line that is gone has only its key.
    required: key,
    properties: {
      ...Object.fromEntries(fields),
      removed: { const: true, description: 'With `since`: the line is gone. The rest of it is its key.' },
    },
  };
}
