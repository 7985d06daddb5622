import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { Field } from '../../components/controls/field.tsx';
import { KindIcon } from '../../components/data/kind-icon.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { pathOfAddress } from '../../lib/address/own-path.ts';
import { useSettled } from '../../lib/hooks/use-settled.ts';
import { kindName } from '../../texts/kinds.ts';
import { simulatorTexts } from '../../texts/organization/people.ts';
import { quickSearchQuery } from '../search/queries.ts';
import type { SearchHit } from '../search/queries.ts';

const maxShown = 6;

/** `dataproducts/orders`, as the rules name a resource. */
const resourceOf = ({ url }: SearchHit): string =>
  decodeURIComponent(pathOfAddress(url).split(/[?#]/u)[0] ?? '').slice(1);

type ResourcePickerProps = {
  /** Name of the chosen resource. */
  chosen: string | undefined;
  onChoose: (resource: string | undefined) => void;
};

/** Chooses a document, team or access by its name. */
export function ResourcePicker({ chosen, onChoose }: ResourcePickerProps) {
  const [words, setWords] = useState('');
  const settled = useSettled(words, 120);
  const found = useQuery({ ...quickSearchQuery(settled), enabled: settled.trim() !== '' });
  if (chosen !== undefined) {
    return (
      <div className="field">
        <span className="medium small">{simulatorTexts.resource}</span>
        <span className="row">
          <span className="ellipsis">{chosen}</span>
          <Button compact onClick={() => onChoose(undefined)}>
            {simulatorTexts.change}
          </Button>
        </span>
      </div>
    );
  }
  const hits = settled.trim() === '' ? undefined : found.data?.results;
  return (
    <Field label={simulatorTexts.resource} hint={simulatorTexts.resourceHint}>
      {(control) => (
        <>
          <input
            {...control}
            className="input"
            type="search"
            autoComplete="off"
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
          {found.error !== null && <ProblemNote error={found.error} />}
          {hits !== undefined && <Hits hits={hits} onChoose={(hit) => onChoose(resourceOf(hit))} />}
        </>
      )}
    </Field>
  );
}

type HitsProps = { hits: readonly SearchHit[]; onChoose: (hit: SearchHit) => void };

function Hits({ hits, onChoose }: HitsProps) {
  if (hits.length === 0) return <p className="small faint">{simulatorTexts.nothingFound}</p>;
  return (
    <ul className="resource-hits" aria-label={simulatorTexts.resource}>
      {hits.slice(0, maxShown).map((hit) => (
        <li key={hit.url}>
          <button type="button" onClick={() => onChoose(hit)}>
            <KindIcon kind={hit.resourceType} />
            <span className="ellipsis">{hit.name}</span>
            <span className="tiny faint push">{kindName(hit.resourceType)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
