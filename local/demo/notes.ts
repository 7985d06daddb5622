import { readText, writePrivately } from './demo-folder.ts';

/** What an earlier start has done, by `collection/id` and by `contract/server`. */
export type Notes = {
  /** Digests of the documents as they were stored. */
  stored: Record<string, string>;
  /** Digests of contract and data as they were tested. */
  tested: Record<string, string>;
};

/** The notes of earlier starts; empty ones when there are none that can be read. */
export function readNotes(file: string): Notes {
  try {
    const notes = JSON.parse(readText(file) ?? '{}') as Partial<Notes>;
    return { stored: notes.stored ?? {}, tested: notes.tested ?? {} };
  } catch {
    return { stored: {}, tested: {} };
  }
}

/** Keeps the notes, whole or not at all. */
export function writeNotes(file: string, notes: Notes): void {
  writePrivately(file, JSON.stringify(notes, undefined, 2));
}
