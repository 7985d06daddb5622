import { isGuarded } from '../../../api/route.ts';
import type { Route } from '../../../api/route.ts';
import { routes } from '../../../api/routes/index.ts';
import { messagingRoutes } from '../../../api/routes/messaging/messaging.ts';
import { documentKinds } from '../../../domain/kinds/index.ts';
import { recordOf } from '../../../domain/validation/record-of.ts';
import { validateWith } from '../../../domain/validation/validation.ts';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { product, team } from '../../support/builders/contracts.ts';
import { makeDocument } from '../../support/builders/documents.ts';
import { createClient } from '../../support/http/http-client.ts';
import type { Client } from '../../support/http/http-client.ts';
import { newConversation, newPerson } from '../../support/builders/messaging/messaging.ts';
import type { Person } from '../../support/builders/messaging/messaging.ts';
import { validBody } from '../../support/builders/route-bodies.ts';
import { signIn } from '../../support/builders/sessions.ts';
import { registerStubSource } from '../../support/fakes/stub-source.ts';

/** Names that patterns, prototypes, databases and encodings treat otherwise than others. */
const names = [
  'a\nb',
  '\n',
  '\r',
  'a\u2028b',
  '\u2029',
  '\u0085',
  '__proto__',
  'constructor',
  'toString',
  '',
  ' ',
  'a.b',
  'a/~1b',
  '\uFEFF',
  'a\0b',
  '\uD800',
  'a\uDFFFb',
  '😀',
];

let api: TestApi;
let send: Client;
let signedIn: Client;
let ada: Person;
let messageId: string;
let sandboxId: string;
registerStubSource();
beforeAll(async () => {
  api = await startApi();
  const json = { 'content-type': 'application/json' };
  send = createClient(api, { ...json, 'x-api-key': api.key });
  signedIn = createClient(api, { ...json, ...(await signIn(api)), prefer: 'respond-async' });
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await api.send('PUT', '/api/dataproducts/shop', { body: product('shop', ['mine']) });
  for (const kind of documentKinds)
    await api.send('PUT', `/api/${kind.collection}/mine`, { body: makeDocument(kind, 'mine') });
  await api.send('PUT', '/api/semantics/experimental/namespaces/mine', { body: { name: 'x' } });
  await api.send('PUT', '/api/access/mine', { body: access });
  await api.send('PUT', '/api/organization/members/ada@example.com', { body: { role: 'Member' } });
  sandboxId = (await api.send('POST', '/api/sandbox', { body: {} })).json.id;
  ada = await newPerson(api, 'Ada');
  const conversation = await newConversation(api, ada, await newPerson(api, 'Bo'));
  const body = { conversation_id: conversation, message: 'Hello' };
  messageId = (await ada.send('POST', '/v1/messages', { body })).json.id;
});
afterAll(() => api.stop());

type Schema = {
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  items?: Schema;
  type?: string;
  writeOnly?: boolean;
};
type RecordPlace = { path: string[]; value: Schema; isHidden: boolean };

/** The records of a schema that are reached by members, without lists on the way. */
function* recordsOf(schema: Schema, path: string[] = []): Generator<RecordPlace> {
  const { additionalProperties: value } = schema;
  if (typeof value === 'object') yield { path, value, isHidden: schema.writeOnly === true };
  for (const branch of schema.anyOf ?? []) yield* recordsOf(branch, path);
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    yield* recordsOf(member, [...path, name]);
}

/** A value that the schema of a record's values takes, and one that it does not, if there is any. */
function valuesOf({ type }: Schema): { right: unknown; wrong: unknown } {
  if (type === 'string') return { right: 'x', wrong: 5 };
  if (type === undefined) return { right: { deep: [1] }, wrong: undefined };
  if (type === 'array') return { right: ['x'], wrong: 5 };
  throw new Error(`no value is known for a record of ${type}`);
}

const wholeOf = (object: unknown, [name, ...rest]: string[], member: object): any =>
  name === undefined
    ? member
    : { ...(object as any), [name]: wholeOf((object as any)?.[name], rest, member) };
const memberOf = (object: any, path: readonly string[]): any =>
  path.reduce((inner, name) => inner?.[name], object);

