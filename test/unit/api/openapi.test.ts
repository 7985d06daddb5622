import { bodyExamples } from '../../../api/examples.ts';
import { sampleOf } from '../../../api/openapi/sample.ts';
import { describedSchemas } from '../../../api/openapi/schema-texts.ts';
import { routes } from '../../../api/routes/index.ts';
import { messagingRoutes } from '../../../api/routes/messaging/messaging.ts';
import { documentSchemas } from '../../../api/schemas/documents/documents.ts';
import { documentKinds } from '../../../domain/kinds/index.ts';
import { messagingEventTypes } from '../../../domain/messaging/event-types.ts';
import { validateWith } from '../../../domain/validation/validation.ts';
import { openapiDocuments } from '../../support/describe/openapi.ts';

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

it('there is no text about a schema that does not exist', () => {
  const names = Object.values<any>(openapiDocuments).flatMap(({ components }) =>
    Object.keys(components.schemas),
  );
  expect(describedSchemas.filter((name) => !names.includes(name))).toEqual([]);
});

const idOf = ({ operationId }: any): string => operationId;
const operationsOf = ({ paths }: any): any[] =>
  Object.entries<any>(paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, operation]) => ({
      ...operation,
      name: `${method.toUpperCase()} ${path}`,
    })),
  );

describe.each(Object.entries<any>(openapiDocuments))('%s', (_file, api) => {
  const operations = operationsOf(api);
  const namesOf = (faulty: (operation: any) => boolean): string[] =>
    operations.filter(faulty).map(({ name }) => name);

  it('refers to nothing that is not there', () => {
    const references = [...JSON.stringify(api).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)];
    const missing = references.filter(
      ([, kind = '', name = '']) => !(name in api.components[kind]),
    );
    expect(missing.map(([text]) => text)).toEqual([]);
  });

  it('names each operation by a verb and a noun, once', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id) => !/^[a-z]+([A-Z]\w*)?$/.test(id))).toEqual([]);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it('describes its operations, parameters, schemas and tags', () => {
    expect(namesOf(({ summary, description }) => !summary || !description)).toEqual([]);
    const parameters = operations.flatMap((operation) =>
      operation.parameters.map((each: any) => ({ ...each, at: `${operation.name} ${each.name}` })),
    );
    expect(parameters.filter((each) => !each.description).map(({ at }) => at)).toEqual([]);
    const schemas = Object.entries<any>(api.components.schemas);
    expect(schemas.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([]);
    const tags = new Set(operations.map(({ tags: [tag] }) => tag));
    const described = api.tags.filter(({ description }: any) => description);
    expect([...tags].filter((tag) => !described.some(({ name }: any) => name === tag))).toEqual([]);
  });

  it('has an example for each body', () => {
    const contents = (operation: any): any[] => Object.values(operation.requestBody?.content ?? {});
    expect(
      namesOf((operation) => contents(operation).some(({ example }) => example === undefined)),
    ).toEqual([]);
  });

  it('describes each error with its schema, and when to try again', () => {
    const resolve = ($ref: string | undefined, answer: any): any =>
      $ref === undefined ? answer : api.components.responses[$ref.split('/').at(-1) ?? ''];
    const errors = operations.flatMap(({ name, responses }) =>
      Object.entries<any>(responses)
        .filter(([status]) => status >= '400')
        .map(([status, answer]) => ({ name, status, ...resolve(answer.$ref, answer) })),
    );
    expect(errors.filter(({ content }) => !Object.values<any>(content)[0].schema)).toEqual([]);
    const temporary = errors.filter(({ status }) => status === '429' || status === '503');
    expect(temporary.filter(({ headers }) => !headers?.['Retry-After'])).toEqual([]);
    expect(namesOf(({ responses }) => !('503' in responses))).toEqual([]);
  });
});

