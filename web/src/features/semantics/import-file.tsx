import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, read, readTagged } from '../../api/client.ts';
import { isStatus } from '../../api/problem.ts';
import { Field } from '../../components/controls/field.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { useRefusal } from '../access/refusal.ts';
import { WhyNot } from '../../components/states/why-not.tsx';
import { semanticTexts } from '../../texts/semantics.ts';
import { base } from './queries.ts';

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
type Checked = { source: Source; effects: number };

/** Checks a file, and replaces the ontology with it. */
export function ImportFile({ namespace }: { namespace: string }) {
  const [isUnknown, setUnknown] = useState(false);
  const queryClient = useQueryClient();
  const refused = useRefusal('RESOURCES_EDIT', `semantics/${namespace}`, true);
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
        <>
          <p className="note">{semanticTexts.checked(check.data.effects)}</p>
          {check.data.effects > 0 && (
            <WhyNot
              refused={refused}
              tone="primary"
              disabled={replace.isPending}
              onClick={() => replace.mutate(check.data.source)}
            >
              {semanticTexts.replace}
            </WhyNot>
          )}
        </>
      )}
      {replace.error !== null &&
        (isStatus(replace.error, 412) ? (
          <p className="note warn">{semanticTexts.changedMeanwhile}</p>
        ) : (
          <ProblemNote error={replace.error} />
        ))}
      {replace.isSuccess && <Replaced notes={replace.data.notes ?? []} />}
    </div>
  );
}

function Replaced({ notes }: { notes: readonly Note[] }) {
  return (
    <>
      <p className="note ok">{semanticTexts.replaced}</p>
      {notes.length > 0 && <h3>{semanticTexts.notesTitle}</h3>}
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
  const { effects = [] } = await send(namespace, source, true);
  return { source, effects: effects.length };
}

async function send(
  namespace: string,
  { text, ending, etag }: Source,
  dryRun: boolean,
): Promise<{ effects?: unknown[]; notes?: Note[] }> {
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
  const answer: unknown = await read(sent);
  return (answer ?? {}) as { effects?: unknown[]; notes?: Note[] };
}
