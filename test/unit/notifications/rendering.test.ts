import type { Notice } from '../../../domain/notifications/notice.ts';
import { chatMessages } from '../../../jobs/mail/chat/index.ts';
import { renderMail } from '../../../jobs/mail/render-mail.ts';
import { renderMarkdown } from '../../../jobs/mail/render-markdown.ts';

const corpus = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '![x](https://evil.example.com/pixel.png)',
  '![x](javascript:alert(1))',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java&#115;cript:alert(1))',
  '[x](&#x6A;avascript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:x)',
  '[x](//evil.example.com)',
  '<javascript:alert(1)>',
  '[x]: javascript:alert(1)\n\n[x]',
  '[x](https://a.example.com "onmouseover=alert(1)")',
  '[x](https://a.example.com/"onmouseover="alert(1))',
  '<a href="https://a.example.com" onclick="alert(1)">x</a>',
  '<svg/onload=alert(1)>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<iframe src="https://evil.example.com"></iframe>',
  '<form action="https://evil.example.com"><input name=password></form>',
  '<style>@import "https://evil.example.com"</style>',
  '<p style="background:url(https://evil.example.com)">x</p>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example.com">',
  '<base href="https://evil.example.com">',
  '<object data="x"></object><embed src="x">',
  '<!--[if mso]><script>alert(1)</script><![endif]-->',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '```html\n<script>alert(1)</script>\n```',
  '`<img src=x onerror=alert(1)>`',
  '```"onmouseover=alert(1)\nx\n```',
  '<details open ontoggle=alert(1)>',
  '| a |\n|---|\n| <script>alert(1)</script> |',
  '# <script>alert(1)</script>',
  '\u0000<scr\u0000ipt>alert(1)</script>',
  '<'.repeat(500),
];

const tagPattern = /<\/?([a-z][a-z0-9]*)((?:\s[^<>]*)?)>/gi;
const harmless = new Set(
  'p br hr strong em del code pre blockquote a ul ol li h1 h2 h3 h4 h5 h6 table thead tbody tr th td'.split(
    ' ',
  ),
);

describe('Markdown', () => {
  it.each(corpus)('%j does nothing', (markdown) => {
    const html = renderMarkdown(markdown);
    for (const [, tag = '', attributes = ''] of html.matchAll(tagPattern)) {
      expect(harmless).toContain(tag.toLowerCase());
      expect(attributes).toMatch(
        /^(?: \/|(?: href="(?:https?:\/\/|mailto:)[^"]*")? rel="noopener noreferrer nofollow")?$/,
      );
    }
    // No tag is left that the pattern above would not see.
    expect(html.replaceAll(tagPattern, '')).not.toContain('<');
  });

  it('becomes what it means', () => {
    const html = renderMarkdown(
      '# A\n\n**b** `c < d`\n\n- e\n\n| f |\n|---|\n| g |\n\n[h](https://h.example.com)\n\n```\ni & <j>\n```',
    );
    for (const part of [
      '<h1>A</h1>',
      '<strong>b</strong>',
      '<code>c &lt; d</code>',
      '<li>e</li>',
      '<td>g</td>',
      '<a href="https://h.example.com" rel="noopener noreferrer nofollow">h</a>',
      '<pre><code>i &amp; &lt;j&gt;',
    ])
      expect(html).toContain(part);
  });

  it('shows HTML as it was written', () => {
    expect(renderMarkdown('<error code="5">denied</error>')).toContain(
      '&lt;error code="5"&gt;denied&lt;/error&gt;',
    );
  });

  it('is readable however deep it is nested', () => {
    expect(renderMarkdown(`${'>'.repeat(10_000)} deep`)).toContain('deep');
    expect(renderMarkdown(`${'- '.repeat(5_000)}deep`)).toContain('deep');
  });

  it('with more marks of emphasis than people make is shown as it was written', () => {
    expect(renderMarkdown('*a_'.repeat(3_400))).toBe(`<pre>${'*a_'.repeat(3_400)}</pre>`);
    expect(renderMarkdown('**a** '.repeat(500))).toContain('<strong>a</strong> <strong>');
  });
});

const evil = '<script>alert(1)</script> <!channel> <users/all> & *x* ```';
const notice: Notice = {
  subject: `Subject ${evil}`,
  paragraphs: [`Paragraph ${evil}`],
  facts: [['Purpose', evil]],
  diagnostics: { text: `${evil}\n${'log '.repeat(1_500)}`, remark: 'There is more.' },
  links: [{ label: `Access | ${evil}`, url: 'https://catalog.example.com/access/1?a=b&c=d' }],
};

it('a mail escapes what is foreign, and links to the page', () => {
  const { html, text, subject } = renderMail(notice);
  expect([subject, text.includes(evil)]).toEqual([notice.subject, true]);
  expect(html).not.toMatch(/<script|<!channel|<users/);
  expect(html).toContain('href="https://catalog.example.com/access/1?a=b&amp;c=d"');
  expect(html).toContain('There is more.');
});

describe('a message', () => {
  it('has the page and the first links that fit, whole', () => {
    const link = (label: string, length = 30) => ({
      label,
      url: 'https://runs.example.com/'.padEnd(length, 'x'),
    });
    const long = link('long', 1_500);
    const others = ['a', 'b', 'c', 'd', 'e', 'f'].map((label) => link(label));
    const many: Notice = { ...notice, links: [link('page'), long, ...others] };
    const { slack, googlechat, teams } = chatMessages;
    for (const form of [slack, googlechat, teams]) {
      const message = JSON.stringify(form(many));
      expect(message.split('https://runs.example.com/xxxxx').length - 1).toBe(6);
      expect(message).not.toContain('xxxxxx');
    }
    const alone = JSON.stringify(slack({ ...notice, links: [long] }));
    expect(alone).toContain(long.url);
  });

  it('to Slack mentions nobody and is within the limit', () => {
    const { text } = chatMessages.slack(notice) as { text: string };
    expect(text).not.toMatch(/<[!@#]|<script|<users/);
    expect(text).toContain('&lt;!channel&gt;');
    expect(text).toContain('<https://catalog.example.com/access/1?a=b&amp;c=d|Access / ');
    expect(text).toContain('These are the first 2 kB');
    expect(text.match(/```/g)).toHaveLength(2 + 4);
    expect(text.length).toBeLessThan(4_000);
  });

  it('to Google Chat mentions nobody and is within the limit', () => {
    const { text } = chatMessages.googlechat(notice) as { text: string };
    expect(text).not.toMatch(/<users|<script/);
    expect(text).toContain('https://catalog.example.com/access/1?a=b&c=d');
    expect(text.length).toBeLessThanOrEqual(4_096);
    const long = chatMessages.googlechat({ ...notice, paragraphs: ['x'.repeat(9_000)] });
    expect((long as { text: string }).text.length).toBe(4_096);
  });

  it('to Teams is a card whose text is shown as it is', () => {
    const message = chatMessages.teams(notice) as { attachments: { content: any }[] };
    const { content } = message.attachments[0] ?? {};
    expect(content).toMatchObject({ type: 'AdaptiveCard', version: '1.4' });
    expect(content.body.map(({ type }: { type: string }) => type)).toEqual(
      content.body.map(() => 'RichTextBlock'),
    );
    expect(content.body[1].inlines).toEqual([{ type: 'TextRun', text: notice.paragraphs[0] }]);
    expect(content.actions).toEqual([
      { type: 'Action.OpenUrl', title: notice.links[0]?.label, url: notice.links[0]?.url },
    ]);
    expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(28_000);
  });
});
