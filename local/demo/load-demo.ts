import { activityParts, loadActivity } from './activity/load-activity.ts';
import { publishHistory } from './activity/publish-history.ts';
import type { TestHistory } from './activity/publish-history.ts';
import { createAuthors } from './activity/authors.ts';
import type { RevisionsFile } from './activity/authors.ts';
import { openPeople } from './activity/people.ts';
import { createReader } from './activity/read-activity.ts';
import type { PeopleFile, ReadActivity } from './activity/read-activity.ts';
import type { Api } from './api-client.ts';
import { readDemoDocuments } from './demo-documents.ts';
import type { DemoDocument } from './demo-documents.ts';
import { demoFiles } from './file-statements.ts';
import { openApi } from './loader-key.ts';
import { filesVersion, makeFiles } from './make-files.ts';
import { makeShop, shopVersion } from './make-shop.ts';
import { nextCommands } from './next-commands.ts';
import { readNotes, writeNotes } from './notes.ts';
import type { Notes } from './notes.ts';
import type { LoadDemo } from './open-demo.ts';
import { createProgress } from './progress.ts';
import type { Progress, ProgressStream } from './progress.ts';
import { drawResults } from './results-table.ts';
import type { TestedServer } from './results-table.ts';
import { isBelowConcordat } from '../../lib/operator-command.ts';
import { storeDocuments } from './store-documents.ts';
import { listTests, testContracts } from './test-contracts.ts';
import type { DemoTest } from './test-contracts.ts';

const dataVersions = { local: filesVersion, postgres: shopVersion };

/**
 * Creates the data, stores the documents and runs the tests of the demo unless already done, and returns the text to print: the
 * results and the next commands. Rejects with a message for people.
 */
export async function loadDemo(demo: LoadDemo, stream: ProgressStream): Promise<string> {
  const begun = Date.now();
  const locations = { files: demo.folder.files, port: demo.port };
  const documents = await readDemoDocuments(demo.rootDir, locations);
  const tests = listTests(documents, dataVersions);
  // The schema of the shop, the key and the history of tests are one step each.
  const total = demoFiles.length + documents.length + tests.length + activityParts + 3;
  const progress = createProgress(stream, total);
  try {
    progress.phase(`data (${demoFiles.length} files, a Postgres schema) …`);
    await makeFiles(demo.folder.files, progress);
    await progress.during('Postgres schema demo_shop', async () =>
      makeShop(demo.superuserUrl, demo.readerPassword),
    );
    const api = await progress.during('API key', async () => openApi(demo));
    const blocks = await loadThrough(api, { demo, documents, tests, progress });
    const seconds = ((Date.now() - begun) / 1000).toFixed(1);
    return [`The demo took ${seconds} s. What its tests found:`, ...blocks, ''].join('\n\n');
  } finally {
    progress.end();
  }
}

type Loading = {
  demo: LoadDemo;
  documents: DemoDocument[];
  tests: DemoTest[];
  progress: Progress;
};

async function loadThrough(api: Api, loading: Loading): Promise<string[]> {
  const { demo, documents, tests, progress } = loading;
  const notes = readNotes(demo.folder.notesFile);
  const read = createReader(demo);
  const people = openPeople(api, demo.address, (read('people') as PeopleFile).people);
  try {
    progress.phase(`${documents.length} documents …`);
    const authors = createAuthors(people, read('revisions') as RevisionsFile);
    const foreign = await storeDocuments(api, documents, { authors, notes, progress });
    progress.phase(`${tests.length} tests …`);
    await progress.during(historyName, async () => publishOnce(api, { read, documents, notes }));
    const whyNot = (test: DemoTest): string | undefined => reasonAgainst(test, demo, foreign);
    const rows = await testContracts(api, tests, { notes, progress, whyNot });
    progress.phase('requests, messages and other activity …');
    await loadActivity(api, { demo, people, read, notes, progress });
    return report(demo, rows, foreign);
  } finally {
    writeNotes(demo.folder.notesFile, notes);
    await people.leave();
  }
}

const historyName = 'history of tests';

/** Publishes the history before the tests, because the newest result of a contract is the one that was stored last. */
async function publishOnce(
  api: Api,
  { read, documents, notes }: { read: ReadActivity; documents: DemoDocument[]; notes: Notes },
): Promise<void> {
  if (notes.loaded.includes(historyName)) return;
  await publishHistory(api, documents, read('history') as TestHistory[], new Date());
  notes.loaded.push(historyName);
  // Results of an earlier start are now older than the history.
  notes.tested = {};
}

function reasonAgainst(
  test: DemoTest,
  { ownCredentials }: LoadDemo,
  foreign: readonly DemoDocument[],
): string | undefined {
  if (foreign.includes(test.contract)) return 'it was changed outside of the demo';
  return test.type === 'postgres' && ownCredentials.length > 0 ? 'see below' : undefined;
}

function report(
  demo: LoadDemo,
  rows: readonly TestedServer[],
  foreign: readonly DemoDocument[],
): string[] {
  const blocks = [drawResults(rows)];
  if (demo.ownCredentials.length > 0) {
    blocks.push(
      `The Postgres contract was not tested: you have set ${demo.ownCredentials.join(', ')}, which\n` +
        "wins, and the demo's own server does not know it. Start without it to test that contract too.",
    );
  }
  for (const { kind, id, collection } of foreign) {
    blocks.push(
      `The ${kind} ${id} was changed outside of the demo and was not touched.\n` +
        `If you do not need it, delete it (DELETE /api/${collection}/${id}) and start with --demo again.`,
    );
  }
  const hasCommand = isBelowConcordat(process.env);
  const place = { address: demo.address, keyFile: demo.folder.keyFile, hasCommand };
  return [...blocks, nextCommands(place, rows)];
}
