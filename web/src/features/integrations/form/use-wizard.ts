import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isStatus } from '../../../api/problem.ts';
import type { FormValues } from '../../../components/controls/schema-form.tsx';
import type { Refused } from '../../../components/states/why-not.tsx';
import { useDraft } from '../../../lib/drafts.ts';
import { wizardTexts } from '../../../texts/operate/integrations.ts';
import { runTexts } from '../../../texts/operate/runs.ts';
import { saveIntegration, startCheck, startRun } from '../changes.ts';
import { integrationQuery } from '../queries.ts';
import type { AssetSource, EditableIntegration } from '../queries.ts';
import { problemsOf, refusedFields } from './form-problems.ts';
import type { Problems } from './form-problems.ts';
import { bodyOf, emptyForm, fieldsBelow, formOf, isOtherConnection } from './integration-form.ts';
import type { IntegrationForm } from './integration-form.ts';
import { missingFacts, stepOf, stepsToCheck } from './steps.ts';
import type { Follow, WizardStep } from './wizard-search.ts';

/** Where a save has led: the integration, with the check or run that was started. */
export type Saved = {
  id: string;
  after: Follow;
  checkId?: string;
  runId?: string;
  failure?: Error;
};

export type Stored = { data: EditableIntegration; etag: string | undefined };

/** What is typed, and the version from which it began. */
type Draft = { form: IntegrationForm; base: IntegrationForm; etag: string | undefined };

type Options = {
  stored: Stored | undefined;
  sources: readonly AssetSource[];
  onSaved: (saved: Saved) => void;
  onStep: (step: WizardStep) => void;
};

const noValues: FormValues = {};

/** What is typed survives a reload; credentials live in memory only. */
function useTyped({ stored, sources }: Pick<Options, 'stored' | 'sources'>) {
  const [start] = useState<Draft>(() => {
    const form = stored === undefined ? emptyForm : formOf(stored.data);
    return { form, base: form, etag: stored?.etag };
  });
  const page = stored === undefined ? 'integrations/new' : `integrations/${stored.data.externalId}`;
  const [draft, setDraft, forget] = useDraft<Draft>(page, start);
  const [credentials, setCredentials] = useState<FormValues>();
  const { form } = draft;
  const source = sources.find(({ name }) => name === form.source);
  const needsCredentials =
    source !== undefined &&
    (stored?.data.hasCredentials !== true || isOtherConnection(form, source, stored.data));
  const typed = needsCredentials ? (credentials ?? noValues) : credentials;
  const hasChanges = isChanged(draft, start, typed);
  return {
    draft,
    setDraft,
    forget,
    form,
    source,
    typed,
    needsCredentials,
    setCredentials,
    hasChanges,
  };
}

/** The wizard: its form, what is wrong with it, and how it is saved. */
export function useWizard({ stored, sources, onSaved, onStep }: Options) {
  const { draft, setDraft, forget, form, source, typed, ...others } = useTyped({ stored, sources });
  const { needsCredentials, setCredentials, hasChanges } = others;
  const [tried, setTried] = useState<readonly WizardStep[]>([]);
  const saving = useSaving({ stored, draft, source, credentials: typed, forget, onSaved });
  const isNew = stored === undefined;
  const facts = { form, source, typed, isNew };
  const problems: Problems = { ...ownProblems({ ...facts, tried }), ...saving.refused };
  const set = (next: Draft) => {
    saving.reset();
    setDraft(next);
  };
  const change = (part: Partial<IntegrationForm>) => set({ ...draft, form: { ...form, ...part } });
  /** Shows what is wrong in these steps, and goes to the first one; true if nothing is. */
  const check = (steps: readonly WizardStep[]): boolean => {
    setTried(steps);
    const [path] = Object.keys(ownProblems({ ...facts, tried: steps }));
    if (path !== undefined) onStep(stepOf(path));
    return path === undefined;
  };
  const save = (after: Follow, enabled: boolean) => {
    if (saving.isPending || !check(stepsToCheck[after])) return;
    const onError = (error: Error) => {
      const step = refusedStep(error, isNew);
      if (step !== undefined) onStep(step);
    };
    saving.mutate({ after, enabled, isChanged: hasChanges }, { onError });
  };
  return {
    form,
    base: draft.base,
    source,
    stored: stored?.data,
    refused: refusalOf(stored?.data),
    problems,
    error: saving.error,
    isPending: saving.isPending,
    credentials: { typed, isForced: needsCredentials, set: setCredentials },
    change,
    setValue: (path: string, value: string | boolean) =>
      change({ values: { ...form.values, [path]: value } }),
    setCredential: (path: string, value: string | boolean) => {
      saving.reset();
      setCredentials({ ...typed, [path]: value });
    },
    check,
    save,
    forget,
    /** Goes on over the version of somebody else. */
    overwrite: set,
  };
}

