import { refuse } from '../../domain/errors.ts';

/** Conditions of a write, from If-Match and If-None-Match; entity tags without quotes and without `-yaml`. */
export type Preconditions = {
  /** Tags of which one must be current; `*` stands for any. */
  ifMatch: readonly string[] | undefined;
  /** The document must not exist yet (`If-None-Match: *`). */
  mustBeNew: boolean;
};

type Version = { revision: number; edition: number };

/** The entity tag of a document's JSON text, without quotes: `3`, or `3.1` when its text changed since. */
export function versionTag({ revision, edition }: Version): string {
  return edition === 0 ? String(revision) : `${revision}.${edition}`;
}

/** Refuses with `precondition_failed` when the document is not in the state that the caller expects. */
export function assertPreconditions(conditions: Preconditions, current: Version | undefined): void {
  if (conditions.mustBeNew && current) {
    refuse(
      'precondition_failed',
      'The document exists already, and If-None-Match: * allows only to create it.',
    );
  }
  if (!conditions.ifMatch) return;
  const matches =
    current && conditions.ifMatch.some((tag) => tag === '*' || tag === versionTag(current));
  if (matches) return;
  refuse(
    'precondition_failed',
    'The document has changed since you read it: read it again and repeat the change.',
    {
      extra: current ? { currentETag: `"${versionTag(current)}"` } : {},
    },
  );
}
