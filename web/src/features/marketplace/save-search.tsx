import { IconBookmarkPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { announce } from '../../lib/announce.ts';
import { useIdempotencyKey } from '../../lib/idempotency.ts';
import { homeTexts } from '../../texts/home.ts';
import { useSaveSearch } from './saved-queries.ts';
import { savedFilters } from './search-filters.ts';
import type { SearchState } from './search-filters.ts';

/** Names the current search and keeps it. */
export function SaveSearch({ state }: { state: SearchState }) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <SaveForm state={state} onClose={() => setIsOpen(false)} />;
  return (
    <Button compact tone="quiet" onClick={() => setIsOpen(true)}>
      <IconBookmarkPlus size={15} stroke={1.75} aria-hidden />
      {homeTexts.saveSearch}
    </Button>
  );
}

function SaveForm({ state, onClose }: { state: SearchState; onClose: () => void }) {
  const [name, setName] = useState(state.q ?? '');
  const { key } = useIdempotencyKey();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const save = useSaveSearch();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { id: key, name: name.trim(), query: state.q ?? '', filters: savedFilters(state) };
    save.mutate(body, {
      onSuccess: () => {
        announce(homeTexts.saved(body.name));
        onClose();
      },
    });
  };
  return (
    <form className="row wrap tight save-form" onSubmit={submit}>
      <input
        ref={field}
        className="input"
        required
        maxLength={100}
        aria-label={homeTexts.saveName}
        placeholder={homeTexts.saveName}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
      <Button compact tone="primary" type="submit">
        {homeTexts.save}
      </Button>
      <Button compact tone="quiet" onClick={onClose}>
        {homeTexts.cancel}
      </Button>
      {save.error !== null && <ProblemNote error={save.error} />}
    </form>
  );
}
