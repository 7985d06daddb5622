/** What a template makes of its data, before it takes the form of a mail or of a chat message. */
export type Notice = {
  /** One line. */
  subject: string;
  /** What happened and what to do. */
  paragraphs: readonly string[];
  facts: readonly (readonly [name: string, value: string])[];
  /** What a component has written about itself, in Markdown. */
  diagnostics: Diagnostics | undefined;
  links: readonly NoticeLink[];
};

export type Diagnostics = {
  text: string;
  /** Says how much is left out and where it stands; undefined when nothing is. */
  remark: string | undefined;
};

export type NoticeLink = { label: string; url: string };

/** A template: its name in the ledger, and how its data becomes a notice. */
export type Template<Data> = { name: string; compose: (data: Data) => Notice };

/** Whether the address is one that people can follow without harm. */
export function isWebAddress(url: string): boolean {
  return /^https?:\/\/[^\s<>"\\^`{|}\p{Cc}]+$/iu.test(url);
}
