import { locateChanges } from '../../../../cli/changes/locate-changes.ts';
import { contentOf } from '../../../../cli/files/content.ts';

const text = `kind: DataContract
id: orders
schema:
  - name: orders
    properties:
      - name: status
        required: true
      - name: note
servers:
  - server: copy
    type: kafka
`;
const document = { text, format: 'yaml' as const, line: 1 };

describe('locateChanges', () => {
  it.each([
    ['schema[orders].properties[status].required', 7],
    ['schema[orders].properties[note]', 8],
    ['servers[copy].type', 11],
    // What was removed has the line of what surrounds it.
    ['schema[orders].properties[gone].required', 5],
    ['schema[gone]', 3],
  ])('finds %s in line %i', (path, line) => {
    expect(locateChanges(document, contentOf(document), [path])).toEqual({ [path]: line });
  });

  it('counts from the line where a document of a stream begins, and knows no lines of JSON', () => {
    const later = { ...document, line: 20 };
    expect(locateChanges(later, contentOf(later), ['id'])).toEqual({ id: 21 });
    expect(locateChanges({ ...document, format: 'json' }, {}, ['id'])).toEqual({});
  });
});
