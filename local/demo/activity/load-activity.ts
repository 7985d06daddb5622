import type { Api } from '../api-client.ts';
import { readText } from '../demo-folder.ts';
import type { Notes } from '../notes.ts';
import type { LoadDemo } from '../open-demo.ts';
import type { Progress } from '../progress.ts';
import { openPeople } from './people.ts';
import type { People } from './people.ts';
import { readActivity } from './read-activity.ts';
import type { PeopleFile } from './read-activity.ts';
import { runIntegration } from './run-integration.ts';
import type { DemoIntegration } from './run-integration.ts';
import { sendMessages } from './send-messages.ts';
import type { DemoConversations } from './send-messages.ts';
import { openSession } from './session.ts';
import { storeAccesses } from './store-accesses.ts';
import type { DemoAccess } from './store-accesses.ts';
import { storeCosts } from './store-costs.ts';
import type { DemoCost } from './store-costs.ts';
import { storeOntology } from './store-ontology.ts';
import type { DemoOntology } from './store-ontology.ts';
import { storePreferences } from './store-preferences.ts';
import { storeWebhooks } from './store-webhooks.ts';
import type { DemoWebhooks } from './store-webhooks.ts';

type Reading = { read: (name: string) => unknown; today: Date };
type Context = Reading & { api: Api; people: People; demo: LoadDemo; peopleFile: PeopleFile };

/** Parts of the activity in their order: what people follow comes before what happens to it. */
const parts: readonly { name: string; load: (context: Context) => Promise<void> }[] = [
  {
    name: 'ontology',
    load: async ({ api, people, read }) =>
      storeOntology(api, people.as('tomas.reyle@example.com'), read('ontology') as DemoOntology),
  },
  {
    name: 'stars and follows',
    load: async ({ people, peopleFile }) => storePreferences(people, peopleFile),
  },
  {
    name: 'accesses',
    load: async ({ api, people, read }) =>
      storeAccesses(api, people, read('accesses') as DemoAccess[]),
  },
  {
    name: 'costs',
    load: async ({ api, read, today }) => storeCosts(api, read('costs') as DemoCost[], today),
  },
  {
    name: 'conversations',
    load: async ({ api, demo, read }) =>
      sendMessages(api, demo.address, read('conversations') as DemoConversations),
  },
  {
    name: 'webhook and channel',
    load: async ({ api, read }) => storeWebhooks(api, read('webhooks') as DemoWebhooks),
  },
  {
    name: 'integration',
    load: async ({ demo, read }) => {
      const ui = await openSession(demo.address, readText(demo.folder.keyFile) ?? '');
      await runIntegration(ui, read('integration') as DemoIntegration);
    },
  },
];

/** Number of steps for the progress. */
export const activityParts = parts.length;

/**
 * Does what the people of the demo do: requests and decisions, stars, messages and so on. Parts that the notes have are not
 * repeated, whatever became of them since; an interrupted part continues.
 */
export async function loadActivity(
  api: Api,
  demo: LoadDemo,
  notes: Notes,
  progress: Progress,
): Promise<void> {
  const missing = parts.filter(({ name }) => !notes.loaded.includes(name));
  const today = new Date();
  const variables = { files: demo.folder.files, today };
  const read = (name: string): unknown => readActivity(demo.rootDir, name, variables);
  for (const { name } of parts) if (notes.loaded.includes(name)) progress.done(name);
  if (missing.length === 0) return;
  const peopleFile = read('people') as PeopleFile;
  const people = await openPeople(api, demo.address, peopleFile.people);
  try {
    for (const { name, load } of missing) {
      await progress.during(name, async () => load({ api, demo, people, peopleFile, read, today }));
      notes.loaded.push(name);
    }
  } finally {
    await people.leave();
  }
}
