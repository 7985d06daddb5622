import { Type } from '@sinclair/typebox';
import { evaluateAccess } from '../../../commands/access/evaluate-access.ts';
import {
  decisionSchema,
  evaluationSchema,
  evaluationsSchema,
  isLast,
  questionsOf,
} from '../../../domain/access/evaluation.ts';
import type { Decision } from '../../../domain/access/evaluation.ts';
import { Refusal } from '../../../domain/errors.ts';
import { assertValid } from '../../../domain/validation/validation.ts';
import type { JsonObject } from '../../../lib/json/json.ts';
import { parseObject } from '../../body/parse-document.ts';
import type { RawBody } from '../../exchange.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';
import { again } from '../../schemas/again.ts';

/** The body as an object. Refuses every other body with `bad_request`, which is 400 as AuthZEN prescribes. */
async function readQuestion(body: RawBody): Promise<JsonObject> {
  try {
    return (await parseObject(body)).document;
  } catch (error) {
    const isShape =
      error instanceof Refusal && ['invalid_body', 'invalid_text'].includes(error.code);
    throw isShape ? new Refusal('bad_request', error.message, error) : error;
  }
}

const evaluationRoute = defineRoute({
  method: 'POST',
  path: '/api/access/evaluation',
  name: 'evaluateAccess',
  summary:
    'Decide whether a subject may do an action on a resource, as in the AuthZEN Authorization API',
  tag: 'access',
  permission: 'read',
  body: { schema: evaluationSchema },
  answers: { 200: { description: 'The decision with its reasons', schema: decisionSchema } },
  handle: async ({ body, principal, services }) => {
    const evaluation = assertValid(evaluationSchema, await readQuestion(body), 'bad_request');
    const json = await evaluateAccess(services.database.knex, principal, evaluation);
    return { status: 200, json };
  },
});

const evaluationsRoute = defineRoute({
  method: 'POST',
  path: '/api/access/evaluations',
  name: 'evaluateAccesses',
  summary: 'Decide several such questions; without `evaluations`, the body is one question',
  tag: 'access',
  permission: 'read',
  body: { schema: evaluationsSchema },
  answers: {
    200: {
      description: 'The decisions in the order of the questions; one decision for one question',
      schema: Type.Union([
        Type.Object({
          evaluations: Type.Array(decisionSchema, { description: 'Fewer if one ended the rest' }),
        }),
        again(decisionSchema),
      ]),
    },
  },
  handle: async ({ body, principal, services }) => {
    const sent = assertValid(evaluationsSchema, await readQuestion(body), 'bad_request');
    const questions = questionsOf(sent).map((question) =>
      assertValid(evaluationSchema, question, 'bad_request'),
    );
    const decisions: Decision[] = [];
    for (const question of questions) {
      const decision = await evaluateAccess(services.database.knex, principal, question);
      decisions.push(decision);
      if (isLast(decision, sent)) break;
    }
    const isOne = (sent.evaluations ?? []).length === 0;
    return { status: 200, json: isOne ? decisions[0] : { evaluations: decisions } };
  },
});

/** Decisions of the AuthZEN Authorization API, from accesses and permissions. */
export const accessEvaluationRoutes: readonly Route[] = [evaluationRoute, evaluationsRoute];
