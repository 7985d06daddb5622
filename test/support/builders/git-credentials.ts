import type { Route } from '../../../api/route.ts';
import type { TestApi } from '../http/api.ts';
import { validBody } from './route-bodies.ts';

const path = '/api/organization/gitcredentials';

/** Stores a Git credential of a team, one of the organization, and the one that connections name; returns the ids of the first two. */
export async function makeGitCredentials(
  api: TestApi,
  teamId: string,
): Promise<{ ofTeam: string; ofOrganization: string }> {
  const body = validBody({ path } as Route);
  const make = async (at: string, more = {}): Promise<string> =>
    (await api.send('POST', at, { body: { ...body, ...more } })).json.id;
  await make(path, { externalId: 'robot' });
  return {
    ofTeam: await make(`/api/teams/${teamId}/gitcredentials`),
    ofOrganization: await make(path),
  };
}
