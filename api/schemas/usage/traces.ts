import { Type } from '@sinclair/typebox';

const anyValueSchema = Type.Object(
  {
    stringValue: Type.Optional(Type.String({ description: 'A text' })),
    boolValue: Type.Optional(Type.Boolean({ description: 'True or false' })),
    intValue: Type.Optional(
      Type.Union([Type.Integer(), Type.String()], {
        description: 'An integer of 64 bits: its digits, or a number',
      }),
    ),
    doubleValue: Type.Optional(Type.Number({ description: 'A number' })),
  },
  { description: 'One of these; lists and objects are kept, too', additionalProperties: true },
);

const attributesSchema = Type.Array(
  Type.Object({
    key: Type.String({ description: 'Name, e.g. dataproduct.id' }),
    value: Type.Optional(anyValueSchema),
  }),
  { description: 'Attributes' },
);

const nanoseconds = (description: string) =>
  Type.Union([Type.String(), Type.Integer()], { description });

const spanSchema = Type.Object(
  {
    traceId: Type.String({ description: '32 hexadecimal digits' }),
    spanId: Type.String({
      description: '16 hexadecimal digits; a span with the same id replaces the earlier one',
    }),
    name: Type.Optional(Type.String({ description: 'What was done, e.g. query' })),
    kind: Type.Optional(
      Type.Union([Type.Integer(), Type.String()], { description: 'Kind of the span' }),
    ),
    startTimeUnixNano: nanoseconds('Start, in nanoseconds since 1970'),
    endTimeUnixNano: Type.Optional(nanoseconds('End, in nanoseconds since 1970')),
    attributes: Type.Optional({
      ...attributesSchema,
      description: 'user, role, type, query, rows, result, access.id',
    }),
  },
  { description: 'One use of a data product', additionalProperties: true },
);

/** Spans in the JSON of OTLP, as they are sent and returned. */
export const tracesSchema = Type.Object(
  {
    resourceSpans: Type.Array(
      Type.Object(
        {
          resource: Type.Optional(
            Type.Object(
              {
                attributes: Type.Optional({
                  ...attributesSchema,
                  description:
                    'service.name, dataproduct.id, outputport.name, datacontract.id; spans may have the last three, too',
                }),
              },
              { description: 'What uses data products', additionalProperties: true },
            ),
          ),
          scopeSpans: Type.Array(
            Type.Object(
              {
                scope: Type.Optional(
                  Type.Object(
                    {
                      name: Type.Optional(Type.String({ description: 'Name' })),
                      version: Type.Optional(Type.String({ description: 'Version' })),
                    },
                    { description: 'Instrumentation scope', additionalProperties: true },
                  ),
                ),
                spans: Type.Array(spanSchema, { description: 'Spans of the scope' }),
              },
              { additionalProperties: true },
            ),
            { description: 'Spans by instrumentation scope' },
          ),
        },
        { additionalProperties: true },
      ),
      { description: 'Spans by resource' },
    ),
  },
  {
    $id: 'OtelTracesRequest',
    description: 'Spans of OpenTelemetry (ExportTraceServiceRequest of OTLP)',
  },
);

/** The answer to spans. */
export const tracesResultSchema = Type.Object(
  {
    partialSuccess: Type.Optional(
      Type.Object(
        {
          rejectedSpans: Type.String({
            examples: ['2'],
            description: 'Number of spans that were not stored; to send them again is useless',
          }),
          errorMessage: Type.String({ description: 'Why, with the number for each reason' }),
        },
        { description: 'Missing if all spans were stored' },
      ),
    ),
  },
  { $id: 'OtelTracesResult', description: 'An ExportTraceServiceResponse of OTLP' },
);

export const deletedCountSchema = Type.Object(
  { deletedCount: Type.Integer({ examples: [12], description: 'Number of deleted spans' }) },
  { $id: 'DeletedUsage', description: 'How many spans were deleted' },
);
