import { createStore } from './store.ts';

/** What is open over the page. */
export const searchIsOpen = createStore(false);
export const keyHelpIsOpen = createStore(false);
export const navIsOpen = createStore(false);

/** Words with which the search opens. */
export const searchWords = createStore('');

/** Closes it, and forgets the words. */
export function closeSearch(): void {
  searchIsOpen.set(false);
  searchWords.set('');
}

/** Opens the search over everything with these words. */
export function searchFor(words: string): void {
  searchWords.set(words);
  searchIsOpen.set(true);
}
