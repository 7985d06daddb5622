import type { Api } from '../api-client.ts';
import { asJson } from './as-json.ts';

/** The name that a new installation gives its organization. */
const firstName = 'My organization';

const settingsPath = '/api/organization/settings';

/** Names the organization after the company of the demo, unless somebody has named it. */
export async function nameOrganization(api: Api, fullName: string): Promise<void> {
  const settings = JSON.parse((await api('GET', settingsPath)).text) as Record<string, unknown>;
  if (settings['fullName'] !== firstName) return;
  await api('PUT', settingsPath, asJson({ ...settings, fullName }));
}
