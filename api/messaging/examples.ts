/** Example bodies of the messaging API by the names of their schemas. */
export const messagingExamples: Readonly<Record<string, unknown>> = {
  MessageCreate: { conversation_id: 'xgQQXg3hrtjh7AvZ', message: 'It’s a nice night for a walk.' },
  MessageChange: { reactions: { red_angry_face: ['KateMcCallister'] } },
  ContactWrite: { username: 'KateMcCallister', phone_number: '+1 555 0100' },
  ContactChange: { display_name: 'Kate' },
  ConversationWrite: { contact_id: 'WAz8eIbvDR60rouK' },
  ConversationChange: { is_muted: true },
  GroupWrite: { name: 'Neighbours', contacts: ['KateMcCallister', 'Kevin'] },
  GroupChange: { description: 'Whoever looks after the house' },
  AttachmentWrite: { file_url: 'https://example.com/house.jpg', file_type: 'image/jpeg' },
  AttachmentChange: { filename: 'house.jpg' },
};
