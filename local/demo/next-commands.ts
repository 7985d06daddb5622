/** What a newcomer may paste next; each works by itself. */
export function nextCommands(address: string, keyFile: string): string {
  const key = `KEY=$(cat ${quoted(keyFile)})`;
  const get = `${key}; curl -s -H "x-api-key: $KEY"`;
  const api = `${address}/api`;
  const failed = quoted(
    'for (const c of JSON.parse(fs.readFileSync(0)).checks) if (c.result === "failed") ' +
      'console.log(`${c.field}: ${c.details} (${c.type})`)',
  );
  const listEvents = quoted(
    'for (const e of JSON.parse(fs.readFileSync(0))) ' +
      'console.log(e.time, e.type.split(".").at(-1), e.subject)',
  );
  const steps: [string, string][] = [
    [
      'See a contract as it was written',
      `${get} ${quoted(`${api}/datacontracts/demo-web-orders/datacontract.yaml`)}`,
    ],
    [
      'Test it again and list every failure',
      `${get} -X POST ${quoted(`${api}/datacontracts/demo-web-orders/test?server=raw`)} | node -e ${failed}`,
    ],
    [
      'Read the feed of everything that happened',
      `${get} ${quoted(`${api}/events`)} | node -e ${listEvents}`,
    ],
  ];
  const lines = steps.flatMap(([what, command], index) => ['', `${index + 1}. ${what}:`, command]);
  return ['Try next', ...lines].join('\n');
}

/** A word for the shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
