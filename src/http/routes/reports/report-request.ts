import { Fault, type Problem } from '../../../domain/fault.ts';
import type { Marketplace } from '../../../domain/market/marketplace.ts';
import type { ReportFormat, WantedReport } from '../../../domain/reports/report.ts';
import type { ReportDescription } from '../../../wire/reports/report-description.ts';
import { reportDescription, reportDescriptions } from '../../../wire/reports/types/list.ts';
import { Type } from '../../../wire/type.ts';
import { unknownKeyWarnings } from '../../../wire/unknown-key-warnings.ts';
import type { Warning } from '../../../wire/warning.ts';
import { bodyCheck } from '../../requests/validator.ts';

/** What a request for a report and a schedule have in common. */
export type ReportContentBody = {
  readonly reportType: string;
  readonly marketplaceIds?: string[];
  readonly parameters?: Record<string, unknown>;
  readonly format?: ReportFormat;
  readonly locale?: string;
};

export type ReportContent = Pick<WantedReport, 'type' | 'marketplaceIds' | 'parameters' | 'format' | 'locale'>;

type ParametersShape = { readonly properties: Readonly<Record<string, unknown>> };

const shapeOf = ({ parameters }: ReportDescription) => parameters as unknown as ParametersShape;

const typeRules = new Map(
  reportDescriptions.map((description) => [
    description.name,
    {
      description,
      check: bodyCheck(Type.Object({ parameters: description.parameters as never })),
      warn: unknownKeyWarnings(description.parameters),
    },
  ]),
);

/**
 * Reads what to report. The body fits the shape of the request; `parameters` are checked here, because their shape depends on the type.
 * Throws a fault that names what is wrong.
 */
export function readReportContent(
  body: ReportContentBody,
  marketplaces: readonly Marketplace[],
): { content: ReportContent; warnings: readonly Warning[] } {
  const { reportType, parameters = {}, format = 'JSONL', locale } = body;
  const { description, check, warn } = typeRules.get(reportDescription(reportType).name) as NonNullable<
    ReturnType<typeof typeRules.get>
  >;
  const problems = check({ parameters });
  if (problems) throw new Fault('InvalidInput', problems);
  const warnings = warn(parameters);
  const known = Object.entries(parameters).filter(([name, value]) => isKnown(description, name) && value !== null);
  const read = Object.fromEntries(known);
  const marketplaceIds = marketplaceIdsOf(body.marketplaceIds, marketplaces);
  const about = marketplaces.filter((one) => marketplaceIds.includes(one.marketplaceId));
  const problem = description.problemOf?.(read, about);
  if (problem !== undefined)
    throw new Fault('InvalidInput', { message: 'parameters is not valid.', details: `parameters${problem}` });
  if (locale !== undefined) checkLocale(locale);
  const content = {
    type: reportType,
    ...{ marketplaceIds, parameters: read, format, locale },
  };
  return { content, warnings };
}

const isKnown = (description: ReportDescription, name: string) => Object.hasOwn(shapeOf(description).properties, name);

/** Sorted and without duplicates. */
function marketplaceIdsOf(wanted: readonly string[] | undefined, marketplaces: readonly Marketplace[]): string[] {
  const known = marketplaces.map(({ marketplaceId }) => marketplaceId);
  const unknown = (wanted ?? []).filter((id) => !known.includes(id));
  if (unknown.length > 0)
    throw new Fault(
      'InvalidInput',
      unknown.map((id) => unknownIn(id, known)),
    );
  return [...new Set(wanted ?? known)].sort();
}

const unknownIn = (id: string, known: readonly string[]): Problem => ({
  message: 'marketplaceIds is not valid.',
  details: `marketplaceIds names ${id}, which is no marketplace. There are: ${known.join(', ')}.`,
});

function checkLocale(locale: string): void {
  try {
    Intl.getCanonicalLocales(locale);
  } catch {
    const details = 'locale must be a language tag such as en-US or de-DE.';
    throw new Fault('InvalidInput', { message: 'locale is not valid.', details });
  }
}
