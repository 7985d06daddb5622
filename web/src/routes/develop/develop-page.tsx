import { Link, getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Segments } from '../../components/controls/segments.tsx';
import { CodeView } from '../../components/documents/code-view.tsx';
import { Page } from '../../components/page.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { snippetsOf, testSnippet } from '../../features/develop/snippets.ts';
import { languages } from '../../features/develop/languages.ts';
import type { Language } from '../../features/develop/languages.ts';
import '../../features/develop/develop.css';
import { CreateOwnKey } from '../../features/keys/create-own-key.tsx';
import { hasOwnKeys } from '../../features/keys/has-own-keys.ts';
import { useMe } from '../../features/session/queries.ts';
import { developTexts } from '../../texts/develop/develop.ts';

const route = getRouteApi('/framed/develop');

/** The first steps of a program against this catalog, with its own address. */
export function DevelopPage() {
  const { language = 'curl' } = route.useSearch();
  const navigate = useNavigate();
  const host = location.origin;
  const snippets = snippetsOf(language, host);
  const choose = (next: Language) =>
    void navigate({
      to: '/develop',
      search: next === 'curl' ? {} : { language: next },
      replace: true,
      resetScroll: false,
    });
  return (
    <Page
      title={developTexts.title}
      lead={developTexts.lead}
      actions={
        <Segments
          label={developTexts.language}
          value={language}
          options={languages.map((value) => ({ value, name: developTexts.languages[value] }))}
          onChange={choose}
        />
      }
    >
      <div className="with-aside develop">
        <div className="stack loose">
          <OwnKey />
          <Step title={developTexts.tryTitle} text={developTexts.tryText}>
            <CodeView text={snippets.catalog} name={developTexts.snippets.catalog} />
          </Step>
          <Step title={developTexts.feedTitle} text={developTexts.feedText}>
            <CodeView text={snippets.feed} name={developTexts.snippets.feed} />
          </Step>
          <Step title={developTexts.testTitle} text={developTexts.testText}>
            <CodeView text={testSnippet(host)} name={developTexts.snippets.test} />
          </Step>
        </div>
        <aside>
          <Next />
        </aside>
      </div>
    </Page>
  );
}

type StepProps = { title: string; text: string; children: ReactNode };

function Step({ title, text, children }: StepProps) {
  return (
    <section className="card">
      <div className="inside stack">
        <h2>{title}</h2>
        <p className="soft">{text}</p>
        {children}
      </div>
    </section>
  );
}

function OwnKey() {
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<string>();
  const me = useMe();
  if (me !== undefined && !hasOwnKeys(me)) {
    return (
      <Step title={developTexts.keyTitle} text={developTexts.noPerson}>
        <span>
          <Link className="button primary" to="/organization/keys">
            {developTexts.organizationKeys}
          </Link>
        </span>
      </Step>
    );
  }
  return (
    <Step title={developTexts.keyTitle} text={developTexts.keyText}>
      <div className="row wrap">
        <WhyNot tone="primary" refused={undefined} onClick={() => setCreating(true)}>
          {developTexts.create}
        </WhyNot>
        <Link className="button" to="/me/keys">
          {developTexts.yourKeys}
        </Link>
      </div>
      {created !== undefined && (
        <p className="note ok" role="status">
          {developTexts.keyStored(created)}
        </p>
      )}
      {isCreating && <CreateOwnKey onClose={() => setCreating(false)} onCreated={setCreated} />}
    </Step>
  );
}

function Next() {
  const lines = [
    {
      href: '/develop/sandbox',
      name: developTexts.nextSandbox,
      text: developTexts.nextSandboxText,
    },
    {
      href: '/operate/webhooks',
      name: developTexts.nextWebhooks,
      text: developTexts.nextWebhooksText,
    },
    {
      href: '/develop/connectors',
      name: developTexts.nextConnectors,
      text: developTexts.nextConnectorsText,
    },
  ];
  return (
    <section className="card">
      <header>
        <h2>{developTexts.next}</h2>
      </header>
      <ul className="develop-next">
        {lines.map(({ href, name, text }) => (
          <li key={href}>
            <Link className="link medium" to={href}>
              {name}
            </Link>
            <span className="small soft">{text}</span>
          </li>
        ))}
        <li>
          <a className="link medium" href="/docs">
            {developTexts.nextExplorer}
          </a>
          <span className="small soft">{developTexts.nextExplorerText}</span>
        </li>
      </ul>
    </section>
  );
}
