import { useQuery } from '@tanstack/react-query';
import { ConflictDialog } from '../../components/dialogs/conflict-dialog.tsx';
import type { ConflictField } from '../../components/dialogs/conflict-dialog.tsx';
import type { FieldConflict } from '../../lib/text/merge-fields.ts';
import { teamFormTexts } from '../../texts/teams/teams.ts';
import { teamsQuery } from '../teams/queries.ts';

type TeamConflictProps = {
  conflicts: readonly FieldConflict[];
  onClose: () => void;
  onChoose: (chosen: Record<string, unknown>) => void;
};

const named: Readonly<Record<string, ConflictField>> = {
  name: { label: teamFormTexts.name, control: 'text' },
  type: { label: teamFormTexts.kind },
  description: { label: teamFormTexts.description, control: 'long-text' },
  expiryDays: { label: teamFormTexts.expiryDays, control: 'text' },
  reassessmentDays: { label: teamFormTexts.reassessmentDays, control: 'text' },
};

/** The fields that two people changed: theirs is taken, or the own one is kept or edited. */
export function TeamConflict({ conflicts, onClose, onChoose }: TeamConflictProps) {
  const { data: teams = [] } = useQuery(teamsQuery);
  const teamName = (value: unknown): string =>
    teams.find(({ id }) => id === value)?.name ?? (typeof value === 'string' ? value : '');
  const fields = Object.fromEntries(
    conflicts.map(({ field }) => [
      field,
      field === 'parent'
        ? { label: teamFormTexts.parent, textOf: teamName }
        : (named[field] ?? entryField(field)),
    ]),
  );
  return <ConflictDialog {...{ conflicts, fields, onClose, onChoose }} />;
}

/** A tag, a link or a property: `links.wiki`. */
function entryField(field: string): ConflictField {
  const [member = ''] = field.split('.', 1);
  const name = field.slice(member.length + 1);
  if (member === 'tags') return { label: teamFormTexts.tag(name) };
  const label = member === 'links' ? teamFormTexts.link(name) : teamFormTexts.property(name);
  return { label, control: 'text' };
}
