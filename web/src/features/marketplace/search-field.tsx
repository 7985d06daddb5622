import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useSettled } from '../../lib/use-settled.ts';
import { homeTexts } from '../../texts/home.ts';

type SearchFieldProps = { words: string; onSearch: (words: string) => void };

const debounceMs = 120;

/** The big field of the marketplace: the search follows once typing pauses. */
export function SearchField({ words, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(words);
  const settled = useSettled(typed, debounceMs);
  const sent = useRef(words);
  useEffect(() => {
    if (settled === sent.current) return;
    sent.current = settled;
    onSearch(settled);
  }, [settled, onSearch]);
  // The address may change without typing: back, a saved search, "did you mean".
  useEffect(() => {
    if (words === sent.current) return;
    sent.current = words;
    setTyped(words);
  }, [words]);
  return (
    <search className="hero-search">
      <IconSearch size={18} stroke={1.75} aria-hidden />
      <input
        type="search"
        value={typed}
        aria-label={homeTexts.searchLabel}
        placeholder={homeTexts.placeholder}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      <kbd aria-hidden>/</kbd>
    </search>
  );
}
