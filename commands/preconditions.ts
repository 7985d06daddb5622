import { refuse } from '../domain/errors.ts';

/** Preconditions of a write from If-Match and If-None-Match; entity tags without quotes and without `-yaml`. */
export type Preconditions = {
  /** Tags of which one must be current; `*` matches any. */
  ifMatch: readonly string[] | undefined;
  /** The document must not exist yet (`If-None-Match: *`). */
  mustBeNew: boolean;
};

type Version = { revision: number; edition: number };

/** The entity tag of a document's JSON text without quotes: `3`, or `3.1` if its text changed without a new revision. */
export function versionTag({ revision, edition }: Version): string {
  return edition === 0 ? String(revision) : `${revision}.${edition}`;
}

/** Refuses with `precondition_failed` if the document is not in the expected state. */
export function assertPreconditions(conditions: Preconditions, current: Version | undefined): void {
  assertTag(conditions, current && versionTag(current));
}

/** Refuses like `assertPreconditions`; `current` is the entity tag without quotes, undefined if the document does not exist. */
export function assertTag(conditions: Preconditions, current: string | undefined): void {
  if (conditions.mustBeNew && current !== undefined) {
    refuse(
      'precondition_failed',
      'The document already exists, and If-None-Match: * only allows creating it.',
    );
  }
  if (!conditions.ifMatch) return;
  const matches =
    current !== undefined && conditions.ifMatch.some((tag) => tag === '*' || tag === current);
  if (matches) return;
  refuse(
    'precondition_failed',
    'The document has changed since you read it: read it again and repeat the change.',
    { extra: current === undefined ? {} : { currentETag: `"${current}"` } },
  );
}
