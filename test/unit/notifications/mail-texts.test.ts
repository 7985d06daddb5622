import {
  ownTemplates,
  templateProblems,
  templatesOf,
  writtenMail,
} from '../../../domain/notifications/mail-texts/email-templates.ts';
import { builtInText } from '../../../domain/notifications/mail-texts/mail-text.ts';
import { mailTypes } from '../../../domain/notifications/mail-texts/mail-types.ts';
import { renderText } from '../../../domain/notifications/render-text.ts';
import { composeNotice } from '../../../domain/notifications/templates/index.ts';
import { renderMail } from '../../../jobs/mail/render-mail.ts';

const sentOf = (type: string, text: object) => ({
  templates: { [type]: { languages: { en: text } } },
});
const problems = (sent: object) =>
  templateProblems(sent).map(({ field, message }) => `${field} ${message}`);

function mail(type: string, text: { subject: string; body: string }, change: object = {}) {
  const { example } = mailTypes.find(({ name }) => name === type) ?? { example: {} };
  const data = { ...example, ...change };
  const notice = composeNotice({ template: type, data: JSON.stringify(data) });
  if (!notice) throw new Error(type);
  return renderMail(notice, writtenMail(text, notice, { template: type, data }));
}

it.each(mailTypes.map(({ name, example }) => [name, example] as const))(
  'the built-in text of %s says what the notice says',
  (name, example) => {
    const notice = composeNotice({ template: name, data: JSON.stringify(example) });
    if (!notice) throw new Error(name);
    expect(mail(name, builtInText)).toEqual(renderMail(notice));
    expect(problems(sentOf(name, builtInText))).toEqual([]);
  },
);

it.each(mailTypes.map((type) => [type.name, type] as const))(
  'every placeholder of %s has a value in its example',
  (name, { variables }) => {
    const body = variables.map((variable) => `${variable.name}=[{{${variable.name}}}]`).join('\n');
    const { text } = mail(name, { subject: 'x', body });
    expect(text).not.toContain('[]');
    expect(text.trim().split('\n')).toHaveLength(variables.length);
  },
);

describe('a written text', () => {
  const evil = '<script>alert(1)</script> {{purpose}} {{links}}';

  it('is filled once, and escaped', () => {
    const text = {
      subject: 'For {{ consumer }}',
      body: '<b>{{consumer}}</b>\nwants it\n\n{{details}}',
    };
    const filled = mail('access-expiry', text, { consumer: evil });
    expect(filled.subject).toBe(`For ${evil}`);
    expect(filled.text).toContain(`<b>${evil}</b>\nwants it\n\nAccess:`);
    expect(filled.html).toContain('<p>&lt;b&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(filled.html).toContain('<br>\nwants it</p>\n<table');
    expect(filled.html).not.toMatch(/<script|<b>/);
  });

  it('keeps the subject on one line, whatever a value holds', () => {
    const text = { subject: '{{consumer}}', body: 'x' };
    const { subject } = mail('access-expiry', text, { consumer: 'a\r\nBcc: eve@example.com' });
    expect(subject).toBe('a Bcc: eve@example.com');
  });

  it('leaves out paragraphs and parts without a value', () => {
    const text = { subject: 'x', body: 'a\n\n{{platform}}\n\n{{diagnostics}}\n\nb' };
    const without = { platform: undefined, diagnostics: undefined };
    expect(mail('provisioning-failed', text, without).text).toBe('a\n\nb\n');
    expect(mail('provisioning-failed', text).text).toContain('databricks\n\nDiagnostics:');
  });
});

it.each<[string, object, string]>([
  ['an unknown type', { templates: { nothing: {} } }, 'templates.nothing is no type of mail'],
  [
    'a mail that is always sent',
    { templates: { 'team-invitation': { enabled: false } } },
    'templates.team-invitation.enabled cannot be false',
  ],
  [
    'another language',
    { templates: { 'access-expiry': { languages: { de: { subject: 'x', body: 'y' } } } } },
    "templates.access-expiry.languages.de is not used: mails are written in 'en'",
  ],
  [
    'an unknown placeholder',
    sentOf('access-expiry', { body: 'Dear {{name}}' }),
    'templates.access-expiry.languages.en.body has the unknown placeholder {{name}}; known are {{subject}}',
  ],
  [
    'a placeholder of another type',
    sentOf('access-expiry', { subject: '{{server}}' }),
    'templates.access-expiry.languages.en.subject has the unknown placeholder {{server}}',
  ],
  [
    'a part within a sentence',
    sentOf('access-expiry', { body: 'See {{links}}' }),
    'body has {{links}}, which must be a paragraph of its own',
  ],
  [
    'an empty placeholder',
    sentOf('access-expiry', { body: 'x {{ }}' }),
    'body has the unknown placeholder {{}}',
  ],
  ['a subject of two lines', sentOf('access-expiry', { subject: 'a\nb' }), 'without line breaks'],
])('refuses %s', (_, sent, message) => {
  expect(problems(sent)).toEqual([expect.stringContaining(message)]);
});

it('keeps only what differs from the built-in text', () => {
  const all = templatesOf({});
  expect(ownTemplates(all)).toEqual({});
  const own = {
    'access-expiry': { text: { subject: 'x', body: builtInText.body } },
    'change-requested': { enabled: false as const },
  };
  expect(ownTemplates(templatesOf(own))).toEqual(own);
  expect(
    renderText(
      composeNotice({
        template: 'access-expiry',
        data: JSON.stringify(mailTypes[2]?.example),
      }) as never,
    ),
  ).toContain('Forecasts');
});
