import { refuse, Refusal } from '../../../domain/errors.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import { isTimezone, nextFirings } from '../../../domain/work/schedule.ts';
import { parseObject } from '../../body/parse-document.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { previewRequestSchema, previewSchema } from '../../schemas/ops/schedules.ts';

const shownFirings = 5;

/** Tells when a schedule would fire, while a person writes it. */
export const schedulePreviewRoute: Route = defineRoute({
  method: 'POST',
  path: '/ui/schedules/preview',
  name: 'previewSchedule',
  refuses: ['invalid_body'],
  summary: 'Get the next five times of a CRON expression, or what is wrong with it',
  tag: 'web ui',
  access: 'session',
  permission: 'read',
  body: { schema: previewRequestSchema },
  answers: { 200: { description: 'The next times', schema: previewSchema } },
  handle: async ({ body, now }) => {
    const { document } = await parseObject(body);
    const asked = assertValid(previewRequestSchema, document, 'invalid_body');
    const { expression, timezone = 'UTC' } = asked;
    const next = firingsOf(expression, timezone, now);
    return { status: 200, json: { expression, timezone, next } };
  },
});

/** Refuses with `invalid_body` and the field that is wrong. */
function firingsOf(expression: string, timezone: string, after: Date): Date[] {
  try {
    const next = nextFirings(expression, timezone, { after, count: shownFirings });
    if (next.length > 0) return next;
    return refuse('invalid_body', `'${expression}' is never due.`, {
      violations: [{ field: 'expression', message: `'${expression}' is never due.` }],
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.violations) throw error;
    const field = isTimezone(timezone) ? 'expression' : 'timezone';
    return refuse('invalid_body', error.message, {
      violations: [{ field, message: error.message }],
    });
  }
}
