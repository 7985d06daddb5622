import type { components } from '../../api/schema.d.ts';

export type Conversation = components['schemas']['PageConversation'];
export type ConversationDetail = components['schemas']['ConversationDetail'];
export type Member = ConversationDetail['members'][number];
export type Person = components['schemas']['MessagingPerson'];
export type Shown = 'active' | 'archived';

/** A file or an address that a message carries, as /v1 answers it. */
export type Attachment = {
  id: string;
  filename: string;
  file_url: string;
  file_type: string;
  file_size: number | null;
};

/** A message as /v1 answers it; times are Unix seconds. */
export type Message = {
  id: string;
  conversation_id: string;
  contact: { id: string; username: string; display_name?: string | null };
  message: string;
  /** One object for each reaction: its name, and the usernames of those who gave it. */
  reactions: Record<string, string[]>[];
  attachments: Attachment[];
  read_at: number | null;
  created_at: number;
  updated_at: number | null;
};

/** A page of a list of /v1, newest first. */
export type MessagePage = { has_more: boolean; data: Message[] };
