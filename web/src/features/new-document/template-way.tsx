import { useState } from 'react';
import { newTexts } from '../../texts/studio/new-document.ts';
import { MadeDraft } from './made-draft.tsx';
import { contractTemplates, fillTemplate, productTemplates } from './templates.ts';
import type { WayProps } from './ways.ts';

/** One of our templates. */
export function TemplateWay(props: WayProps) {
  const templates = props.kind === 'datacontracts' ? contractTemplates : productTemplates;
  const [key, setKey] = useState(templates[0]?.key);
  const text = templates.find((each) => each.key === key)?.text ?? '';
  return (
    <>
      <fieldset className="new-choices">
        <legend className="hidden">{newTexts.ways.template}</legend>
        {templates.map((each) => (
          <label key={each.key} className="card new-choice">
            <input
              type="radio"
              name="template"
              checked={each.key === key}
              onChange={() => setKey(each.key)}
            />
            <span className="medium">{each.name}</span>
            <span className="small faint">{each.about}</span>
          </label>
        ))}
      </fieldset>
      <MadeDraft
        {...props}
        suggested=""
        missing={newTexts.nameFirst}
        make={(chosen) => fillTemplate(text, chosen)}
      />
    </>
  );
}
