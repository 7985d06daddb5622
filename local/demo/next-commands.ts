import type { TestedServer } from './results-table.ts';

/** Commands for newcomers to paste; each works on its own. */
export function nextCommands(
  address: string,
  keyFile: string,
  rows: readonly TestedServer[],
): string {
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
  const lines = steps.flatMap(([what, command], index) => ['', `${index + 1}. ${what}:`, command]);
  const pages = `In the browser: open the link "Sign in" above; npm run sign-in prints another.`;
  return ['Try next', '', pages, ...lines].join('\n');
}

/** Commands for a contract of the demo with failed checks; if none was tested, for the documents. */
function contractCommands(
  get: string,
  api: string,
  rows: readonly TestedServer[],
): [string, string][] {
  const tested = rows.filter(({ result }) => result !== undefined);
  const row = tested.findLast(({ result }) => result?.verdict === 'failed') ?? tested[0];
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
