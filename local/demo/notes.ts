import { readText, writePrivately } from './demo-folder.ts';

/** Results of earlier starts, by `collection/id` and by `contract/server`. */
export type Notes = {
  /** Digests of the stored documents. */
  stored: Record<string, string>;
  /** Digests of the tested contracts and their data. */
  tested: Record<string, string>;
  /** Parts of the activity that are complete. */
  loaded: string[];
};

/** The notes of earlier starts; empty if the file is missing or unreadable. */
export function readNotes(file: string): Notes {
  try {
    const notes = JSON.parse(readText(file) ?? '{}') as Partial<Notes>;
    return { stored: notes.stored ?? {}, tested: notes.tested ?? {}, loaded: notes.loaded ?? [] };
  } catch {
    return { stored: {}, tested: {}, loaded: [] };
  }
}

/** Writes the notes atomically. */
export function writeNotes(file: string, notes: Notes): void {
  writePrivately(file, JSON.stringify(notes, undefined, 2));
}
