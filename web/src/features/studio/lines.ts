import { dayText } from '../../lib/dates.ts';
import { studioTexts } from '../../texts/studio/studio.ts';
import { statusWord } from '../../texts/status-words.ts';
import type { StatusWord } from '../../texts/status-words.ts';
import type { Todo } from './queries.ts';

/** One thing that waits: what it is, how bad, and where it is done. */
export type StudioLine = {
  key: string;
  title: string;
  detail: string | null;
  status: StatusWord;
  /** An instant behind a word: "the oldest 4 days ago". */
  since?: { word: string; at: string };
  action: { name: string; href: string };
  /** Lower is worse: what is wrong comes before what waits, and that before what is due. */
  rank: number;
};

const address = (collection: string, id: string, tab = ''): string =>
  `/${collection}/${encodeURIComponent(id)}${tab}`;

function alertLines({ due }: Todo): StudioLine[] {
  return due
    .filter(({ kind }) => kind === 'alert')
    .map((each) => ({
      key: `alert ${each.accessId} ${each.at}`,
      title: studioTexts.reassess(each.consumerName ?? '', dataOf(each)),
      detail: each.message,
      status: { tone: 'bad', word: studioTexts.alert, icon: 'alert' },
      since: { word: '', at: each.at },
      action: {
        name: studioTexts.resolve,
        href: address('dataproducts', each.dataProductId, '/consumers'),
      },
      rank: 0,
    }));
}

const dataOf = ({ dataProductName, dataProductId, outputPortName }: Todo['due'][number]): string =>
  `${dataProductName ?? dataProductId} / ${outputPortName ?? ''}`;

function testLines({ tests }: Todo, now: Date): StudioLine[] {
  return tests.map((test) => {
    const { dataContractId, name, server, result, failedChecks, checkCount } = test;
    const day = dayText(new Date(test.failingSince), now, 'UTC');
    const found =
      result === 'error' && failedChecks === 0
        ? studioTexts.testError
        : studioTexts.testFails(failedChecks, checkCount);
    const query = server === null ? '' : `?server=${encodeURIComponent(server)}`;
    return {
      key: `test ${test.testResultId}`,
      title: studioTexts.test(name, server),
      detail: test.teamName,
      status: { ...statusWord('test', result), word: `${found} ${studioTexts.since(day)}` },
      since: { word: '', at: test.testedAt },
      action: {
        name: studioTexts.look,
        href: `${address('datacontracts', dataContractId, '/quality')}${query}`,
      },
      rank: 1,
    };
  });
}

const collections: Readonly<Record<string, string>> = {
  'data-contract': 'datacontracts',
  'data-product': 'dataproducts',
};

function findingLines({ findings }: Todo): StudioLine[] {
  return findings.map(({ kind, id, name, message, errorCount, warningCount }) => {
    const isBad = errorCount > 0;
    const word = studioTexts.findings(errorCount, warningCount);
    return {
      key: `finding ${kind} ${id}`,
      title: name,
      detail: message,
      status: isBad ? { tone: 'bad', word, icon: 'x' } : { tone: 'warn', word, icon: 'alert' },
      action: {
        name: studioTexts.mend,
        href: address(collections[kind] ?? kind, id, kind in collections ? '/edit' : ''),
      },
      rank: isBad ? 2 : 7,
    };
  });
}

function conflictLines({ conflicts }: Todo): StudioLine[] {
  return conflicts.map(({ namespaceId, namespaceName, branch, conflictCount, updatedAt }) => ({
    key: `conflict ${namespaceId} ${branch}`,
    title: studioTexts.conflict(branch, namespaceName),
    detail: null,
    status: {
      ...statusWord('branch', 'conflicted'),
      word: studioTexts.conflicts(conflictCount),
    },
    since: { word: '', at: updatedAt },
    action: {
      name: studioTexts.resolve,
      href: address('semantics', namespaceId, `/branches/${encodeURIComponent(branch)}/merge`),
    },
    rank: 3,
  }));
}

function driftLines({ drift }: Todo): StudioLine[] {
  return drift.map(({ dataProductId, name, teamName, assetCount, foundAt }) => ({
    key: `drift ${dataProductId}`,
    title: name,
    detail: teamName,
    status: { tone: 'warn', word: studioTexts.drift(assetCount), icon: 'alert' },
    since: { word: '', at: foundAt },
    action: { name: studioTexts.look, href: address('dataproducts', dataProductId, '/quality') },
    rank: 4,
  }));
}

function requestLines({ access }: Todo): StudioLine[] {
  return access.map(({ dataProductId, dataProductName, count, oldestAt }) => ({
    key: `request ${dataProductId}`,
    title: dataProductName ?? dataProductId,
    detail: studioTexts.wantAccess,
    status: {
      ...statusWord('access', 'requested'),
      word: studioTexts.requests(count),
    },
    since: { word: studioTexts.oldest, at: oldestAt },
    action: { name: studioTexts.decide, href: '/inbox' },
    rank: 5,
  }));
}

function changeLines({ changes }: Todo): StudioLine[] {
  return changes.map(({ id, documentName, title, proposedByName, createdAt }) => ({
    key: `change ${id}`,
    title: documentName,
    detail: title,
    status: {
      tone: 'run',
      word: studioTexts.proposedBy(proposedByName),
      icon: 'waits',
    },
    since: { word: '', at: createdAt },
    action: { name: studioTexts.decide, href: `/inbox?show=changes&id=${encodeURIComponent(id)}` },
    rank: 5,
  }));
}

function reassessLines({ due }: Todo, now: Date): StudioLine[] {
  return due
    .filter(({ kind }) => kind === 'reassess')
    .map((each) => ({
      key: `reassess ${each.accessId}`,
      title: studioTexts.reassess(each.consumerName ?? '', dataOf(each)),
      detail: null,
      status: {
        tone: 'warn',
        icon: 'clock',
        word: studioTexts.reassessBy(dayText(new Date(each.at), now, 'UTC')),
      },
      action: {
        name: studioTexts.doReassess,
        href: `${address('dataproducts', each.dataProductId, '/consumers')}?access=${encodeURIComponent(each.accessId)}`,
      },
      rank: 6,
    }));
}

/** Everything that waits, by harm; equal harm in the order of the answer. */
export function studioLines(todo: Todo, now: Date): StudioLine[] {
  return [
    ...alertLines(todo),
    ...testLines(todo, now),
    ...findingLines(todo),
    ...conflictLines(todo),
    ...driftLines(todo),
    ...requestLines(todo),
    ...changeLines(todo),
    ...reassessLines(todo, now),
  ].toSorted((one, other) => one.rank - other.rank);
}

/** How many things wait in all: requests count as one for each product, ends of own accesses do not count. */
export function waitingCount(todo: Todo, shown: number): number {
  const { tests, findings, conflicts, drift } = todo.counts;
  const listed = todo.tests.length + todo.findings.length + todo.conflicts.length;
  return shown + tests + findings + conflicts + drift - listed - todo.drift.length;
}
