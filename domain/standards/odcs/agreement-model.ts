/** A person of the team; the common readable members of its three forms. */
export type TeamMember = {
  username: string | undefined;
  name: string | undefined;
  role: string | undefined;
  description: string | undefined;
};

/** A support channel; `url` as written, of any scheme. */
export type SupportChannel = {
  channel: string;
  url: string | undefined;
  tool: string | undefined;
  scope: string | undefined;
  description: string | undefined;
};

/** A role that gives access. */
export type AccessRole = {
  role: string;
  access: string | undefined;
  approvers: readonly string[];
  description: string | undefined;
};

export type Price = {
  amount: string | number;
  currency: string | undefined;
  unit: string | undefined;
};

export type AuthoritativeDefinition = {
  type: string;
  url: string;
  description: string | undefined;
};
