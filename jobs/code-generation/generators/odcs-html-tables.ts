import type {
  ContractProperty,
  ContractTable,
  LogicalTypeOptions,
  QualityRule,
} from '../../../domain/standards/odcs/contract-model.ts';
import { markup } from '../shapes/html-text.ts';
import type { Html } from '../shapes/html-text.ts';
import {
  facts,
  keyMark,
  mark,
  marks,
  paragraph,
  thresholdText,
  valueText,
} from './odcs-html-parts.ts';

/** A column, or what is inside of one under its whole path. */
type Row = { path: string; property: ContractProperty; depth: number };

const deepest = 20;

function* rowsOf(
  properties: readonly ContractProperty[],
  before: string,
  depth: number,
): Iterable<Row> {
  for (const property of properties) {
    yield* rowOf(property, before === '' ? property.name : `${before}.${property.name}`, depth);
  }
}

function* rowOf(property: ContractProperty, path: string, depth: number): Iterable<Row> {
  yield { path, property, depth };
  if (depth >= deepest) return;
  const { properties, items, map } = property;
  yield* rowsOf(properties, path, depth + 1);
  if (items !== undefined) yield* rowOf(items, `${path}[]`, depth + 1);
  if (map !== undefined) {
    yield* rowOf(map.key, `${path}{key}`, depth + 1);
    yield* rowOf(map.value, `${path}{value}`, depth + 1);
  }
}

const optionWords: readonly (readonly [keyof LogicalTypeOptions, string])[] = [
  ['format', 'format'],
  ['minLength', 'length at least'],
  ['maxLength', 'length at most'],
  ['pattern', 'matches'],
  ['minimum', 'at least'],
  ['exclusiveMinimum', 'more than'],
  ['maximum', 'at most'],
  ['exclusiveMaximum', 'less than'],
  ['multipleOf', 'multiple of'],
  ['minItems', 'items at least'],
  ['maxItems', 'items at most'],
  ['uniqueItems', 'distinct items'],
  ['minProperties', 'members at least'],
  ['maxProperties', 'members at most'],
  ['dimensions', 'dimensions'],
  ['elementType', 'elements'],
];

function keyMarks({
  primaryKey,
  primaryKeyPosition,
  required,
  unique,
  ...rest
}: ContractProperty): Html[] {
  const position = primaryKeyPosition === undefined ? '' : ` ${primaryKeyPosition}`;
  return [
    ...(primaryKey ? [keyMark(`primary key${position}`)] : []),
    ...(required ? [keyMark('required')] : []),
    ...(unique ? [keyMark('unique')] : []),
    ...(rest.partitioned ? [keyMark('partition key')] : []),
    ...(rest.classification === undefined ? [] : [mark(rest.classification)]),
    ...rest.tags.map((tag) => mark(`#${tag}`)),
  ];
}

function rulesOf({ options, enumValues, relationships }: ContractProperty): string[] {
  const bounds = optionWords.flatMap(([name, word]) => {
    const value = options[name];
    if (value === undefined || value === '') return [];
    return value === true ? [word] : [`${word} ${valueText(value)}`];
  });
  const to = relationships.flatMap((relationship) => relationship.to);
  return [
    ...bounds,
    ...(options.required ? [`members ${options.required.join(', ')} required`] : []),
    ...(enumValues ? [`one of ${enumValues.map(String).join(', ')}`] : []),
    ...to.map((target) => `→ ${target}`),
  ];
}

function typeText({ logicalType, physicalType }: ContractProperty): Html {
  const type = logicalType ?? physicalType;
  const other =
    logicalType === undefined || physicalType === logicalType ? undefined : physicalType;
  return markup`${type && markup`<code>${type}</code>`}${other && markup`<br /><code class="soft">${other}</code>`}`;
}

function saidOf(row: Row): Html {
  const { property } = row;
  const { businessName, description, examples, customProperties } = property;
  const rules = rulesOf(property);
  const shown = examples.slice(0, 5).map(valueText).join(', ');
  const custom = Object.entries(customProperties);
  return markup`${businessName && markup`<p><strong>${businessName}</strong></p>`}${paragraph(description)}${
    rules.length > 0 && markup`<p class="soft text">${rules.join(' · ')}</p>`
  }${shown !== '' && markup`<p class="soft text">Examples: ${shown}</p>`}${custom.map(
    ([name, value]) => markup`<p class="soft text">${name}: ${valueText(value)}</p>`,
  )}${marks(keyMarks(property))}`;
}

