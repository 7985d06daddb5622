import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { useTrail } from '../../../lib/trail.ts';
import { useTypedWords } from '../../../lib/hooks/use-typed-words.ts';
import { messageTexts } from '../../../texts/messages/messages.ts';
import { shownOf } from '../search.ts';
import type { MessageSearch } from '../search.ts';
import type { Shown } from '../types.ts';

type ListHeadProps = {
  /** Nothing but the list is open: its title is that of the page. */
  isPage: boolean;
  search: MessageSearch;
  onNew: () => void;
  onSearch: (search: MessageSearch) => void;
};

/** The title, the filter of the list, and the button that begins a conversation. */
export function ListHead({ isPage, search, onNew, onSearch }: ListHeadProps) {
  const [typed, type] = useTypedWords(search.q ?? '', (q) => {
    const { q: _before, ...others } = search;
    onSearch(q === '' ? others : { ...others, q });
  });
  const shown = shownOf(search);
  return (
    <>
      <div className="inbox-head">
        {isPage ? <PageTitle /> : <span className="talk-title">{messageTexts.title}</span>}
        <Button compact className="push" aria-label={messageTexts.newConversation} onClick={onNew}>
          <IconPlus size={15} stroke={1.75} aria-hidden />
          {messageTexts.newShort}
        </Button>
      </div>
      <div className="inbox-which talk-filter">
        <input
          className="input"
          type="search"
          data-search
          aria-label={messageTexts.filter}
          placeholder={messageTexts.filter}
          value={typed}
          onChange={({ target }) => type(target.value)}
        />
        <div className="pills" role="group" aria-label={messageTexts.which}>
          {(['active', 'archived'] as const).map((each) => (
            <button
              key={each}
              type="button"
              className="pill"
              aria-pressed={shown === each}
              onClick={() => onSearch(withShown(search, each))}
            >
              {messageTexts.shown[each]}
            </button>
          ))}
        </div>
      </div>
    </>
  );
}

function PageTitle() {
  useTrail(messageTexts.title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {messageTexts.title}
    </h1>
  );
}

function withShown({ q }: MessageSearch, show: Shown): MessageSearch {
  return { ...(q !== undefined && { q }), ...(show === 'archived' && { show }) };
}
