import { SchemaForm } from '../../../components/controls/schema-form.tsx';
import { TextField } from '../../../components/controls/text-field.tsx';
import { wizardTexts } from '../../../texts/operate/integrations.ts';
import { fieldsBelow } from './integration-form.ts';
import type { Wizard } from './use-wizard.ts';

/** Which part of the platform is scanned, and how much a run may remove. */
export function ScopeStep({ wizard }: { wizard: Wizard }) {
  const { form, source, problems, change, setValue } = wizard;
  return (
    <>
      <p className="soft">{wizardTexts.scopeLead}</p>
      <SchemaForm
        fields={fieldsBelow(source, 'filters')}
        values={form.values}
        problems={problems}
        onChange={setValue}
      />
      <fieldset className="wizard-group">
        <legend className="small medium">{wizardTexts.fuse}</legend>
        <p className="tiny faint">{wizardTexts.fuseLead}</p>
        <div className="schema-form">
          <TextField
            label={wizardTexts.fuseAssets}
            problem={problems['removalFuse.assets']}
            value={form.fuseAssets}
            onChange={(fuseAssets) => change({ fuseAssets })}
          />
          <TextField
            label={wizardTexts.fusePercent}
            problem={problems['removalFuse.percent']}
            value={form.fusePercent}
            onChange={(fusePercent) => change({ fusePercent })}
          />
        </div>
      </fieldset>
    </>
  );
}
