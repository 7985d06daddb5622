import { describeApi } from '../../api/openapi.ts';
import { bodyExamples } from '../../api/examples.ts';
import { routes } from '../../api/routes/index.ts';
import { documentSchemas } from '../../api/schemas/documents.ts';
import { documentKinds } from '../../domain/kinds/index.ts';
import { validateWith } from '../../domain/validation.ts';

const bodies = routes.flatMap(({ method, path, body }) =>
  body?.schema ? [{ name: `${method} ${path}`, schema: body.schema }] : [],
);

it.each(bodies)('$name has an example that its schema allows', ({ schema }) => {
  expect(bodyExamples).toHaveProperty([String(schema.$id)]);
  expect(validateWith(schema, bodyExamples[String(schema.$id)])).toEqual([]);
});

it.each(documentKinds)('the example of a $title keeps all rules of its kind', (kind) => {
  const example = bodyExamples[String(documentSchemas(kind).$id)] as any;
  expect(kind.validate(example)).toEqual([]);
  expect(kind.unknownMembers(example)).toEqual([]);
  expect(kind.extract(example).name).not.toBe('');
});

it('there is no example of what does not exist', () => {
  const names = new Set(bodies.map(({ schema }) => schema.$id));
  expect(Object.keys(bodyExamples).filter((name) => !names.has(name))).toEqual([]);
});

it('every reference of the description names a schema, and every operation has its own id', () => {
  const api: any = describeApi(routes);
  const text = JSON.stringify(api);
  const named = new Set(
    [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name),
  );
  expect([...named].filter((name) => !((name as string) in api.components.schemas))).toEqual([]);
  const ids = Object.values(api.paths).flatMap((methods: any) =>
    Object.values(methods).map(({ operationId }: any) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});
