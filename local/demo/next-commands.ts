import type { TestedServer } from './results-table.ts';

type Place = { address: string; keyFile: string; hasCommand: boolean };

/** Commands for newcomers to paste: those of `concordat` where it is installed, else calls of curl, each of which works on its own. */
export function nextCommands(
  { address, keyFile, hasCommand }: Place,
  rows: readonly TestedServer[],
): string {
  if (hasCommand) return clientCommands(address, keyFile, rows);
  const get = `KEY=$(cat ${quoted(keyFile)}); curl -s -H "x-api-key: $KEY"`;
  const api = `${address}/api`;
  const listEvents = quoted(
    'for (const e of JSON.parse(fs.readFileSync(0))) ' +
      'console.log(e.time, e.type.split(".").at(-1), e.subject)',
  );
  const steps: [string, string][] = [
    ...contractCommands(get, api, rows),
    [
      'Read the feed of everything that happened',
      `${get} ${quoted(`${api}/events`)} | node -e ${listEvents}`,
    ],
  ];
  return describe(steps);
}

function describe(steps: readonly [string, string][]): string {
  const lines = steps.flatMap(([what, command], index) => ['', `${index + 1}. ${what}:`, command]);
  const pages = `In the browser: open the link "Sign in" above; npm run sign-in prints another.`;
  return ['Try next', '', pages, ...lines].join('\n');
}

function clientCommands(address: string, keyFile: string, rows: readonly TestedServer[]): string {
  const row = chooseRow(rows);
  const test = `concordat test ${quoted(row?.contract ?? '')} --server ${quoted(row?.server ?? '')}`;
  return describe([
    [
      'Name the server and its key to the commands of this terminal',
      `export CONCORDAT_URL=${quoted(address)} CONCORDAT_API_KEY="$(cat ${quoted(keyFile)})"`,
    ],
    ['Find data', 'concordat search "postcode of customers"'],
    ...(row ? [['Test a contract and list every failure', test] as [string, string]] : []),
    ['Read the feed of everything that happened', 'concordat events --limit 20'],
  ]);
}

/** The last server in which something was found, else the first that was tested. */
function chooseRow(rows: readonly TestedServer[]): TestedServer | undefined {
  const tested = rows.filter(({ result }) => result !== undefined);
  return tested.findLast(({ result }) => result?.verdict === 'failed') ?? tested[0];
}

/** Commands for a contract of the demo with failed checks; if none was tested, for the documents. */
function contractCommands(
  get: string,
  api: string,
  rows: readonly TestedServer[],
): [string, string][] {
  const row = chooseRow(rows);
  if (!row) {
    return [
      ['See the teams', `${get} ${quoted(`${api}/teams`)}`],
      ['See the contracts', `${get} ${quoted(`${api}/datacontracts`)}`],
    ];
  }
  const contract = `${api}/datacontracts/${encodeURIComponent(row.contract)}`;
  const listFailed = quoted(
    'const { checks, detail } = JSON.parse(fs.readFileSync(0)); if (!checks) console.log(detail); ' +
      'for (const c of checks ?? []) if (c.result === "failed") ' +
      'console.log(`${c.field ?? c.model}: ${c.details} (${c.type})`)',
  );
  const test = `${contract}/test?server=${encodeURIComponent(row.server)}`;
  return [
    ['See a contract as it was written', `${get} ${quoted(`${contract}/datacontract.yaml`)}`],
    [
      'Test it again and list every failure',
      `${get} -X POST ${quoted(test)} | node -e ${listFailed}`,
    ],
  ];
}

/** Quotes a word for the shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