describe('the description of the catalog', () => {
  const api: any = openapiDocuments['openapi.json'];

  it('leaves out pages and the routes of the web UI, which have a description of their own', () => {
    const others = Object.keys(api.paths).filter(
      (path) => !/^\/(api\/|health\/|metrics$|openapi\.|mcp$|oauth\/|\.well-known\/)/.test(path),
    );
    expect(others).toEqual([]);
    const { paths }: any = openapiDocuments['openapi-ui.json'];
    expect(Object.keys(paths).filter((path) => !/^\/(ui\/|openapi-ui\.)/.test(path))).toEqual([]);
    expect(paths).toHaveProperty(['/ui/session', 'post', 'operationId'], 'signIn');
  });

  it('names operations of pages unlike those of the API, because one client calls both', () => {
    const ui = new Set(operationsOf(openapiDocuments['openapi-ui.json']).map(idOf));
    const shared = operationsOf(api)
      .map(idOf)
      .filter((id) => ui.has(id));
    // Each document describes itself.
    expect(shared).toEqual(['getOpenApi', 'getOpenApiAsYaml']);
  });

  const parameterOf = (path: string, method: string, name: string): any =>
    api.paths[path][method].parameters.find((each: any) => each.name === name);

  it.each([['/api/semantics', 'iri']])('GET %s requires %s', (path, name) => {
    const { required, schema } = parameterOf(path, 'get', name);
    expect([required, schema]).toEqual([true, { type: 'string' }]);
  });

  it('says what Prefer does on routes with and without 202', () => {
    const preferring = operationsOf(api).flatMap(({ name, parameters, responses }) => {
      const prefer = parameters.find((each: any) => each.name === 'Prefer');
      return prefer ? [{ name, prefer: prefer.description, accepts: '202' in responses }] : [];
    });
    const connection = (subject: string): string[] => [
      `PUT /api/${subject}/gitconnection`,
      ...['check', 'pull', 'push', 'push-pr'].map(
        (step) => `POST /api/${subject}/gitconnection/${step}`,
      ),
    ];
    const git = [
      ...['datacontracts', 'dataproducts'].flatMap((kind) => [
        `POST /api/${kind}/import/git`,
        ...connection(`${kind}/{id}`),
      ]),
      ...connection('semantics/experimental/namespaces/{namespace}'),
    ];
    const [started, answered] = [
      {
        prefer: expect.stringContaining('answers 202 at once'),
        accepts: true,
      },
      {
        prefer: expect.stringMatching(/^(?!.*202).*503 `still_running` with Retry-After/),
        accepts: false,
      },
    ];
    expect(preferring).toEqual([
      ...[...git, 'POST /api/git-imports'].map((name) => ({ name, ...started })),
      { name: 'POST /api/datacontracts/{id}/branches/{branch}/merge', ...answered },
      { name: 'POST /api/datacontracts/{id}/branches/{branch}/test', ...started },
      { name: 'POST /api/datacontracts/{id}/branches/{branch}/generate', ...answered },
      { name: 'POST /api/datacontracts/{id}/test', ...started },
      { name: 'POST /api/datacontracts/{id}/test-candidate', ...started },
      { name: 'POST /api/datacontracts/{id}/generate', ...answered },
      { name: 'POST /api/ops/mail-test', ...started },
    ]);
  });

  it('says the defaults of the modes of an organization, and that a stored one may be another', () => {
    const { required, properties } = api.components.schemas.OrganizationFeatures;
    const modes = ['changeProcessMode', 'managedTagsPolicy'];
    expect(required).toEqual(modes);
    for (const name of modes) {
      const { enum: choices, description } = properties[name];
      expect(choices).toBeUndefined();
      expect(description).toMatch(/\(default\).*stored by an older version/);
    }
  });

  it('has the headers and the error codes of an operation', () => {
    const { put } = api.paths['/api/datacontracts/{id}'];
    const taken = put.parameters.filter((each: any) => each.in === 'header');
    expect(taken.map(({ name }: any) => name)).toEqual(['If-Match', 'If-None-Match']);
    expect(Object.keys(put.responses['200'].headers)).toEqual([
      'ETag',
      'location-html',
      'X-Catalog-Warnings',
      'X-Contract-Change',
      'Deprecation',
      'Sunset',
    ]);
    expect(Object.keys(put.responses)).toEqual(
      '200 400 403 404 409 412 413 415 422 429 503 default'.split(' '),
    );
    const { schema } = put.responses['422'].content['application/problem+json'];
    expect(schema.allOf[0]).toEqual({ $ref: '#/components/schemas/Problem' });
    expect(schema.allOf[1].properties.code.enum).toEqual(
      expect.arrayContaining(['breaking_change', 'id_mismatch', 'invalid_document']),
    );
  });

  it('names operations for people', () => {
    const ids = new Set(operationsOf(api).map(({ operationId }) => operationId));
    const wanted = ['listTeams', 'putDataContract', 'testDataContract', 'listDataProductRevisions'];
    expect(wanted.filter((id) => !ids.has(id))).toEqual([]);
  });

  it('discriminates the events by their type', () => {
    const { oneOf, discriminator } = api.components.schemas.CloudEvent;
    const type = 'com.datamesh-manager.events.TeamCreatedEvent';
    const $ref = discriminator.mapping[type];
    expect(oneOf).toContainEqual({ $ref });
    expect(Object.values(discriminator.mapping)).toEqual(oneOf.map((each: any) => each.$ref));
    const { properties } = api.components.schemas[$ref.split('/').at(-1)];
    expect(properties.type.const).toBe(type);
    expect(properties.data).toEqual({ $ref: '#/components/schemas/TeamCreatedEvent' });
    const { schema } =
      api.paths['/api/events'].get.responses['200'].content['application/cloudevents-batch+json'];
    expect(schema.items).toEqual({ $ref: '#/components/schemas/CloudEvent' });
  });
});

describe('the description of messaging', () => {
  const api: any = openapiDocuments['openapi-v1.json'];

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
    expect(Object.keys(responses)).toEqual('200 400 401 404 429 503 default'.split(' '));
    const { put } = api.paths['/v1/messages/{id}'];
    expect(put.responses['403']).toEqual({ $ref: '#/components/responses/Error403' });
    expect(Object.keys(put.responses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '404', '409', '412', '413']),
    );
    expect(api.paths['/v1/conversations'].get.responses).toHaveProperty('404');
    expect(api.paths['/v1/openapi.json'].get.responses).not.toHaveProperty('401');
  });
});

const answers = [...routes, ...messagingRoutes].flatMap((route) =>
  Object.entries(route.answers).flatMap(([status, { schema }]) =>
    schema ? [{ name: `${route.method} ${route.path} ${status}`, schema }] : [],
  ),
);

it.each(answers)('$name has an example that its schema allows', ({ schema }) => {
  expect(sampleOf(schema)).toBeDefined();
  expect(validateWith(schema, sampleOf(schema))).toEqual([]);
});
