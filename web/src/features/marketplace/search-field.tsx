import { IconSearch } from '@tabler/icons-react';
import { useTypedWords } from '../../lib/hooks/use-typed-words.ts';
import { homeTexts } from '../../texts/home.ts';

type SearchFieldProps = { words: string; onSearch: (words: string) => void };

/** The big field of the marketplace: the search follows once typing pauses. */
export function SearchField({ words, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useTypedWords(words, onSearch);
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
