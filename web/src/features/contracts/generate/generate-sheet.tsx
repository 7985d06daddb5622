import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../../components/states/loaded.tsx';
import { SkeletonLines } from '../../../components/states/skeleton.tsx';
import { generateTexts } from '../../../texts/contracts/contract-parts.ts';
import { generatorsQuery } from '../queries.ts';
import type { Model } from '../queries.ts';
import { useContractSearch } from '../search.ts';
import { GenerateOptions } from './generate-options.tsx';
import { GeneratedFiles } from './generated-files.tsx';
import type { Choice, Generator } from './queries.ts';

type GenerateSheetProps = { model: Model; format: string; onClose: () => void };

/** Code in every format, over the page: choose, look, copy, download. */
export function GenerateSheet({ model, format, onClose }: GenerateSheetProps) {
  const generators = useQuery(generatorsQuery);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={960}
      title={generateTexts.title(model.name)}
      closeButtonProps={{ 'aria-label': generateTexts.close }}
      classNames={{ body: 'generate', title: 'sheet-title' }}
    >
      <Loaded query={generators} skeleton={<SkeletonLines lines={8} />}>
        {(all) => <Formats model={model} generators={all} format={format} />}
      </Loaded>
    </Drawer>
  );
}

type FormatsProps = { model: Model; generators: readonly Generator[]; format: string };

function Formats({ model, generators, format }: FormatsProps) {
  const { set } = useContractSearch();
  const chosen = generators.find(({ type }) => type === format) ?? generators[0];
  return (
    <div className="generate-panes">
      <ul className="generate-formats" aria-label={generateTexts.formats}>
        {generators.map(({ type, title }) => (
          <li key={type}>
            <button
              type="button"
              aria-current={type === chosen?.type ? 'true' : undefined}
              onClick={() => set({ code: type }, true)}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
      <select
        className="input generate-select"
        aria-label={generateTexts.formats}
        value={chosen?.type}
        onChange={({ target }) => set({ code: target.value }, true)}
      >
        {generators.map(({ type, title }) => (
          <option key={type} value={type}>
            {title}
          </option>
        ))}
      </select>
      {chosen !== undefined && <Format key={chosen.type} model={model} generator={chosen} />}
    </div>
  );
}

function Format({ model, generator }: { model: Model; generator: Generator }) {
  const isCustom = generator.type === 'custom';
  const [choice, setChoice] = useState<Choice | undefined>(
    isCustom ? undefined : { type: generator.type },
  );
  return (
    <div className="generate-result stack">
      <p className="small soft">{generator.description}</p>
      <GenerateOptions
        generator={generator}
        servers={model.servers}
        choice={choice ?? { type: generator.type }}
        onChoose={setChoice}
      />
      <GeneratedFiles id={model.id} choice={choice} />
    </div>
  );
}
