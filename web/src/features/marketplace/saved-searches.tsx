import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { showUndo } from '../../components/dialogs/undo-toast.tsx';
import { homeTexts } from '../../texts/home.ts';
import {
  savedSearchesQuery,
  useDeleteSavedSearch,
  useMarkSeen,
  useSaveSearch,
} from './saved-queries.ts';
import type { SavedSearch } from './saved-queries.ts';
import { stateOfSaved } from './search-filters.ts';
import type { SearchState } from './search-filters.ts';

/** Saved searches with the number of results that are new since the person looked. */
export function SavedSearches({ onOpen }: { onOpen: (state: SearchState) => void }) {
  const { data = [] } = useQuery(savedSearchesQuery);
  const seen = useMarkSeen();
  const save = useSaveSearch();
  const remove = useDeleteSavedSearch();
  if (data.length === 0) return null;
  const open = (saved: SavedSearch) => {
    if (saved.newCount > 0) seen.mutate(saved.id);
    onOpen(stateOfSaved(saved));
  };
  const drop = ({ id, name, query, filters }: SavedSearch) =>
    remove.mutate(id, {
      onSuccess: () => {
        const again = { id, name, query, filters: filters as Record<string, string[]> };
        showUndo(homeTexts.deletedSaved(name), () => save.mutate(again));
      },
    });
  return (
    <ul className="row wrap saved-searches" aria-label={homeTexts.savedSearches}>
      {data.map((saved) => (
        <li key={saved.id} className="chip">
          <button type="button" onClick={() => open(saved)}>
            {saved.name}
            {saved.newCount > 0 && (
              <span className="nav-count accent">{homeTexts.newSince(saved.newCount)}</span>
            )}
          </button>
          <button
            type="button"
            aria-label={homeTexts.deleteSaved(saved.name)}
            onClick={() => drop(saved)}
          >
            <IconX size={13} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
