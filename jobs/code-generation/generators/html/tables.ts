import type {
  ContractProperty,
  ContractTable,
  EnumText,
  LogicalTypeOptions,
  Scalar,
} from '../../../../domain/standards/odcs/contract-model.ts';
import { objectOf, textOf } from '../../../../domain/standards/json-value.ts';
import type { JsonObject } from '../../../../domain/standards/json-value.ts';
import { markup } from '../../shapes/text/html-text.ts';
import type { Html } from '../../shapes/text/html-text.ts';
import { furtherMembers, writtenMap, writtenProperties } from './further.ts';
import { qualitySection } from './quality.ts';
import { facts, keyMark, mark, marks, paragraph, valueText } from './parts.ts';

/** A column, or a nested property with its full path. */
type Row = {
  path: string;
  property: ContractProperty;
  depth: number;
  /** Undefined where only the model is known. */
  written: JsonObject | undefined;
};

type Location = Pick<Row, 'path' | 'depth' | 'written'>;

/** The rows of `properties`; `location` is that of their container. */
function* rowsOf(properties: readonly ContractProperty[], location: Location): Iterable<Row> {
  const { path: before, depth } = location;
  const written = writtenProperties(location.written);
  for (const property of properties) {
    const path = before === '' ? property.name : `${before}.${property.name}`;
    yield* rowOf(property, { path, depth, written: written.get(property.name)?.shift() });
  }
}

function* rowOf(property: ContractProperty, location: Location): Iterable<Row> {
  yield { ...location, property };
  const { properties, items, map } = property;
  const { path, written } = location;
  const inside = (end: string, member: unknown): Location => ({
    path: `${path}${end}`,
    depth: location.depth + 1,
    written: objectOf(member),
  });
  yield* rowsOf(properties, inside('', written));
  if (items !== undefined) yield* rowOf(items, inside('[]', written?.['items']));
  if (map === undefined) return;
  const { key, value } = writtenMap(written);
  yield* rowOf(map.key, inside('{key}', key));
  yield* rowOf(map.value, inside('{value}', value));
}

const optionTerms: readonly (readonly [keyof LogicalTypeOptions, string])[] = [
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
  ['distanceMetric', 'distance'],
  ['embeddingModel', 'embedded by'],
  ['embeddingModelVersion', 'version'],
  ['normalized', 'normalized'],
  ['timezone', 'time zone'],
];

function keyMarks({
  primaryKey,
  primaryKeyPosition,
  required,
  unique,
  deprecated,
  ...rest
}: ContractProperty): Html[] {
  const [keyPosition, partitionPosition] = [primaryKeyPosition, rest.partitionKeyPosition].map(
    (number) => (number === undefined ? '' : ` ${number}`),
  );
  return [
    ...(deprecated ? [keyMark('deprecated')] : []),
    ...(primaryKey ? [keyMark(`primary key${keyPosition}`)] : []),
    ...(!primaryKey && keyPosition !== '' ? [mark(`key position${keyPosition}`)] : []),
    ...(required ? [keyMark('required')] : []),
    ...(unique ? [keyMark('unique')] : []),
    ...(rest.partitioned || partitionPosition !== ''
      ? [keyMark(`partition key${partitionPosition}`)]
      : []),
    ...(rest.classification === undefined ? [] : [mark(rest.classification)]),
    ...rest.tags.map((tag) => mark(`#${tag}`)),
  ];
}

/** Allowed values with their labels and descriptions. */
function allowedText(values: readonly Scalar[], enumTexts: readonly EnumText[]): string {
  const texts = new Map(enumTexts.map((text) => [text.value, text]));
  const shown = values.map((value) => {
    const { label, description } = texts.get(value) ?? {};
    const said = [label, description].filter((text) => text !== undefined).join(': ');
    return said === '' ? String(value) : `${value} (${said})`;
  });
  return `one of ${shown.join(', ')}`;
}

function rulesOf({ options, enumValues, enumTexts, relationships }: ContractProperty): string[] {
  const bounds = optionTerms.flatMap(([name, term]) => {
    const value = options[name];
    if (value === undefined || value === '') return [];
    if (typeof value === 'boolean') return [value ? term : `no ${term}`];
    return [`${term} ${valueText(value)}`];
  });
  return [
    ...bounds,
    ...(options.required ? [`members ${options.required.join(', ')} required`] : []),
    ...(enumValues ? [allowedText(enumValues, enumTexts)] : []),
    ...relationships.map(({ type, from, to }) => [type, ...from, '→', to.join(', ')].join(' ')),
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
  const { businessName, description, examples, customProperties, transformLogic } = property;
  const rules = rulesOf(property);
  const shown = examples.map(valueText).join(', ');
  const custom = Object.entries(customProperties);
  return markup`${businessName && markup`<p><strong>${businessName}</strong></p>`}${paragraph(description)}${
    rules.length > 0 && markup`<p class="soft text">${rules.join(' · ')}</p>`
  }${shown !== '' && markup`<p class="soft text">Examples: ${shown}</p>`}${custom.map(
    ([name, value]) => markup`<p class="soft text">${name}: ${valueText(value)}</p>`,
  )}${transformLogic && markup`<pre>${transformLogic.trim()}</pre>`}${marks(keyMarks(property))}${furtherMembers('property', row.written, property)}`;
}

function rowHtml(row: Row): Html {
  const { path, property } = row;
  const at = path.length - property.name.length;
  const isInside = row.depth > 0 && path.endsWith(property.name);
  const name = isInside
    ? markup`<span class="inner">${path.slice(0, at)}</span>${property.name}`
    : markup`${path}`;
  const own = path.endsWith(property.name) ? undefined : textOf(row.written?.['name']);
  const physical = property.physicalName === property.name ? undefined : property.physicalName;
  return markup`<tr>
    <th scope="row">
      <code>${name}</code>${own && markup`<br /><code class="soft">${own}</code>`}${physical && markup`<br /><code class="soft">${physical}</code>`}
    </th>
    <td class="type">${typeText(property)}</td>
    <td>${saidOf(row)}</td>
  </tr> `;
}

function columnsHtml(caption: string, rows: readonly Row[]): Html {
  return markup`<table>
    <caption>
      ${caption}
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
}

/** A table of the contract as a section of the page. */
export function tableSection(
  table: ContractTable,
  id: string,
  written: JsonObject | undefined,
): Html {
  const location = { path: '', depth: 0, written };
  const rows = [...rowsOf(table.properties, location)];
  const computed = [...rowsOf(table.computed, location)];
  const { name, physicalName, physicalType, businessName, description, tags } = table;
  const relationships = table.relationships.map(
    ({ type, from, to }) => `${type} ${from.join(', ')} → ${to.join(', ')}`,
  );
  const labels = [
    ...(table.deprecated ? [keyMark('deprecated')] : []),
    ...tags.map((tag) => mark(`#${tag}`)),
  ];
  const noColumns = markup`<p class="soft">The contract names no columns.</p>`;
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
    ])}${furtherMembers('table', written, table)}${marks(labels)}
    ${rows.length === 0 ? noColumns : columnsHtml(`Columns of ${name}`, rows)}${
      computed.length > 0 && columnsHtml(`Computed of ${name}`, computed)
    }${qualitySection([
      { path: name, quality: table.quality, written },
      ...[...rows, ...computed].map(({ path, property: { quality }, written: own }) => ({
        path,
        quality,
        written: own,
      })),
    ])}
  </section> `;
}
