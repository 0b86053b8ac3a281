import { readFileSync, writeFileSync } from 'node:fs';
import type { ReportDescription } from '../../src/wire/reports/report-description.ts';
import { reportDescriptions } from '../../src/wire/reports/types/list.ts';

export const reportsPage: URL = new URL('../../docs/reports.md', import.meta.url);

const BEGIN = '<!-- columns -->\n';

/** What docs/reports.md says of the columns of all types. */
export const columnTables = (): string => `${BEGIN}\n${reportDescriptions.map(tableOf).join('\n')}`;

/** The part of the page that has them. */
export const tablesIn = (page: string): string => page.slice(page.indexOf(BEGIN));

function tableOf({ name, summary, parameters, key, columns }: ReportDescription): string {
  const fields = Object.entries((parameters as { properties: Record<string, { description?: string }> }).properties);
  const texts = fields.map(([field, { description = '' }]) => `| \`${field}\` | ${description} |`);
  const rows = columns.map(
    (column) =>
      `| ${key.includes(column.name) ? `**\`${column.name}\`**` : `\`${column.name}\``} | ${column.type} | ${column.description} |`,
  );
  return [
    ...[`### ${name}`, '', summary, '', '| parameter | |', '|---|---|', ...texts, ''],
    ...['| column | type | |', '|---|---|---|', ...rows, ''],
  ].join('\n');
}

// `node test/reports/documented-columns.ts` writes them again.
if (import.meta.main) {
  const page = readFileSync(reportsPage, 'utf8');
  writeFileSync(reportsPage, page.replace(tablesIn(page), columnTables()));
}
