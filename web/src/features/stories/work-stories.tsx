import { useState } from 'react';
import { Spark } from '../../components/data/spark.tsx';
import { Segments } from '../../components/controls/segments.tsx';
import { TextDiff } from '../../components/documents/text-diff.tsx';
import { YamlEditor } from '../../components/yaml/yaml-editor.tsx';
import type { TextProblem } from '../../components/yaml/yaml-editor.tsx';
import type { ListedChange } from '../changes/queries.ts';
import { ProblemList } from '../editor/problem-list.tsx';
import '../editor/editor.css';
import { ChangeLine } from '../inbox/changes-inbox.tsx';
import { FindingsTable } from '../policies/findings-table.tsx';
import { StudioList } from '../studio/studio-list.tsx';
import '../studio/studio.css';
import '../operations/operations.css';
import { MemberTable } from '../teams/members/member-table.tsx';
import { ConsumersStory, HeatMapStory } from './trust-stories.tsx';
import type { Story } from './story.ts';

const nothing = () => undefined;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

const text = `# Orders of the shop
name: orders
version: 1.4.0
status: activ
schema:
  - name: orders
`;

const problems: readonly TextProblem[] = [
  { message: 'must be one of draft, active, deprecated', line: 4, column: 9, severity: 'error' },
  { message: 'has no fields', line: 6, column: 5, severity: 'warning' },
  { message: 'The team web-shop does not exist.', severity: 'error' },
];

/** A text with its problems; a click on one moves the cursor there. */
function Editor() {
  const [value, setValue] = useState(text);
  const [jump, setJump] = useState<{ line: number; column: number }>();
  return (
    <div className="stack">
      <div style={{ height: 220 }}>
        <YamlEditor label="YAML" {...{ value, problems, jump }} onChange={setValue} />
      </div>
      <ProblemList problems={problems} onJump={setJump} />
    </div>
  );
}

const change: ListedChange = {
  id: 'one',
  kind: 'datacontracts',
  documentId: 'shop-database',
  documentName: 'Shop database',
  team: { id: 'web-shop', name: 'Web Shop' },
  title: 'Narrow the loyalty levels to those that exist',
  note: null,
  status: 'open',
  revision: 1,
  baseRevision: 3,
  currentRevision: 3,
  outdated: false,
  branch: null,
  proposedBy: 'user:one',
  proposedByName: 'Runa Solheim',
  mine: false,
  createdAt: hoursAgo(5),
  updatedAt: hoursAgo(5),
  decidedAt: null,
  decidedBy: null,
  decidedByName: null,
  decisionNote: null,
  acceptedRevision: null,
  commentCount: 2,
};

const declined: ListedChange = {
  ...change,
  id: 'two',
  title: 'Retire the CSV files',
  status: 'declined',
};

const finding = (ruleId: string, severity: 'error' | 'warning', message: string) => ({
  policyId: 'personal-data',
  ruleId,
  severity,
  message,
  problem: null,
});

const violating = [
  {
    kind: 'data-contract',
    id: 'shop-database',
    name: 'Shop database',
    revision: 3,
    ownerId: 'web-shop',
    ownerName: 'Web Shop',
    findings: [
      finding('classified', 'error', 'Classify fields with addresses of people.'),
      finding('limits', 'warning', 'Say for what the data may not be used.'),
    ],
  },
];

const members = [
  { emailAddress: 'noor.hakvoort@example.com', name: 'Noor Hakvoort', role: 'Owner' },
  { emailAddress: 'lotte.vermeer@example.com', name: null, role: 'Editor' },
];

function Views() {
  const [value, setValue] = useState('form');
  const options = [
    { value: 'form', name: 'Form' },
    { value: 'yaml', name: 'YAML' },
  ];
  return <Segments label="View" {...{ value, options }} onChange={setValue} />;
}

/** Components of the pages on which people work: studio, editor, quality, inbox and team. */
export const workStories: readonly Story[] = [
  { name: 'Segments', show: () => <Views /> },
  { name: 'YamlEditor, ProblemList', show: () => <Editor /> },
  {
    name: 'TextDiff',
    show: () => (
      <TextDiff label="Changes" before={text} after={text.replace('activ\n', 'active\n')} />
    ),
  },
  {
    name: 'Spark',
    show: () => (
      <div className="row">
        <Spark values={[3, 4, 3, null, null, 5, 9, 4]} />
        <Spark values={[0, 0, 1, 4, 14]} isBad />
      </div>
    ),
  },
  { name: 'HeatMap', show: () => <HeatMapStory /> },
  { name: 'Consumers: agreed, granted, reported', show: () => <ConsumersStory /> },
  {
    name: 'ChangeLine',
    show: () => (
      <ul className="card">
        <ChangeLine change={change} isCurrent />
        <ChangeLine change={declined} isCurrent={false} />
      </ul>
    ),
  },
  {
    name: 'StudioList',
    show: () => (
      <>
        <StudioList
          isOfTeam={false}
          total={2}
          lines={[
            {
              key: 'one',
              title: 'Shop database on shop',
              detail: 'Web Shop',
              status: { tone: 'bad', word: '10 of 44 checks fail', icon: 'x' },
              since: { word: 'since ', at: hoursAgo(72) },
              action: { name: 'Look', href: '/develop/ui' },
              rank: 0,
            },
          ]}
        />
        <StudioList isOfTeam total={0} lines={[]} />
      </>
    ),
  },
  {
    name: 'MemberTable',
    show: () => (
      <MemberTable
        members={members}
        actions={{ onChange: nothing, onInvite: nothing, onRemove: nothing }}
      />
    ),
  },
  {
    name: 'FindingsTable',
    show: () => <FindingsTable title="What does not keep it" documents={violating} total={12} />,
  },
];
