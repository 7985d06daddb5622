import { generators } from '../../../../jobs/code-generation/generators/index.ts';
import { writeGeneration } from '../../../../jobs/code-generation/write-generation.ts';

const document = {
  apiVersion: 'v3.1.0',
  kind: 'DataContract',
  id: 'shop',
  schema: [
    {
      name: 'orders',
      properties: [
        { name: 'id', logicalType: 'integer' },
        { name: '', logicalType: 'integer', required: true },
        { name: '', logicalType: 'string' },
        {
          name: 'lines',
          logicalType: 'array',
          items: {
            logicalType: 'object',
            properties: [{ name: 'sku', logicalType: 'string' }, { name: '' }],
          },
        },
      ],
    },
    { name: '', properties: [{ name: 'id', logicalType: 'integer' }] },
  ],
};

describe('tables and properties without a name', () => {
  it.each(generators)('are noted by $type', ({ type }) => {
    const { files } = JSON.parse(writeGeneration(document, { type })) as {
      files: { metadata: { warnings: string[] } }[];
    };
    for (const { metadata } of files)
      expect(metadata.warnings.slice(0, 3)).toEqual([
        'contract: 1 object without a name is left out.',
        'orders: 2 properties without a name are left out.',
        'orders.lines[]: 1 property without a name is left out.',
      ]);
  });
});
