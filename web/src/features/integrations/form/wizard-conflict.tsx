import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/controls/button.tsx';
import { ConflictDialog } from '../../../components/dialogs/conflict-dialog.tsx';
import type { ConflictField } from '../../../components/dialogs/conflict-dialog.tsx';
import { mergeFields } from '../../../lib/text/merge-fields.ts';
import { scheduleTexts } from '../../../texts/contracts/schedule.ts';
import { wizardTexts } from '../../../texts/operate/integrations.ts';
import { integrationQuery } from '../queries.ts';
import type { AssetSource } from '../queries.ts';
import { flatForm, formOf, formOfFlat } from './integration-form.ts';
import type { Wizard } from './use-wizard.ts';

type WizardConflictProps = { wizard: Wizard; onReload: () => void };

/** Somebody else saved meanwhile: what both changed is chosen, everything else comes together. */
export function WizardConflict({ wizard, onReload }: WizardConflictProps) {
  const { stored, base, form, source, overwrite, forget } = wizard;
  const [isOpen, setOpen] = useState(false);
  const theirs = useQuery({ ...integrationQuery(stored?.externalId), staleTime: 0 });
  if (stored === undefined || theirs.data === undefined || theirs.isFetching) return null;
  const { data, etag } = theirs.data;
  const saved = formOf(data);
  const met = mergeFields(flatForm(base), flatForm(saved), flatForm(form));
  const take = (chosen: Record<string, unknown>) => {
    setOpen(false);
    overwrite({ form: formOfFlat({ ...met.merged, ...chosen }, form), base: saved, etag });
  };
  return (
    <div className="note warn" role="alert">
      <div className="stack">
        <p className="medium">{wizardTexts.conflict}</p>
        <p>{wizardTexts.conflictDetail}</p>
        <div className="row wrap">
          <Button
            onClick={() => {
              forget();
              onReload();
            }}
          >
            {wizardTexts.conflictTheirs}
          </Button>
          <Button
            tone="primary"
            onClick={() => (met.conflicts.length === 0 ? take({}) : setOpen(true))}
          >
            {wizardTexts.conflictMine}
          </Button>
        </div>
      </div>
      {isOpen && (
        <ConflictDialog
          conflicts={met.conflicts}
          fields={fieldsOf(source)}
          onClose={() => setOpen(false)}
          onChoose={take}
        />
      )}
    </div>
  );
}

/** The fields as the form names them. */
function fieldsOf(source: AssetSource | undefined): Record<string, ConflictField> {
  const own = source?.form.flatMap(({ fields }) => fields) ?? [];
  return {
    name: { label: wizardTexts.name, control: 'text' },
    team: { label: wizardTexts.team },
    schedule: { label: scheduleTexts.cron, control: 'text' },
    timezone: { label: scheduleTexts.timezone },
    fuseAssets: { label: wizardTexts.fuseAssets, control: 'text' },
    fusePercent: { label: wizardTexts.fusePercent, control: 'text' },
    ...Object.fromEntries(
      own.map(({ path, title, input }) => [
        path,
        input === 'switch' ? { label: title } : { label: title, control: 'text' as const },
      ]),
    ),
  };
}
