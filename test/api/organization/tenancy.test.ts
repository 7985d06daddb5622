import { routes } from '../../../api/routes/index.ts';
import { isGuarded } from '../../../api/route.ts';
import type { Route } from '../../../api/route.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';
import { contract, product, team } from '../../support/builders/contracts.ts';
import { resources } from '../../support/builders/resources.ts';
import { validBody } from '../../support/builders/route-bodies.ts';
import { signIn } from '../../support/builders/sessions.ts';
import { span, traces } from '../../support/builders/spans.ts';
import { until } from '../../support/until.ts';
import { integrations, registerStubSource } from '../../support/fakes/stub-source.ts';
import { startWorkers } from '../../support/servers/worker.ts';
import type { TestWorkers } from '../../support/servers/worker.ts';

/** Tables without an organization: the installation's own, or the root of all tenants. */
const shared = [
  // Clients of OAuth register before a person signs in.
  'agent_clients',
  'organizations',
  'feed_head',
  'processes',
  'migrations',
  'migrations_lock',
  // Counts sign-ins, whose organization is not known yet.
  'sign_in_limits',
  // Operation of the installation: its kinds of work, their numbers, its backups.
  'paused_kinds',
  'work_minutes',
  'installation_minutes',
  'backups',
];
/** Rows of these belong to a row of `work`, which knows the organization. */
const ofWork = ['work_attempts'];
/**
 * Tables whose organization may be null: the installation itself has work and schedules, and a mailed sign-in link is for the
 * organizations of its person.
 */
const optional = ['work', 'schedules', 'sign_in_codes'];

/** Approved and active at once: the team is its own provider. */
const accessBody = validBody(routes.find(({ path }) => path === '/api/access/:id') as Route);

let api: TestApi;
let workers: TestWorkers | undefined;
let other: string;
registerStubSource();
const statements: string[] = [];

beforeAll(async () => {
  api = await startApi();
  const organizationId = await api.newOrganization('other');
  other = (await api.newKey('organization', { organizationId })).text;
  api.database.knex.on('query', ({ sql }: { sql: string }) => statements.push(sql));
});
afterAll(async () => {
  // Left running after a failure, they would take the work of the tests that follow in this process.
  await workers?.stop();
  await api.stop();
});

describe('the schema', () => {
  it('begins every primary key of a tenant table with the organization, and every reference between them carries it', async () => {
    const { rows } = await api.database.knex.raw(`
      select c.conrelid::regclass::text as table, c.contype::text as type, pg_get_constraintdef(c.oid) as text
      from pg_constraint c where c.connamespace = 'public'::regnamespace and c.contype in ('p', 'f')`);
    const tenant = rows.filter(
      ({ table }: { table: string }) => ![...shared, ...optional, ...ofWork].includes(table),
    );
    expect(tenant.length).toBeGreaterThan(10);
    for (const { table, type, text } of tenant) {
      if (type === 'p') expect(`${table} ${text}`).toMatch(/ PRIMARY KEY \(organization_id[,)]/);
      else expect(`${table} ${text}`).toContain('FOREIGN KEY (organization_id');
    }
  });

  it('has an organization in every table but the shared ones', async () => {
    const { rows } = await api.database.knex.raw(`
      select table_name from information_schema.tables t where table_schema = 'public' and table_type = 'BASE TABLE'
      and not exists (select 1 from information_schema.columns c where c.table_name = t.table_name
        and c.table_schema = 'public' and c.column_name = 'organization_id')`);
    expect(rows.map((row: { table_name: string }) => row.table_name).sort()).toEqual(
      [...shared, ...ofWork].sort(),
    );
  });
});

/** Spans are deleted by a filter, which may be one of several. */
const asksFor = (route: Route, name: string): boolean =>
  route.query.required?.includes(name) === true ||
  (route.path === '/api/v1/traces' && name === 'dataProductId');

