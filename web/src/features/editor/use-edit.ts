import { useEffect, useRef, useState } from 'react';
import { forgetDraft, keepDraft } from './begin-draft.ts';
import type { Draft } from './begin-draft.ts';
import type { EditableKind } from './kinds.ts';
import type { Source } from './queries.ts';

/** What an edit began with. The text is unknown if a draft began with an earlier revision. */
export type Base = { etag: string; text?: string };

export type EditStart = {
  kind: EditableKind;
  id: string;
  /** The stored text; undefined for a document that is not stored yet. */
  stored: Source | undefined;
  draft: Draft | undefined;
};

export type Edit = {
  text: string;
  base: Base | undefined;
  isDirty: boolean;
  /** Somebody saved another text since the edit began. */
  isBehind: boolean;
  setText: (text: string) => void;
  setAll: (next: { text: string; base: Base | undefined }) => void;
  /** True until the edit is saved or discarded; asked at the time of leaving. */
  isUnsaved: () => boolean;
  /** Forgets the draft, and keeps none when the page is left. */
  end: () => void;
};

/** Storing 400 kB takes some milliseconds, which typing need not wait for; leaving the page stores it at once. */
const pauseMs = 1_000;

/** The text that is edited. It survives a reload and an expired session as a draft of this browser tab. */
export function useEdit({ kind, id, stored, draft }: EditStart): Edit {
  const [{ text, base }, setAll] = useState(() => startOf(stored, draft));
  const isDirty = base === undefined || base.text !== text;
  const isEnded = useRef(false);
  const latest = useRef<Draft>(undefined);
  useEffect(() => {
    const etag = base === undefined ? {} : { etag: base.etag };
    latest.current = isDirty && !isEnded.current ? { text, ...etag } : undefined;
    if (!isDirty) forgetDraft(kind, id);
    const timer = setTimeout(() => keepLatest(kind, id, latest.current), pauseMs);
    return () => clearTimeout(timer);
  }, [kind, id, text, base, isDirty]);
  useEffect(() => {
    const keep = () => keepLatest(kind, id, latest.current);
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [kind, id]);
  const isBehind = isNewer(stored, base);
  if (stored !== undefined && isBehind && !isDirty) setAll({ text: stored.text, base: stored });
  return {
    text,
    base,
    isDirty,
    isBehind: isBehind && isDirty,
    setText: (next) => setAll((all) => ({ ...all, text: next })),
    setAll,
    isUnsaved: () => latest.current !== undefined,
    end: () => {
      isEnded.current = true;
      latest.current = undefined;
      forgetDraft(kind, id);
    },
  };
}

/** The revision of an entity tag. */
export const revisionOf = ({ etag }: Base): number => Number(/\d+/u.exec(etag)?.[0] ?? 0);

function isNewer(stored: Source | undefined, base: Base | undefined): boolean {
  return stored !== undefined && base !== undefined && revisionOf(stored) > revisionOf(base);
}

function keepLatest(kind: EditableKind, id: string, draft: Draft | undefined): void {
  if (draft !== undefined) keepDraft(kind, id, draft);
}

function startOf(
  stored: Source | undefined,
  draft: Draft | undefined,
): { text: string; base: Base | undefined } {
  const begun = draft?.etag === undefined ? undefined : { etag: draft.etag };
  if (stored === undefined) return { text: draft?.text ?? '', base: begun };
  if (draft === undefined || draft.text === stored.text) return { text: stored.text, base: stored };
  return { text: draft.text, base: begun?.etag === stored.etag ? stored : begun };
}
