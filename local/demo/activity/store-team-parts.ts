import type { JsonObject } from '../../../lib/json/json.ts';
import type { Api } from '../api-client.ts';
import { asJson } from './as-json.ts';
import type { People } from './people.ts';

type Named = JsonObject & { id: string };

/** The chats, connections and keys of a team, and the person who stores them. */
export type DemoTeamParts = {
  team: string;
  by: string;
  channels?: Named[];
  connections?: Named[];
  keys?: (JsonObject & { displayName: string })[];
};

type Key = { displayName: string; teamId: string | null };

/** Stores what is missing; keys are known by their names, and their texts are never shown. */
export async function storeTeamParts(
  api: Api,
  people: People,
  teams: readonly DemoTeamParts[],
): Promise<void> {
  const known = JSON.parse((await api('GET', '/api/api-keys')).text) as Key[];
  for (const { team, by, channels = [], connections = [], keys = [] } of teams) {
    const owner = people.as(by);
    const path = `/api/teams/${team}`;
    for (const channel of channels)
      await owner('PUT', `${path}/notification-channels/${channel.id}`, asJson(channel));
    for (const connection of connections)
      await owner('PUT', `${path}/connections/${connection.id}`, asJson(connection));
    for (const key of keys) {
      const isKnown = known.some(
        ({ teamId, displayName }) => teamId === team && displayName === key.displayName,
      );
      if (!isKnown) await api('POST', '/api/api-keys', asJson({ ...key, teamId: team }));
    }
  }
}
