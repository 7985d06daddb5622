import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { isStatus } from '../../api/problem.ts';
import { Button } from '../../components/controls/button.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import type { Refused } from '../../components/states/why-not.tsx';
import { online } from '../../lib/connection.ts';
import { useIdempotencyKey } from '../../lib/idempotency.ts';
import { useStore } from '../../lib/store.ts';
import { useSettled } from '../../lib/hooks/use-settled.ts';
import { requestTexts } from '../../texts/access.ts';
import { shellTexts } from '../../texts/shell.ts';
import type { Me } from '../session/queries.ts';
import { ConsumerFields } from './consumer-fields.tsx';
import { contractQuery } from '../access/queries.ts';
import type { Access } from '../access/queries.ts';
import { useRefusal } from '../permissions/refusal.ts';
import { RequestConflict } from './conflict.tsx';
import { useRequestDraft } from './draft.ts';
import { accessBody, emptyForm, hasConsumer } from './facts.ts';
import type { AccessWrite, RequestForm } from './facts.ts';
import { PurposeFields, RoleField, TermsField } from './fields.tsx';
import { RequestPreview } from './preview.tsx';
import { requestPreviewQuery, statusQuery } from './queries.ts';
import type { Provider } from './queries.ts';
import { rolesOf, termsOf } from '../access/terms.ts';
import { useSending } from './use-sending.ts';

type RequestEditorProps = {
  me: Me;
  port: Provider;
  contractId: string | undefined;
  /** The team that provides the data, if the dry run does not name it. */
  provider: string;
  onClose: () => void;
  onSent: (accessId: string) => void;
  /** The request that is changed was decided, or ended in another way. */
  onDecided: () => void;
  changed?: { access: Access; etag: string | undefined };
  initial?: RequestForm;
  /** The access that is changed or asked for again. */
  before?: Access;
};

const settleMs = 400;

/** The form of a request beside what happens when it is sent. Its draft lasts as long as the tab. */
export function RequestEditor(props: RequestEditorProps) {
  const { me, provider, onClose, changed } = props;
  const { fields, contract, terms, tried, refused, sending } = useEditor(props);
  const { form, onChange } = fields;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (refused === undefined) sending.send();
  };
  return (
    <form className="request-form" onSubmit={submit}>
      <div className="stack">
        <ConsumerFields {...fields} me={me} before={props.before} />
        <RoleField {...fields} roles={rolesOf(contract)} />
        <PurposeFields {...fields} />
        {terms.length > 0 && <TermsField form={form} onChange={onChange} terms={terms} />}
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
      <RequestConflict me={me} {...sending} />
    </form>
  );
}

/** The form, what the dry run says about it, why it cannot be sent, and its sending. */
function useEditor(props: RequestEditorProps) {
  const { me, changed, initial } = props;
  const drafting = useRequestDraft(placeOf(props), initial ?? emptyForm(me), changed?.etag);
  const { form } = drafting.draft;
  const { key, renew } = useIdempotencyKey();
  const contract = useContract(props.contractId);
  const terms = termsOf(contract);
  const sending = useSending(props, { key, renew, drafting });
  const tried = useTried(props, form, changed?.access.id ?? `preview-${key}`);
  const isOnline = useStore(online);
  const missing = isOnline ? missingOf(form, terms.length > 0) : shellTexts.offline;
  const refused = tried.refused ?? (missing === undefined ? undefined : { because: missing });
  const fields = { form, onChange: drafting.setForm, error: sending.error ?? tried.fieldError };
  return { fields, contract, terms, tried, refused, sending };
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
  if (form.consumer === '') return requestTexts.teamFirst;
  if (!hasConsumer(form)) return requestTexts.productFirst;
  if (form.purpose.trim() === '') return requestTexts.purposeFirst;
  return hasTerms && !form.hasRead ? requestTexts.acceptFirst : undefined;
}

/** What a dry run says about the form once typing pauses, and why the request could not be sent. */
function useTried(props: RequestEditorProps, form: RequestForm, id: string) {
  const { me, port, changed, initial } = props;
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
  const forbidden = useForbidden(error, team, isOwnChange(props, form));
  return {
    id,
    body: settled ?? undefined,
    refused: there?.refused ?? forbidden,
    accessId: there?.accessId,
    fieldError: isStatus(error, 422) ? error : null,
  };
}

/** True for a request that stays with its consumer: if it was decided meanwhile, sending the change says so. */
function isOwnChange({ changed, initial }: RequestEditorProps, { consumer }: RequestForm): boolean {
  return changed !== undefined && consumer === initial?.consumer;
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
function useForbidden(
  error: Error | null,
  team: string | undefined,
  isAllowed: boolean,
): Refused | undefined {
  const isForbidden = !isAllowed && isStatus(error, 403);
  const isOfTeam = isForbidden && team !== undefined;
  const explained = useRefusal('ACCESS_REQUEST', `teams/${team ?? ''}`, isOfTeam);
  return isForbidden ? (explained ?? { because: error.detail }) : undefined;
}
