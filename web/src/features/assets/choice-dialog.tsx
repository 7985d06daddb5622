import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Loaded } from '../../components/states/loaded.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { useSettled } from '../../lib/hooks/use-settled.ts';
import { assetTexts } from '../../texts/assets.ts';
import { choicesQuery } from './queries.ts';

type Choice = { id: string; name: string };

type ChoiceDialogProps = {
  title: string;
  resourceType: 'DATA_PRODUCT' | 'TAG';
  searchLabel: string;
  none: string;
  /** What is chosen already. */
  taken: ReadonlySet<string>;
  /** Words that name nothing yet can be chosen, too. */
  takesNew?: boolean;
  error: Error | null;
  onChoose: (choice: Choice) => void;
  onClose: () => void;
};

const debounceMs = 120;

/** Finds what to add by its name. */
export function ChoiceDialog(props: ChoiceDialogProps) {
  const [words, setWords] = useState('');
  const found = useQuery(choicesQuery(props.resourceType, useSettled(words, debounceMs)));
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={props.title}
      closeButtonProps={{ 'aria-label': assetTexts.close }}
    >
      <div className="stack">
        <input
          type="search"
          className="input"
          aria-label={props.searchLabel}
          placeholder={props.searchLabel}
          data-autofocus
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        {props.error !== null && <ProblemNote error={props.error} />}
        <Loaded query={found}>
          {({ results }) => <Choices {...props} words={words.trim()} results={results} />}
        </Loaded>
      </div>
    </Modal>
  );
}

function Choices(props: ChoiceDialogProps & { words: string; results: readonly Choice[] }) {
  const { words, results, taken } = props;
  const isNew =
    props.takesNew === true &&
    words !== '' &&
    !taken.has(words) &&
    results.every(({ id, name }) => id !== words && name !== words);
  const open = [
    ...results.filter(({ id }) => !taken.has(id)),
    ...(isNew ? [{ id: words, name: words }] : []),
  ];
  if (open.length === 0) return <p className="small faint">{props.none}</p>;
  return (
    <ul className="choices">
      {open.map(({ id, name }) => (
        <li key={id} className="row">
          <span className="ellipsis">{name}</span>
          <Button
            compact
            className="push"
            aria-label={`${assetTexts.add} ${name}`}
            onClick={() => props.onChoose({ id, name })}
          >
            {assetTexts.add}
          </Button>
        </li>
      ))}
    </ul>
  );
}
