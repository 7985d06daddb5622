type Host = 'github' | 'gitlab' | 'gitea' | 'bitbucket' | 'azuredevops';

/** Words of webhooks of Git hosts. */
export const gitWebhookTexts = {
  title: 'Webhooks of Git hosts',
  lead: 'Each push to a repository pulls the documents that are connected with the pushed branches, with the rights of the person or the key that created the webhook.',
  add: 'Add a webhook',
  none: 'No webhook of a Git host yet',
  noneHint: 'Without one, somebody has to check and pull connected files.',
  repository: 'Repository',
  host: 'Git host',
  by: 'Created by',
  created: 'Created',
  actions: 'Actions',
  setUp: 'Set up',
  setUpLabel: (url: string) => `Set up the webhook of ${url}`,
  remove: 'Delete',
  removeLabel: (url: string) => `Delete the webhook of ${url}`,
  removeTitle: 'Delete this webhook?',
  removeDetail: (url: string) =>
    `Later deliveries of ${url} are refused. Connected documents stay, and are pulled by hand.`,
  removeAction: 'Delete webhook',
  addTitle: 'Add a webhook of a Git host',
  addAction: 'Create webhook',
  repositoryHint: 'The https:// or SSH address, as the connections of the documents name it',
  createdTitle: 'Enter the webhook at the Git host',
  theSecret: 'The secret',
  secret: 'Secret',
  address: 'Address',
  theAddress: 'The address',
  copy: 'Copy address',
  stepsOf: (host: string) => `How to enter it on ${host}`,
  lostSecret: 'A lost secret cannot be shown again: delete the webhook, and add another one.',
  steps: {
    github: [
      'Open the repository, then Settings, Webhooks, Add webhook.',
      'Payload URL: the address. Content type: application/json. Secret: the secret.',
      'Choose “Just the push event”, and add the webhook.',
    ],
    gitlab: [
      'Open the project, then Settings, Webhooks, Add new webhook.',
      'URL: the address. Secret token: the secret.',
      'Choose the trigger “Push events”, and add the webhook.',
    ],
    gitea: [
      'Open the repository, then Settings, Webhooks, Add webhook, Gitea (or Forgejo).',
      'Target URL: the address. HTTP method: POST. Content type: application/json. Secret: the secret.',
      'Trigger on “Push events”, and add the webhook.',
    ],
    bitbucket: [
      'Open the repository, then Repository settings, Webhooks, Add webhook.',
      'URL: the address. Secret: the secret.',
      'Choose the trigger “Repository push”, and save.',
    ],
    azuredevops: [
      'Open the project, then Project settings, Service hooks, Create subscription, Web Hooks.',
      'Choose the trigger “Code pushed” and the repository.',
      'URL: the address. Basic authentication username: concordat. Basic authentication password: the secret.',
    ],
  } satisfies Record<Host, readonly string[]>,
} as const;
