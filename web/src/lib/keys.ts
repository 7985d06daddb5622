import { useEffect } from 'react';
import { searchIsOpen } from './overlays.ts';
import { createStore } from './store.ts';

const storageName = 'concordat-single-keys';

function stored(): boolean {
  try {
    return localStorage.getItem(storageName) !== 'off';
  } catch {
    return true;
  }
}

/** False if somebody has switched single keys off (WCAG 2.1.4). */
export const singleKeys = createStore(stored());

singleKeys.subscribe(() => {
  try {
    localStorage.setItem(storageName, singleKeys.get() ? 'on' : 'off');
  } catch {
    // Storage may be switched off: the choice lasts until the page is left.
  }
});

/** A key and what it does, for the list of all keys. */
export type KeyBinding = {
  /** `t`, `?`, `Escape`, or two keys: `g h`. */
  keys: string;
  does: string;
  run: () => void;
};

const bindings = new Set<readonly KeyBinding[]>();

/** All keys that work now, those of the frame first. */
export function currentBindings(): readonly KeyBinding[] {
  return [...bindings].flat();
}

/** Lets keys work while the component is shown. Give it the same array as long as nothing changes (`useMemo`). */
export function useKeys(own: readonly KeyBinding[]): void {
  useEffect(() => {
    bindings.add(own);
    return () => void bindings.delete(own);
  }, [own]);
}

const secondKeyMs = 1_500;
let first: { key: string; at: number } | undefined;

/** True for an event in a field. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select, [role="textbox"]');
}

/** Dialogs and menus have keys of their own, also while the search still loads. */
function isCovered(): boolean {
  return searchIsOpen.get() || document.querySelector('[role="dialog"], [role="menu"]') !== null;
}

function isForUs(event: KeyboardEvent): boolean {
  const isCombination = event.ctrlKey || event.metaKey || event.altKey;
  if (!singleKeys.get() || isCombination || event.defaultPrevented) return false;
  return !isTyping(event.target) && !isCovered();
}

function onKey(event: KeyboardEvent): void {
  if (!isForUs(event)) return;
  const isSecond = first !== undefined && event.timeStamp - first.at < secondKeyMs;
  const typed = isSecond ? `${first?.key} ${event.key}` : event.key;
  first = undefined;
  // The binding that came last wins: a page may take over a key of the frame.
  const found = currentBindings().findLast(({ keys }) => keys === typed);
  if (found !== undefined) {
    event.preventDefault();
    found.run();
    return;
  }
  if (currentBindings().some(({ keys }) => keys.startsWith(`${event.key} `))) {
    first = { key: event.key, at: event.timeStamp };
  }
}

addEventListener('keydown', onKey);