const access = {
  info: { purpose: 'x' },
  provider: { dataProductId: 'shop', outputPortId: 'port-0' },
  consumer: { teamId: 'checkout' },
};
const bodyOf = (route: Route): object =>
  route.path === '/api/access/:id' ? access : route.body?.required ? validBody(route) : {};

const places = routes
  .filter((route) => isGuarded(route) && route.body?.schema)
  // The names of templates are those of mails: organization/email-templates.test.ts.
  .filter(({ path }) => !path.startsWith('/api/settings/email-templates'))
  // A facet names the data product: lineage/events.test.ts.
  .filter(({ path }) => path !== '/api/v1/lineage')
  .flatMap((route) =>
    [...recordsOf(route.body?.schema as Schema)].map(
      (place): [name: string, route: Route, place: RecordPlace] => [
        `${route.method} ${route.path} ${place.path.join('.')}`,
        route,
        place,
      ],
    ),
  );

it('knows records at many places, and no schema with a pattern for names', () => {
  expect(places.length).toBeGreaterThanOrEqual(20);
  const bodies = [...routes, ...messagingRoutes].map(({ body, answers }) => [body, answers]);
  expect(JSON.stringify(bodies)).not.toContain('patternProperties');
});

it('checks the value of every name', () => {
  const schema = recordOf(Type.String());
  for (const name of names) {
    expect(validateWith(schema, { [name]: 'x' })).toEqual([]);
    expect(validateWith(schema, { [name]: 5 })).toHaveLength(1);
    expect(Value.Check(schema, { [name]: 'x' })).toBe(true);
    expect(Value.Check(schema, { [name]: 5 })).toBe(false);
  }
});

describe.each(places)('%s', (_name, route, { path, value, isHidden }) => {
  const client = () => (route.access === 'session' ? signedIn : send);
  const address = () =>
    route.path
      .replace(':emailAddress', 'ada@example.com')
      .replace(':id/outputports/:outputPortId', 'shop/outputports/port-0')
      .replace(
        '/sandbox/:id/api/access/:accessId',
        `/sandbox/${sandboxId}/api/access/sandbox-access`,
      )
      .replace(/[:*]\w+/g, 'mine');
  const call = (member: object) =>
    client()(route.method, address(), JSON.stringify(wholeOf(bodyOf(route), path, member)));
  const { right, wrong } = valuesOf(value);
  const reads = route.method === 'PUT' && !isHidden;
  // AuthZEN prescribes 400 for bodies that it cannot read.
  const [refused, codes] = route.path.startsWith('/api/access/evaluation')
    ? [400, /"code":"bad_request"/]
    : [422, /"code":"(invalid_body|invalid_document|invalid_text)"/];

  it('refuses each name with a wrong value', async () => {
    if (wrong === undefined) return;
    for (const name of names) {
      const { status, text } = await call({ [name]: wrong });
      expect([name, status, text]).toEqual([name, refused, expect.any(String)]);
    }
  });

  it('refuses each name with a right value in words, or stores it as it is', async () => {
    for (const name of names) {
      const { status, text } = await call({ [name]: right });
      expect([name, status, text]).toEqual([name, expect.any(Number), expect.any(String)]);
      expect([name, status < 300 || status === refused, text]).toEqual([name, true, text]);
      if (status >= 300) expect(text).toMatch(codes);
      if (status >= 300 || !reads) continue;
      const read = await client()('GET', address());
      expect([name, Object.entries(memberOf(read.json, path))]).toEqual([name, [[name, right]]]);
    }
    expect(({} as Record<string, unknown>)['deep']).toBeUndefined();
  });
});

describe('reactions of a message', () => {
  const react = (name: string, users: unknown) =>
    ada.send('PUT', `/v1/messages/${messageId}`, { body: { reactions: { [name]: users } } });

  it('refuses each name with a wrong value', async () => {
    for (const name of names) {
      for (const wrong of [5, [5], {}, [''], null]) {
        const { status, text } = await react(name, wrong);
        expect([name, wrong, status, text]).toEqual([name, wrong, 400, expect.any(String)]);
      }
    }
  });

  it('refuses each name, or stores it as it is', async () => {
    for (const name of names) {
      const { status, json, text } = await react(name, ['Ada']);
      expect([name, status === 200 || status === 400, text]).toEqual([name, true, text]);
      if (status === 200) expect(json.reactions.flatMap(Object.keys)).toContain(name);
    }
  });
});
