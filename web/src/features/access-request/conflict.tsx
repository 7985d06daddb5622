import { useQuery } from '@tanstack/react-query';
import { namesQuery } from '../../api/names.ts';
import { ConflictDialog } from '../../components/dialogs/conflict-dialog.tsx';
import type { ConflictField } from '../../components/dialogs/conflict-dialog.tsx';
import type { FieldConflict } from '../../lib/text/merge-fields.ts';
import { accessTexts, requestTexts } from '../../texts/access.ts';
import type { Me } from '../session/queries.ts';
import type { Meeting } from './draft.ts';
import type { RequestForm } from './facts.ts';

type RequestConflictProps = {
  me: Me;
  meeting: Meeting | undefined;
  closeMeeting: () => void;
  choose: (chosen: Record<string, unknown>) => void;
};

/** Lets the person choose between both edits of a request, if they met. */
export function RequestConflict({ meeting, ...rest }: RequestConflictProps) {
  return meeting === undefined ? null : <Dialog {...rest} meeting={meeting} />;
}

function Dialog({
  me,
  meeting,
  closeMeeting,
  choose,
}: RequestConflictProps & { meeting: Meeting }) {
  const consumerText = useConsumerText(me, meeting.conflicts);
  const fields: Record<string, ConflictField> = {
    consumer: { label: requestTexts.for, textOf: consumerText },
    role: { label: requestTexts.role, control: 'text' },
    purpose: { label: requestTexts.why, control: 'long-text' },
    from: { label: requestTexts.from, control: 'date' },
    until: { label: requestTexts.until, control: 'date' },
  };
  return (
    <ConflictDialog
      conflicts={meeting.conflicts}
      fields={fields}
      onClose={closeMeeting}
      onChoose={choose}
    />
  );
}

type Consumer = Pick<RequestForm, 'consumer' | 'isForProduct' | 'product'>;

/** Names a consumer: a team or one of its products, by their names. */
function useConsumerText({ name, teams }: Me, conflicts: readonly FieldConflict[]) {
  const consumers = conflicts.filter(({ field }) => field === 'consumer');
  const refs = consumers
    .flatMap(({ base, theirs, mine }) => [base, theirs, mine] as Consumer[])
    .flatMap(({ consumer, product }) => [
      ...(consumer === 'me' ? [] : [`team:${consumer}`]),
      ...(product === '' ? [] : [`data-product:${product}`]),
    ]);
  const names = useQuery(namesQuery([...new Set(refs)])).data;
  return (value: unknown): string => {
    const { consumer, product } = value as Consumer;
    if (consumer === 'me') return accessTexts.person(name);
    if (product !== '') return names?.get(`data-product:${product}`) ?? product;
    const own = teams.find(({ id }) => id === consumer)?.name;
    return own ?? names?.get(`team:${consumer}`) ?? consumer;
  };
}
