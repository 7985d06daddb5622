import { useEffect, useRef, useState } from 'react';
import { useSettled } from './use-settled.ts';

const debounceMs = 120;

/** The words of a search field: the search follows once typing pauses, and the field follows an address that changes without typing. */
export function useTypedWords(
  words: string,
  onSearch: (words: string) => void,
): [typed: string, type: (typed: string) => void] {
  const [typed, setTyped] = useState(words);
  const settled = useSettled(typed, debounceMs);
  const sent = useRef(words);
  useEffect(() => {
    // After a change of the address, the words before it are still settled for a moment.
    if (settled === sent.current || settled !== typed) return;
    sent.current = settled;
    onSearch(settled);
  }, [settled, typed, onSearch]);
  // The address may change without typing: back, a saved search, "did you mean".
  useEffect(() => {
    if (words === sent.current) return;
    sent.current = words;
    setTyped(words);
  }, [words]);
  return [typed, setTyped];
}
