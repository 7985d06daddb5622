/** Words of the start for developers. */
export const developTexts = {
  title: 'Get started',
  lead: 'Connect a pipeline, a script, or a component that grants access. Everything that the pages do goes through the same API.',
  steps: 'First steps',
  keyTitle: '1. Create a key',
  keyText:
    'It acts with your rights, and is shown once. Programs of a team or the organization get their own keys.',
  create: 'Create your key',
  yourKeys: 'Your keys',
  organizationKeys: 'Keys of the organization',
  noPerson:
    'Only people have keys of their own. You are signed in as the local administrator or with an API key: give your programs a key of a team or the organization.',
  keyStored: (name: string) => `The key ${name} is ready. Put it where the snippets have $KEY.`,
  host: 'Host',
  tryTitle: '2. Read the catalog',
  tryText: 'Lists the data products that you may read.',
  feedTitle: '3. Follow the feed',
  feedText:
    'Each change is an event. Ask for the events after the last one that you handled; with longPolling the answer waits up to 30 seconds for the next event.',
  language: 'Language of the snippets',
  languages: { curl: 'curl', node: 'Node.js', python: 'Python' },
  snippets: {
    catalog: 'Snippet that reads the catalog',
    feed: 'Snippet that follows the feed',
    test: 'Snippet that publishes test results',
  },
  testTitle: '4. Publish test results',
  testText:
    'The Data Contract CLI tests a contract where the data is, and publishes the results here.',
  next: 'Go on',
  nextSandbox: 'Try a provisioning component',
  nextSandboxText:
    'A sandbox has a fake access with a feed and a clock of its own. It says which rules your component keeps.',
  nextExplorer: 'API explorer',
  nextExplorerText: 'All endpoints, tried with your session.',
  nextWebhooks: 'Webhooks',
  nextWebhooksText: 'Events sent to your service, signed, with replay.',
  nextConnectors: 'Connectors',
  nextConnectorsText: 'Programs that bring metadata of other systems into the catalog.',
} as const;
