import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { refuse } from '../../domain/errors.ts';
import { isObject } from '../../lib/json/json.ts';
import { readJsonSections } from '../../lib/json/sections.ts';
import type { ScanContext } from '../asset-source.ts';
import { resolveAllowedFiles } from '../guard/files.ts';
import { checkSuccess, requestSource } from '../http/source.ts';
import type { SourceRequest } from '../http/source.ts';
import { messageOf } from '../source-error.ts';

/** A node, source or exposure of a manifest, as dbt writes it. */
export type DbtNode = Record<string, unknown>;

/** The content of manifest.json and catalog.json; entries by unique id. */
export type DbtArtifacts = {
  metadata: Record<string, unknown>;
  nodes: Record<string, DbtNode>;
  sources: Record<string, DbtNode>;
  exposures: Record<string, DbtNode>;
  /** Entries of nodes and sources; empty without a catalog. */
  catalog: Record<string, DbtNode>;
};

const oldestVersion = 9;
const maxBytes = 256 * 1024 * 1024;
const answerTimeoutMs = 120_000;

/** SQL and macros, which are most of a manifest, are not needed. */
const leaveOut = [
  'raw_code',
  'compiled_code',
  'raw_sql',
  'compiled_sql',
  'extra_ctes',
  'build_path',
];

type ArtifactRequest = {
  manifest: string;
  catalog?: string | undefined;
  token?: string | undefined;
};

/**
 * Reads the artifacts of dbt. Refuses with `source_refused` locations that are not allowed, missing files, and manifests before
 * version 9.
 */
export async function readArtifacts(
  request: ArtifactRequest,
  context: ScanContext,
): Promise<DbtArtifacts> {
  const { token } = request;
  const manifest = await readSections(
    { what: 'manifest', place: request.manifest, token },
    ['metadata', 'nodes', 'sources', 'exposures'],
    context,
  );
  const metadata = isObject(manifest['metadata']) ? manifest['metadata'] : {};
  checkVersion(metadata);
  const catalog =
    request.catalog === undefined
      ? {}
      : await readSections(
          { what: 'catalog', place: request.catalog, token },
          ['nodes', 'sources'],
          context,
        );
  return {
    metadata,
    nodes: entriesOf(manifest['nodes']),
    sources: entriesOf(manifest['sources']),
    exposures: entriesOf(manifest['exposures']),
    catalog: { ...entriesOf(catalog['nodes']), ...entriesOf(catalog['sources']) },
  };
}

function checkVersion({ dbt_schema_version: schema }: Record<string, unknown>): void {
  const version = /manifest\/v(\d+)(?:\.json)?$/.exec(String(schema))?.[1];
  if (version === undefined) {
    refuse('source_refused', 'The manifest contains no version of manifest.json');
  }
  if (Number(version) < oldestVersion) {
    refuse(
      'source_refused',
      `The manifest is of version ${version}; ${oldestVersion} and newer can be read (dbt 1.5 and newer)`,
    );
  }
}

function entriesOf(section: unknown): Record<string, DbtNode> {
  if (!isObject(section)) return {};
  const entries = Object.entries(section).filter((entry): entry is [string, DbtNode] =>
    isObject(entry[1]),
  );
  return Object.fromEntries(entries);
}

type Artifact = { what: 'manifest' | 'catalog'; place: string; token: string | undefined };

async function readSections(
  artifact: Artifact,
  sections: readonly string[],
  context: ScanContext,
): Promise<Record<string, unknown>> {
  const isUrl = /^https?:\/\//i.test(artifact.place);
  const bytes = await (isUrl ? download : readLocal)(artifact, context);
  const answer = await readJsonSections(bytes, { sections, leaveOut }, context.signal);
  if (answer.sections !== undefined) return answer.sections;
  return refuse('source_refused', `The ${artifact.what} ${answer.problem}`);
}

async function readLocal(
  { what, place }: Artifact,
  { access, signal }: ScanContext,
): Promise<Uint8Array<ArrayBuffer>> {
  const [file, ...others] = await resolveAllowedFiles(place, access.allowedDataDirs, signal);
  if (file === undefined || others.length > 0) {
    const found = file === undefined ? 'no file' : 'more than one file';
    refuse('source_refused', `There is ${found} ${place} in the folders of ALLOWED_DATA_DIRS`);
  }
  if ((await stat(file)).size > maxBytes) {
    refuse('source_refused', `The ${what} ${path.basename(file)} is larger than ${maxBytes} bytes`);
  }
  return new Uint8Array(await readFile(file, { signal }));
}

async function download(
  { what, place, token }: Artifact,
  { access, signal }: ScanContext,
): Promise<Uint8Array<ArrayBuffer>> {
  const request: SourceRequest = {
    method: 'GET',
    url: place,
    headers: {
      accept: 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    allowedHosts: access.allowedHosts,
    timeoutMs: answerTimeoutMs,
    signal,
    limitBytes: maxBytes,
  };
  try {
    const answer = await requestSource(request);
    checkSuccess(answer, request);
    return new Uint8Array(answer.body);
  } catch (error) {
    signal.throwIfAborted();
    return refuse('source_refused', `Could not read the ${what}: ${messageOf(error)}`);
  }
}
