import { RECORD_KINDS, type RecordKind } from '../domain/market/records/envelope.ts';
import { exampleOf, type Field } from '../domain/market/records/field.ts';
import { fieldsOf } from '../domain/market/records.ts';

const about: Record<RecordKind, string> = {
  marketplace:
    "One of the operator's shops: a country, a currency. One of them is the default. Its currency cannot change once it is used.",
  seller:
    'A seller, the same in every marketplace. A change reaches the boards the seller stands on within moments, in the background.',
  item: 'A catalogue item in one marketplace. It cannot be removed while it has offers.',
  offer: 'What one seller asks for one item under one SKU in one marketplace.',
  feeSchedule:
    'What a marketplace charges from a date on, with its fee promotions. The schedule in force is the last one that has begun.',
};

/** The text of `docs/market-records.md`, generated from the field definitions that the importer checks. */
export function writeRecordGuide(): string {
  return `# Market records

<!-- Written by \`npm run guide\` from the fields that the importer checks. -->

The formats that \`npm run import\`, \`npm run export\` and the operator endpoint share; how to use them is in
[market-data.md](market-data.md), the same as JSON Schemas in [\`/openapi.json\`](../openapi.json) (\`OfferRecord\` and so on).

A record is a JSON object with its \`kind\`. An upsert replaces the whole record; a delete needs only the fields marked *key*. Words match in
any case, \`null\` is the same as absent, unknown fields are ignored, nothing else is converted: text where a number is due is refused. Amounts
are decimals in the marketplace's currency, as a number or as text (\`22.99\`, \`"22.99"\`), with no more decimals than the currency has.

In CSV the columns have the fields' names, in any case; a field of an object is \`object.field\` (\`shipsFrom.country\`), lists are JSON in the
cell, an empty cell is absent, and true may be \`true\`, \`yes\` or \`1\`.

${RECORD_KINDS.map(sectionOf).join('\n')}`;
}

function sectionOf(kind: RecordKind): string {
  const fields = fieldsOf(kind);
  const example = { ...exampleOf(fields.filter(({ name, need }) => name !== 'op' && need !== 'optional')), kind };
  return `## ${kind}

${about[kind]}

| field | | meaning | must be |
|---|---|---|---|
${rowsOf(fields, '').join('\n')}

\`\`\`json
${kind === 'feeSchedule' ? JSON.stringify(example, null, 2) : JSON.stringify(example)}
\`\`\`
`;
}

function rowsOf(fields: readonly Field[], prefix: string): string[] {
  return fields.flatMap((field) => {
    const name = prefix + field.name;
    const row = `| \`${name}\` | ${field.need} | ${cell(field.description)} | ${cell(field.rule)} |`;
    const inner = field.element ? field.element.fields : field.fields;
    const path = field.type === 'list' ? `${name}[].` : field.type === 'map' ? `${name}.*.` : `${name}.`;
    return [row, ...rowsOf(inner, path)];
  });
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
