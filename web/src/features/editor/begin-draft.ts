/** A text that is not saved. Without an entity tag its document is not stored yet. */
export type Draft = { text: string; etag?: string };

const nameOf = (kind: string, id: string) => `concordat-draft edit ${kind}/${id}`;

/** Stores the draft of a document that is not stored yet, where the editor finds it. */
export function beginDraft({ kind, id, text }: { kind: string; id: string; text: string }): void {
  sessionStorage.setItem(nameOf(kind, id), JSON.stringify({ text }));
}

export function keepDraft(kind: string, id: string, draft: Draft): void {
  try {
    sessionStorage.setItem(nameOf(kind, id), JSON.stringify(draft));
  } catch {
    // A full or switched-off storage only costs the draft.
  }
}

export function readDraft(kind: string, id: string): Draft | undefined {
  try {
    const stored = sessionStorage.getItem(nameOf(kind, id));
    return stored === null ? undefined : (JSON.parse(stored) as Draft);
  } catch {
    return undefined;
  }
}

export function forgetDraft(kind: string, id: string): void {
  try {
    sessionStorage.removeItem(nameOf(kind, id));
  } catch {
    // Without a storage there is no draft.
  }
}
