import { hash } from 'node:crypto';
import { isScimPath } from '../../../api/api-paths.ts';
import { routes } from '../../../api/routes/index.ts';
import { isGuarded } from '../../../api/route.ts';
import type { Route } from '../../../api/route.ts';
import { documentKinds } from '../../../domain/kinds/index.ts';
import { newId } from '../../../lib/ids.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { createClient } from '../../support/http/http-client.ts';
import type { Client, RawAnswer } from '../../support/http/http-client.ts';
import { makeDocument } from '../../support/builders/documents.ts';
import { newPerson } from '../../support/builders/messaging/messaging.ts';
import { makeGitCredentials } from '../../support/builders/git-credentials.ts';
import { storeAgentClient } from '../../support/agents/oauth-client.ts';
import { validBody } from '../../support/builders/route-bodies.ts';
import { signInAsPerson } from '../../support/builders/people.ts';
import { signIn } from '../../support/builders/sessions.ts';
import { registerStubSource } from '../../support/fakes/stub-source.ts';

let api: TestApi;
let send: Client;
let asPerson: Client;
let signedIn: Client;
/** The session of a person. */
let reader: Client;
let sandboxId: string;
/** A Git credential by its owner. */
const gitCredentials = new Map<string, string>();
registerStubSource();
beforeAll(async () => {
  api = await startApi();
  // Nobody does the work here that some of them would wait for.
  send = createClient(api, { 'x-api-key': api.key, prefer: 'respond-async' });
  asPerson = createClient(api, {
    'x-api-key': (await api.newKey('user', { email: 'ada@example.com' })).text,
  });
  signedIn = createClient(api, { ...(await signIn(api)), prefer: 'respond-async' });
  reader = createClient(api, await signInAsPerson(api, 'reader@example.com'));
  const sandbox = { endDate: '2040-12-31' };
  sandboxId = (await api.send('POST', '/api/sandbox', { body: sandbox })).json.id;
  await storeAgentClient(api);
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
  await api.send('PUT', '/api/dataproducts/shop', { body: product('shop', ['mine']) });
  for (const kind of documentKinds)
    await api.send('PUT', `/api/${kind.collection}/mine`, { body: makeDocument(kind, 'mine') });
  const { ofTeam, ofOrganization } = await makeGitCredentials(api, 'mine');
  gitCredentials.set('/api/teams/mine', ofTeam);
  gitCredentials.set('/api/organization', ofOrganization);
  for (const path of ['/api/scim/v2/Users', '/api/scim/v2/Groups']) {
    const body = { userName: 'changed', displayName: 'changed' };
    scimResources.set(path, (await api.send('POST', path, { body })).json.id);
  }
  await api.send('PUT', '/api/datacontracts/proposed', { body: contract('proposed') });
  const proposing = writing.find(({ path }) => path === '/api/change-requests') as Route;
  const body = validBody(proposing);
  for (const step of ['', '/accept', '/decline', '/withdraw']) {
    const { json: made } = await api.send('POST', '/api/change-requests', { body });
    changeRequests.set(step, made.id);
  }
  const access = writing.find(({ path }) => path === '/api/access/:id') as Route;
  await api.send('PUT', '/api/semantics/experimental/namespaces/mine', { body: { name: 'x' } });
  await api.send('PUT', '/api/semantics/experimental/namespaces/mine/branches/mine');
  await api.send('PUT', '/api/datacontracts/mine/branches/mine');
  await api.send('PUT', '/api/access/mine', { body: validBody(access) });
  const ofPerson = { ...validBody(access), consumer: { userId: 'ada@example.com' } };
  await api.send('PUT', '/api/access/requested', { body: ofPerson });
  const tokens = writing.find(({ path }) => path === '/api/messaging/tokens') as Route;
  const { contactId } = validBody(tokens) as { contactId: string };
  const kevin = await newPerson(api, 'Kevin');
  await api.database.knex.raw('delete from contact_tokens');
  for (const [key, state] of [
    ['to-retry', 'FAILED'],
    ['to-cancel', 'QUEUED'],
  ])
    await api.database.knex('work').insert({
      id: newId(),
      organization_id: api.organizationId,
      kind: 'housekeeping',
      job: 'x',
      key,
      payload: '{}',
      state,
      available_at: new Date(),
      created_at: new Date(),
    });
  await api.database.knex('contacts').where({ id: kevin.id }).update({ id: contactId });
  // No sequencer runs here, and a replay needs events with positions.
  await api.database.knex.raw('update events set seq = n where public');
  await api.database.knex.raw('update feed_head set seq = (select max(seq) from events)');
});
afterAll(() => api.stop());

