import { team } from '../../support/builders/contracts.ts';
import { startApi } from '../../support/http/api.ts';
import type { TestApi } from '../../support/http/api.ts';

let api: TestApi;
beforeEach(async () => {
  api = await startApi();
  await api.send('PUT', '/api/teams/checkout', { body: team('checkout') });
});
afterEach(() => api.stop());

const policy = (teams: string[]) => ({
  name: 'Contracts are described',
  status: 'Accepted',
  rules: [
    {
      id: 'described',
      expression: 'contract.description.purpose != null',
      message: 'Say what the data is for.',
      where: { teams },
    },
  ],
});
const put = (teams: string[]) =>
  api.send('PUT', '/api/policies/described', { body: policy(teams) });

it('takes rules about teams that exist', async () => {
  expect((await put(['checkout'])).status).toBe(200);
});

it('refuses rules about a team that does not exist, at its place', async () => {
  const { status, json } = await put(['checkout', 'chekout']);
  expect([status, json.code]).toEqual([422, 'unknown_reference']);
  expect(json.detail).toContain("rules[0].where.teams[1] is 'chekout'");
  expect(json.violations).toEqual([
    { field: 'rules[0].where.teams[1]', message: "no team has the id 'chekout'" },
  ]);
  expect((await api.send('GET', '/api/policies/described')).status).toBe(404);
  const trial = await api.send('POST', '/api/policies/described/findings', {
    body: policy(['chekout']),
  });
  expect([trial.status, trial.json.code]).toEqual([422, 'unknown_reference']);
});

it('names line and column in a policy that is sent as YAML', async () => {
  const body = `name: Described
status: Accepted
rules:
  - id: described
    expression: contract.version != null
    message: Give it a version.
    where:
      teams: [chekout]
`;
  const headers = { 'content-type': 'application/yaml' };
  const { json } = await api.send('PUT', '/api/policies/described', { body, headers });
  expect(json.violations).toMatchObject([{ line: 8 }]);
});

it('does not look into other organizations', async () => {
  const organizationId = await api.newOrganization('other');
  const { text: key } = await api.newKey('organization', { organizationId });
  const body = policy(['checkout']);
  const theirs = await api.send('PUT', '/api/policies/described', { key, body });
  expect(theirs.json.code).toBe('unknown_reference');
});
