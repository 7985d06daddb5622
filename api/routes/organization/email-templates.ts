import { Type } from '@sinclair/typebox';
import { putEmailTemplates } from '../../../commands/settings/put-email-templates.ts';
import { refuse } from '../../../domain/errors.ts';
import {
  emailTemplatesReadSchema,
  emailTemplatesSchema,
  ownTemplates,
  templateProblems,
  templatesOf,
  writtenMail,
} from '../../../domain/notifications/mail-texts/email-templates.ts';
import type { OwnTemplates } from '../../../domain/notifications/mail-texts/email-templates.ts';
import { findMailType, mailTypes } from '../../../domain/notifications/mail-texts/mail-types.ts';
import { renderText } from '../../../domain/notifications/render-text.ts';
import { composeNotice } from '../../../domain/notifications/templates/index.ts';
import { assertNoViolations, assertValid } from '../../../domain/validation/validation.ts';
import { readOwnTemplates } from '../../present/own-templates.ts';
import { parseObject } from '../../body/parse-document.ts';
import { warnUnknown } from '../../http/warn-unknown.ts';
import { defineRoute } from '../../route.ts';
import type { Route } from '../../route.ts';

const path = '/api/settings/email-templates';
const answers = {
  200: { description: 'The texts that hold now', schema: emailTemplatesReadSchema },
};

const getRoute = defineRoute({
  method: 'GET',
  path,
  name: 'getEmailTemplates',
  summary: 'Get the texts of mails, with the placeholders of each type of mail',
  tag: 'settings',
  permission: 'organization',
  answers,
  handle: async ({ principal, services }) => {
    const own = await readOwnTemplates(services.database.knex, principal.organizationId);
    return { status: 200, json: templatesOf(own) };
  },
});

const putRoute = defineRoute({
  method: 'PUT',
  path,
  name: 'putEmailTemplates',
  sends: ['x-catalog-warnings'],
  summary: 'Replace the texts of mails; what is left out is as built in',
  tag: 'settings',
  permission: 'organization',
  body: { formats: ['json', 'yaml'], schema: emailTemplatesSchema },
  answers,
  handle: async ({ body, principal, requestId, now, services }) => {
    const { document } = await parseObject(body);
    await putEmailTemplates(services.database, { document, principal, requestId, now });
    const own = await readOwnTemplates(services.database.knex, principal.organizationId);
    const warnings = warnUnknown(emailTemplatesSchema, document);
    return { status: 200, json: templatesOf(own), headers: { 'x-catalog-warnings': warnings } };
  },
});

const previewSchema = Type.Object(
  {
    type: Type.String({
      description: `Type of mail: ${mailTypes.map(({ name }) => name).join(', ')}`,
      examples: ['access-expiry'],
    }),
    subject: Type.Optional(
      Type.String({ description: 'Subject to try', examples: ['Access ends on {{date}}'] }),
    ),
    body: Type.Optional(
      Type.String({ description: 'Body to try', examples: ['{{message}}\n\n{{details}}'] }),
    ),
  },
  {
    $id: 'EmailTemplatePreview',
    description: 'A text to try with example data; what is left out is as built in',
    additionalProperties: true,
  },
);

const previewRoute = defineRoute({
  method: 'POST',
  path: `${path}/preview`,
  name: 'previewEmailTemplate',
  summary: 'Fill a text of a mail with example data, without storing it',
  tag: 'settings',
  permission: 'organization',
  body: { schema: previewSchema },
  answers: {
    200: {
      description: 'The mail as text',
      schema: Type.Object({
        subject: Type.String({ description: 'Subject', examples: ['Access ends on 2026-03-31'] }),
        text: Type.String({
          description: 'Body as plain text; mails have it as HTML, too',
          examples: ['Access: https://catalog.example.com/access/a-1'],
        }),
      }),
    },
  },
  handle: async ({ body }) => {
    const { document } = await parseObject(body);
    const { type: name, ...text } = assertValid(previewSchema, document, 'invalid_body');
    const sent = { templates: { [name]: { languages: { en: text } } } };
    assertNoViolations(templateProblems(sent), 'invalid_body');
    return { status: 200, json: preview(name, ownTemplates(sent)) };
  },
});

function preview(name: string, own: OwnTemplates): { subject: string; text: string } {
  const { example: data } =
    findMailType(name) ?? refuse('invalid_body', `There is no type '${name}'.`);
  const notice = composeNotice({ template: name, data: JSON.stringify(data) });
  if (!notice) throw new Error(`there is no template '${name}'`);
  const written = writtenMail(own[name]?.text, notice, { template: name, data });
  return {
    subject: written?.subject ?? notice.subject,
    text: renderText(notice, written?.parts),
  };
}

/** Texts of the mails of an organization. */
export const emailTemplateRoutes: readonly Route[] = [getRoute, putRoute, previewRoute];
