import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '../../../components/controls/field.tsx';
import { Avatar } from '../../../components/data/avatar.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { useSettled } from '../../../lib/hooks/use-settled.ts';
import { conversationTexts } from '../../../texts/messages/messages.ts';
import { messagingPeopleQuery } from '../queries.ts';
import type { Person } from '../types.ts';

const personKey = ({ contactId, personId, email }: Person): string =>
  contactId ?? personId ?? email ?? '';

type PeoplePickerProps = {
  chosen: readonly Person[];
  onChange: (people: readonly Person[]) => void;
  /** Contacts that are members already. */
  without?: readonly string[];
};

/** Chooses people by their name or address. */
export function PeoplePicker({ chosen, onChange, without = [] }: PeoplePickerProps) {
  const [words, setWords] = useState('');
  const settled = useSettled(words.trim(), 150);
  const people = useQuery(messagingPeopleQuery(settled));
  const keys = new Set(chosen.map(personKey));
  const toggle = (person: Person) =>
    onChange(
      keys.has(personKey(person))
        ? chosen.filter((each) => personKey(each) !== personKey(person))
        : [...chosen, person],
    );
  return (
    <>
      <Field label={conversationTexts.people} hint={conversationTexts.peopleHint}>
        {(control) => (
          <input
            {...control}
            className="input"
            type="search"
            autoComplete="off"
            data-autofocus
            placeholder={conversationTexts.findPeople}
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        )}
      </Field>
      <Chosen people={chosen} onRemove={toggle} />
      <Loaded query={people}>
        {(all) => (
          <OfferedPeople
            people={all.filter(({ contactId }) => !without.includes(contactId ?? ''))}
            words={settled}
            chosen={keys}
            onToggle={toggle}
          />
        )}
      </Loaded>
    </>
  );
}

type OfferedPeopleProps = {
  people: readonly Person[];
  words: string;
  chosen: ReadonlySet<string>;
  onToggle: (person: Person) => void;
};

function OfferedPeople({ people, words, chosen, onToggle }: OfferedPeopleProps) {
  if (people.length === 0) {
    const { none, noneFound } = conversationTexts;
    return <p className="small faint">{words === '' ? none : noneFound(words)}</p>;
  }
  return (
    <ul className="people-offered" aria-label={conversationTexts.people}>
      {people.map((each) => (
        <Offered
          key={personKey(each)}
          person={each}
          isChosen={chosen.has(personKey(each))}
          onToggle={() => onToggle(each)}
        />
      ))}
    </ul>
  );
}

type OfferedProps = { person: Person; isChosen: boolean; onToggle: () => void };

function Offered({ person, isChosen, onToggle }: OfferedProps) {
  const { name, email, username } = person;
  return (
    <li>
      <label className="person-line">
        <input type="checkbox" checked={isChosen} onChange={onToggle} />
        <Avatar name={name} />
        <span className="person-names">
          <span className="ellipsis">{name}</span>
          <span className="tiny faint ellipsis">
            {email ?? `${conversationTexts.program} · ${username}`}
          </span>
        </span>
      </label>
    </li>
  );
}

type ChosenProps = { people: readonly Person[]; onRemove: (person: Person) => void };

function Chosen({ people, onRemove }: ChosenProps) {
  if (people.length === 0) return null;
  return (
    <ul className="row wrap" aria-label={conversationTexts.chosen}>
      {people.map((each) => (
        <li key={personKey(each)}>
          <button
            type="button"
            className="chip pressable"
            aria-label={conversationTexts.removePerson(each.name)}
            onClick={() => onRemove(each)}
          >
            {each.name}
            <IconX size={13} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
