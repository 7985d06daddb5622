import { useMemo, useState } from 'react';
import { Field } from '../../components/controls/field.tsx';
import { newTexts } from '../../texts/studio/new-document.ts';
import { cutProject, readManifest, tablesOf, withCatalog } from './dbt-project.ts';
import type { DbtProject } from './dbt-project.ts';
import { MadeDraft } from './made-draft.tsx';
import { PickList } from './pick-list.tsx';
import type { Pick } from './pick-list.tsx';
import { draftContract } from './queries.ts';
import type { WayProps } from './ways.ts';

/** Rows beyond these are found by typing. */
const maxShown = 100;

/** Models of a dbt project: a contract with a schema for each. */
export function DbtWay(props: WayProps) {
  const [project, setProject] = useState<DbtProject>();
  const [picked, setPicked] = useState<readonly Pick[]>([]);
  const make = ({ team, ...chosen }: { team: string; id: string; name: string }) => {
    if (project === undefined) throw new Error('no manifest was read');
    const ids = picked.map(({ id }) => id);
    return draftContract({ ...chosen, ownerId: team, dbt: cutProject(project, ids) });
  };
  return (
    <>
      <Files
        project={project}
        onProject={(next, isOther) => {
          setProject(next);
          if (isOther) setPicked([]);
        }}
      />
      {project !== undefined && <Models {...{ project, picked, setPicked }} />}
      <MadeDraft
        {...props}
        suggested={picked[0]?.name}
        missing={newTexts.modelsFirst}
        make={make}
      />
    </>
  );
}

type FilesProps = {
  project: DbtProject | undefined;
  /** Another project was read, or the catalog of this one. */
  onProject: (project: DbtProject | undefined, isOther: boolean) => void;
};

function Files({ project, onProject }: FilesProps) {
  const [problems, setProblems] = useState<{ manifest?: string; catalog?: string }>({});
  const readFirst = async (file: File | undefined) => {
    const read = file && readManifest(await file.text());
    onProject(read, true);
    setProblems(file && read === undefined ? { manifest: newTexts.noManifest(file.name) } : {});
  };
  const readSecond = async (file: File | undefined) => {
    if (project === undefined || file === undefined) return;
    const read = withCatalog(project, await file.text());
    if (read !== undefined) onProject(read, false);
    setProblems(read === undefined ? { catalog: newTexts.noCatalog(file.name) } : {});
  };
  return (
    <>
      <Field label={newTexts.manifest} hint={newTexts.manifestHint} problem={problems.manifest}>
        {(control) => (
          <input
            {...control}
            className="input file-input"
            type="file"
            accept=".json"
            onChange={({ target }) => void readFirst(target.files?.[0])}
          />
        )}
      </Field>
      {project !== undefined && (
        <Field label={newTexts.catalog} hint={newTexts.catalogHint} problem={problems.catalog}>
          {(control) => (
            <input
              {...control}
              className="input file-input"
              type="file"
              accept=".json"
              onChange={({ target }) => void readSecond(target.files?.[0])}
            />
          )}
        </Field>
      )}
    </>
  );
}

type ModelsProps = {
  project: DbtProject;
  picked: readonly Pick[];
  setPicked: (picked: readonly Pick[]) => void;
};

function Models({ project, picked, setPicked }: ModelsProps) {
  const [words, setWords] = useState('');
  const all = useMemo(
    () =>
      tablesOf(project).map(({ kind, about, ...table }) => ({
        ...table,
        about: about === '' ? kind : `${kind}: ${about}`,
      })),
    [project],
  );
  const found = all.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()));
  return (
    <PickList
      label={newTexts.filterModels}
      rows={found.slice(0, maxShown)}
      onWords={setWords}
      onPick={setPicked}
      empty={null}
      {...{ words, picked }}
    />
  );
}