const longest = 5 * 1024 * 1024;
const whole = ' '.repeat(longest - 1) + '{}';
const json = { 'content-type': 'application/json' };
const yaml = { 'content-type': 'application/yaml' };

const guarded = routes.filter(isGuarded);
/** An import takes a stream of records and answers each: its bad input is in import.test.ts. */
const isStream = ({ path }: Route): boolean => path === '/api/import';
/** Its errors are those of OTLP: usage/traces.test.ts. */
const isOtlp = ({ errors }: Route): boolean => errors === 'otlp';
/** These end a branch, or depend on what it disagrees about: semantics/bad-input.test.ts, contract-branches/branch-merges.test.ts. */
const isOfBranch = ({ path }: Route): boolean => /\/branches\/:branch\/(merge|resolve)$/.test(path);
/** This waits for a worker too: code-generation.test.ts. */
const isGeneration = ({ path }: Route): boolean =>
  /^\/api\/datacontracts\/.*\/generate$/.test(path);
/** RDF is no JSON: semantics/rdf.test.ts. */
const isRdf = ({ path }: Route): boolean => /\/ontology\.(ttl|jsonld|rdf)$/.test(path);
/** Its success ends the session: sign-in/people.test.ts. */
const isSwitch = ({ path }: Route): boolean => path === '/ui/session/organization';
const writing = guarded.filter(
  (route) =>
    ['PUT', 'POST', 'PATCH'].includes(route.method) &&
    ![isStream, isOtlp, isOfBranch, isGeneration, isRdf, isSwitch].some((isOther) =>
      isOther(route),
    ),
);
const named = (list: readonly Route[]): [name: string, route: Route][] =>
  list.map((route) => [`${route.method} ${route.path}`, route]);

/** What may stand where something else is expected. */
const replacements: readonly unknown[] = [
  undefined,
  null,
  true,
  1e308,
  '',
  'ü\u2028',
  // Too long for an index, and not to be compressed.
  Array.from({ length: 200 }, (_, n) => hash('sha256', String(n))).join(''),
  [],
  [null],
  {},
  { '': {} },
];

/** The value with one thing in it replaced, once for each thing and replacement. */
function* mutations(value: unknown, path = ''): Generator<[path: string, value: unknown]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const put = (replacement: unknown): unknown =>
      Array.isArray(value)
        ? value.with(Number(name), replacement)
        : { ...value, [name]: replacement };
    for (const replacement of replacements) yield [`${path}.${name}`, put(replacement)];
    for (const [inner, changed] of mutations(member, `${path}.${name}`))
      yield [inner, put(changed)];
  }
}

/** A change request for each step that ends one; the first is for all others. */
const changeRequests = new Map<string, string>();
const changeRequestPath = (path: string): string =>
  path.replace(/^(\/api\/change-requests\/):id(\/\w+)?$/, (_, start: string, step = '') => {
    const id = changeRequests.get(step) ?? changeRequests.get('');
    return `${start}${id}${step}`;
  });

/** The user and the group that changes of SCIM name, by the start of their path. */
const scimResources = new Map<string, string>();
const scimAddress = (path: string): string =>
  path.replace(/^(\/api\/scim\/v2\/\w+)\/:id$/, (_, at) => `${at}/${scimResources.get(at)}`);

