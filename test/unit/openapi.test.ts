import { describeApi } from '../../api/openapi.ts';
import { bodyExamples } from '../../api/examples.ts';
import { messagingInterface } from '../../api/messaging-interface.ts';
import { routes } from '../../api/routes/index.ts';
import { messagingRoutes } from '../../api/routes/messaging.ts';
import { documentSchemas } from '../../api/schemas/documents.ts';
import { documentKinds } from '../../domain/kinds/index.ts';
import { messagingEventTypes } from '../../domain/messaging/event-types.ts';
import { validateWith } from '../../domain/validation.ts';

const bodies = [...routes, ...messagingRoutes].flatMap(({ method, path, body }) =>
  body?.schema ? [{ name: `${method} ${path}`, schema: body.schema }] : [],
);

it.each(bodies)('$name has an example that its schema allows', ({ schema }) => {
  expect(bodyExamples).toHaveProperty([String(schema.$id)]);
  expect(validateWith(schema, bodyExamples[String(schema.$id)])).toEqual([]);
});

it.each(bodies)('$name says in words what its patterns want', ({ schema }) => {
  const wordless: string[] = [];
  JSON.stringify(schema, (_, part) => {
    if (typeof part?.pattern === 'string' && !('x-must-be' in part)) wordless.push(part.pattern);
    return part;
  });
  expect(wordless).toEqual([]);
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

describe('the description of messaging', () => {
  const api: any = describeApi(messagingRoutes, messagingInterface);

  it('tells what webhooks get, with x-protocol-signature', () => {
    expect(Object.keys(api.webhooks)).toEqual(messagingEventTypes);
    const { parameters, requestBody } = api.webhooks['message.created'].post;
    expect(parameters).toEqual([expect.objectContaining({ name: 'x-protocol-signature' })]);
    const { properties } = requestBody.content['application/json'].schema;
    expect(properties.type.const).toBe('message.created');
    expect(properties.payload.anyOf[0]).toEqual({ $ref: '#/components/schemas/Message' });
  });

  it('names the headers and the errors of its operations', () => {
    const { parameters, responses } = api.paths['/v1/messages/stream'].get;
    expect(parameters.map(({ name }: any) => name)).toEqual(['conversation_id', 'Last-Event-ID']);
    expect(Object.keys(responses)).toEqual(['200', '400', '401', '404', 'default']);
    const { put } = api.paths['/v1/messages/{id}'];
    expect(put.responses['403']).toEqual({ $ref: '#/components/responses/Error403' });
    expect(Object.keys(put.responses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '404', '409', '412', '413']),
    );
    expect(api.paths['/v1/conversations'].get.responses).toHaveProperty('404');
    expect(api.paths['/v1/openapi.json'].get.responses).not.toHaveProperty('401');
  });

  it('refers to nothing that is not there', () => {
    const references = [...JSON.stringify(api).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)];
    const missing = references.filter(
      ([, kind = '', name = '']) => !(name in api.components[kind]),
    );
    expect(missing.map(([text]) => text)).toEqual([]);
  });
});
