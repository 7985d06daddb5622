import { versionTag } from '../../commands/preconditions.ts';
import type { Preconditions } from '../../commands/preconditions.ts';
import { refuse } from '../../domain/errors.ts';

/**
 * The representation that a tag belongs to: `"3"` for JSON, `"3-yaml"` for YAML, `"3-<mark>"` for another form or for JSON with
 * members that the server adds.
 */
export type Representation = 'json' | 'yaml' | { mark: string };

/** The strong entity tag of one representation of a document. */
export function entityTag(
  version: { revision: number; edition: number },
  representation: Representation,
): string {
  return `"${versionTag(version)}${suffixOf(representation)}"`;
}

function suffixOf(representation: Representation): string {
  if (representation === 'json') return '';
  return representation === 'yaml' ? '-yaml' : `-${representation.mark}`;
}

/** The request headers that `readPreconditions` reads. */
export const preconditionHeaders = ['if-match', 'if-none-match'] as const;

/** Preconditions of a PUT or DELETE; If-Match accepts the tag of any representation of the revision. */
export function readPreconditions(header: (name: string) => string | undefined): Preconditions {
  const ifMatch = header('if-match');
  const ifNoneMatch = header('if-none-match');
  if (ifNoneMatch !== undefined && ifNoneMatch.trim() !== '*') {
    refuse('bad_request', 'On a write, If-None-Match can only be *.');
  }
  return {
    ifMatch:
      ifMatch === undefined
        ? undefined
        : splitTags(ifMatch).map((tag) => tag.replace(/^"|(-\w+)?"$/g, '')),
    mustBeNew: ifNoneMatch !== undefined,
  };
}

/** True if the client already has the representation with this tag (304); weak comparison, as RFC 9110 requires for reads. */
export function isNotModified(header: (name: string) => string | undefined, tag: string): boolean {
  const given = header('if-none-match');
  if (given === undefined) return false;
  return splitTags(given).some(
    (candidate) => candidate === '*' || candidate.replace(/^W\//, '') === tag,
  );
}

function splitTags(header: string): string[] {
  return header
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean);
}
