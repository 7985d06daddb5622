import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { isStatus } from '../../../api/problem.ts';
import type { FormValues } from '../../../components/controls/schema-form.tsx';
import { useDraft } from '../../../lib/drafts.ts';
import { wizardTexts } from '../../../texts/operate/integrations.ts';
import { saveIntegration, startCheck, startRun } from '../changes.ts';
import { integrationQuery } from '../queries.ts';
import type { AssetSource, EditableIntegration } from '../queries.ts';
import { problemsOf, refusedFields } from './form-problems.ts';
import type { Problems } from './form-problems.ts';
import { bodyOf, emptyForm, fieldsBelow, formOf, isOtherConnection } from './integration-form.ts';
import type { IntegrationForm } from './integration-form.ts';
import { missingFacts, stepOf, stepsToCheck } from './steps.ts';
import type { Then, WizardStep } from './wizard-search.ts';

/** Where a save has led: the integration, with the check or run that was started. */
export type Saved = { id: string; then: Then; checkId?: string; runId?: string; failure?: Error };

export type Stored = { data: EditableIntegration; etag: string | undefined };

type Draft = { form: IntegrationForm; etag: string | undefined };

type Options = {
  stored: Stored | undefined;
  sources: readonly AssetSource[];
  onSaved: (saved: Saved) => void;
  onStep: (step: WizardStep) => void;
};

/** The wizard: what is typed survives a reload; credentials live in memory only. */
export function useWizard({ stored, sources, onSaved, onStep }: Options) {
  const [start] = useState<Draft>(() => ({
    form: stored === undefined ? emptyForm : formOf(stored.data),
    etag: stored?.etag,
  }));
  const page = stored === undefined ? 'integrations/new' : `integrations/${stored.data.externalId}`;
  const [draft, setDraft, forget] = useDraft<Draft>(page, start);
  const [credentials, setCredentials] = useState<FormValues>();
  const [tried, setTried] = useState<readonly WizardStep[]>([]);
  const { form } = draft;
  const source = sources.find(({ name }) => name === form.source);
  const needsCredentials =
    source !== undefined &&
    (stored?.data.hasCredentials !== true || isOtherConnection(form, source, stored.data));
  const typed = needsCredentials ? (credentials ?? {}) : credentials;
  const saving = useSaving({ stored, draft, source, credentials: typed, forget, onSaved });
  const own = useMemo(
    () => ownProblems({ form, source, typed, tried, isNew: stored === undefined }),
    [form, source, typed, tried, stored],
  );
  const problems: Problems = { ...own, ...saving.refused };
  const change = (part: Partial<IntegrationForm>) => {
    saving.reset();
    setDraft({ ...draft, form: { ...form, ...part } });
  };
  /** Shows what is wrong in these steps, and goes to the first one; true if nothing is. */
  const check = (steps: readonly WizardStep[]): boolean => {
    setTried(steps);
    const found = ownProblems({ form, source, typed, tried: steps, isNew: stored === undefined });
    const [path] = Object.keys(found);
    if (path !== undefined) onStep(stepOf(path));
    return path === undefined;
  };
  const save = (then: Then, enabled: boolean) => {
    if (saving.isPending || !check(stepsToCheck[then])) return;
    saving.mutate(
      { then, enabled, isChanged: isChanged(draft, start, typed) },
      {
        onError: (error) => {
          const [path] = Object.keys(refusedFields(error));
          if (path !== undefined) onStep(stepOf(path));
          else if (stored === undefined && isStatus(error, 412)) onStep('source');
        },
      },
    );
  };
  return {
    form,
    source,
    stored: stored?.data,
    problems,
    error: saving.error,
    isPending: saving.isPending,
    isChanged: isChanged(draft, start, typed),
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
    overwrite: (merged: IntegrationForm, etag: string | undefined) => {
      saving.reset();
      setDraft({ form: merged, etag });
    },
  };
}

export type Wizard = ReturnType<typeof useWizard>;

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

type Send = { then: Then; enabled: boolean; isChanged: boolean };

/** Saves what was typed, and starts what follows. */
function useSaving({ stored, draft, source, credentials, forget, onSaved }: SavingOptions) {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: async ({ then, enabled, isChanged: hasChanges }: Send): Promise<Saved> => {
      const { form, etag } = draft;
      const id = form.id.trim();
      if (source === undefined) throw new Error(wizardTexts.platform);
      if (hasChanges || enabled !== stored?.data.enabled) {
        await saveIntegration({ id, body: bodyOf({ form, source, credentials, enabled }), etag });
      }
      return follow(id, then);
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
async function follow(id: string, then: Then): Promise<Saved> {
  try {
    if (then === 'run') return { id, then, runId: await startRun(id) };
    if (then === 'connection' || then === 'plan') {
      return { id, then, checkId: (await startCheck(id, then)).checkId };
    }
    return { id, then };
  } catch (failure) {
    return { id, then: 'stay', failure: failure as Error };
  }
}
