/** A query of an analyst on an output port. */
export const usageExamples = {
  OtelTracesRequest: {
    resourceSpans: [
      {
        resource: {
          attributes: [
            { key: 'service.name', value: { stringValue: 'query-gateway' } },
            { key: 'dataproduct.id', value: { stringValue: 'web-shop' } },
            { key: 'outputport.name', value: { stringValue: 'orders' } },
          ],
        },
        scopeSpans: [
          {
            scope: { name: 'query-gateway', version: '2.1.0' },
            spans: [
              {
                traceId: '5b8efff798038103d269b633813fc60c',
                spanId: 'eee19b7ec3c1b174',
                name: 'query',
                kind: 2,
                startTimeUnixNano: '1769860800000000000',
                endTimeUnixNano: '1769860800250000000',
                attributes: [
                  { key: 'user', value: { stringValue: 'ada@example.com' } },
                  { key: 'rows', value: { intValue: '1204' } },
                  {
                    key: 'access.id',
                    value: { stringValue: '640864de-83d4-4619-afba-ccee8037ed3a' },
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
};
