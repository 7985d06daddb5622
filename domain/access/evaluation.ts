import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { documentKinds } from '../kinds/index.ts';
import { recordOf } from '../validation/record-of.ts';

/** Actions that use the data of an output port, in lower case; all other actions are names of permissions. */
export const dataActions = ['query', 'read', 'use', 'access'];

const properties = Type.Optional(
  recordOf(Type.Unknown(), { description: 'Further facts; those that are not known are ignored' }),
);
const name = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 1_000, description, examples: [example] });

const subjectSchema = Type.Object(
  {
    type: name('user, team or data_product', 'user'),
    id: name(
      'E-mail address of the user (current_user: the person of the key), or id of the team or product',
      'ada@example.com',
    ),
    properties,
  },
  { description: 'Who wants to do it', additionalProperties: true },
);

const actionSchema = Type.Object(
  {
    name: name(`${dataActions.join(', ')}, or a permission such as RESOURCES_EDIT`, 'query'),
    properties,
  },
  { description: 'What the subject wants to do', additionalProperties: true },
);

const resourceSchema = Type.Object(
  {
    type: name(
      'data_product, data_contract, team or another kind of document, access or semantics; plurals and other spellings, such as dataproducts and dataproduct, mean the same',
      'data_product',
    ),
    id: name('Id of the resource', 'orders'),
    properties: Type.Optional(
      recordOf(Type.Unknown(), {
        description: 'outputPortId names the output port whose data is used',
        examples: [{ outputPortId: 'orders' }],
      }),
    ),
  },
  { description: 'What it is done to', additionalProperties: true },
);

const context = Type.Optional(
  recordOf(Type.Unknown(), { description: 'Facts about the request; not looked at' }),
);

/** A request of the AuthZEN Authorization API. */
export const evaluationSchema = Type.Object(
  { subject: subjectSchema, action: actionSchema, resource: resourceSchema, context },
  {
    $id: 'AccessEvaluation',
    description: 'A question of the AuthZEN Authorization API 1.0',
    additionalProperties: true,
  },
);

export type Evaluation = Static<typeof evaluationSchema>;

/** Maximum number of questions in one request; each takes some statements. */
export const maxEvaluations = 50;

const semantics = ['execute_all', 'deny_on_first_deny', 'permit_on_first_permit'] as const;

const defaulted = {
  subject: Type.Optional(subjectSchema),
  action: Type.Optional(actionSchema),
  resource: Type.Optional(resourceSchema),
  context,
};

/** Several requests; what an entry leaves out is taken from the whole. */
export const evaluationsSchema = Type.Object(
  {
    ...defaulted,
    evaluations: Type.Optional(
      Type.Array(Type.Object(defaulted, { additionalProperties: true }), {
        maxItems: maxEvaluations,
        description: 'The questions; without any, the whole is one question',
      }),
    ),
    options: Type.Optional(
      Type.Object(
        {
          evaluations_semantic: Type.Optional(
            Type.Unsafe<(typeof semantics)[number]>({
              type: 'string',
              enum: [...semantics],
              description: 'When the rest is not evaluated; execute_all by default',
            }),
          ),
        },
        { description: 'How the questions are answered', additionalProperties: true },
      ),
    ),
  },
  {
    $id: 'AccessEvaluations',
    description: 'Several questions of the AuthZEN Authorization API 1.0',
    additionalProperties: true,
  },
);

export type Evaluations = Static<typeof evaluationsSchema>;

/** An answer of the AuthZEN Authorization API. */
export const decisionSchema = Type.Object(
  {
    decision: Type.Boolean({ description: 'True: permitted', examples: [true] }),
    context: Type.Object(
      {
        reasons: Type.Array(
          Type.Object({
            id: Type.String({ description: 'Rule that decided', examples: ['active_access'] }),
            reason_user: Type.Object(
              {
                en: Type.String({
                  description: 'The sentence in English',
                  examples: ["The team 'marketing' uses the output port by an active access."],
                }),
              },
              { description: 'The rule as a sentence for people, by language' },
            ),
          }),
          { description: 'Why it was decided so' },
        ),
        accessId: Type.Optional(
          Type.String({ description: 'The access that permits it', examples: ['a-1'] }),
        ),
      },
      { description: 'Details of the decision' },
    ),
  },
  {
    $id: 'AccessEvaluationDecision',
    description: 'A decision of the AuthZEN Authorization API 1.0',
  },
);

export type Decision = Static<typeof decisionSchema>;

/** Resources that are no documents. */
const otherCollections = ['access', 'semantics'];

const resourceTypes = [
  ...documentKinds.map((kind) => kind.name.replaceAll('-', '_')),
  ...otherCollections,
];

const withoutHyphens = (text: string): string => text.toLowerCase().replaceAll(/[-_]/g, '');

/** The collection of a type of resources: singular or plural, with or without underscores or hyphens. */
export function collectionOf(type: string): string | undefined {
  const wanted = withoutHyphens(type);
  const kind = documentKinds.find((each) =>
    [each.name, each.collection].some((text) => withoutHyphens(text) === wanted),
  );
  return kind?.collection ?? otherCollections.find((collection) => collection === wanted);
}

/** Says of a resource that was not found whether its type or its id is unknown, with the type that was sent. */
export function describeUnknown({ type, id }: Evaluation['resource']): string {
  return collectionOf(type) === undefined
    ? `The resource type '${type}' is unknown: use one of ${resourceTypes.join(', ')}.`
    : `There is no resource of the type '${type}' with the id '${id}'.`;
}

/** The questions of a request, each with what it takes from the whole. */
export function questionsOf({
  evaluations,
  subject,
  action,
  resource,
  context: facts,
}: Evaluations): Pick<Evaluations, 'subject' | 'action' | 'resource' | 'context'>[] {
  const all = { subject, action, resource, context: facts };
  const whole = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  return evaluations === undefined || evaluations.length === 0
    ? [whole]
    : evaluations.map((each) => ({ ...whole, ...each }));
}

/** True if a decision ends the evaluation of the rest. */
export function isLast({ decision }: Decision, { options }: Evaluations): boolean {
  const semantic = options?.evaluations_semantic;
  return decision ? semantic === 'permit_on_first_permit' : semantic === 'deny_on_first_deny';
}
