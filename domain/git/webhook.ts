import { createHmac, timingSafeEqual } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import { isObject } from '../../lib/json/json.ts';
import type { GitType } from './git-hosts.ts';

/** Git hosts whose deliveries can be verified. */
export const webhookTypes = ['github', 'gitlab', 'gitea', 'bitbucket', 'azuredevops'] as const;
type WebhookType = (typeof webhookTypes)[number];

/** The body that creates a webhook. */
export const gitWebhookSchema = Type.Object(
  {
    gitConnectionType: Type.Unsafe<WebhookType>({
      type: 'string',
      enum: [...webhookTypes],
      description: 'Git host that sends the deliveries',
    }),
    repositoryUrl: Type.String({
      minLength: 1,
      maxLength: 1000,
      examples: ['https://github.com/example/shop.git'],
      description: 'Address of the repository, as the connections name it',
    }),
  },
  { $id: 'GitWebhookWrite', additionalProperties: true },
);

/** A delivery of a Git host. */
export type GitDelivery = { header: (name: string) => string | undefined; text: string };

/** True if the delivery was signed with the secret, in the way of its Git host. */
export function isSigned(type: GitType, secret: string, { header, text }: GitDelivery): boolean {
  const hmac = createHmac('sha256', secret).update(text).digest('hex');
  const basic = `Basic ${Buffer.from(`concordat:${secret}`).toString('base64')}`;
  const wanted: Partial<Record<GitType, [header: string, value: string]>> = {
    github: ['x-hub-signature-256', `sha256=${hmac}`],
    gitlab: ['x-gitlab-token', secret],
    gitea: ['x-gitea-signature', hmac],
    bitbucket: ['x-hub-signature', `sha256=${hmac}`],
    azuredevops: ['authorization', basic],
  };
  const [name, value] = wanted[type] ?? [];
  return name !== undefined && value !== undefined && isSame(header(name) ?? '', value);
}

/** Both texts as digests, which have the same length. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

const textOf = (value: unknown): string[] => (typeof value === 'string' ? [value] : []);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) ? value[name] : undefined;

const prefix = 'refs/heads/';

/** The branches that a delivery says were pushed; none for deliveries about anything else. */
export function pushedBranches(payload: unknown): string[] {
  const changes = listOf(memberOf(memberOf(payload, 'push'), 'changes'));
  const updates = listOf(memberOf(memberOf(payload, 'resource'), 'refUpdates'));
  const refs = [
    ...textOf(memberOf(payload, 'ref')),
    ...updates.flatMap((update) => textOf(memberOf(update, 'name'))),
  ];
  const ofBitbucket = changes
    .map((change) => memberOf(change, 'new'))
    .filter((branch) => memberOf(branch, 'type') === 'branch')
    .flatMap((branch) => textOf(memberOf(branch, 'name')));
  const named = refs.filter((ref) => ref.startsWith(prefix)).map((ref) => ref.slice(prefix.length));
  return [...new Set([...named, ...ofBitbucket])].slice(0, 100);
}
