import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isStatus } from '../../api/problem.ts';
import { PersonLink } from '../../components/data/links.tsx';
import { ProblemNote } from '../../components/states/problem-note.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import { Timeline } from '../../components/documents/timeline.tsx';
import type { Step } from '../../components/documents/timeline.tsx';
import { useNow } from '../../lib/now.ts';
import { accessTexts, requestTexts } from '../../texts/access.ts';
import { instantText } from '../access/facts.ts';
import { platformName } from '../../texts/port-types.ts';
import { useHelpers } from '../permissions/refusal.ts';
import { requestPreviewQuery } from './queries.ts';
import type { Preview } from './queries.ts';
import type { AccessWrite } from './facts.ts';

type RequestPreviewProps = {
  /** The id of the access, or one that no access has. */
  id: string;
  /** Undefined until the form names who uses the data. */
  body: AccessWrite | undefined;
  /** The team that provides the data. */
  provider: string;
};

const none: AccessWrite = {
  info: { purpose: '' },
  provider: { dataProductId: '', outputPortId: '' },
  consumer: {},
};

/** What happens when the request is sent: who decides, when it begins and ends, what is granted. */
export function RequestPreview({ id, body, provider }: RequestPreviewProps) {
  const { data, error, isPlaceholderData } = useQuery({
    ...requestPreviewQuery(id, body ?? none),
    enabled: body !== undefined,
  });
  return (
    <section className="what-happens" aria-label={requestTexts.whatHappens} aria-live="polite">
      <h3>{requestTexts.whatHappens}</h3>
      {previewOf()}
    </section>
  );

  function previewOf(): ReactNode {
    if (body === undefined) return <p className="small soft">{requestTexts.previewWaits}</p>;
    // The field shows its own mistake, and the button shows a missing permission.
    if (isStatus(error, 403, 422)) return <p className="small soft">{requestTexts.previewWaits}</p>;
    if (error !== null) return <ProblemNote error={error} />;
    if (data === undefined) return <SkeletonLines lines={4} />;
    return <Consequences preview={data} provider={provider} isOld={isPlaceholderData} />;
  }
}

type ConsequencesProps = { preview: Preview; provider: string; isOld: boolean };

function Consequences({ preview, provider, isOld }: ConsequencesProps) {
  const now = useNow();
  const steps: Step[] = [
    decisionStep(preview, provider),
    { title: beginText(preview, now), tone: 'ahead' },
    ...preview.grants.map((grant): Step => ({ title: grantText(grant), tone: 'ahead' })),
    {
      title:
        preview.endsAt === undefined
          ? requestTexts.noEnd
          : requestTexts.endsAt(instantText(preview.endsAt, now)),
      tone: 'ahead',
    },
  ];
  return (
    <div className={isOld ? 'faded' : undefined}>
      <Timeline label={requestTexts.whatHappens} steps={steps} />
    </div>
  );
}

function decisionStep({ decision }: Preview, provider: string): Step {
  const { by } = decision;
  if (by === 'port' || by === 'same-team' || by === 'this-request') {
    return { title: requestTexts.automatic[by], tone: 'ok' };
  }
  return {
    title: requestTexts.decides(decision.teams[0]?.name ?? provider),
    tone: 'run',
    below: <Deciders decision={decision} />,
  };
}

function Deciders({ decision }: { decision: Preview['decision'] }) {
  const { people, more } = useHelpers(decision);
  if (people.length === 0) return accessTexts.noHelp;
  return (
    <>
      {people.map((person, index) => (
        <span key={person.email ?? index}>
          {index > 0 && ', '}
          <PersonLink {...person} />
        </span>
      ))}
      {more > 0 && ` ${accessTexts.more(more)}`}
    </>
  );
}

function beginText({ activation: { when, at } }: Preview, now: Date): string {
  if (at !== undefined && when !== 'never') return requestTexts.beginsAt(instantText(at, now));
  return requestTexts.begins[when === 'later' ? 'on-approval' : when];
}

function grantText({ platform, roles }: Preview['grants'][number]): string {
  return requestTexts.grants(roles.join(', '), platformName(platform));
}
