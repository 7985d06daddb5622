/** The content of a notification, before it is formatted as a mail or a chat message. */
export type Notice = {
  /** One line. */
  subject: string;
  /** The event and the recommended action. */
  paragraphs: readonly string[];
  facts: readonly (readonly [name: string, value: string])[];
  /** Diagnostics written by a component, in Markdown. */
  diagnostics: Diagnostics | undefined;
  links: readonly NoticeLink[];
};

export type Diagnostics = {
  text: string;
  /** Says how much is left out and where to find it; undefined when nothing is. */
  remark: string | undefined;
};

export type NoticeLink = { label: string; url: string };

/** A template: its name in the ledger, and a function from its data to a notice. */
export type Template<Data> = { name: string; compose: (data: Data) => Notice };

/** True if people can safely follow the address. */
export function isWebAddress(url: string): boolean {
  return /^https?:\/\/[^\s<>"\\^`{|}\p{Cc}]+$/iu.test(url);
}
