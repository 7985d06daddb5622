import type { Api } from '../api-client.ts';
import { readText } from '../demo-folder.ts';
import type { Notes } from '../notes.ts';
import type { LoadDemo } from '../open-demo.ts';
import type { Progress } from '../progress.ts';
import type { People } from './people.ts';
import type { PeopleFile, ReadActivity } from './read-activity.ts';
import { nameOrganization } from './name-organization.ts';
import { proposeChanges } from './propose-changes.ts';
import type { DemoChange } from './propose-changes.ts';
import { retryWork } from './retry-work.ts';
import { runIntegration } from './run-integration.ts';
import type { DemoIntegration } from './run-integration.ts';
import { sendMessages } from './send-messages.ts';
import type { DemoConversation } from './send-messages.ts';
import { openAdministrator } from './open-administrator.ts';
import { openSession } from './session.ts';
import { storeAccesses } from './store-accesses.ts';
import type { DemoAccess } from './store-accesses.ts';
import { storeConnectors } from './store-connectors.ts';
import type { DemoConnector } from './store-connectors.ts';
import { storeCosts } from './store-costs.ts';
import type { DemoCost } from './store-costs.ts';
import { storeDeleted } from './store-deleted.ts';
import type { DeletedDocument } from './store-deleted.ts';
import { storeOntology } from './store-ontology.ts';
import type { DemoOntology } from './store-ontology.ts';
import { storePreferences } from './store-preferences.ts';
import { storeTeamParts } from './store-team-parts.ts';
import type { DemoTeamParts } from './store-team-parts.ts';
import { storeWebhooks } from './store-webhooks.ts';
import type { DemoWebhooks } from './store-webhooks.ts';

type Loading = { demo: LoadDemo; people: People; read: ReadActivity };
type Context = Loading & { api: Api };

/** Parts of the activity in their order: what people follow comes before what happens to it. */
const parts: readonly { name: string; load: (context: Context) => Promise<void> }[] = [
  {
    name: 'name of the organization',
    load: async ({ api, read }) =>
      nameOrganization(api, (read('organization') as { fullName: string }).fullName),
  },
  {
    name: 'ontology',
    load: async ({ api, people, read }) =>
      storeOntology(api, people.as('tomas.reyle@example.com'), read('ontology') as DemoOntology),
  },
  {
    name: 'a deleted contract',
    load: async ({ people, read }) => storeDeleted(people, read('deleted') as DeletedDocument[]),
  },
  {
    name: 'stars and follows',
    load: async ({ people, read }) => storePreferences(people, read('people') as PeopleFile),
  },
  {
    name: 'accesses',
    load: async ({ api, people, read }) =>
      storeAccesses(api, people, read('accesses') as DemoAccess[]),
  },
  {
    name: 'proposed changes',
    load: async ({ people, read }) => proposeChanges(people, read('changes') as DemoChange[]),
  },
  {
    name: 'costs',
    load: async ({ api, read }) => storeCosts(api, read('costs') as DemoCost[], new Date()),
  },
  {
    name: 'conversations',
    load: async ({ api, demo, read }) =>
      sendMessages(
        api,
        demo.address,
        read('conversations') as DemoConversation[],
        await openAdministrator(demo),
      ),
  },
  {
    name: 'webhook and channel',
    load: async ({ api, read }) => storeWebhooks(api, read('webhooks') as DemoWebhooks),
  },
  {
    name: 'chats, connections and keys of teams',
    load: async ({ api, people, read }) =>
      storeTeamParts(api, people, read('teams') as DemoTeamParts[]),
  },
  {
    name: 'connectors',
    load: async ({ api, read }) => storeConnectors(api, read('connectors') as DemoConnector[]),
  },
  {
    name: 'integration',
    load: async ({ api, demo, read }) => {
      const ui = await openSession(demo.address, readText(demo.folder.keyFile) ?? '');
      await runIntegration(api, ui, read('integration') as DemoIntegration);
    },
  },
  { name: 'bulk action on work', load: async ({ api }) => retryWork(api) },
];

/** Number of steps for the progress. */
export const activityParts = parts.length;

/**
 * Does what the people of the demo do: requests and decisions, stars, messages and so on. Parts that the notes have are not
 * repeated, whatever became of them since; an interrupted part continues.
 */
export async function loadActivity(
  api: Api,
  { notes, progress, ...loading }: Loading & { notes: Notes; progress: Progress },
): Promise<void> {
  for (const { name, load } of parts) {
    if (notes.loaded.includes(name)) {
      progress.done(name);
      continue;
    }
    await progress.during(name, async () => load({ api, ...loading }));
    notes.loaded.push(name);
  }
}
