import type { assetSources } from '../../../connectors/catalogue.ts';
import { formOf, withTitles } from '../../../domain/ingestion/source-form.ts';

/** A platform with the facts that a form for its integrations needs; credentials are never returned. */
export function presentAssetSource(source: (typeof assetSources)[number]): Record<string, unknown> {
  const { name, title, levels, triedAgainst } = source;
  const configSchema = withTitles(source.configSchema);
  const credentialsSchema = withTitles(source.credentialsSchema);
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
    form: formOf(source),
  };
}
