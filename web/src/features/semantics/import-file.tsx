import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, read, readTagged } from '../../api/client.ts';
import { isStatus } from '../../api/problem.ts';
import { Field } from '../../components/controls/field.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { useRefusal } from '../permissions/refusal.ts';
import { WhyNot } from '../../components/states/why-not.tsx';
import { semanticTexts } from '../../texts/semantics/semantics.ts';
import { ChangeList } from './change-list.tsx';
import { LostUsers } from './lost-users.tsx';
import { base } from './queries.ts';
import type { ConceptChange } from './queries.ts';

const types = {
  yaml: { path: `${base}/ontology.yaml`, type: 'application/yaml' },
  yml: { path: `${base}/ontology.yaml`, type: 'application/yaml' },
  json: { path: `${base}/ontology.yaml`, type: 'application/json' },
  ttl: { path: `${base}/ontology.ttl`, type: 'text/turtle' },
  jsonld: { path: `${base}/ontology.jsonld`, type: 'application/ld+json' },
  rdf: { path: `${base}/ontology.rdf`, type: 'application/rdf+xml' },
} as const;

type Source = { text: string; ending: keyof typeof types; etag: string | undefined };
type Note = { kind: string; message: string; count: number; examples: string[] };
type Would = {
  effects?: unknown[];
  notes?: Note[];
  counts?: Counts;
  changes?: ConceptChange[];
};
type Counts = { added: number; changed: number; removed: number };
type Checked = { source: Source; would: Would };

/** Checks a file, and replaces the ontology with it. */
export function ImportFile({ namespace }: { namespace: string }) {
  const [isUnknown, setUnknown] = useState(false);
  const queryClient = useQueryClient();
  const check = useMutation({ mutationFn: (file: File) => checkFile(namespace, file) });
  const replace = useMutation({
    mutationFn: (source: Source) => send(namespace, source, false),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['namespaces'] });
      void queryClient.invalidateQueries({ queryKey: ['concepts'] });
    },
  });
  const choose = (file: File | undefined) => {
    replace.reset();
    check.reset();
    setUnknown(file !== undefined && endingOf(file.name) === undefined);
    if (file !== undefined && endingOf(file.name) !== undefined) check.mutate(file);
  };
  return (
    <div className="stack">
      <Field
        label={semanticTexts.file}
        hint={semanticTexts.importHint}
        problem={isUnknown ? semanticTexts.unknownFile : undefined}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".yaml,.yml,.json,.ttl,.jsonld,.rdf"
            onChange={({ target }) => choose(target.files?.[0])}
          />
        )}
      </Field>
      {check.error !== null && <ProblemNote error={check.error} />}
      {check.data !== undefined && !replace.isSuccess && (
        <Found
          namespace={namespace}
          would={check.data.would}
          isPending={replace.isPending}
          onReplace={() => replace.mutate(check.data.source)}
        />
      )}
      {replace.error !== null && <ReplaceProblem error={replace.error} />}
      {replace.isSuccess && <Replaced notes={replace.data.notes ?? []} />}
    </div>
  );
}

type FoundProps = {
  namespace: string;
  would: Would;
  isPending: boolean;
  onReplace: () => void;
};

/** What the check of the file has found, and the way on. */
function Found({ namespace, would, isPending, onReplace }: FoundProps) {
  const refused = useRefusal('RESOURCES_EDIT', `semantics/${namespace}`, true);
  const { effects = [], counts, changes = [], notes = [] } = would;
  const total = counts === undefined ? 0 : counts.added + counts.changed + counts.removed;
  return (
    <>
      <p className="note">{semanticTexts.checked(effects.length)}</p>
      {counts !== undefined && effects.length > 0 && (
        <p>{total === 0 ? semanticTexts.sameConcepts : semanticTexts.wouldChange(counts)}</p>
      )}
      <LostUsers changes={changes} />
      {changes.length > 0 && <ChangeList namespace={namespace} changes={changes} total={total} />}
      <Notes notes={notes} />
      {effects.length > 0 && (
        <WhyNot refused={refused} tone="primary" disabled={isPending} onClick={onReplace}>
          {semanticTexts.replace}
        </WhyNot>
      )}
    </>
  );
}

function ReplaceProblem({ error }: { error: Error }) {
  if (!isStatus(error, 412)) return <ProblemNote error={error} />;
  return <p className="note warn">{semanticTexts.changedMeanwhile}</p>;
}

function Replaced({ notes }: { notes: readonly Note[] }) {
  return (
    <>
      <p className="note ok">{semanticTexts.replaced}</p>
      <Notes notes={notes} />
    </>
  );
}

function Notes({ notes }: { notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  return (
    <>
      <h3>{semanticTexts.notesTitle}</h3>
      <ul className="stack small">
        {notes.map(({ kind, message, count, examples }) => (
          <li key={kind}>
            {semanticTexts.noteCount(count)} {message}{' '}
            <span className="mono faint">{examples.join(', ')}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function endingOf(name: string): Source['ending'] | undefined {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? '';
  return Object.hasOwn(types, ending) ? (ending as Source['ending']) : undefined;
}

async function checkFile(namespace: string, file: File): Promise<Checked> {
  const params = { path: { namespace } };
  const current = await readTagged(
    client.GET(`${base}/ontology.yaml`, { params, parseAs: 'text' }),
  );
  const ending = endingOf(file.name) ?? 'yaml';
  const source = { text: await file.text(), ending, etag: current.etag };
  return { source, would: await send(namespace, source, true) };
}

async function send(
  namespace: string,
  { text, ending, etag }: Source,
  dryRun: boolean,
): Promise<Would> {
  const { path, type } = types[ending];
  const params = {
    path: { namespace },
    query: { dryRun },
    header: etag === undefined ? {} : { 'If-Match': etag },
  };
  // Texts are sent as they are, not as JSON.
  const sent = client.PUT(path as `${typeof base}/ontology.yaml`, {
    params,
    body: text as never,
    bodySerializer: (body: unknown) => body as string,
    headers: { 'content-type': type },
  });
  return ((await read(sent)) as Would | undefined) ?? {};
}
