import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Problem } from '../../api/problem.ts';
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
import { contractQuery } from './queries.ts';
import type { Access } from './queries.ts';
import { useRefusal } from './refusal.ts';
import { accessBody, emptyForm, hasConsumer } from './request-facts.ts';
import type { RequestForm } from './request-facts.ts';
import { ConsumerFields, PurposeFields, RoleField, TermsField } from './request-fields.tsx';
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
  const { me, port, contractId, provider, onClose, changed, initial } = props;
  const place = changed?.access.id ?? `${port.dataProductId}/${port.outputPortId}`;
  const [form, change, forget] = useDraft(`request ${place}`, initial ?? emptyForm(me));
  const { key, renew } = useIdempotencyKey();
  const contract = useQuery({
    ...contractQuery(contractId ?? ''),
    enabled: contractId !== undefined,
  });
  const terms = termsOf(contract.data ?? {});
  const sending = useSending(props, form, { key, renew, forget });
  const id = changed?.access.id ?? `preview-${key}`;
  const body = hasConsumer(form) ? accessBody(form, me, port, changed?.access) : undefined;
  const settled = JSON.parse(useSettled(JSON.stringify(body ?? null), settleMs)) as
    | typeof body
    | null;
  const refusal = useObstacle(form, {
    port,
    id,
    body: settled ?? undefined,
    isNew: changed === undefined,
  });
  const missing = missingOf(form, terms.length > 0);
  const isOnline = useStore(online);
  const fields = { form, onChange: change, error: sending.error ?? refusal.error };
  return (
    <form
      className="request-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (missing === undefined && refusal.refused === undefined && isOnline) sending.send();
      }}
    >
      <div className="stack">
        <ConsumerFields {...fields} me={me} />
        <RoleField {...fields} roles={rolesOf(contract.data ?? {})} />
        <PurposeFields {...fields} />
        {terms.length > 0 && <TermsField form={form} onChange={change} terms={terms} />}
      </div>
      <RequestPreview id={id} body={settled ?? undefined} provider={provider} />
      <footer>
        {sending.error !== null && <SendProblem error={sending.error} />}
        {refusal.accessId !== undefined && (
          <Link className="link small" to="/access/$id" params={{ id: refusal.accessId }}>
            {requestTexts.existing}
          </Link>
        )}
        <Button onClick={onClose}>{requestTexts.cancel}</Button>
        <WhyNot
          tone="primary"
          type="submit"
          refused={
            refusal.refused ??
            (isOnline ? missing && { because: missing } : { because: shellTexts.offline })
          }
          disabled={sending.isPending}
        >
          {changed === undefined ? requestTexts.send : requestTexts.save}
        </WhyNot>
      </footer>
    </form>
  );
}

/** A field shows what is wrong with it; other refusals stand beside the button. */
function SendProblem({ error }: { error: Error }) {
  const isAtField = error instanceof Problem && error.status === 422 && error.violations.length > 0;
  return isAtField ? null : <ProblemNote error={error} />;
}

function blockedBy(missing: string | undefined, isOnline: boolean): Refused | undefined {
  if (!isOnline) return { because: shellTexts.offline };
  return missing === undefined ? undefined : { because: missing };
}

function missingOf(form: RequestForm, hasTerms: boolean): string | undefined {
  if (!hasConsumer(form)) return requestTexts.productFirst;
  if (form.purpose.trim() === '') return requestTexts.purposeFirst;
  return hasTerms && !form.hasRead ? requestTexts.acceptFirst : undefined;
}

type Tried = {
  port: Provider;
  id: string;
  body: ReturnType<typeof accessBody> | undefined;
  isNew: boolean;
};

/** Why the request could not be sent: there is an access, or the person may not ask for this team. */
function useObstacle(form: RequestForm, { port, id, body, isNew }: Tried) {
  const team = form.consumer === 'me' ? undefined : form.consumer;
  const isTeam = isNew && !form.isForProduct && form.consumer !== '';
  const status = useQuery({ ...statusQuery(port, team), enabled: isTeam }).data;
  const tried = useQuery({
    ...requestPreviewQuery(id, body as ReturnType<typeof accessBody>),
    enabled: body !== undefined,
  });
  const isForbidden = tried.error instanceof Problem && tried.error.status === 403;
  const forbidden = useRefusal(
    'ACCESS_REQUEST',
    `teams/${team ?? ''}`,
    isForbidden && Boolean(team),
  );
  const detail = tried.error instanceof Problem ? tried.error.detail : '';
  const told: Refused | undefined = isForbidden ? (forbidden ?? { because: detail }) : undefined;
  const isThere = isTeam && status?.canRequestAccess === false;
  const there = isThere ? { because: status.canRequestAccessReason } : undefined;
  return {
    refused: there ?? told,
    accessId: isThere ? status.accessId : undefined,
    error: tried.error instanceof Problem && tried.error.status === 422 ? tried.error : null,
  };
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
