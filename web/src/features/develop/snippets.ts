import type { Language } from './languages.ts';

type Snippets = { catalog: string; feed: string };

/** Programs against this host; the key is that of the environment. */
export function snippetsOf(language: Language, host: string): Snippets {
  switch (language) {
    case 'curl':
      return {
        catalog: `curl -s "${host}/api/dataproducts" -H "x-api-key: $KEY"`,
        feed: `last=null
while events=$(curl -sf "${host}/api/events?lastEventId=$last&longPolling=true" -H "x-api-key: $KEY"); do
  echo "$events"
  last=$(echo "$events" | jq -r --arg last "$last" 'last.id // $last')
done`,
      };
    case 'node':
      return {
        catalog: `const headers = { 'x-api-key': process.env.KEY };
const answer = await fetch('${host}/api/dataproducts', { headers });
console.log(await answer.json());`,
        feed: `const headers = { 'x-api-key': process.env.KEY };
let last = 'null'; // store it, and begin there after a restart
for (;;) {
  const query = new URLSearchParams({ lastEventId: last, longPolling: 'true' });
  const answer = await fetch(\`${host}/api/events?\${query}\`, { headers });
  for (const event of await answer.json()) {
    console.log(event.type, event.subject);
    last = event.id;
  }
}`,
      };
    case 'python':
      return {
        catalog: `import os, requests

headers = {"x-api-key": os.environ["KEY"]}
print(requests.get("${host}/api/dataproducts", headers=headers).json())`,
        feed: `import os, requests

headers = {"x-api-key": os.environ["KEY"]}
last = "null"  # store it, and begin there after a restart
while True:
    query = {"lastEventId": last, "longPolling": "true"}
    answer = requests.get("${host}/api/events", params=query, headers=headers)
    for event in answer.json():
        print(event["type"], event["subject"])
        last = event["id"]`,
      };
  }
}

/** Tests a contract where its data is, and publishes the results. */
export const testSnippet = (host: string): string =>
  `pip install datacontract-cli
export ENTROPY_DATA_API_KEY=$KEY ENTROPY_DATA_HOST=${host}
datacontract test ${host}/api/datacontracts/<id> --publish ${host}/api/test-results`;
