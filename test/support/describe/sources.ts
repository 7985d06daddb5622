import type { TObject, TSchema } from '@sinclair/typebox';
import type { AssetSourceInfo } from '../../../connectors/asset-source.ts';

/** Sections of `docs/ingestion.md` about the sources, written from their schemas; a test keeps them up to date. */
export function describeSources(sources: readonly AssetSourceInfo[]): string {
  const table = [
    '| `source` | Platform | Names in `filters` | Tried against |',
    '| --- | --- | --- | --- |',
    ...sources.map(
      ({ name, title, levels, triedAgainst }) =>
        `| [\`${name}\`](#${name}) | ${title} | ${[...new Set([...levels, 'name'])].map((level) => `${level}s`).join(', ')} | ${triedAgainst} |`,
    ),
  ].join('\n');
  return [table, ...sources.map(describeSource)].join('\n\n');
}

function describeSource({ name, configSchema, credentialsSchema }: AssetSourceInfo): string {
  const rows = [
    ...membersOf('configuration', configSchema),
    ...membersOf('credentials', credentialsSchema),
  ];
  return [`### ${name}`, '', '| Member | | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

function membersOf(where: string, { properties, required = [] }: TObject): string[] {
  return Object.entries<TSchema>(properties).map(([name, schema]) => {
    const isRequired = required.includes(name) ? 'required' : '';
    const meaning = (schema.description ?? '').replaceAll('|', String.raw`\|`);
    return `| \`${where}.${name}\` | ${isRequired} | ${meaning} |`;
  });
}
