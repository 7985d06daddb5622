import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { refuse } from '../../domain/errors.ts';
import { artifactsOf, problemOfManifest } from '../../domain/ingestion/dbt/manifest.ts';
import type { DbtArtifacts } from '../../domain/ingestion/dbt/manifest.ts';
import { readJsonSections } from '../../lib/json/sections.ts';
import type { ScanContext } from '../asset-source.ts';
import { resolveAllowedFiles } from '../guard/files.ts';
import { checkSuccess, requestSource } from '../http/source.ts';
import type { SourceRequest } from '../http/source.ts';
import { messageOf } from '../source-error.ts';

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
  const problem = problemOfManifest(manifest);
  if (problem !== undefined) refuse('source_refused', problem);
  const catalog =
    request.catalog === undefined
      ? {}
      : await readSections(
          { what: 'catalog', place: request.catalog, token },
          ['nodes', 'sources'],
          context,
        );
  return artifactsOf(manifest, catalog);
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
