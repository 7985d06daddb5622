import { useState } from 'react';
import { Problem, violationAt } from '../../api/problem.ts';
import { Button } from '../../components/controls/button.tsx';
import { Field } from '../../components/controls/field.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { useDraft } from '../../lib/drafts.ts';
import { useIdempotencyKey } from '../../lib/idempotency.ts';
import { counted } from '../../lib/numbers.ts';

const refused = new Problem({
  status: 422,
  code: 'invalid_body',
  title: 'Unprocessable Content',
  detail: 'The request has no purpose.',
  requestId: '0b9d-4712',
  retryAfter: undefined,
  violations: [{ field: 'purpose', message: 'Say what the data is for.' }],
});

/** A form: its draft survives a reload, its key makes sending twice safe, and what is wrong stands at its field. */
export function FormStory() {
  const [form, change, forget] = useDraft('stories', { purpose: '' });
  const { key, renew } = useIdempotencyKey();
  const [error, setError] = useState<Problem>();
  const send = () => {
    if (form.purpose === '') return setError(refused);
    setError(undefined);
    forget();
    renew();
  };
  return (
    <div className="stack">
      <Field
        label="Purpose"
        hint={counted(form.purpose.length, 'character')}
        problem={violationAt(error, 'purpose')}
      >
        {(control) => (
          <textarea
            {...control}
            className="input"
            value={form.purpose}
            onChange={(event) => change({ purpose: event.target.value })}
          />
        )}
      </Field>
      {error !== undefined && <ProblemNote error={error} />}
      <div className="row">
        <Button tone="primary" onClick={send}>
          Send request
        </Button>
        <span className="tiny faint">Idempotency-Key: {key}</span>
      </div>
    </div>
  );
}