/** The address of a route with this in place of every id. */
const at = (route: Route, id: string) =>
  (id === 'mine'
    ? scimAddress(changeRequestPath(route.path))
        .replace(':id/outputports/:outputPortId', 'shop/outputports/port-0')
        .replace(':id/request-change', 'requested/request-change')
        .replace('/sandbox/:id', `/sandbox/${sandboxId}`)
        .replace(
          ':gitCredentialId',
          gitCredentials.get(
            route.path.startsWith('/api/teams') ? '/api/teams/mine' : '/api/organization',
          ) ?? '',
        )
    : route.path
  )
    .replace('/kinds/:kind/', id === 'mine' || id === 'bad' ? '/kinds/mail/' : '$&')
    .replace(':emailAddress', 'ada@example.com')
    .replace(/[:*]\w+/g, id);

const clientOf = ({ access, permission, path }: Route): Client => {
  if (/^\/ui\/(me\/keys|messaging)/.test(path)) return reader;
  return access === 'session' ? signedIn : permission === 'person' ? asPerson : send;
};

const call = (route: Route, id: string, body?: string, headers = {}): Promise<RawAnswer> =>
  clientOf(route)(route.method, at(route, id), body, headers);

const isProblem = /^application\/problem\+json/;
const isOurInside = /undefined|\[object|select |insert |null value/;

/** What every refusal is: no `expect` for each, of which there are a hundred thousand. */
const refusalRules: [rule: string, holds: (answer: RawAnswer) => boolean][] = [
  ['has a status of 4xx', ({ status }) => status >= 400 && status < 500],
  ['is an object', ({ text }) => text.startsWith('{')],
  ['is a problem', ({ headers }) => isProblem.test(headers['content-type'] ?? '')],
  ['repeats its status', ({ status, json }) => json?.status === status],
  ['has a code', ({ json }) => /^[a-z_]+$/.test(json?.code ?? '')],
  ['has a detail', ({ json }) => json?.detail?.length > 15],
  ['shows nothing of our inside', ({ json }) => !isOurInside.test(json?.detail)],
];

/** The same for SCIM, in the form of its standard. */
const scimRules: typeof refusalRules = [
  ...refusalRules.filter(([rule]) => !/problem|code|repeats/.test(rule)),
  [
    'is an error of SCIM',
    ({ headers }) => headers['content-type']?.startsWith('application/scim+json') === true,
  ],
  ['names its schema', ({ json }) => json?.schemas?.[0]?.endsWith(':2.0:Error')],
  ['repeats its status as text', ({ status, json }) => json?.status === String(status)],
];

const seen = (what: string, { status, text }: RawAnswer): string =>
  `${what}: ${status} ${text.slice(0, 300)}`;

/** Refused by us, in words that a client can use; never an error of ours. */
function expectProblem(what: string, answer: RawAnswer): void {
  for (const [rule, holds] of what.includes('/api/scim/v2/') ? scimRules : refusalRules)
    if (!holds(answer)) throw new Error(`No refusal that ${rule}: ${seen(what, answer)}`);
}

/** Accepted or refused, but no error of ours. */
function expectNoFault(what: string, answer: RawAnswer): void {
  if (answer.status >= 300) expectProblem(what, answer);
  else if (!/^20\d$/.test(String(answer.status))) throw new Error(seen(what, answer));
}

/** What SCIM changes has a name of its own, as what it creates. */
const validOf = (route: Route): object =>
  scimAddress(route.path) === route.path
    ? validBody(route)
    : JSON.parse(JSON.stringify(validBody(route)).replaceAll('"mine"', '"changed"'));

const deep = (depth: number) => `{"x":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

/** Texts that are no body of anything. */
const noBodies: [what: string, text: string, status: number][] = [
  ['nothing', '', 400],
  ['blanks', '  \r\n', 400],
  ['half an object', '{"id":', 400],
  ['NaN', 'NaN', 400],
  ['two objects', '{}{}', 400],
  ['a comma too many', '{"a":1,}', 400],
  ['an array', '[]', 422],
  ['null', 'null', 422],
  ['a text', '"x"', 422],
  ['a number', '1e999', 422],
  ['true', 'true', 422],
  ['depth 65', deep(65), 422],
  ['depth 100,000', deep(100_000), 422],
  ['NUL', '{"name":"a\\u0000b"}', 422],
  ['half of a pair', '{"name":"\\ud800"}', 422],
  ['half of a pair as a name', '{"\\udfff":1}', 422],
  ['NUL in a name', '{"a\\u0000":1}', 422],
  ['5 MB and a byte', whole, 413],
];

/** SCIM and AuthZEN prescribe 400 for every wrong body. */
const answers400 = ({ path }: Route): boolean =>
  isScimPath(path) || /^\/api\/access\/evaluations?$/.test(path);

const oddValues = ['', '-1', '1e9', '%00', 'x'.repeat(3_000)];
let turn = 0;

describe.each(named(writing.filter(({ body }) => body !== undefined)))('%s', (name, route) => {
  // What no route reads is not looked at.
  const isIgnored = route.body?.required === false;

  it('refuses what is no object', async () => {
    for (const [what, text, status] of noBodies) {
      // Longer bodies are tried where those routes are tested.
      if (text === whole && route.body?.limitBytes !== undefined) continue;
      const isTooLong = text.length > (route.body?.limitBytes ?? longest);
      const answer = await call(route, 'bad', text, json);
      if (isIgnored) expectNoFault(`${name} with ${what}`, answer);
      else {
        expectProblem(`${name} with ${what}`, answer);
        const wrong = answers400(route) && status === 422 ? 400 : status;
        expect(`${what} ${answer.status}`).toBe(`${what} ${isTooLong ? 413 : wrong}`);
      }
    }
  });

  it('refuses bytes that are no UTF-8, other types, charsets and encodings', async () => {
    const bytes = await api.send(route.method, at(route, 'bad'), {
      body: new Uint8Array([123, 34, 255, 34, 125]),
    });
    expect(String(bytes.status)).toMatch(/^4\d\d$/);
    const wrong: [Record<string, string>, number][] = [
      [{ 'content-type': 'text/plain' }, 415],
      [{ 'content-type': 'application/x-www-form-urlencoded' }, 415],
      [{ 'content-type': 'multipart/form-data; boundary=x' }, 415],
      [{ 'content-type': ';;;' }, 415],
      [{ 'content-type': 'application/json; charset=utf-16' }, 415],
      [{ ...json, 'content-encoding': 'zip' }, 415],
      [{ ...json, 'content-encoding': 'gzip' }, 400],
    ];
    for (const [headers, status] of wrong) {
      if (route.body?.ignoresOtherTypes && headers['content-type'] !== json['content-type'])
        continue;
      const answer = await call(route, 'bad', '{"a":1}', headers);
      expectProblem(`${name} with ${JSON.stringify(headers)}`, answer);
      if (route.permission !== 'person') expect(answer.status).toBe(status);
    }
  });

  it('takes a valid body, and has no fault with anything in place of any of its members', async () => {
    if (route.body?.required !== true) return;
    const valid = validOf(route);
    const taken = await call(route, 'mine', JSON.stringify(valid), json);
    expect(`${name} ${taken.status} ${taken.text}`).toMatch(/^\S+ \S+ 20[0124] /);
    for (const [path, changed] of mutations(valid)) {
      const text = JSON.stringify(changed);
      expectNoFault(
        `${name} with ${path} in ${text.slice(0, 300)}`,
        await call(route, 'mine', text, json),
      );
    }
  });

  it('has no fault with names that objects have anyway, given once and twice', async () => {
    const valid = route.body?.required === true ? validBody(route) : {};
    for (const member of ['constructor', '__proto__', 'toString', 'length', 'a.b', '', 'id']) {
      // The next value for each name and route, so that every name meets every value on many routes.
      const value = oddValues[(turn += 1) % oddValues.length];
      const name = JSON.stringify(member);
      for (const more of [`${name}:${value}`, `${name}:${value},${name}:[]`]) {
        const text = `{${more},${JSON.stringify(valid).slice(1)}`.replace(/,}$/, '}');
        expectNoFault(`${route.path} with ${text}`, await call(route, 'mine', text, json));
      }
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('has no fault with a BOM, CRLF and YAML of every sort', async () => {
    expectNoFault(name, await call(route, 'mine', '\uFEFF{}', json));
    expectNoFault(name, await call(route, 'mine', '{\r\n"a"\r\n:\r\n1}\r\n', json));
    const anchors = ['a: &a [x,x,x,x,x,x,x,x,x,x]'];
    for (const [from, to] of ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh'])
      anchors.push(`${to}: &${to} [${Array(10).fill(`*${from}`).join(',')}]`);
    const texts = [
      anchors.join('\n'),
      'a: &a [*a]',
      'a: &a\n  b: *a',
      '<<: &x {a: 1}\nb: {<<: *x}',
      '__proto__: {polluted: 1}',
      '? [a, b]\n: 1',
      '{a: 1, a: 2}',
      'a: !!binary aGVsbG8=',
      'a: !!js/function x',
      'a: .nan\nb: .inf\nc: -.inf',
      'a: 2026-01-01\nb: 0x1f\nc: 0o17\nd: 1_000',
      '- a\n- b',
      '"a\\0b": 1',
      'a: "\\ud800"',
      'a: 1\n---\nb: 2',
      '%YAML 9.9\n---\na: 1',
      `a: ${'['.repeat(1_000)}`,
      '\t- x',
      '\uFEFFa: 1',
    ];
    const isTaken = route.body?.formats.includes('yaml');
    for (const text of isTaken ? texts : texts.slice(0, 1)) {
      const answer = await call(route, 'mine', text, yaml);
      expectNoFault(`${name} with ${JSON.stringify(text.slice(0, 60))}`, answer);
      if (!isTaken && !route.body?.ignoresOtherTypes) expect(answer.status).toBe(415);
    }
  });
});

/** Ids that nothing has: each must be refused, or not be found. */
const strange = [
  'x'.repeat(257),
  '..',
  '.',
  '%2e%2e',
  'a%2Fb',
  'a%2F..%2Fb',
  'a%5Cb',
  'a%00b',
  'a%0d%0aSet-Cookie:x',
  '%ff',
  '%',
  '%zz',
  '%ED%A0%80',
  'https%3A%2F%2Fexample.com',
  'a%7Fb',
  '%E2%80%A8',
  '__proto__',
  'constructor',
  "'%20or%201=1--",
  '%C3%BC%F0%9F%9A%80',
];

describe.each(named(guarded.filter(({ path }) => /[:*]/.test(path))))('%s', (name, route) => {
  it('has no fault with any id', async () => {
    for (const id of strange) {
      const body = route.body ? '{"name":"N"}' : undefined;
      expectNoFault(`${name} of ${id}`, await call(route, id, body, body ? json : {}));
    }
  });
});

const asking = guarded.filter(
  ({ method, query }) => method === 'GET' && Object.keys(query.properties).length > 0,
);

describe.each(named(asking))('%s', (name, route) => {
  it('refuses wrong values of its query parameters, and has no fault with any', async () => {
    const ask = (query: string) => clientOf(route)('GET', `${at(route, 'mine')}?${query}`);
    const known = Object.keys(route.query.properties ?? {});
    for (const parameter of new Set([...known, 'p', 'size', 'unknown', '__proto__'])) {
      // What waits for events is tried where events are tested.
      if (parameter === 'longPolling') continue;
      for (const value of [
        '',
        '-1',
        '1e9',
        '1.5',
        'NaN',
        '%00',
        '%ff',
        'x'.repeat(3_000),
        '[]',
        "'",
      ]) {
        const answer = await ask(`${parameter}=${value}`);
        if (answer.status >= 300)
          expectProblem(`${name} ${parameter}=${value.slice(0, 9)}`, answer);
      }
      const twice = await ask(`${parameter}=1&${parameter}=2`);
      if (twice.status >= 300) expectProblem(`${name} ${parameter} twice`, twice);
    }
    if (!('p' in route.query.properties)) return;
    const required = (route.query.required ?? []).filter((parameter) => parameter !== 'size');
    const rest = required.map((parameter) => `${parameter}=shop&`).join('');
    for (const query of [
      'p=-1',
      'p=x',
      'p=1.5',
      'size=1e9',
      'size=0',
      'size=1001',
      'p=101&size=1000',
    ]) {
      const answer = await ask(`${rest}${query}`);
      expect([query, answer.status, answer.json.code]).toEqual([query, 400, 'bad_request']);
    }
  });
});
