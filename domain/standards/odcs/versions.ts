/** Every ODCS version that is read, oldest first; the values of `apiVersion`. */
export const supportedVersions = [
  'v2.2.0',
  'v2.2.1',
  'v2.2.2',
  'v3.0.0',
  'v3.0.1',
  'v3.0.2',
  'v3.1.0',
  'v3.2.0',
] as const;

/** Versions that share one form of document. */
export type SchemaLine = '2.2' | '3.0' | '3.1' | '3.2';

/** The line of a version, e.g. `3.0` of `v3.0.2`; undefined for versions that are not read. */
export function schemaLineOf(apiVersion: unknown): SchemaLine | undefined {
  const version = supportedVersions.find((supported) => supported === apiVersion);
  return version === undefined ? undefined : (version.slice(1, 4) as SchemaLine);
}
