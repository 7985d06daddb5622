/** A document to begin with. `{id}`, `{name}` and `{team}` stand for what the author has chosen. */
export type Template = { key: string; name: string; about: string; text: string };

const contractHead = `apiVersion: v3.1.0
kind: DataContract
id: {id}
name: {name}
version: 0.1.0
status: draft
team:
  name: {team}
description:
  # One sentence that says what the data is good for.
  purpose: ''
  usage: ''
  limitations: ''
`;

const service = `# What consumers may rely on.
slaProperties:
  - property: latency
    value: 24
    unit: h
    description: New rows are here within a day
  - property: retention
    value: 2
    unit: y
`;

export const contractTemplates: readonly Template[] = [
  {
    key: 'table',
    name: 'Table of a database',
    about: 'A server, one table with a key, rules for its quality, and service levels.',
    text: `${contractHead}servers:
  - server: production
    type: postgres
    host: db.example.com
    port: 5432
    database: shop
    schema: public
schema:
  - name: orders
    physicalType: table
    description: One row for each order
    properties:
      - name: order_id
        logicalType: string
        required: true
        primaryKey: true
        primaryKeyPosition: 1
      - name: status
        logicalType: string
        required: true
        quality:
          - type: library
            metric: invalidValues
            mustBe: 0
            arguments:
              validValues: [new, paid, sent]
      - name: placed_at
        logicalType: timestamp
        required: true
    quality:
      - type: library
        metric: rowCount
        mustBeGreaterThan: 0
${service}`,
  },
  {
    key: 'files',
    name: 'Files in an object store',
    about: 'Parquet files of a bucket, read as one table.',
    text: `${contractHead}servers:
  - server: production
    type: s3
    location: s3://bucket/orders/*.parquet
    format: parquet
schema:
  - name: orders
    physicalType: file
    description: One row for each order
    properties:
      - name: order_id
        logicalType: string
        required: true
        unique: true
      - name: placed_on
        logicalType: date
        required: true
${service}`,
  },
  {
    key: 'topic',
    name: 'Topic of events',
    about: 'Messages of a Kafka topic with nested members.',
    text: `${contractHead}servers:
  - server: production
    type: kafka
    host: broker.example.com:9092
    format: json
schema:
  - name: order-placed
    physicalType: topic
    description: One message for each order that was placed
    properties:
      - name: order_id
        logicalType: string
        required: true
      - name: occurred_at
        logicalType: timestamp
        required: true
      - name: lines
        logicalType: array
        items:
          name: line
          logicalType: object
          properties:
            - name: sku
              logicalType: string
              required: true
            - name: quantity
              logicalType: integer
              required: true
${service}`,
  },
];

const productHead = `apiVersion: v1.0.0
kind: DataProduct
id: {id}
name: {name}
status: draft
team:
  name: {team}
description:
  # One sentence that says who needs it, and for what.
  purpose: ''
`;

export const productTemplates: readonly Template[] = [
  {
    key: 'source',
    name: 'Data of one system',
    about: 'One output port; its contract can be added later.',
    text: `${productHead}outputPorts:
  - name: orders
    description: Orders as the shop has them
    type: postgres
    version: 1.0.0
    # contractId: orders
`,
  },
  {
    key: 'derived',
    name: 'Made of other products',
    about: 'Input ports name the contracts that it reads; an output port is what it makes of them.',
    text: `${productHead}inputPorts: []
# inputPorts:
#   - name: orders
#     version: 1.0.0
#     contractId: orders
outputPorts:
  - name: figures
    description: What the product makes of its inputs
    type: postgres
    version: 1.0.0
    # contractId: figures
`,
  },
];

/** Plain scalars that YAML does not read as texts. */
const otherValues = /^(?:true|false|null)$/i;

/** The scalar as YAML writes it on one line. */
export const scalar = (value: string): string =>
  /^[A-Za-z][\w .-]*$/.test(value) && value.trim() === value && !otherValues.test(value)
    ? value
    : JSON.stringify(value);

/** The text of a template for this author. */
export function fillTemplate(
  text: string,
  chosen: { id: string; name: string; team: string },
): string {
  return text.replaceAll(/\{(id|name|team)\}/g, (_, member: keyof typeof chosen) =>
    scalar(chosen[member]),
  );
}

type Offered = { id: string; name: string };

/** A product with an output port for each of these contracts. */
export function productOfContracts(
  contracts: readonly Offered[],
  chosen: { id: string; name: string; team: string },
): string {
  const ports = contracts.map(
    ({ id, name }) =>
      `  - name: ${scalar(id)}\n    description: ${scalar(name)}\n    version: 1.0.0\n    contractId: ${scalar(id)}\n`,
  );
  return `${fillTemplate(productHead, chosen)}outputPorts:\n${ports.join('')}`;
}

const maxIdLength = 100;

/** A name as an id, e.g. `web-orders` for `Web Orders`. */
export function idOfName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxIdLength)
    .replaceAll(/^-+|-+$/g, '');
}
