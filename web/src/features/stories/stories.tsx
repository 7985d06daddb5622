import { Problem } from '../../api/problem.ts';
import { Avatar } from '../../components/data/avatar.tsx';
import { Button } from '../../components/controls/button.tsx';
import { CodeView } from '../../components/documents/code-view.tsx';
import { DiffView } from '../../components/documents/diff-view.tsx';
import { EffectsPreview } from '../../components/dialogs/effects-preview.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { ErrorState } from '../../components/states/error-state.tsx';
import { FilterBar } from '../../components/controls/filter-bar.tsx';
import { IdChip } from '../../components/documents/id-chip.tsx';
import { DocLink, PersonLink, TeamLink } from '../../components/data/links.tsx';
import { Markdown } from '../../components/documents/markdown.tsx';
import { RelativeTime } from '../../components/data/relative-time.tsx';
import { SecretOnce } from '../../components/dialogs/secret-once.tsx';
import { SkeletonLines } from '../../components/states/skeleton.tsx';
import { Tabs } from '../../components/controls/tabs.tsx';
import { TestStrip } from '../../components/data/test-strip.tsx';
import { Timeline } from '../../components/documents/timeline.tsx';
import { Bytes, Count, Day, LastDay, Money } from '../../components/data/values.tsx';
import { VirtualRows } from '../../components/data/virtual-rows.tsx';
import { WhyNot } from '../../components/states/why-not.tsx';
import { Decision, Dialogs } from './dialog-stories.tsx';
import { FormStory } from './form-stories.tsx';
import { Statuses } from './status-stories.tsx';
import type { Story } from './story.ts';
import { VerdictStory } from './verdict-stories.tsx';
import { workStories } from './work-stories.tsx';

const today = new Date();
const dayOf = (ago: number) => new Date(today.getTime() - ago * 86_400_000).toISOString();

const trend = Array.from({ length: 24 }, (_, ago) => ({
  date: dayOf(ago),
  result: ago < 6 && ago % 3 !== 1 ? 'failed' : ago === 9 ? 'warning' : 'passed',
  checks: 44,
  failedChecks: ago < 6 && ago % 3 !== 1 ? 10 : 0,
}));

const unable = new Problem({
  status: 503,
  code: 'database_unavailable',
  title: 'Service Unavailable',
  detail: 'The database does not answer.',
  requestId: '0b9d-4711',
  retryAfter: 12,
  violations: [],
});

const hostile =
  '**Bold**, a [link](https://example.com) and `code`.\n\n- one\n- two\n\n<img src="https://example.com/spy.png" alt="a picture of another server"><script>alert(1)</script>';

const rows = Array.from({ length: 10_000 }, (_, index) => `row ${index + 1}`);
const nothing = () => undefined;

/** All components, in the order of web.md §7. */
export const stories: readonly Story[] = [
  { name: 'StatusBadge', show: () => <Statuses /> },
  { name: 'TestStrip', show: () => <TestStrip trend={trend} /> },
  { name: 'IdChip', show: () => <IdChip id="demo-shop-data" /> },
  {
    name: 'DocLink, TeamLink, PersonLink',
    show: () => (
      <p className="row wrap">
        <Avatar name="Web Shop" square />
        <DocLink collection="dataproducts" id="shop-data" name="Shop data" />
        <DocLink collection="dataproducts" id="old" name="Old data" isDeleted />
        <TeamLink id="web-shop" name="Web Shop" />
        <PersonLink name="Noor Hakvoort" email="noor.hakvoort@example.com" />
      </p>
    ),
  },
  {
    name: 'RelativeTime, Day, LastDay, Money, Bytes, Count',
    show: () => (
      <p className="row wrap">
        <RelativeTime at={dayOf(2)} />
        <Day date="2027-05-31" />
        <LastDay end="2027-06-01T00:00:00Z" />
        <Money amount={1204.5} currency="EUR" />
        <Bytes value={1_400_000} />
        <Count value={30_010} />
      </p>
    ),
  },
  {
    name: 'Button',
    show: () => (
      <p className="row wrap">
        <Button tone="primary">Renew access</Button>
        <Button>Edit</Button>
        <Button tone="danger">Decline</Button>
        <Button tone="quiet">Save search</Button>
        <Button compact>Look</Button>
        <Button disabled>Save</Button>
      </p>
    ),
  },
  {
    name: 'WhyNot',
    show: () => (
      <WhyNot
        tone="primary"
        refused={{
          because: 'You may read this product. To edit it you need the role Owner in Web Shop.',
          who: [{ name: 'Noor Hakvoort', email: 'noor.hakvoort@example.com' }],
        }}
      >
        Edit
      </WhyNot>
    ),
  },
  { name: 'Form, with draft and 422', show: () => <FormStory /> },
  {
    name: 'Tabs',
    show: () => (
      <Tabs
        label="Parts"
        tabs={[
          { name: 'Schema', href: '/develop/ui', count: 11, isCurrent: true },
          { name: 'Tests', href: '/inbox', count: 10, isBad: true, isCurrent: false },
        ]}
      />
    ),
  },
  {
    name: 'FilterBar',
    show: () => (
      <FilterBar
        filters={[{ name: 'Team', value: 'Web Shop', onRemove: nothing }]}
        onClear={nothing}
      />
    ),
  },
  {
    name: 'Timeline',
    show: () => (
      <Timeline
        label="Life of the access"
        steps={[
          { title: 'Requested by Aage', at: '20 Nov', tone: 'ok' },
          { title: 'Provisioning failed', at: '21 Nov', tone: 'bad', below: 'There is no role.' },
          { title: 'Ends', at: '1 Jun 2027', tone: 'ahead' },
        ]}
      />
    ),
  },
  {
    name: 'DiffView',
    show: () => (
      <DiffView
        label="Changes"
        changes={[
          { path: 'customers.fax', verdict: 'major', rule: 'column removed', from: 'text' },
          { path: 'orders.note', verdict: 'minor', rule: 'column added', to: 'text' },
        ]}
      />
    ),
  },
  { name: 'CodeView', show: () => <CodeView name="YAML" text={'name: orders\nversion: 1.4.0'} /> },
  {
    name: 'EffectsPreview',
    show: () => <EffectsPreview effects={[{ type: 'AccessRequestedEvent', subject: 'shop' }]} />,
  },
  { name: 'DangerDialog, ConflictDialog, undo', show: () => <Dialogs /> },
  { name: 'VerdictPanel', show: () => <VerdictStory /> },
  { name: 'DecisionBar', show: () => <Decision /> },
  {
    name: 'SecretOnce',
    show: () => <SecretOnce secret="whsec_example" what="the secret" onStored={nothing} />,
  },
  { name: 'Markdown', show: () => <Markdown text={hostile} /> },
  {
    name: 'EmptyState',
    show: () => (
      <>
        <EmptyState sort="nothing-yet" title="Never tested" action={<Button>Run a test</Button>}>
          This contract has not been tested yet.
        </EmptyState>
        <EmptyState sort="filtered-away" onClear={nothing} />
        <EmptyState sort="not-allowed">Accesses of other teams are for their Owners.</EmptyState>
      </>
    ),
  },
  { name: 'ErrorState', show: () => <ErrorState error={unable} onRetry={nothing} /> },
  { name: 'Skeleton', show: () => <SkeletonLines /> },
  {
    name: 'VirtualRows',
    show: () => (
      <VirtualRows label="10,000 rows" rows={rows} keyOf={(row) => row} rowHeight={32}>
        {(row) => <span className="row">{row}</span>}
      </VirtualRows>
    ),
  },
  ...workStories,
];
