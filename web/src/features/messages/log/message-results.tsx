import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { components } from '../../../api/schema.d.ts';
import { Button } from '../../../components/controls/button.tsx';
import { RelativeTime } from '../../../components/data/relative-time.tsx';
import { Marked } from '../../../components/documents/marked.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { dayText } from '../../../lib/dates.ts';
import { useNow } from '../../../lib/now.ts';
import { messageTexts } from '../../../texts/messages/messages.ts';
import { messageSearchQuery } from '../queries.ts';
import type { MessageSearch } from '../search.ts';
import type { ConversationDetail } from '../types.ts';

type MessageResultsProps = {
  conversation: ConversationDetail;
  search: MessageSearch;
  words: string;
};

/** Messages that contain the words, newest first; each leads to its place in the conversation. */
export function MessageResults({ conversation: { id }, search, words }: MessageResultsProps) {
  const query = useInfiniteQuery(messageSearchQuery(id, words));
  const now = useNow();
  return (
    <div className="talk-log">
      <Loaded query={query} skeleton={<SkeletonLines lines={6} />}>
        {({ pages }) => {
          const matches = pages.flatMap((page) => page.matches);
          const since = pages.at(-1)?.searchedSince ?? null;
          return (
            <>
              <p className="small faint" role="status">
                {matches.length === 0
                  ? messageTexts.noResults(words)
                  : messageTexts.results(matches.length, !query.hasNextPage)}{' '}
                {since !== null && messageTexts.searchedSince(dayText(new Date(since), now))}
              </p>
              <Matches id={id} search={search} words={words} matches={matches} />
              {query.hasNextPage && (
                <Button
                  compact
                  disabled={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {messageTexts.searchOlder}
                </Button>
              )}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

type MatchesProps = Omit<MessageResultsProps, 'conversation'> & {
  id: string;
  matches: readonly components['schemas']['MessageSearch']['matches'][number][];
};

function Matches({ id, search, words, matches }: MatchesProps) {
  return (
    <ul className="talk-results" aria-label={messageTexts.search}>
      {matches.map((match) => (
        <li key={match.id}>
          <Link
            to="/messages/{-$conversation}"
            params={{ conversation: id }}
            search={{ ...search, at: match.id }}
            resetScroll={false}
          >
            <span className="row tight">
              <span className="medium">{match.authorName}</span>
              <span className="tiny faint">
                <RelativeTime at={match.createdAt} />
              </span>
            </span>
            <span className="soft">
              <Marked text={match.excerpt} words={words} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
