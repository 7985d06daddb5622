import { requestMailTest } from '../../../commands/operations/request-mail-test.ts';
import { transact } from '../../../db/transact.ts';
import { findWork } from '../../../db/views/work/list.ts';
import type { WorkRow } from '../../../db/views/work/list.ts';
import type { MailTestResult } from '../../../domain/notifications/mail-test-notice.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { parseObject } from '../../body/parse-document.ts';
import type { Answer, ApiRequest } from '../../exchange.ts';
import { refuseDeletedWork } from '../../http/idempotency.ts';
import { readPrefer } from '../../http/prefer.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { mailTestRequestSchema, mailTestSchema } from '../../schemas/ops/mail-test.ts';
import type { Services } from '../../services.ts';
import type { WaitEnd } from '../../wait-for-work.ts';
import { assertInstallationOperator } from '../operator-scope.ts';

const maxWaitSeconds = 60;

/** Sends a test mail and tells what the mail server answered. */
export const mailTestRoute: Route = defineRoute({
  method: 'POST',
  path: '/api/ops/mail-test',
  name: 'testMail',
  takes: ['prefer'],
  sends: ['location', 'retry-after'],
  refuses: ['invalid_body', 'gone'],
  summary:
    'Send one mail as workers send all mails, and get what the mail server answered; understands Prefer (respond-async, wait=…) and Idempotency-Key',
  tag: 'operations',
  permission: 'organization',
  body: { schema: mailTestRequestSchema },
  answers: {
    200: { description: 'What became of the mail', schema: mailTestSchema },
    202: { description: 'The mail waits, or is being sent', schema: mailTestSchema },
  },
  handle: async (request) => {
    const { header, gone, services, principal } = request;
    await assertInstallationOperator(services.database.knex, principal, 'change');
    const { workId, to } = await startOrJoin(request);
    const prefer = readPrefer(header('prefer'));
    const seconds = Math.min(prefer.waitSeconds ?? maxWaitSeconds, maxWaitSeconds);
    const timeoutMs = prefer.respondAsync ? 0 : seconds * 1000;
    return {
      workId,
      answer: async (later) => {
        const end = await later.waiters.wait(workId, { timeoutMs, gone, untilLate: true });
        return answerTest(later, { workId, to }, end);
      },
    };
  },
});

async function startOrJoin({
  body,
  principal,
  requestId,
  now,
  services,
  joinedWork,
}: ApiRequest<object, object>): Promise<{ workId: string; to: string }> {
  const { document } = await parseObject(body);
  const { to } = assertValid(mailTestRequestSchema, document, 'invalid_body');
  if (joinedWork !== undefined) return { workId: joinedWork, to };
  const workId = await transact(services.database, (tx) =>
    requestMailTest(tx, { to, principal, requestId, now }),
  );
  return { workId, to };
}

async function answerTest(
  { database }: Services,
  { workId, to }: { workId: string; to: string },
  end: WaitEnd,
): Promise<Answer> {
  const work = (await findWork(database.knex, undefined, workId)) ?? refuseDeletedWork();
  const result = resultOf(work);
  if (result) return { status: 200, json: { workId, to, ...result } };
  const hint = typeof end === 'object' ? `The mail was not sent yet: ${end.missing}.` : undefined;
  const waiting = { workId, to, outcome: 'waiting', answer: null, seconds: null };
  return {
    status: 202,
    headers: { location: `/api/ops/work/${workId}`, 'retry-after': '2' },
    json: { ...waiting, ...(hint !== undefined && { hint }) },
  };
}

function resultOf({ state, progress, lastError }: WorkRow): MailTestResult | undefined {
  if (state === 'DONE' && progress !== null) return JSON.parse(progress) as MailTestResult;
  const hasEnded = state === 'FAILED' || state === 'CANCELLED';
  return hasEnded ? { outcome: 'failed', answer: lastError ?? state, seconds: 0 } : undefined;
}
