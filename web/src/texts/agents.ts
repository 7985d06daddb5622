/** Words of agents that act for a person. */
export const agentTexts = {
  title: 'Allow an agent',
  lead: (name: string) => `${name} asks to act for you.`,
  can: [
    'It sees what you see in the catalog, and searches it.',
    'It requests access and starts tests in your name. It can do nothing that you cannot do.',
    'The audit log names it beside you.',
  ],
  name: 'Name',
  nameHint: 'The agent chose this name itself.',
  returnsTo: 'Goes back to',
  thisComputer: 'A program on your computer.',
  actsFor: 'Acts for',
  allow: 'Allow',
  deny: 'Deny',
  onlyIf: 'Allow it only if you started this just now.',
  missing: 'This address lacks the request of an agent: start again in the agent.',
  own: 'Agents',
  ownHint: 'These agents act for you over MCP until you end it here.',
  none: 'No agent acts for you.',
  since: 'Since',
  end: 'End',
} as const;
