/** Realistic bodies of Git connections and credentials. */
export const gitExamples: Readonly<Record<string, unknown>> = {
  GitConnectionRequest: {
    gitConnectionType: 'github',
    repositoryUrl: 'https://github.com/example/shop.git',
    repositoryBranch: 'main',
    repositoryPath: 'contracts/orders.odcs.yaml',
  },
  GitImportRequest: {
    gitConnectionType: 'github',
    repositoryUrl: 'https://github.com/example/shop.git',
    repositoryPath: 'contracts/orders.odcs.yaml',
  },
  GitImportsRequest: {
    resource: 'datacontracts',
    gitConnectionType: 'github',
    repositoryUrl: 'https://github.com/example/shop.git',
    repositoryPath: 'contracts/**/*.odcs.yaml',
    preview: true,
  },
  GitPushRequest: { commitMessage: 'Describe the status of orders' },
  GitPullRequestRequest: {
    title: 'Describe the status of orders',
    comment: 'The status of an order is one of three words.',
  },
  GitWebhookWrite: {
    gitConnectionType: 'github',
    repositoryUrl: 'https://github.com/example/shop.git',
  },
  GitPullRequest: {
    replaceLocalHash: 'd6f1c5e0a4b3928170695847362514f0e1d2c3b4a5968778695a4b3c2d1e0f90',
  },
  GitCredentialCreateRequest: {
    externalId: 'shop-repositories',
    gitConnectionType: 'github',
    tokenName: 'Repositories of the shop',
    authenticationToken: 'correct-horse-battery-staple',
  },
  GitCredentialUpdateRequest: {
    externalId: 'shop-repositories',
    gitConnectionType: 'github',
    tokenName: 'Repositories of the shop, read and write',
  },
};
