/** All supported ODCS versions, oldest first; the values of `apiVersion`. */
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

/** Versions with one form of document; versions of 2.2 differ only by mistakes in their schemas. */
export type SchemaLine = '2.2' | Line3;

/** The lines of ODCS 3. */
export type Line3 = '3.0.0' | '3.0.1' | '3.0.2' | '3.1' | '3.2';

const lines: Readonly<Record<(typeof supportedVersions)[number], SchemaLine>> = {
  'v2.2.0': '2.2',
  'v2.2.1': '2.2',
  'v2.2.2': '2.2',
  'v3.0.0': '3.0.0',
  'v3.0.1': '3.0.1',
  'v3.0.2': '3.0.2',
  'v3.1.0': '3.1',
  'v3.2.0': '3.2',
};

/** The line of a version, e.g. `3.1` for `v3.1.0`; undefined for unsupported versions. */
export function schemaLineOf(apiVersion: unknown): SchemaLine | undefined {
  const version = supportedVersions.find((supported) => supported === apiVersion);
  return version === undefined ? undefined : lines[version];
}
