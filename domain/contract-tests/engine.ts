import { Type } from '@sinclair/typebox';

const endpoint = Type.String({
  pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
  'x-must-be': 'an address such as https://contracts.example.com/cli, without user and query',
  maxLength: 2000,
  examples: ['https://contracts.example.com/cli'],
  description: 'Address of a Data Contract CLI API, in front of /test',
});

/** The body of an organization's external test engine. */
export const testEngineSchema = Type.Object(
  {
    dataContractTestsApiEndpoint: endpoint,
    dataContractTestsApiKey: Type.Optional(
      Type.Union(
        [
          Type.String({
            minLength: 1,
            maxLength: 1000,
            pattern: '^[\\x21-\\x7e]+$',
            'x-must-be': 'of visible ASCII characters without spaces',
          }),
          Type.Null(),
        ],
        {
          writeOnly: true,
          description:
            'Sent as x-api-key; the stored one stays when left out, unless the endpoint changes; null removes it',
        },
      ),
    ),
  },
  { $id: 'TestEngine', additionalProperties: false },
);

/** The external test engine as clients read it. */
export const testEngineReadSchema = Type.Object(
  {
    dataContractTestsApiEndpoint: endpoint,
    apiKeySet: Type.Boolean({ description: 'Whether a key is stored; it is never shown' }),
    updatedAt: Type.String(),
    updatedBy: Type.String(),
  },
  { $id: 'TestEngineRead' },
);
