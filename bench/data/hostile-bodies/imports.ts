import { documentOf, filled, largeContract, members, ndjson, yaml } from './request.ts';
import type { HostileRequest } from './request.ts';

export function* imports(): Generator<HostileRequest> {
  const post = (what: string, lines: readonly string[], contentType = ndjson): HostileRequest => ({
    what: `import, ${what}`,
    method: 'POST',
    path: '/api/import',
    contentType,
    body: lines.join('\n'),
  });
  const record = (id: string, version: string, description: string): string =>
    largeContract(id, version, 200, description);
  const many = (version: string, description: string): string[] =>
    Array.from({ length: 350 }, (_, index) => record(`import-${index}`, version, description));
  yield post('350 contracts of 14 kB', many('1.0.0', 'text'));
  yield post('the same, changed', many('2.0.0', 'other'));
  yield post('one asset, 300,000 members', [
    `{"resource":"assets","id":"i","document":{"custom":{${members(300_000)}}}}`,
  ]);
  yield post('one asset, empty arrays', [
    `{"resource":"assets","id":"i","document":${documentOf('{"custom":{"a":[', '[]', ']}}')}}`,
  ]);
  yield post(
    'wrong documents of 60 kB',
    Array.from(
      { length: 80 },
      (_, index) =>
        `{"resource":"assets","id":"i${index}","document":${documentOf('{"tags":[', '[]', ']}', 60_000)}}`,
    ),
  );
  yield post(
    'a million lines',
    Array.from({ length: 1_000_000 }, () => '[]'),
  );
  yield post(
    'empty lines',
    Array.from({ length: 4_900_000 }, () => ''),
  );
  yield post(
    'YAML, small documents',
    Array.from({ length: 60_000 }, () => '---\na: 1'),
    yaml,
  );
  yield post(
    'YAML, documents of 15 kB',
    Array.from(
      { length: 100 },
      () => `---\nresource: assets\nid: y\ndocument: {tags: [${filled('[],', 15_000)}]}`,
    ),
    yaml,
  );
}
