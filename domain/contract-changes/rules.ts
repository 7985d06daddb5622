/** The version step that a change requires: patch, minor or major (semver). */
export type Impact = 'patch' | 'minor' | 'major';

/** The kind of change to the part of the contract at `path`. */
export type ChangeKind =
  | 'added'
  | 'removed'
  | 'renamed'
  | 'retyped'
  | 'tightened'
  | 'loosened'
  | 'changed'
  | 'described';

type Rule = { kind: ChangeKind; impact: Impact };

const rule = (kind: ChangeKind, impact: Impact): Rule => ({ kind, impact });

/** All rules that judge changes; docs/breaking-changes.md gives the reason and an example for each. */
export const rules = {
  'api-version-changed': rule('described', 'patch'),
  'version-changed': rule('described', 'patch'),
  'annotation-changed': rule('described', 'patch'),
  'order-changed': rule('described', 'patch'),
  'status-changed': rule('changed', 'minor'),
  'status-withdrawn': rule('changed', 'major'),
  'price-changed': rule('changed', 'minor'),
  'role-added': rule('added', 'minor'),
  'role-removed': rule('removed', 'major'),
  'role-changed': rule('changed', 'minor'),

  'server-added': rule('added', 'minor'),
  'server-removed': rule('removed', 'major'),
  'server-renamed': rule('renamed', 'major'),
  'server-changed': rule('changed', 'major'),

  'service-level-added': rule('added', 'minor'),
  'service-level-removed': rule('removed', 'major'),
  'service-level-improved': rule('tightened', 'minor'),
  'service-level-worsened': rule('loosened', 'major'),
  'service-level-changed': rule('changed', 'major'),

  'object-added': rule('added', 'minor'),
  'object-removed': rule('removed', 'major'),
  'object-renamed': rule('renamed', 'major'),
  'object-type-changed': rule('retyped', 'major'),
  'object-view-exchanged': rule('retyped', 'minor'),
  'primary-key-changed': rule('changed', 'major'),
  'primary-key-reordered': rule('described', 'patch'),
  'relationship-added': rule('added', 'minor'),
  'relationship-removed': rule('removed', 'major'),

  'property-added': rule('added', 'minor'),
  'required-property-added': rule('added', 'major'),
  'property-removed': rule('removed', 'major'),
  'property-renamed': rule('renamed', 'major'),
  'physical-name-changed': rule('renamed', 'major'),
  'logical-type-added': rule('retyped', 'minor'),
  'logical-type-removed': rule('retyped', 'major'),
  'logical-type-changed': rule('retyped', 'major'),
  'physical-type-added': rule('retyped', 'minor'),
  'physical-type-removed': rule('retyped', 'minor'),
  'physical-type-changed': rule('retyped', 'major'),
  'physical-type-widened': rule('loosened', 'minor'),
  'physical-type-narrowed': rule('tightened', 'major'),
  'physical-type-respelled': rule('described', 'patch'),
  'required-added': rule('tightened', 'major'),
  'required-removed': rule('loosened', 'major'),
  'unique-added': rule('tightened', 'major'),
  'unique-removed': rule('loosened', 'major'),
  'enum-narrowed': rule('tightened', 'major'),
  'enum-widened': rule('loosened', 'minor'),
  'range-tightened': rule('tightened', 'major'),
  'range-loosened': rule('loosened', 'minor'),
  'range-changed': rule('changed', 'major'),
  'length-tightened': rule('tightened', 'major'),
  'length-loosened': rule('loosened', 'minor'),
  'pattern-added': rule('tightened', 'major'),
  'pattern-removed': rule('loosened', 'minor'),
  'pattern-changed': rule('changed', 'major'),
  'multiple-tightened': rule('tightened', 'major'),
  'multiple-loosened': rule('loosened', 'minor'),
  'multiple-changed': rule('changed', 'major'),
  'option-added': rule('added', 'minor'),
  'option-removed': rule('removed', 'minor'),
  'option-changed': rule('changed', 'major'),
  'classification-added': rule('added', 'minor'),
  'classification-removed': rule('removed', 'minor'),
  'classification-changed': rule('changed', 'major'),
  'deprecation-changed': rule('changed', 'minor'),
  'partition-changed': rule('changed', 'minor'),
  'transformation-changed': rule('changed', 'minor'),

  'quality-added': rule('added', 'minor'),
  'quality-removed': rule('removed', 'minor'),
  'quality-tightened': rule('tightened', 'minor'),
  'quality-loosened': rule('loosened', 'minor'),
  'quality-changed': rule('changed', 'minor'),
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules;