export type Wizard = ReturnType<typeof useWizard>;

/** Why the person may not save. */
const refusalOf = (stored: EditableIntegration | undefined): Refused | undefined =>
  stored === undefined || stored.mayEdit
    ? undefined
    : { because: runTexts.notAllowed(stored.owningTeamName) };

/** The step that has what the server refused; an id that is taken is chosen in the first one. */
function refusedStep(error: Error, isNew: boolean): WizardStep | undefined {
  const [path] = Object.keys(refusedFields(error));
  if (path !== undefined) return stepOf(path);
  return isNew && isStatus(error, 412) ? 'source' : undefined;
}

const isChanged = (draft: Draft, start: Draft, typed: FormValues | undefined): boolean =>
  JSON.stringify(draft.form) !== JSON.stringify(start.form) || Object.keys(typed ?? {}).length > 0;

type OwnOptions = {
  form: IntegrationForm;
  source: AssetSource | undefined;
  typed: FormValues | undefined;
  tried: readonly WizardStep[];
  isNew: boolean;
};

/** What the page itself finds wrong in the steps that were left or sent. */
function ownProblems({ form, source, typed, tried, isNew }: OwnOptions): Problems {
  const fields = [
    ...fieldsBelow(source, 'configuration'),
    ...(typed === undefined ? [] : fieldsBelow(source, 'credentials')),
    ...fieldsBelow(source, 'filters'),
  ];
  const found = {
    ...missingFacts(form, isNew),
    ...problemsOf(fields, { ...form.values, ...typed }),
  };
  return Object.fromEntries(Object.entries(found).filter(([path]) => tried.includes(stepOf(path))));
}

type SavingOptions = {
  stored: Stored | undefined;
  draft: Draft;
  source: AssetSource | undefined;
  credentials: FormValues | undefined;
  forget: () => void;
  onSaved: (saved: Saved) => void;
};

type Send = { after: Follow; enabled: boolean; isChanged: boolean };

/** Saves what was typed, and starts what follows. */
function useSaving({ stored, draft, source, credentials, forget, onSaved }: SavingOptions) {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: async ({ after, enabled, isChanged: mustSave }: Send): Promise<Saved> => {
      const { form, etag } = draft;
      const id = form.id.trim();
      if (source === undefined) throw new Error(wizardTexts.platform);
      if (mustSave || enabled !== stored?.data.enabled) {
        await saveIntegration({ id, body: bodyOf({ form, source, credentials, enabled }), etag });
      }
      return follow(id, after);
    },
    onSuccess: async (saved) => {
      forget();
      await queryClient.invalidateQueries({ queryKey: ['integrations', 'list'] });
      await queryClient.fetchQuery({ ...integrationQuery(saved.id), staleTime: 0 });
      if (saved.failure !== undefined) {
        notifications.show({ message: saved.failure.message, color: 'red' });
      }
      onSaved(saved);
    },
  });
  return { ...mutation, refused: refusedFields(mutation.error) };
}

/** Starts what follows a save. Its failure does not undo the save. */
async function follow(id: string, after: Follow): Promise<Saved> {
  try {
    if (after === 'run') return { id, after, runId: await startRun(id) };
    if (after === 'connection' || after === 'plan') {
      return { id, after, checkId: (await startCheck(id, after)).checkId };
    }
    return { id, after };
  } catch (failure) {
    return { id, after: 'stay', failure: failure as Error };
  }
}
