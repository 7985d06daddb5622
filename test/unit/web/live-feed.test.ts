import { eventSchemas } from '../../../api/schemas/events/cloud-event.ts';
import { isWantedType } from '../../../domain/webhooks/event-types.ts';
import { followedTypes, isStale, staleKeysOf } from '../../../web/src/features/live/event-keys.ts';
import { cutEvents } from '../../../web/src/features/live/server-sent-events.ts';

const event = (type: string, subject: string) => ({ type: `com.example.${type}`, subject });

describe('the reads that an event makes stale', () => {
  it.each([
    ['AccessApprovedEvent', ['access', 'a1', 'document'], true],
    ['AccessApprovedEvent', ['access', 'list', { mine: 'decide' }], true],
    ['AccessApprovedEvent', ['access', 'a2', 'document'], false],
    ['AccessApprovedEvent', ['teams', 'a1', 'document'], false],
    ['DataProductUpdatedEvent', ['dataproducts', 'a1', 'quality'], true],
    ['OutputPortUpdatedEvent', ['dataproducts', 'a1', 'document'], true],
    ['TestResultsCreatedEvent', ['datacontracts', 'any', 'trend', null], true],
    ['TestResultsCreatedEvent', ['datacontracts', 'any', 'versions'], false],
    ['TeamUpdatedEvent', ['teams', 'list', {}], true],
    ['ChangeRequestCommentedEvent', ['change-requests', 'a1', 'document'], true],
    ['SemanticNamespaceUpdatedEvent', ['namespaces', 'a1', 'revisions'], true],
    ['SemanticNamespaceUpdatedEvent', ['namespaces', 'a1', 'branch', 'b', 'rehearsal'], true],
    ['SemanticNamespaceUpdatedEvent', ['namespaces', 'a1', 'branch', 'b', 'concept', 'c'], false],
    ['SemanticBranchConflictedEvent', ['namespaces', 'a1', 'branches'], true],
    ['SemanticBranchConflictedEvent', ['todo', 'studio', undefined], true],
    ['AssetDriftDetectedEvent', ['dataproducts', 'any', 'drift'], true],
    ['SomethingNewEvent', ['teams', 'a1', 'document'], false],
  ])('%s: %j %s', (type, key, expected) => {
    const stale = staleKeysOf([event(type, 'a1')]);
    expect(stale.some((each) => isStale(key, each))).toBe(expected);
  });

  it('are named once for many events of one document', () => {
    const many = Array.from({ length: 1_000 }, () => event('TeamUpdatedEvent', 'checkout'));
    expect(staleKeysOf(many)).toEqual([
      ['teams', 'checkout'],
      ['teams', 'list'],
    ]);
  });

  it('follow from types that the feed has', () => {
    const known = eventSchemas.map(({ $id }) => String($id));
    for (const pattern of followedTypes.split(',')) {
      expect([pattern, known.some((type) => isWantedType([pattern], type))]).toEqual([
        pattern,
        true,
      ]);
    }
  });
});

it('cuts a stream into events, however its pieces fall', () => {
  const stream =
    'retry: 2000\n\n:\n\nid: 1\nevent: x\ndata: {"a":1}\n\n:\n\nid: 2\nevent: x\ndata: {"a":2}\n\nid: 3\nda';
  for (let size = 1; size <= stream.length; size++) {
    let rest = '';
    const seen: unknown[] = [];
    for (let at = 0; at < stream.length; at += size) {
      const cut = cutEvents(rest + stream.slice(at, at + size));
      seen.push(...cut.events);
      ({ rest } = cut);
    }
    expect(seen).toEqual([
      { id: '1', data: '{"a":1}' },
      { id: '2', data: '{"a":2}' },
    ]);
    expect(rest).toBe('id: 3\nda');
  }
});
