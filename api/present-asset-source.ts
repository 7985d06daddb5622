import type { assetSources } from '../connectors/index.ts';

/** A platform as a form for its integrations needs it; whatever its credentials are, they are only written. */
export function presentAssetSource(source: (typeof assetSources)[number]): Record<string, unknown> {
  const { name, title, levels, triedAgainst, configSchema, credentialsSchema } = source;
  const members = Object.entries(credentialsSchema.properties);
  const properties = Object.fromEntries(
    members.map(([member, schema]) => [member, { ...schema, writeOnly: true }]),
  );
  return {
    name,
    title,
    levels,
    triedAgainst,
    configSchema,
    credentialsSchema: { ...credentialsSchema, writeOnly: true, properties },
  };
}