function rowHtml(row: Row): Html {
  const { path, property } = row;
  const at = path.length - property.name.length;
  const isInside = row.depth > 0 && path.endsWith(property.name);
  const name = isInside
    ? markup`<span class="inner">${path.slice(0, at)}</span>${property.name}`
    : markup`${path}`;
  const physical = property.physicalName === property.name ? undefined : property.physicalName;
  return markup`<tr>
    <th scope="row">
      <code>${name}</code>${physical && markup`<br /><code class="soft">${physical}</code>`}
    </th>
    <td class="type">${typeText(property)}</td>
    <td>${saidOf(row)}</td>
  </tr> `;
}

const unnamed: Readonly<Record<QualityRule['type'], string>> = {
  sql: 'SQL rule',
  text: 'Rule',
  library: 'Rule',
  custom: 'Custom rule',
};

/** What a rule is measured on and what it allows. */
function askedOf(rule: QualityRule): string[] {
  const { metric, threshold, unit, columns, validValues, missingValues, pattern } = rule;
  const list = (values: readonly unknown[] | undefined): string | undefined =>
    values === undefined || values.length === 0 ? undefined : values.map(valueText).join(', ');
  const asked = [
    ['of', list(columns)],
    ['valid:', list(validValues)],
    ['missing:', list(missingValues)],
    ['pattern', pattern],
    [metric ?? 'the result', threshold && thresholdText(threshold, unit)],
  ];
  return asked.flatMap(([word, text]) => (text === undefined ? [] : [`${word} ${text}`]));
}

function ruleHtml(place: string, rule: QualityRule): Html {
  const { name, description, metric, query, implementation } = rule;
  const asked = askedOf(rule);
  const labels = [rule.dimension, rule.severity, rule.engine, ...rule.tags];
  const code = query ?? (implementation === undefined ? undefined : valueText(implementation));
  const title = name ?? metric ?? unnamed[rule.type];
  return markup`<tr><th scope="row">${title}</th><td class="type"><code>${place}</code></td><td>${paragraph(
    description,
  )}${asked.length > 0 && markup`<p class="text">${asked.join(' · ')}</p>`}${
    code !== undefined && markup`<pre>${code.trim()}</pre>`
  }${marks(labels.filter((label) => label !== undefined).map(mark))}</td></tr>
`;
}

function qualityOf(table: ContractTable, rows: readonly Row[]): Html | undefined {
  const rules = [
    ...table.quality.map((rule) => ruleHtml(table.name, rule)),
    ...rows.flatMap(({ path, property }) => property.quality.map((rule) => ruleHtml(path, rule))),
  ];
  if (rules.length === 0) return undefined;
  return markup`<h3>Quality rules</h3>
    <table>
      <thead>
        <tr>
          <th scope="col">Rule</th>
          <th scope="col">Of</th>
          <th scope="col">What it asks</th>
        </tr>
      </thead>
      <tbody>
        ${rules}
      </tbody>
    </table> `;
}

/** One table of the contract as a section of the page. */
export function tableSection(table: ContractTable, id: string): Html {
  const rows = [...rowsOf(table.properties, '', 0)];
  const { name, physicalName, physicalType, businessName, description, tags } = table;
  const relationships = table.relationships.map(
    ({ from, to }) => `${from.join(', ')} → ${to.join(', ')}`,
  );
  const columns = markup`<table>
    <caption>
      Columns of ${name}
    </caption>
    <thead>
      <tr>
        <th scope="col">Column</th>
        <th scope="col">Type</th>
        <th scope="col">What it holds</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(rowHtml)}
    </tbody>
  </table> `;
  return markup`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${businessName ?? name}</h2>
    ${paragraph(description)}${facts([
      ['Name', markup`<code>${name}</code>`],
      ['Physical name', physicalName === name ? undefined : markup`<code>${physicalName}</code>`],
      ['Kind', physicalType],
      ['Relationships', relationships.join('; ')],
      ...Object.entries(table.customProperties).map(
        ([property, value]) => [property, valueText(value)] as const,
      ),
    ])}${marks(tags.map((tag) => mark(`#${tag}`)))}
    ${rows.length === 0 ? markup`<p class="soft">The contract names no columns.</p>` : columns}${qualityOf(table, rows)}
  </section> `;
}
