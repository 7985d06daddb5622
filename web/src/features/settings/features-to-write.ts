import type { PageSettings } from './queries.ts';

type Features = PageSettings['features'];

/** The features as they are written: values of older versions without effect are left out. */
export function featuresToWrite(features: Features, change: Partial<Features>) {
  const { changeProcessMode: _, ...others } = { ...features, ...change };
  const policy = others.managedTagsPolicy;
  const managedTagsPolicy = policy === 'warn' || policy === 'forbid' ? policy : 'allow';
  return { ...others, managedTagsPolicy } as const;
}
