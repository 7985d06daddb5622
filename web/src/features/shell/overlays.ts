import { createStore } from '../../lib/store.ts';

/** What is open over the page. */
export const searchIsOpen = createStore(false);
export const keyHelpIsOpen = createStore(false);
export const navIsOpen = createStore(false);
