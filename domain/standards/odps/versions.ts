/** All supported ODPS versions, oldest first; the values of `apiVersion`. */
export const supportedVersions = ['v0.9.0', 'v1.0.0', 'v1.1.0'] as const;

/** Versions with one form of document. */
export type SchemaLine = '0.9' | '1.0' | '1.1';

/** The line of a version, e.g. `1.0` for `v1.0.0`; undefined for unsupported versions. */
export function schemaLineOf(apiVersion: unknown): SchemaLine | undefined {
  const version = supportedVersions.find((supported) => supported === apiVersion);
  return version === undefined ? undefined : (version.slice(1, 4) as SchemaLine);
}
