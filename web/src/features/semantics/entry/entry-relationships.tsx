import { IconTrash } from '@tabler/icons-react';
import { Button } from '../../../components/controls/button.tsx';
import { multiplicityName } from '../../../texts/semantics/concepts.ts';
import { entryTexts } from '../../../texts/semantics/semantics.ts';
import { withMember, withRelationship, withTarget, withoutRelationship } from './entry-text.ts';
import type { Related } from './entry-text.ts';

const multiplicities = ['OneToOne', 'OneToMany', 'ManyToOne', 'ManyToMany'];

type RelationshipsProps = {
  text: string;
  list: readonly Related[];
  onChange: (text: string) => void;
};

/** The relationships of an entry, each in one line. */
export function Relationships({ text, list, onChange }: RelationshipsProps) {
  return (
    <div className="stack">
      <h3>{entryTexts.relationships}</h3>
      {list.map((related, index) => (
        <Relationship
          key={index}
          related={related}
          onSet={(member, value) =>
            onChange(withMember(text, ['relationships', index, member], value))
          }
          onTarget={(target) => onChange(withTarget(text, index, target))}
          onRemove={() => onChange(withoutRelationship(text, index))}
        />
      ))}
      <p>
        <Button compact onClick={() => onChange(withRelationship(text))}>
          {entryTexts.addRelationship}
        </Button>
      </p>
    </div>
  );
}

type RelationshipProps = {
  related: Related;
  onSet: (member: 'name' | 'multiplicity', value: string) => void;
  onTarget: (target: string) => void;
  onRemove: () => void;
};

function Relationship({ related, onSet, onTarget, onRemove }: RelationshipProps) {
  const { name, target, multiplicity } = related;
  return (
    <div className="entry-relationship">
      <input
        className="input"
        aria-label={entryTexts.relationshipName}
        placeholder={entryTexts.relationshipName}
        value={name}
        onChange={(event) => onSet('name', event.target.value)}
      />
      <input
        className="input"
        aria-label={entryTexts.target}
        placeholder={entryTexts.target}
        value={target}
        onChange={(event) => onTarget(event.target.value)}
      />
      <select
        className="select"
        aria-label={entryTexts.multiplicity}
        value={multiplicity}
        onChange={(event) => onSet('multiplicity', event.target.value)}
      >
        <option value="">{entryTexts.anyMultiplicity}</option>
        {multiplicities.map((each) => (
          <option key={each} value={each}>
            {multiplicityName(each)}
          </option>
        ))}
      </select>
      <Button
        compact
        tone="quiet"
        aria-label={entryTexts.removeRelationship(name)}
        onClick={onRemove}
      >
        <IconTrash size={14} aria-hidden />
      </Button>
    </div>
  );
}
