import { createHash } from 'node:crypto';
import type { ContractModel } from '../../../../domain/standards/odcs/contract-model.ts';
import { objectOf } from '../../../../domain/standards/json-value.ts';
import type { GeneratedFile, GenerationOptions, Generator } from '../../generator.ts';
import * as catalogue from '../catalogue.ts';
import { markup } from '../../shapes/text/html-text.ts';
import type { Html } from '../../shapes/text/html-text.ts';
import { contractStem } from '../../shapes/names.ts';
import { createNotes } from '../../shapes/notes.ts';
import type { Notes } from '../../shapes/notes.ts';
import { furtherMembers, writtenTables } from './further.ts';
import { facts, link, mark, marks, paragraph, valueText } from './parts.ts';
import { serverCard } from './servers.ts';
import { style } from './style.ts';
import { tableSection } from './tables.ts';

/** The whole contract as one page that needs nothing else. */
export const odcsHtml: Generator<'odcs-html'> = { ...catalogue.odcsHtml, generate };

/** The browser may load nothing except this style, whatever the contract contains. */
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`;

type Section = { id: string; title: string; content: Html };

function generate(contract: ContractModel, options: GenerationOptions): GeneratedFile[] {
  const document = objectOf(options.document);
  const written = writtenTables(document);
  const notes = createNotes();
  if (contract.tables.length === 0) notes.warn('schema', 'the contract has no tables');
  const sections = [
    ...sectionsOf(contract, notes),
    ...section('further', 'Further members', furtherMembers('contract', document, contract)),
  ];
  const tables = contract.tables.map((table, index) => ({
    id: `table-${index + 1}`,
    title: table.businessName ?? table.name,
    content: tableSection(table, `table-${index + 1}`, written[index]),
  }));
  return [
    {
      filename: `${contractStem(contract)}.html`,
      language: 'html',
      content: page(contract, tables, sections),
      metadata: notes.list(),
    },
  ];
}

function page(contract: ContractModel, tables: Section[], sections: Section[]): string {
  const title = contract.name ?? (contract.id === '' ? 'Data contract' : contract.id);
  const entries = [...tables, ...sections];
  // Within `style` nothing is escaped, and nothing foreign is in it.
  const css: Html = { html: `<style>${style}</style>` };
  const content = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        ${css}
      </head>
      <body>
        <a class="skip" href="#content">To the content</a>
        <div class="page">
          ${pageHead(contract, title)}
          ${
            entries.length > 1 &&
            markup`<nav aria-label="Contents">
              <ul>
                ${entries.map(
                  ({ id, title: text }) => markup`<li><a href="#${id}">${text}</a></li> `,
                )}
              </ul>
            </nav> `
          }
          <main id="content">
            ${tables.map(({ content: section }) => section)}${sections.map(
              ({ id, title: text, content: section }) =>
                markup`<section id="${id}" aria-labelledby="${id}-title">
                  <h2 id="${id}-title">${text}</h2>
                  ${section}
                </section> `,
            )}
          </main>
          <footer>
            Data contract
            <code>${contract.id}</code
            >${contract.version !== '' && markup`, version ${contract.version}`}
          </footer>
        </div>
      </body>
    </html> `;
  return content.html;
}

function pageHead(contract: ContractModel, title: string): Html {
  const { purpose, usage, limitations } = contract.description;
  const labels = [
    ...(contract.status === undefined ? [] : [contract.status]),
    ...(contract.version === '' ? [] : [`version ${contract.version}`]),
    ...contract.tags.map((tag) => `#${tag}`),
  ];
  return markup`<header>
    <h1>${title}</h1>
    ${marks(labels.map(mark))}
    ${paragraph(purpose)}${facts([
      ['Identifier', markup`<code>${contract.id}</code>`],
      ['Team', contract.team],
      ['Domain', contract.domain],
      ['Data product', contract.dataProduct],
      ['Tenant', contract.tenant],
      ['Usage', usage && markup`<span class="text">${usage}</span>`],
      ['Limitations', limitations && markup`<span class="text">${limitations}</span>`],
    ])}
  </header>`;
}

const section = (id: string, title: string, content: Html | undefined): Section[] =>
  content === undefined ? [] : [{ id, title, content }];

const cards = (list: readonly Html[]): Html | undefined =>
  list.length === 0 ? undefined : markup`<div class="cards">${list}</div> `;

function sectionsOf(contract: ContractModel, notes: Notes): Section[] {
  const { servers, customProperties } = contract;
  return [
    ...section('servers', 'Servers', cards(servers.map((server) => serverCard(server, notes)))),
    ...section('sla', 'Service levels', serviceLevels(contract)),
    ...section('team', 'Team', people(contract)),
    ...section('support', 'Support', support(contract)),
    ...section('roles', 'Roles', roles(contract)),
    ...section('price', 'Price', price(contract)),
    ...section('links', 'Further reading', definitions(contract)),
    ...section(
      'custom',
      'Custom properties',
      facts(
        Object.entries(customProperties).map(([name, value]) => [name, valueText(value)] as const),
      ),
    ),
  ];
}

function serviceLevels({ slaProperties, slaDefaultElement }: ContractModel): Html | undefined {
  return facts(
    slaProperties.map(({ property, value, unit, elements, description }) => {
      const of = elements.length > 0 ? elements : slaDefaultElement ? [slaDefaultElement] : [];
      const amount = [value, unit].filter((part) => part !== undefined).join(' ');
      const scope = of.length > 0 && markup` <span class="soft">of ${of.join(', ')}</span>`;
      return [property, markup`${amount}${scope}${paragraph(description)}`] as const;
    }),
  );
}

function people({ teamMembers }: ContractModel): Html | undefined {
  return cards(
    teamMembers.map(({ name, username, role, description }) => {
      const title = name ?? username ?? role ?? 'Member';
      return markup`<div class="card">
        <h3>${title}</h3>
        ${paragraph(description)}${facts([
          ['Role', role],
          ['User', username === title ? undefined : username],
        ])}
      </div> `;
    }),
  );
}

function support({ support: channels }: ContractModel): Html | undefined {
  return cards(
    channels.map(
      ({ channel, url, tool, scope, description }) =>
        markup`<div class="card">
          <h3>${url === undefined ? channel : link(url, channel)}</h3>
          ${paragraph(description)}${facts([
            ['Tool', tool],
            ['Scope', scope],
          ])}
        </div> `,
    ),
  );
}

function roles({ roles: list }: ContractModel): Html | undefined {
  return cards(
    list.map(
      ({ role, access, approvers, description }) =>
        markup`<div class="card">
          <h3>${role}</h3>
          ${paragraph(description)}${facts([
            ['Access', access],
            ['Approved by', approvers.join(', then ')],
          ])}
        </div> `,
    ),
  );
}

function price({ price: own }: ContractModel): Html | undefined {
  if (own === undefined) return undefined;
  const amount = [own.amount, own.currency].filter((part) => part !== undefined).join(' ');
  return markup`<p>${amount}${own.unit !== undefined && ` per ${own.unit}`}</p> `;
}

function definitions({ authoritativeDefinitions }: ContractModel): Html | undefined {
  if (authoritativeDefinitions.length === 0) return undefined;
  return markup`<ul>
    ${authoritativeDefinitions.map(
      ({ type, url, description }) =>
        markup`<li>
          ${link(url)}${type !== '' && markup` <span class="soft">${type}</span>`}${paragraph(description)}
        </li> `,
    )}
  </ul> `;
}
