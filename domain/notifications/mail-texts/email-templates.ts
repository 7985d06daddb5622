import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { Violation } from '../../errors.ts';
import { recordOf } from '../../validation/record-of.ts';
import { validateWith } from '../../validation/validation.ts';
import type { Notice } from '../notice.ts';
import type { MailPart } from '../render-text.ts';
import { builtInText, fillMail, placeholderProblems } from './mail-text.ts';
import type { MailText } from './mail-text.ts';
import { findMailType, mailTypes } from './mail-types.ts';

const orNull = <Schema extends ReturnType<typeof Type.Unsafe>>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

const subject = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\p{Cc}]*$',
  'x-must-be': 'without line breaks and other control characters',
  description: 'Subject with placeholders like {{consumer}}',
  examples: ['Access of {{consumer}} ends on {{date}}'],
});
const body = Type.String({
  minLength: 1,
  maxLength: 10_000,
  description:
    'Plain text with placeholders; {{message}}, {{details}}, {{diagnostics}} and {{links}} are paragraphs of their own',
  examples: ['Dear {{provider}},\n\n{{message}}\n\n{{details}}'],
});

const writtenText = Type.Object(
  { subject: orNull(subject), body: orNull(body) },
  { additionalProperties: true, description: 'What is left out is as built in' },
);

const writtenTemplate = Type.Object(
  {
    enabled: orNull(Type.Boolean({ description: 'Whether such mails are sent; true by default' })),
    languages: orNull(
      recordOf(writtenText, { description: 'Text by language; mails are written in en' }),
    ),
  },
  { additionalProperties: true },
);

/** The texts of mails as clients send them; members that they read are ignored. */
export const emailTemplatesSchema = Type.Object(
  {
    templates: recordOf(writtenTemplate, {
      description: 'By type of mail; types that are left out are as built in',
    }),
  },
  {
    $id: 'EmailTemplatesWrite',
    description: 'Texts of mails; replaces those of before',
    additionalProperties: true,
  },
);

/** The texts of mails as they hold. */
export const emailTemplatesReadSchema = Type.Object(
  {
    templates: recordOf(
      Type.Object({
        enabled: Type.Boolean({ description: 'Whether such mails are sent' }),
        canBeDisabled: Type.Boolean({ description: 'False: such mails are always sent' }),
        variables: Type.Array(
          Type.Object({
            name: Type.String({ description: 'Name of the placeholder', examples: ['consumer'] }),
            optional: Type.Boolean({ description: 'True if it may be empty' }),
          }),
          { description: 'Placeholders of this type of mail' },
        ),
        languages: recordOf(
          Type.Object({
            subject,
            body,
            customized: Type.Boolean({
              description: 'Whether the organization wrote the text',
            }),
          }),
          { description: 'Text by language' },
        ),
      }),
      { description: 'By type of mail' },
    ),
  },
  { $id: 'EmailTemplates', description: 'Texts of mails' },
);

type Sent = Static<typeof emailTemplatesSchema>;
type SentTemplate = Sent['templates'][string];

/** Mails are written in this language only. */
const language = 'en';

/** What an organization has written, by type of mail; what is as built in is left out. */
export type OwnTemplates = Readonly<Record<string, { enabled?: false; text?: MailText }>>;

function textOf({ languages }: SentTemplate): MailText {
  const sent = languages?.[language];
  return { subject: sent?.subject ?? builtInText.subject, body: sent?.body ?? builtInText.body };
}

const isBuiltIn = ({ subject: head, body: text }: MailText): boolean =>
  head === builtInText.subject && text.trim() === builtInText.body;

/** The part of valid templates that differs from what is built in. */
export function ownTemplates({ templates }: Sent): OwnTemplates {
  const own = Object.entries(templates).map(([name, template]) => {
    const text = textOf(template);
    const differs = {
      ...(template.enabled === false && { enabled: false as const }),
      ...(!isBuiltIn(text) && { text }),
    };
    return [name, differs] as const;
  });
  return Object.fromEntries(own.filter(([, differs]) => Object.keys(differs).length > 0));
}

/** Stored templates (JSON text); none without a text. */
export function storedTemplates(stored: string | undefined): OwnTemplates {
  return stored === undefined ? {} : (JSON.parse(stored) as OwnTemplates);
}

/** All templates as they hold. */
export function templatesOf(own: OwnTemplates): Static<typeof emailTemplatesReadSchema> {
  const entries = mailTypes.map(({ name, canBeDisabled, variables }) => {
    const { enabled = true, text } = own[name] ?? {};
    const written = { ...(text ?? builtInText), customized: text !== undefined };
    const template = { enabled, canBeDisabled, variables: [...variables] };
    return [name, { ...template, languages: { [language]: written } }] as const;
  });
  return { templates: Object.fromEntries(entries) };
}

/** Problems of sent templates: unknown types, languages and placeholders, and mails that cannot be switched off. */
export function templateProblems(document: unknown): Violation[] {
  const violations = validateWith(emailTemplatesSchema, document);
  if (violations.length > 0) return violations;
  return Object.entries((document as Sent).templates).flatMap(([name, template]) =>
    problemsOf(name, template),
  );
}

function problemsOf(name: string, template: SentTemplate): Violation[] {
  const field = `templates.${name}`;
  const type = findMailType(name);
  if (!type) {
    const known = mailTypes.map((each) => each.name).join(', ');
    return [{ field, message: `is no type of mail; there are ${known}` }];
  }
  const others = Object.keys(template.languages ?? {}).filter((each) => each !== language);
  const problems = others.map((each) => ({
    field: `${field}.languages.${each}`,
    message: `is not used: mails are written in '${language}'`,
  }));
  if (template.enabled === false && !type.canBeDisabled) {
    problems.push({ field: `${field}.enabled`, message: 'cannot be false for such mails' });
  }
  const texts = placeholderProblems(type, textOf(template));
  return [
    ...problems,
    ...texts.map(({ member, message }) => ({
      field: `${field}.languages.${language}.${member}`,
      message,
    })),
  ];
}

/** True if mails of this type are sent. */
export function isMailEnabled(own: OwnTemplates, name: string): boolean {
  return own[name]?.enabled !== false;
}

/** A mail in the words of the organization; undefined if it has none for this type. */
export function writtenMail(
  text: MailText | undefined,
  notice: Notice,
  { template, data }: { template: string; data: object },
): { subject: string; parts: MailPart[] } | undefined {
  const type = findMailType(template);
  return type && text && fillMail(text, notice, { type, data: data as Record<string, unknown> });
}
