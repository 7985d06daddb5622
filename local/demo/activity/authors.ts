import type { Api } from '../api-client.ts';
import type { DemoDocument } from '../demo-documents.ts';
import { problem } from '../../problem.ts';
import type { People } from './people.ts';

/** A revision before the current one: its differences as pairs of texts, and the person who stores it. */
type EarlierRevision = {
  of: `${string}/${string}`;
  by: string;
  replace: [now: string, then: string][];
};

/** Authors of contracts and products by the team that owns them, and earlier revisions, oldest first. */
export type RevisionsFile = { authors: Record<string, string>; earlier: EarlierRevision[] };

export type Authors = {
  /** The API as the author of a document; undefined if the loader stores it. */
  of: (document: DemoDocument) => Api | undefined;
  /** The earlier revisions of a document with their authors. */
  earlier: (document: DemoDocument) => { author: Api; text: string }[];
};

/** The people of the demo as authors of documents. */
export function createAuthors(people: People, { authors, earlier }: RevisionsFile): Authors {
  return {
    of: ({ content }) => {
      const team = content['team'] as { name?: string } | undefined;
      const email = authors[team?.name ?? ''];
      return email === undefined ? undefined : people.as(email);
    },
    earlier: (document) =>
      earlier
        .filter(({ of }) => of === `${document.collection}/${document.id}`)
        .map(({ by, replace }) => ({ author: people.as(by), text: change(document, replace) })),
  };
}

function change({ kind, id, text }: DemoDocument, replace: EarlierRevision['replace']): string {
  return replace.reduce((changed, [now, then]) => {
    if (changed.includes(now)) return changed.replace(now, () => then);
    throw problem(`The ${kind} ${id} lacks the text of an earlier revision: ${now}`);
  }, text);
}
