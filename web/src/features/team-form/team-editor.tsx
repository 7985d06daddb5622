import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { TextField } from '../../components/controls/text-field.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { teamFormTexts } from '../../texts/teams/teams.ts';
import { useRefusal } from '../permissions/refusal.ts';
import { AboutFields } from './about-fields.tsx';
import type { FieldsProps } from './about-fields.tsx';
import { EntryRows } from './entry-rows.tsx';
import { TeamConflict } from './team-conflict.tsx';
import { problemsOf } from './team-form.ts';
import type { FormProblem, FormProblems } from './team-form.ts';
import { useTeamEdit } from './use-team-edit.ts';
import type { StoredTeam } from './use-team-edit.ts';
import '../assets/assets.css';
import './team-form.css';

type TeamEditorProps = { id: string; stored: StoredTeam; onLeave: () => void };

/** The form of a team. Its text keeps comments, order and what the form does not know. */
export function TeamEditor({ id, stored, onLeave }: TeamEditorProps) {
  const edit = useTeamEdit(id, stored, onLeave);
  const mayNot = useRefusal('TEAM_EDIT', `teams/${id}`, true);
  const { form, error } = edit;
  const problems = problemsOf(form);
  const hasProblems = Object.keys(problems).length > 0;
  const refused = mayNot ?? (edit.isChanged ? undefined : { because: teamFormTexts.nothingToSave });
  const fields = { teamId: id, form, error, onChange: edit.change };
  return (
    <form
      className="stack loose team-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (refused !== undefined || hasProblems || edit.isPending) return;
        edit.save();
      }}
    >
      <Part title={teamFormTexts.about}>
        <AboutFields {...fields} />
      </Part>
      <FurtherParts {...fields} problems={problems} />
      {error !== null && <ProblemNote error={error} />}
      <div className="decision-bar">
        <div className="row">
          <Button onClick={edit.leave}>{teamFormTexts.discard}</Button>
          <WhyNot
            type="submit"
            tone="primary"
            refused={refused}
            disabled={hasProblems || edit.isPending}
          >
            {teamFormTexts.save}
          </WhyNot>
        </div>
      </div>
      {edit.conflicts !== undefined && (
        <TeamConflict
          conflicts={edit.conflicts}
          onClose={edit.closeMeeting}
          onChoose={edit.choose}
        />
      )}
    </form>
  );
}

const says = (problem: FormProblem | undefined): string | undefined =>
  problem && teamFormTexts.problems[problem];

/** Links, reminders and own properties. */
function FurtherParts({ form, problems, onChange }: FieldsProps & { problems: FormProblems }) {
  return (
    <>
      <Part title={teamFormTexts.links}>
        <EntryRows
          entries={form.links}
          nameLabel={teamFormTexts.linkName}
          valueLabel={teamFormTexts.linkValue}
          addLabel={teamFormTexts.addLink}
          removeLabel={teamFormTexts.removeLink}
          hint={teamFormTexts.linksHint}
          problem={says(problems.links)}
          onChange={(links) => onChange({ links })}
        />
      </Part>
      <Part title={teamFormTexts.reminders}>
        <p className="small soft">{teamFormTexts.remindersLead}</p>
        <div className="pair-of-fields">
          <TextField
            label={teamFormTexts.expiryDays}
            hint={teamFormTexts.daysExample}
            problem={says(problems.expiryDays)}
            value={form.expiryDays}
            onChange={(expiryDays) => onChange({ expiryDays })}
          />
          <TextField
            label={teamFormTexts.reassessmentDays}
            hint={teamFormTexts.daysExample}
            problem={says(problems.reassessmentDays)}
            value={form.reassessmentDays}
            onChange={(reassessmentDays) => onChange({ reassessmentDays })}
          />
        </div>
      </Part>
      <Part title={teamFormTexts.custom}>
        <EntryRows
          entries={form.custom}
          nameLabel={teamFormTexts.customName}
          valueLabel={teamFormTexts.customValue}
          addLabel={teamFormTexts.addCustom}
          removeLabel={teamFormTexts.removeCustom}
          hint={teamFormTexts.customHint}
          problem={says(problems.custom)}
          onChange={(custom) => onChange({ custom })}
        />
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stack">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
