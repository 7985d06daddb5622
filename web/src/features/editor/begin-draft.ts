/** Stores the draft of a document that is not stored yet, where the editor finds it. */
export function beginDraft({ kind, id, text }: { kind: string; id: string; text: string }): void {
  sessionStorage.setItem(`concordat-draft edit ${kind}/${id}`, JSON.stringify({ text }));
}
