import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { settingTexts } from '../../texts/organization/settings.ts';

type SettingCardProps = {
  title: string;
  lead?: string;
  /** Something differs from what is stored. */
  isChanged: boolean;
  mayChange: boolean;
  isPending: boolean;
  error: Error | null;
  onSave: () => void;
  onDiscard: () => void;
  /** Further actions beside the buttons. */
  beside?: ReactNode;
  children: ReactNode;
};

/** A form of settings: what was typed stays until it is saved or discarded. */
export function SettingCard(props: SettingCardProps) {
  const { title, lead, isChanged, mayChange, isPending, error, children } = props;
  const refused = mayChange ? undefined : { because: settingTexts.onlyOwners };
  return (
    <form
      className="card"
      aria-label={title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && mayChange && !isPending) props.onSave();
      }}
    >
      <header>
        <h2>{title}</h2>
      </header>
      <div className="inside stack setting-form">
        {lead !== undefined && <p className="soft small">{lead}</p>}
        {children}
        {error !== null && <ProblemNote error={error} />}
        <div className="row wrap">
          <WhyNot type="submit" tone="primary" refused={refused} disabled={!isChanged || isPending}>
            {settingTexts.save}
          </WhyNot>
          {isChanged && <Button onClick={props.onDiscard}>{settingTexts.discard}</Button>}
          {props.beside}
        </div>
      </div>
    </form>
  );
}