describe('two organizations', () => {
  it('never see each other, whatever route is tried', async () => {
    workers = startWorkers(api);
    await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
    await api.send('PUT', '/api/datacontracts/orders', {
      body: contract('orders', {
        servers: [{ server: 's', type: 'local', path: 'x.csv', format: 'csv' }],
      }),
    });
    await api.send('PUT', '/api/dataproducts/shop', { body: product('shop', ['orders']) });
    for (const { collection, body } of resources)
      await api.send('PUT', `/api/${collection}/mine`, { body: body('mine') });
    for (const path of ['assigned-tags/mine', 'assignments/shop'])
      await api.send('PUT', `/api/assets/mine/${path}`);
    await api.send('PUT', '/api/access/mine', { body: accessBody });
    const namespace = '/api/semantics/experimental/namespaces/mine';
    await api.send('PUT', `${namespace}/ontology.yaml`, {
      body: {
        name: 'mine',
        prefixes: { ex: 'https://example.com/' },
        ontology: [
          { concept: 'mine', type: 'EntityType', iri: 'ex:mine' },
          {
            concept: 'other',
            type: 'EntityType',
            relationships: [{ name: 'to', id: 'mine', roles: [{ concept: 'mine' }] }],
          },
        ],
      },
    });
    await api.send('PUT', `${namespace}/branches/mine`);
    await api.send('PUT', '/api/datacontracts/orders/branches/mine');
    for (const path of [
      '/api/teams/:id/connections/:connectionId',
      '/api/organization/test-engine',
    ]) {
      const put = routes.find((route) => route.path === path && route.method === 'PUT') as Route;
      const named = path.replace(':id', 'checkout').replace(':connectionId', 'mine');
      await api.send('PUT', named, { body: validBody(put) });
    }
    await integrations(api).put('mine');
    const ingested = await integrations(api).run('mine');
    const posted = await api.send('POST', '/api/costs', {
      body: { dataProductId: 'shop', name: 'x', amount: 1, currency: 'EUR' },
    });
    await api.send('POST', '/api/v1/traces', {
      body: traces([span()], { 'dataproduct.id': 'shop' }),
    });
    const costId = posted.headers.get('location')?.split('/').at(-1) ?? '';
    const run = (
      await api.send('POST', '/api/datacontracts/orders/test', {
        headers: { prefer: 'respond-async' },
      })
    ).json;
    await until(
      'events are there',
      async () => (await api.send('GET', '/api/events')).json.length >= 3,
    );
    const { testResultId } = await until('the run has its result', async () => {
      const { json } = await api.send('GET', `/api/test-runs/${run.id}`);
      return json.testResultId !== null && json;
    });
    const own = [
      'teams/checkout',
      'datacontracts/orders',
      'dataproducts/shop',
      `test-runs/${run.id}`,
      ...resources.map(({ collection }) => `${collection}/mine`),
      'assets/mine/assigned-tags',
      'access/mine',
      'access/mine/history',
      'assets/mine/lineage',
      'assets/mine/drift',
      'dataproducts/shop/drift',
      'teams/checkout/connections/mine',
      'datacontracts/orders/test-schedule',
      'datacontracts/orders/test-results/trend',
      'datacontracts/orders/branches/mine',
      'datacontracts/orders/branches/mine/datacontract.yaml',
      'datacontracts/orders/branches/mine/changes',
      'datacontracts/orders/model',
      'datacontracts/orders/usages',
      'dataproducts/shop/lineage',
      'dataproducts/shop/quality',
      'organization/test-engine',
      'integrations/mine',
      'integrations/mine/runs',
      'integrations/mine/runs/latest',
      `integrations/mine/runs/${ingested.ingestionRunId}`,
      `integrations/mine/runs/${ingested.ingestionRunId}/logs`,
      'costs?dataProductId=shop',
      'v1/traces?dataProductId=shop',
      'dataproducts/shop/usage',
      'semantics?iri=https%3A%2F%2Fexample.com%2Fmine',
      ...['', '/ontology.yaml', '/branches/mine', '/concepts/mine', '/relationships/mine'].map(
        (end) => `semantics/experimental/namespaces/mine${end}`,
      ),
    ];
    for (const path of [...own, `test-results/${testResultId}`])
      expect(`${path} ${(await api.send('GET', `/api/${path}`)).status}`).toBe(`${path} 200`);
    expect((await api.send('GET', '/api/test-results')).json).toHaveLength(1);
    const { work } = (await api.send('GET', '/api/ops/work?kind=contract-tests')).json;
    expect(work).toHaveLength(1);
    const channel = '/api/teams/checkout/notification-channels/mine';
    const endpoint = 'https://hooks.example.com/x';
    await api.send('PUT', channel, {
      body: { id: 'mine', name: 'x', type: 'slack', endpoint, enabled: false },
    });
    const notification = (await api.send('POST', `${channel}/test`)).json;
    expect((await api.send('GET', '/api/notifications')).json).toHaveLength(1);
    const session = { key: null, headers: await signIn(api) };
    const check = await api.send('POST', '/ui/integrations/mine/test-connection', session);
    const { checkId } = check.json;
    for (const path of ['', '/runs/latest', `/checks/${checkId}`])
      expect((await api.send('GET', `/ui/integrations/mine${path}`, session)).status).toBe(200);
    const made = [
      checkId,
      ingested.ingestionRunId,
      costId,
      run.id,
      testResultId,
      work[0].id,
      notification.id,
    ];
    const ids = ['checkout', 'orders', 'shop', 'mine', ...made];
    const organizationId = (
      await api.database.knex('organizations').where({ vanity: 'other' }).first('id')
    ).id;
    const theirs = (await api.newKey('user', { email: 'eve@example.com', organizationId })).text;
    const theirSession = await signIn(api, other);
    const ofOrganization = [
      'bulk',
      'operations',
      'organization',
      'settings',
      'scim',
      'permissions',
      'api keys',
    ];
    for (const route of routes.filter(isGuarded)) {
      // lineage/tenancy.test.ts has two organizations.
      if (route.tag === 'lineage') continue;
      // What the product knows of standards and platforms is the same for everybody; the search is tried by itself.
      if (route.tag === 'schemas' || route.path === '/api/search') continue;
      if (['/ui/asset-sources', '/api/generators'].includes(route.path)) continue;
      // They tell of the caller, and their end would be the end of the others here; sign-in/people.test.ts has two organizations.
      if (['/ui/session', '/ui/sessions', '/ui/me'].includes(route.path)) continue;
      // page-settings.test.ts and api-key-use.test.ts have others.
      if (route.path === '/ui/settings' || route.path.startsWith('/ui/me/keys')) continue;
      // Clients of OAuth belong to no organization; mcp/oauth.test.ts has people.
      if (route.path === '/ui/agent-authorization') continue;
      // They take sessions of people; messaging/pages.test.ts has two organizations.
      if (route.path.startsWith('/ui/messaging/')) continue;
      if (route.path === '/api/semantics') {
        const path = '/api/semantics?iri=https%3A%2F%2Fexample.com%2Fmine';
        expect((await api.send('GET', path, { key: other })).json.code).toBe('not_found');
        continue;
      }
      const hasId = /[:*]/.test(route.path);
      for (const id of hasId ? ids : ['']) {
        // What is written is tried below; a list that asks for a product gets one of the other organization.
        const isWrite = ['PUT', 'PATCH'].includes(route.method);
        if (isWrite || (route.method === 'POST' && route.body?.required)) continue;
        const query = ['dataProductId=shop', 'model=orders']
          .filter((each) => asksFor(route, each.replace(/=.*/, '')))
          .reduce((all, each) => `${all}${all ? '&' : '?'}${each}`, '');
        const named = route.path
          .replace(':emailAddress', 'nobody@example.com')
          .replace('/ops/kinds/:kind', '/ops/kinds/mail')
          .replace(':kind', 'dataproducts');
        const path = named.replace(/[:*]\w+/g, id) + query;
        const key = route.permission === 'person' ? theirs : other;
        const asked = route.access === 'session' ? { key: null, headers: theirSession } : { key };
        const answer = await api.send(route.method, path, asked);
        const seen = `${route.method} ${path} ${answer.status} ${answer.text}`;
        // To take a tag from an unknown asset is refused in another way.
        if (route.path.includes('/assigned-tags/'))
          expect(seen).toMatch(/ 422 .*unknown_reference/);
        // Kinds of work are those of the installation, which the first organization operates.
        else if (path.startsWith('/api/ops/kinds/')) expect(seen).toMatch(/ 403 /);
        // What is not there is deleted already; that nothing of theirs is, is tried behind the loop.
        else if (route.method === 'DELETE' && /\/namespaces\/[^/]+$/.test(path))
          expect(seen).toMatch(/ 200 $/);
        else if (hasId) expect(seen).toMatch(/ 404 /);
        else if (ofOrganization.includes(route.tag))
          for (const own of ids) expect(seen).not.toContain(own);
        else
          expect(seen).toMatch(
            / 200 (\[\]|\{"has_more":false,"data":\[\]\}|\{"unread":0,"notices":\[\]\}|\{"resourceSpans":\[\]\}|\{"deletedCount":0\}|\{"checksum":"\w+","grants":\[\]\}|\{"counts":\{("\w+":0,?)+\}(,"\w+":\[\])+\})$/,
          );
      }
    }
    expect((await api.send('GET', '/api/v1/traces')).json.resourceSpans).toHaveLength(1);
    for (const rest of ['', '/branches/mine'])
      expect((await api.send('GET', `${namespace}${rest}`)).status).toBe(200);
    for (const query of ['checkout', 'orders', 'shop', 'chekcout']) {
      const path = `/api/search?query=${query}&facets=type,team,domain,tag,status`;
      expect((await api.send('GET', path)).json.total).toBeGreaterThan(0);
      const { json } = await api.send('GET', path, { key: other });
      const nothing = { type: [], team: [], domain: [], tag: [], status: [] };
      expect(json).toMatchObject({ results: [], total: 0, facets: nothing });
    }
    // Every route with every id, which takes long on a busy machine.
  });

  it('cannot write to what the other has', async () => {
    const writes: [string, string, unknown?][] = [
      ['PUT', '/api/assets/mine/assigned-tags/mine'],
      ['PUT', '/api/assets/mine/assignments/shop'],
      ['POST', '/api/costs', { dataProductId: 'shop', name: 'x', amount: 1, currency: 'EUR' }],
      ['PUT', '/api/example-data/theirs', { dataProductId: 'shop', data: {} }],
      ['PUT', '/api/tags/theirs', { info: { owner: 'checkout' } }],
      [
        'POST',
        '/api/test-results',
        {
          id: 'theirs',
          dataContractId: 'orders',
          dataContractVersion: '1.0.0',
          timestampStart: '2026-01-01T00:00:00Z',
          timestampEnd: '2026-01-01T00:00:00Z',
          result: 'passed',
        },
      ],
    ];
    for (const [method, path, body] of writes) {
      const { status, json } = await api.send(method, path, { key: other, body });
      expect(`${method} ${path} ${status} ${json.code}`).toMatch(
        / (422 unknown_reference|404 not_found)$/,
      );
    }
    // Nor do the same ids meet: their asset gets their tag.
    for (const path of ['tags/mine', 'assets/mine'])
      expect((await api.send('PUT', `/api/${path}`, { key: other, body: {} })).status).toBe(200);
    expect((await api.send('GET', '/api/assets/mine', { key: other })).json).toEqual({
      id: 'mine',
    });
    await api.send('DELETE', '/api/assets/mine', { key: other });
    expect((await api.send('GET', '/api/assets/mine')).json).toMatchObject({
      assignedTags: ['mine'],
      assignments: [{ dataProductId: 'shop' }],
    });
  });

  it('may use the same ids, and cannot own by a team of the other', async () => {
    const foreign = await api.send('PUT', '/api/datacontracts/orders', {
      key: other,
      body: contract('orders'),
    });
    expect(foreign.json.code).toBe('ownership_missing');
    await api.send('PUT', '/api/teams/checkout', {
      key: other,
      body: team('checkout', { name: 'Theirs' }),
    });
    expect((await api.send('GET', '/api/teams/checkout')).json.name).toBe('Team checkout');
    await api.send('DELETE', '/api/teams/checkout', { key: other });
    expect((await api.send('GET', '/api/teams/checkout')).status).toBe(200);
  });

  it('refer to contracts of their own only', async () => {
    await api.send('PUT', '/api/teams/checkout', { key: other, body: team('checkout') });
    const theirs = await api.send('PUT', '/api/dataproducts/shop', {
      key: other,
      body: product('shop', ['orders']),
    });
    expect(theirs.status).toBe(200);
    expect(theirs.headers.get('x-catalog-warnings')).toContain("data contract 'orders'");
    await api.send('PUT', '/api/datacontracts/orders', { key: other, body: contract('orders') });
    await api.send('DELETE', '/api/dataproducts/shop', { key: other });
    // Ours still uses the contract that has the same id.
    const gone = await api.send('DELETE', '/api/datacontracts/orders', { key: other });
    expect(gone.status).toBe(200);
    expect((await api.send('DELETE', '/api/datacontracts/orders')).json.code).toBe('in_use');
  });

  it('are named in every statement on a table of theirs', () => {
    expect(statements.length).toBeGreaterThan(30);
    const tables =
      /\b(?:from|into|update|join)\s+"?(documents|document_revisions|document_references|events|test_runs|test_results|test_checks|idempotency_keys|organization_members|settings_documents|notification_channels|notifications|webhooks|webhook_deliveries|data_product_stars|asset_tags|asset_assignments|costs|usage_spans|usage_days|contract_changes|access_history|provisioning_reports|definition_changes|namespaces|namespace_revisions|namespace_concepts|ontology_branches|ontology_merges|integrations|ingestion_runs|ingestion_log_lines|integration_checks|ingested_assets|asset_drifts|ui_sessions|team_connections|test_engines|scheduled_test_states|contract_quality|generations|git_credentials|git_connections|git_runs|git_imports|git_import_files|git_webhooks)\b/;
    // Looked up by parts that only the holder of the key knows, or for all organizations at once by the sequencer.
    const exempt = /seq is null and public/;
    for (const sql of statements.filter((text) => tables.test(text) && !exempt.test(text))) {
      expect(sql).toMatch(/organization_id/);
    }
  });
});
