import type { ConnectorInfo, Credential } from '../../../connectors/connector.ts';

/** The table of docs/servers.md: the supported servers, and what their tests ran against. */
export function serversTable(connectors: readonly ConnectorInfo[]): string {
  return [
    '| `type` of the server | Platform | |',
    '| --- | --- | --- |',
    ...connectors.map(({ serverTypes, title, tested }) => {
      const how = tested.live ? 'tested live' : 'tested against a fake';
      return `| ${listed(serverTypes)} | ${title} | *${how}*: ${tested.against} |`;
    }),
  ].join('\n');
}

/** Sections of docs/contract-testing.md about the variables of each connector. */
export function describeServers(connectors: readonly ConnectorInfo[]): string {
  return connectors.map(describeServer).join('\n\n');
}

/** The list in docs/contract-testing.md of what identifies the location of a stored connection. */
export function describePlaces(connectors: readonly ConnectorInfo[]): string {
  const places = new Map<string, string[]>();
  for (const { placeIs, serverTypes } of connectors) {
    if (placeIs === undefined) continue;
    places.set(placeIs, [...(places.get(placeIs) ?? []), ...serverTypes]);
  }
  return [...places].map(([place, types]) => `- ${listed(types)}: ${place}`).join('\n');
}

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

function describeServer({ title, serverTypes, credentials, signIns }: ConnectorInfo): string {
  const ways = signIns.map((names) => names.map((name) => `\`${name}\``).join(' and '));
  return [
    `#### ${title}`,
    '',
    `Server type ${listed(serverTypes)}. ${ways.length === 0 ? 'Needs no credentials.' : `Needs ${ways.join('; or ')}.`}`,
    ...(credentials.length === 0 ? [] : ['', ...tableOf(credentials)]),
  ].join('\n');
}

function tableOf(credentials: readonly Credential[]): string[] {
  const rows = credentials.map(
    ({ name, meaning, secret }) =>
      `| \`${name}\` | ${meaning.replaceAll('|', String.raw`\|`)}${secret ? ' (secret)' : ''} |`,
  );
  return ['| Variable | Meaning |', '| --- | --- |', ...rows];
}
