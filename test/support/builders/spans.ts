import { randomBytes } from 'node:crypto';

type Values = { [key: string]: string | number };

const attributesOf = (values: Values) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: value },
  }));

/** A span in the JSON of OTLP that started at this instant. */
export const span = (
  values: Values = {},
  { at = new Date(), ...change }: { at?: Date; [member: string]: unknown } = {},
) => ({
  traceId: randomBytes(16).toString('hex'),
  spanId: randomBytes(8).toString('hex'),
  name: 'query',
  kind: 2,
  startTimeUnixNano: `${at.getTime()}000000`,
  endTimeUnixNano: `${at.getTime() + 5}000000`,
  attributes: attributesOf({ user: 'ada@example.com', rows: 10, ...values }),
  ...change,
});

/** The body of a request with these spans of one product. */
export const traces = (
  spans: readonly unknown[],
  resource: Values = {
    'service.name': 'gateway',
    'dataproduct.id': 'shop',
    'outputport.name': 'db',
  },
  scope = 'queries',
) => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf(resource) },
      scopeSpans: [{ scope: { name: scope, version: '1' }, spans: [...spans] }],
    },
  ],
});
