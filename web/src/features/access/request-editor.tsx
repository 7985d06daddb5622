import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { isStatus, Problem } from '../../api/problem.ts';
import { Button } from '../../components/button.tsx';
import { ProblemNote } from '../../components/problem-note.tsx';
import { WhyNot } from '../../components/why-not.tsx';
import type { Refused } from '../../components/why-not.tsx';
import { online } from '../../lib/connection.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useIdempotencyKey } from '../../lib/idempotency.ts';
import { useStore } from '../../lib/store.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { requestTexts } from '../../texts/access.ts';
import { shellTexts } from '../../texts/shell.ts';
import type { Me } from '../session/queries.ts';
import { ConsumerFields } from './consumer-fields.tsx';
import { contractQuery } from './queries.ts';
import type { Access } from './queries.ts';
import { useRefusal } from './refusal.ts';
import { accessBody, emptyForm, hasConsumer } from './request-facts.ts';
import type { AccessWrite, RequestForm } from './request-facts.ts';
import { PurposeFields, RoleField, TermsField } from './request-fields.tsx';
import { RequestPreview } from './request-preview.tsx';
import {
  requestPreviewQuery,
  statusQuery,
  useChangeRequest,
  useSendRequest,
} from './request-queries.ts';
import type { Provider } from './request-queries.ts';
import { rolesOf, termsOf } from './terms.ts';

type RequestEditorProps = {
  me: Me;
  port: Provider;
  contractId: string | undefined;
  /** The team that provides the data, if the dry run does not name it. */
  provider: string;
  onClose: () => void;
  onSent: (accessId: string) => void;
  changed?: { access: Access; etag: string | undefined };
  initial?: RequestForm;
};

const settleMs = 400;

/** The form of a request beside what happens when it is sent. Its draft lasts as long as the tab. */
export function RequestEditor(props: RequestEditorProps) {
  const { me, provider, onClose, changed, initial } = props;
  const [form, change, forget] = useDraft(`request ${placeOf(props)}`, initial ?? emptyForm(me));
  const { key, renew } = useIdempotencyKey();
  const contract = useContract(props.contractId);
  const terms = termsOf(contract);
  const sending = useSending(props, form, { key, renew, forget });
  const tried = useTried(props, form, changed?.access.id ?? `preview-${key}`);
  const isOnline = useStore(online);
  const missing = isOnline ? missingOf(form, terms.length > 0) : shellTexts.offline;
  const refused = tried.refused ?? (missing === undefined ? undefined : { because: missing });
  const fields = { form, onChange: change, error: sending.error ?? tried.fieldError };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (refused === undefined) sending.send();
  };
  return (
    <form className="request-form" onSubmit={submit}>
      <div className="stack">
        <ConsumerFields {...fields} me={me} />
        <RoleField {...fields} roles={rolesOf(contract)} />
        <PurposeFields {...fields} />
        {terms.length > 0 && <TermsField form={form} onChange={change} terms={terms} />}
      </div>
      <RequestPreview id={tried.id} body={tried.body} provider={provider} />
      <footer>
        <SendProblem error={sending.error} />
        <Existing id={tried.accessId} />
        <Button onClick={onClose}>{requestTexts.cancel}</Button>
        <WhyNot tone="primary" type="submit" refused={refused} disabled={sending.isPending}>
          {changed === undefined ? requestTexts.send : requestTexts.save}
        </WhyNot>
      </footer>
    </form>
  );
}

function placeOf({ changed, port }: RequestEditorProps): string {
  return changed?.access.id ?? `${port.dataProductId}/${port.outputPortId}`;
}

const none: Record<string, unknown> = {};

function useContract(id: string | undefined): Record<string, unknown> {
  return useQuery({ ...contractQuery(id ?? ''), enabled: id !== undefined }).data ?? none;
}

/** The access that there is already. */
function Existing({ id }: { id: string | undefined }) {
  if (id === undefined) return null;
  return (
    <Link className="link small" to="/access/$id" params={{ id }}>
      {requestTexts.existing}
    </Link>
  );
}

/** A field shows what is wrong with it; other refusals stand beside the button. */
function SendProblem({ error }: { error: Error | null }) {
  const isAtField = isStatus(error, 422) && error.violations.length > 0;
  return error === null || isAtField ? null : <ProblemNote error={error} />;
}

function missingOf(form: RequestForm, hasTerms: boolean): string | undefined {
  if (!hasConsumer(form)) return requestTexts.productFirst;
  if (form.purpose.trim() === '') return requestTexts.purposeFirst;
  return hasTerms && !form.hasRead ? requestTexts.acceptFirst : undefined;
}

/** What a dry run says about the form once typing pauses, and why the request could not be sent. */
function useTried(
  { me, port, changed, initial }: RequestEditorProps,
  form: RequestForm,
  id: string,
) {
  const written = hasConsumer(form) ? accessBody(form, me, port, changed?.access) : null;
  const settled = JSON.parse(useSettled(JSON.stringify(written), settleMs)) as typeof written;
  const team = teamOf(form);
  const { error } = useQuery({
    ...requestPreviewQuery(id, settled as AccessWrite),
    enabled: settled !== null,
  });
  // An access that is asked for again is there already.
  const isNew = initial === undefined && !form.isForProduct && form.consumer !== '';
  const there = useExisting(port, team, isNew);
  const forbidden = useForbidden(error, team);
  return {
    id,
    body: settled ?? undefined,
    refused: there?.refused ?? forbidden,
    accessId: there?.accessId,
    fieldError: isStatus(error, 422) ? error : null,
  };
}

const teamOf = ({ consumer }: RequestForm): string | undefined =>
  consumer === 'me' ? undefined : consumer;

/** The access that keeps the team or the person from asking again. */
function useExisting(port: Provider, team: string | undefined, isAsked: boolean) {
  const status = useQuery({ ...statusQuery(port, team), enabled: isAsked }).data;
  if (!isAsked || status === undefined || status.canRequestAccess) return undefined;
  const refused: Refused = { because: status.canRequestAccessReason };
  return { refused, accessId: status.accessId };
}

/** Why the person may not ask for the team, with those who may. */
function useForbidden(error: Error | null, team: string | undefined): Refused | undefined {
  const isForbidden = isStatus(error, 403);
  const isOfTeam = isForbidden && team !== undefined;
  const explained = useRefusal('ACCESS_REQUEST', `teams/${team ?? ''}`, isOfTeam);
  return isForbidden ? (explained ?? { because: error.detail }) : undefined;
}

type Form = { key: string; renew: () => void; forget: () => void };

function useSending(
  { me, port, changed, onSent }: RequestEditorProps,
  form: RequestForm,
  { key, renew, forget }: Form,
) {
  const request = useSendRequest();
  const change = useChangeRequest();
  const done = (id: string, message: string) => {
    forget();
    notifications.show({ message });
    onSent(id);
  };
  const send = () => {
    if (changed !== undefined) {
      const { access, etag } = changed;
      const onSuccess = () => done(access.id ?? '', requestTexts.sent);
      change.mutate({ form, me, before: access, etag }, { onSuccess });
      return;
    }
    request.mutate(
      { form, me, provider: port, key },
      {
        onSuccess: ({ accessId, status }) =>
          done(accessId, status === 'requested' ? requestTexts.sent : requestTexts.given),
        // A refused request had no effect, so the corrected form is another one. Without an answer the key stays.
        onError: (error) => error instanceof Problem && renew(),
      },
    );
  };
  return {
    send,
    isPending: request.isPending || change.isPending,
    error: request.error ?? change.error,
  };
}
