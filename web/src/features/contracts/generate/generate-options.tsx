import { useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { generateTexts } from '../../../texts/contracts/contract-parts.ts';
import type { Model } from '../queries.ts';
import type { Choice, Generator } from './queries.ts';

type GenerateOptionsProps = {
  generator: Generator;
  servers: Model['servers'];
  choice: Choice;
  onChoose: (choice: Choice) => void;
};

/** The options that the format has. */
export function GenerateOptions({ generator, servers, choice, onChoose }: GenerateOptionsProps) {
  const { dialects, compat, type } = generator;
  return (
    <>
      <div className="row wrap">
        {dialects.length > 0 && (
          <Option
            label={generateTexts.dialect}
            empty={generateTexts.ofServer}
            values={dialects}
            value={choice.dialect}
            onChange={(dialect) => onChoose({ ...choice, dialect })}
          />
        )}
        {compat.length > 0 && (
          <Option
            label={generateTexts.compat}
            empty={generateTexts.newest}
            values={compat}
            value={choice.compat}
            onChange={(variant) => onChoose({ ...choice, compat: variant })}
          />
        )}
        {servers.length > 1 && (
          <Option
            label={generateTexts.server}
            empty={generateTexts.everyServer}
            values={servers.map(({ server }) => server)}
            value={choice.server}
            onChange={(server) => onChoose({ ...choice, server })}
          />
        )}
      </div>
      {type === 'custom' && <Prompt onSend={(prompt) => onChoose({ ...choice, prompt })} />}
    </>
  );
}

type OptionProps = {
  label: string;
  /** What the server takes when nothing is chosen. */
  empty: string;
  values: readonly string[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
};

function Option({ label, empty, values, value, onChange }: OptionProps) {
  return (
    <label className="option small">
      <span className="soft">{label}</span>
      <select
        className="input"
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      >
        <option value="">{empty}</option>
        {values.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  );
}

/** A model is asked only when somebody says so: it costs money. */
function Prompt({ onSend }: { onSend: (prompt: string) => void }) {
  const [text, setText] = useState('');
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') onSend(text.trim());
      }}
    >
      <label className="field">
        <span className="small medium">{generateTexts.prompt}</span>
        <textarea
          className="input"
          rows={3}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <span className="tiny faint">{generateTexts.promptHint}</span>
      </label>
      <div>
        <Button type="submit" tone="primary" disabled={text.trim() === ''}>
          {generateTexts.write}
        </Button>
      </div>
    </form>
  );
}
