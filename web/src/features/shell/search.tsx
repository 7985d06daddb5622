import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { KeyboardEvent } from 'react';
import { useStore } from '../../lib/store.ts';
import { useSettled } from '../../lib/hooks/use-settled.ts';
import { shellTexts } from '../../texts/shell.ts';
import { quickSearchQuery } from '../search/queries.ts';
import type { Me } from '../session/queries.ts';
import { commandsFor } from './commands.ts';
import { CommandAction, HitAction } from './search-lines.tsx';
import { closeSearch, searchIsOpen, searchWords } from '../../lib/overlays.ts';

const [store, spotlight] = createSpotlight();

/** ⌘K: pages, commands and the whole catalog in one field. */
export function Search({ me }: { me: Me }) {
  const words = useStore(searchWords);
  const navigate = useNavigate();
  const wantsOpen = useStore(searchIsOpen);
  useEffect(() => {
    if (wantsOpen) spotlight.open();
  }, [wantsOpen]);
  const go = (href: string) => void navigate({ to: href });
  const commands = commandsFor(me, go).filter(({ name }) => matches(name, words));
  const { data } = useQuery(quickSearchQuery(useSettled(words, 120)));
  const hits = words.trim() === '' ? [] : (data?.results ?? []).slice(0, 12);
  return (
    <Spotlight.Root
      store={store}
      query={words}
      onQueryChange={searchWords.set}
      shortcut={null}
      onSpotlightClose={closeSearch}
      scrollable
      maxHeight={440}
    >
      <Spotlight.Search
        placeholder={shellTexts.searchPlaceholder}
        aria-label={shellTexts.search}
        onKeyDown={openFirst}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {commands.map((command) => (
          <CommandAction key={command.name} command={command} />
        ))}
        {hits.map((hit) => (
          <HitAction key={`${hit.resourceType} ${hit.id}`} hit={hit} go={go} />
        ))}
        {hits.length + commands.length === 0 && (
          <Spotlight.Empty>{shellTexts.searchNothing}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
      <div className="search-keys wide-only" aria-hidden>
        {shellTexts.searchKeys.map(([key, does]) => (
          <span key={key}>
            <kbd>{key}</kbd> {does}
          </span>
        ))}
      </div>
    </Spotlight.Root>
  );
}

/** Results that come after the last letter are not selected by themselves: Enter opens the first one then. */
function openFirst({ key }: KeyboardEvent): void {
  if (key !== 'Enter' || document.querySelector('[data-action][data-selected]') !== null) return;
  document.querySelector<HTMLElement>('[data-action]')?.click();
}

const matches = (name: string, words: string): boolean =>
  name.toLowerCase().includes(words.trim().toLowerCase());
