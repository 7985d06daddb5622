/** Words of the settings about scores and types of data products. */
export const catalogSettingTexts = {
  score: 'Scores of data products',
  scoreLead:
    'A product gets the points of each rule that it fulfills. Its score is their share of the points that it can have. 0 switches a rule off.',
  points: (label: string) => `Points for: ${label}`,
  bands: {
    excellent: 'Excellent from',
    good: 'Good from',
    fair: 'Fair from',
  },
  bandsHint: 'Lowest score in percent. Lower ones are poor.',
  types: 'Types of data products',
  typesLead:
    'A product names its type in its custom property type or archetype. Another type is stored with a warning.',
  typesBuiltIn: 'These types are built in, until you change them.',
  typeId: 'Type',
  typeLabel: 'Name',
  typePorts: 'Has output ports',
  typeEnabled: 'Offered',
  typeDefault: 'Default type',
  typeAdd: 'Add a type',
  typeRemove: (id: string) => `Remove ${id}`,
  typesReset: 'Restore the built-in types',
  columns: ['Type', 'Name', 'Has output ports', 'Offered'],
};

/** Words of the settings about mails. */
export const mailSettingTexts = {
  title: 'Mails to teams',
  lead: 'The words of the mails that this organization sends. Messages to chats keep theirs.',
  type: 'Mail',
  types: {
    'provisioning-failed': 'Provisioning failed',
    'deprovisioning-failed': 'Deprovisioning failed',
    'access-expiry': 'Access ends soon',
    'access-reassessment': 'Access is due for reassessment',
    'contract-test-failed': 'Contract test failed',
    'contract-test-recovered': 'Contract test passes again',
    'change-requested': 'Proposed change',
    'team-invitation': 'Invitation to a team',
  } as Readonly<Record<string, string>>,
  own: (name: string) => `${name} (changed)`,
  enabled: 'Such mails are sent',
  always: 'Such mails are always sent.',
  subject: 'Subject',
  body: 'Body',
  bodyHint:
    'Plain text; a blank line begins a paragraph. {{message}}, {{details}}, {{diagnostics}} and {{links}} are paragraphs of their own.',
  placeholders: 'Placeholders',
  optional: 'may be empty',
  preview: 'Preview',
  previewOf: 'Preview with example data',
  reset: 'Restore the built-in text',
};
