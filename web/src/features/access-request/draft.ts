import { useDraft } from '../../lib/drafts.ts';
import { mergeFields } from '../../lib/text/merge-fields.ts';
import type { FieldConflict } from '../../lib/text/merge-fields.ts';
import type { RequestForm } from './facts.ts';

/** What was typed, and what it began from: the stored request with its entity tag, if an open request is changed. */
export type RequestDraft = { form: RequestForm; base: RequestForm; etag?: string | undefined };

/** An edit of a request that met another one: the merged draft, and the fields that both changed. */
export type Meeting = { draft: RequestDraft; conflicts: readonly FieldConflict[] };

/** The draft of a request. An old draft still knows the version that it began from, so that it overwrites no later one unseen. */
export function useRequestDraft(place: string, begin: RequestForm, etag: string | undefined) {
  const [draft, change, forget] = useDraft<RequestDraft>(`request ${place}`, {
    form: begin,
    base: begin,
    etag,
  });
  return {
    draft,
    change,
    setForm: (form: RequestForm) => change({ ...draft, form }),
    forget,
  };
}

/** The consumer is one field: its parts make no sense without each other. */
const fieldsOf = ({
  consumer,
  isForProduct,
  product,
  role,
  purpose,
  from,
  until,
}: RequestForm) => ({
  consumer: { consumer, isForProduct, product },
  role,
  purpose,
  from,
  until,
});

const formOfFields = (
  { consumer, ...others }: Record<string, unknown>,
  form: RequestForm,
): RequestForm => ({ ...form, ...others, ...(consumer as Partial<RequestForm>) });

/** The draft on top of what somebody saved meanwhile. */
export function rebase(
  { form, base }: RequestDraft,
  theirs: RequestForm,
  etag: string | undefined,
): Meeting {
  const { merged, conflicts } = mergeFields(fieldsOf(base), fieldsOf(theirs), fieldsOf(form));
  return { draft: { form: formOfFields(merged, form), base: theirs, etag }, conflicts };
}

/** The draft with the values that were chosen for its conflicts. */
export function withChosen(draft: RequestDraft, chosen: Record<string, unknown>): RequestDraft {
  return { ...draft, form: formOfFields(chosen, draft.form) };
}
