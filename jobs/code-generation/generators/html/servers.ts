import type { ContractServer } from '../../../../domain/standards/odcs/contract-model.ts';
import { markup } from '../../shapes/text/html-text.ts';
import type { Html } from '../../shapes/text/html-text.ts';
import type { Notes } from '../../shapes/notes.ts';
import { facts, paragraph } from './parts.ts';

/** Members of servers that say where data is; everything else might be a secret. */
const open: readonly (readonly [member: string, title: string])[] = [
  ['environment', 'Environment'],
  ['host', 'Host'],
  ['port', 'Port'],
  ['account', 'Account'],
  ['project', 'Project'],
  ['catalog', 'Catalog'],
  ['database', 'Database'],
  ['dataset', 'Dataset'],
  ['schema', 'Schema'],
  ['serviceName', 'Service'],
  ['namespace', 'Namespace'],
  ['warehouse', 'Warehouse'],
  ['workgroup', 'Workgroup'],
  ['topic', 'Topic'],
  ['stream', 'Stream'],
  ['location', 'Location'],
  ['endpointUrl', 'Endpoint'],
  ['catalogUrl', 'Catalog address'],
  ['path', 'Path'],
  ['format', 'Format'],
  ['delimiter', 'Delimiter'],
  ['encoding', 'Encoding'],
  ['region', 'Region'],
  ['regionName', 'Region'],
];

const known = new Set(['server', 'type', 'description', 'id', ...open.map(([member]) => member)]);

/** An address without credentials. */
function withoutSecrets(text: string): string {
  return text
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1')
    .replace(/^(jdbc:[^;?]*|[a-z][a-z0-9+.-]*:\/\/[^?#;]*)[?#;].*$/is, '$1')
    .replace(/^[^\s@/:]+:[^\s@/]+@/, '');
}

function shown(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? withoutSecrets(value) : undefined;
}

/** A server as a card; members that might be secret are left out and noted. */
export function serverCard(server: ContractServer, notes: Notes): Html {
  for (const member of Object.keys(server)) {
    if (!known.has(member)) notes.add(`servers.${server.server}`, '{} is not shown', member);
  }
  const description = server['description'];
  return markup`<div class="card">
    <h3>${server.server}</h3>
    <p class="soft">${server.type}</p>
    ${paragraph(typeof description === 'string' ? description : undefined)}${facts(
      open.map(([member, title]) => [title, shown(server[member])] as const),
    )}
  </div> `;
}
