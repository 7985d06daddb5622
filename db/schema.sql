-- Written from the migrated database by `npm run generate`; the truth is db/migrations.

-- Agreements to use an output port: what was said, where they stand, and who is concerned
create table access (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Identifier chosen by the caller
  id text collate "C" not null,
  -- Raised by every change; the ETag
  revision integer not null,
  -- active from AccessActivatedEvent to AccessDeactivatedEvent
  state text not null,
  -- As sent, without what the server answers for
  body json not null,
  -- Data product whose port is used
  provider_product_id text collate "C" not null,
  -- Output port: its id, else its name
  provider_port_id text collate "C" not null,
  -- Its name, by which some clients know it
  provider_port_name text collate "C",
  -- Owner of that product when it was last requested
  provider_team_id text collate "C",
  -- Type of that port when it was last requested
  platform text,
  -- Contract of the port at the time of the request
  contract_id text collate "C",
  -- Version of that contract then
  contract_version text,
  -- Who uses it: a team, a person or a data product
  consumer_type text not null,
  -- Consuming team, or owner of the consuming product when it was last requested
  consumer_team_id text collate "C",
  -- Consuming data product
  consumer_product_id text collate "C",
  -- Consuming person
  consumer_user_id text collate "C",
  -- First day (UTC)
  start_on date,
  -- Last active day (UTC)
  end_on date,
  -- When the agreement is to be looked at again
  reassess_on date,
  -- When it becomes active; before the decision the wish
  activate_at timestamp(3) with time zone,
  -- From when it is active no more
  deactivate_at timestamp(3) with time zone,
  -- When it was approved or rejected
  decided_at timestamp(3) with time zone,
  -- When it was cancelled
  canceled_at timestamp(3) with time zone,
  -- When the current or last period was activated
  activated_at timestamp(3) with time zone,
  -- When that period was deactivated
  deactivated_at timestamp(3) with time zone,
  -- What was last reported, all reports merged
  provisioning json,
  -- Status of that
  provisioning_status text,
  -- When it was requested
  created_at timestamp(3) with time zone not null,
  -- When it was last changed
  updated_at timestamp(3) with time zone not null,
  -- Principal that requested it
  requested_by text,
  -- Principal that approved or rejected it; system: by a rule
  decided_by text,
  -- Note of the last decision; Markdown
  decision_note text,
  -- When the provider asked for a change that the requester has not made yet
  change_requested_at timestamp(3) with time zone,
  constraint access_pkey PRIMARY KEY (organization_id, id),
  constraint access_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint access_consumer_type CHECK ((consumer_type = ANY (ARRAY['team'::text, 'user'::text, 'dataproduct'::text]))),
  constraint access_state CHECK ((state = ANY (ARRAY['requested'::text, 'rejected'::text, 'upcoming'::text, 'active'::text, 'expired'::text])))
);
CREATE INDEX access_active ON public.access USING btree (organization_id, id) WHERE (state = 'active'::text);
CREATE INDEX access_by_consumer_person ON public.access USING btree (organization_id, lower(consumer_user_id)) WHERE (consumer_user_id IS NOT NULL);
CREATE INDEX access_by_consumer_product ON public.access USING btree (organization_id, consumer_product_id, id) WHERE (consumer_product_id IS NOT NULL);
CREATE INDEX access_by_consumer_team ON public.access USING btree (organization_id, consumer_team_id, id) WHERE (consumer_team_id IS NOT NULL);
CREATE INDEX access_by_provider ON public.access USING btree (organization_id, provider_product_id, id) WHERE (provider_product_id <> ''::text);
CREATE INDEX access_by_state ON public.access USING btree (organization_id, state, id);
CREATE INDEX access_ending ON public.access USING btree (organization_id, deactivate_at) WHERE ((state = 'active'::text) AND (deactivate_at IS NOT NULL));
CREATE INDEX access_reassessed ON public.access USING btree (organization_id, reassess_on) WHERE ((state = 'active'::text) AND (reassess_on IS NOT NULL));
CREATE INDEX access_timed ON public.access USING btree (organization_id, id) WHERE ((state = 'upcoming'::text) OR ((state = 'active'::text) AND (deactivate_at IS NOT NULL)));

-- What is not on a platform as it was agreed
create table access_alerts (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- UUIDv7
  id uuid not null,
  -- not-provisioned: nobody reported the grant in time; the others were found by a component
  kind text not null,
  -- Access that it is about; empty for a grant of no access
  access_id text collate "C" not null default ''::text,
  -- Platform that a component looked at
  platform text collate "C" not null default ''::text,
  -- Grant on the platform
  reference text collate "C" not null default ''::text,
  -- What is wrong, for people
  message text not null,
  -- Component that found it: its name, else its principal
  found_by text not null,
  -- One for each thing that each component finds; the parts are too long for an index
  identity text generated always as (md5(((((((((kind || chr(31)) || access_id) || chr(31)) || platform) || chr(31)) || reference) || chr(31)) || found_by))) stored,
  -- When it was found first
  raised_at timestamp(3) with time zone not null,
  -- When it was found last
  seen_at timestamp(3) with time zone not null,
  -- When it was no longer so
  resolved_at timestamp(3) with time zone,
  constraint access_alerts_pkey PRIMARY KEY (organization_id, id),
  constraint access_alerts_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint access_alerts_kind CHECK ((kind = ANY (ARRAY['not-provisioned'::text, 'missing'::text, 'unexpected'::text, 'different'::text])))
);
CREATE INDEX access_alerts_open_of_access ON public.access_alerts USING btree (organization_id, access_id) WHERE (resolved_at IS NULL);
CREATE UNIQUE INDEX access_alerts_open_once ON public.access_alerts USING btree (organization_id, identity) WHERE (resolved_at IS NULL);
CREATE INDEX access_alerts_resolved ON public.access_alerts USING btree (resolved_at) WHERE (resolved_at IS NOT NULL);

-- The steps of an access with their authors and notes; they end with their access
create table access_history (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Access that the step belongs to
  access_id text collate "C" not null,
  -- UUIDv7
  id uuid not null,
  -- What happened
  step text not null,
  -- Author; null for steps by time, and where it is not known
  principal text,
  -- Note of the author; Markdown
  note text,
  -- When it happened
  at timestamp(3) with time zone not null,
  constraint access_history_pkey PRIMARY KEY (organization_id, access_id, id),
  constraint access_history_step CHECK ((step = ANY (ARRAY['requested'::text, 'changed'::text, 'change-requested'::text, 'approved'::text, 'rejected'::text, 'cancelled'::text, 'activated'::text, 'deactivated'::text])))
);

-- OAuth clients that registered themselves; nobody has allowed them anything yet
create table agent_clients (
  -- UUIDv7, the client_id
  id uuid not null,
  -- As the client calls itself
  name text not null,
  -- Addresses to which the browser may return
  redirect_uris text[] not null,
  -- When it registered
  created_at timestamp(3) with time zone not null,
  -- When a person last allowed it something
  used_at timestamp(3) with time zone not null,
  constraint agent_clients_pkey PRIMARY KEY (id)
);
CREATE INDEX agent_clients_by_use ON public.agent_clients USING btree (used_at);

-- What a person or an API key allowed an OAuth client
create table agent_grants (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- UUIDv7
  id uuid not null,
  -- The client; without a foreign key, because clients belong to no organization
  client_id uuid not null,
  -- Key whose session allowed it; null if a person did
  api_key_id uuid,
  -- Person who allowed it; null if an API key did
  person_id uuid,
  -- SHA-256 of the authorization code, which is stored nowhere
  code_hash bytea not null,
  -- PKCE, S256
  code_challenge text not null,
  -- Address to which the code was sent
  redirect_uri text not null,
  -- The code works until then, once
  code_expires_at timestamp(3) with time zone not null,
  -- When it was exchanged for tokens
  code_used_at timestamp(3) with time zone,
  -- When it was allowed
  created_at timestamp(3) with time zone not null,
  constraint agent_grants_code UNIQUE (code_hash),
  constraint agent_grants_pkey PRIMARY KEY (organization_id, id),
  constraint agent_grants_organization_id_api_key_id_foreign FOREIGN KEY (organization_id, api_key_id) REFERENCES api_keys(organization_id, id) ON DELETE CASCADE,
  constraint agent_grants_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint agent_grants_organization_id_person_id_foreign FOREIGN KEY (organization_id, person_id) REFERENCES people(organization_id, id) ON DELETE CASCADE,
  constraint agent_grants_who CHECK (((api_key_id IS NOT NULL) OR (person_id IS NOT NULL)))
);
CREATE INDEX agent_grants_by_client ON public.agent_grants USING btree (client_id);
CREATE INDEX agent_grants_by_key ON public.agent_grants USING btree (organization_id, api_key_id);
CREATE INDEX agent_grants_by_person ON public.agent_grants USING btree (organization_id, person_id);

-- Access and refresh tokens of grants
create table agent_tokens (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- SHA-256 of the token, which is stored nowhere
  token_hash bytea not null,
  -- The grant; it ends all its tokens
  grant_id uuid not null,
  -- access or refresh
  kind text not null,
  -- It works until then
  expires_at timestamp(3) with time zone not null,
  -- When a refresh token was exchanged; a second use ends the grant
  used_at timestamp(3) with time zone,
  constraint agent_tokens_token UNIQUE (token_hash),
  constraint agent_tokens_pkey PRIMARY KEY (organization_id, token_hash),
  constraint agent_tokens_organization_id_grant_id_foreign FOREIGN KEY (organization_id, grant_id) REFERENCES agent_grants(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX agent_tokens_by_end ON public.agent_tokens USING btree (expires_at);
CREATE INDEX agent_tokens_by_grant ON public.agent_tokens USING btree (organization_id, grant_id);

-- Requests of each key, a row for each day
create table api_key_uses (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- The key
  api_key_id uuid not null,
  -- Day in UTC
  day date not null,
  -- Requests with the key, sessions too
  requests bigint not null,
  -- Those of them that were answered with 400 or more
  failed bigint not null,
  constraint api_key_uses_pkey PRIMARY KEY (organization_id, api_key_id, day),
  constraint api_key_uses_organization_id_api_key_id_foreign FOREIGN KEY (organization_id, api_key_id) REFERENCES api_keys(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX api_key_uses_by_day ON public.api_key_uses USING btree (day);

-- API keys; of the secret only a digest is kept
create table api_keys (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Identifier, shown in lists and in the audit trail
  id uuid not null,
  -- Eight characters in the key by which it is found
  public_id text not null,
  -- SHA-256 of the secret part (190 bits of entropy)
  secret_hash bytea not null,
  -- What the key may do
  scope text not null,
  -- Team of a team key
  team_id text,
  -- Person of a user key
  email text,
  -- What people call it
  display_name text not null,
  -- Last day (UTC) on which it works
  expires_on date,
  -- Since when it no longer works
  revoked_at timestamp(3) with time zone,
  -- Last use, written at most once a minute
  last_used_at timestamp(3) with time zone,
  -- When it was made
  created_at timestamp(3) with time zone not null,
  -- Principal who made it
  created_by text not null,
  constraint api_keys_public_id_unique UNIQUE (public_id),
  constraint api_keys_pkey PRIMARY KEY (organization_id, id),
  constraint api_keys_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint api_keys_scope CHECK ((scope = ANY (ARRAY['organization'::text, 'organization_read'::text, 'team'::text, 'team_read'::text, 'user'::text, 'user_read'::text])))
);

-- Data products, or single output ports, that use an asset; such an asset stays
create table asset_assignments (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Constant; makes the foreign key to documents possible
  asset_kind text generated always as ('asset'::text) stored,
  -- Asset that is used
  asset_id text collate "C" not null,
  -- Constant; makes the foreign key to documents possible
  product_kind text generated always as ('data-product'::text) stored,
  -- Data product that uses it
  data_product_id text collate "C" not null,
  -- Its output port that uses it; empty when the product as a whole does
  output_port_id text collate "C" not null,
  constraint asset_assignments_pkey PRIMARY KEY (organization_id, asset_id, data_product_id, output_port_id),
  constraint asset_assignments_asset FOREIGN KEY (organization_id, asset_kind, asset_id) REFERENCES documents(organization_id, kind, id),
  constraint asset_assignments_product FOREIGN KEY (organization_id, product_kind, data_product_id) REFERENCES documents(organization_id, kind, id) ON DELETE CASCADE
);
CREATE INDEX asset_assignments_by_product ON public.asset_assignments USING btree (organization_id, data_product_id);

-- Where assets of output ports are not as the contracts of the ports say
create table asset_drifts (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Data product
  data_product_id text collate "C" not null,
  -- Its output port
  output_port_id text collate "C" not null,
  -- Asset that is assigned to it
  asset_id text collate "C" not null,
  -- Contract of the port
  data_contract_id text collate "C" not null,
  -- [{kind, field, expected, actual}]
  differences json not null,
  -- Run that found it
  run_id uuid,
  -- When these differences were first found
  found_at timestamp(3) with time zone not null,
  -- Constant; makes the foreign key to documents possible
  product_kind text generated always as ('data-product'::text) stored,
  constraint asset_drifts_pkey PRIMARY KEY (organization_id, data_product_id, output_port_id, asset_id),
  constraint asset_drifts_product FOREIGN KEY (organization_id, product_kind, data_product_id) REFERENCES documents(organization_id, kind, id) ON DELETE CASCADE
);
CREATE INDEX asset_drifts_by_asset ON public.asset_drifts USING btree (organization_id, asset_id);

-- Tags that were assigned to assets, besides those that the assets carry themselves
create table asset_tags (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Constant; makes the foreign key to documents possible
  asset_kind text generated always as ('asset'::text) stored,
  -- Asset that carries the tag
  asset_id text collate "C" not null,
  -- Tag
  tag_id text collate "C" not null,
  constraint asset_tags_pkey PRIMARY KEY (organization_id, asset_id, tag_id),
  constraint asset_tags_asset FOREIGN KEY (organization_id, asset_kind, asset_id) REFERENCES documents(organization_id, kind, id) ON DELETE CASCADE
);
CREATE INDEX asset_tags_by_tag ON public.asset_tags USING btree (organization_id, tag_id);

-- Files and addresses that messages carry
create table attachments (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- 16 base62 characters
  id text collate "C" not null,
  -- Its place among everything of the organization that was made, given under messaging_heads
  position bigint not null,
  -- When it was made
  created_at timestamp(3) with time zone not null,
  -- Who made it
  contact_id text collate "C" not null,
  -- Message that carries it; null until one does
  message_id text collate "C",
  -- Conversation of that message
  conversation_id text collate "C",
  -- Its place among those of the message
  place integer,
  -- Name of the file
  filename text not null,
  -- Where it lies, when it was not uploaded
  file_url text,
  -- MIME type
  file_type text not null,
  -- Bytes; null when nobody said
  file_size bigint,
  -- Name of the uploaded file in the object storage
  storage_key text,
  -- When the upload was complete
  stored_at timestamp(3) with time zone,
  -- Its file is to be removed; null while it is there
  removed_at timestamp(3) with time zone,
  constraint attachments_pkey PRIMARY KEY (organization_id, id),
  constraint attachments_organization_id_contact_id_foreign FOREIGN KEY (organization_id, contact_id) REFERENCES contacts(organization_id, id),
  constraint attachments_organization_id_conversation_id_foreign FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id),
  constraint attachments_organization_id_message_id_foreign FOREIGN KEY (organization_id, message_id) REFERENCES messages(organization_id, id),
  constraint attachments_conversation_of_message CHECK (((message_id IS NULL) = (conversation_id IS NULL)))
);
CREATE INDEX attachments_by_conversation ON public.attachments USING btree (organization_id, conversation_id, "position") WHERE (conversation_id IS NOT NULL);
CREATE INDEX attachments_by_message ON public.attachments USING btree (organization_id, message_id, place) WHERE (message_id IS NOT NULL);
CREATE INDEX attachments_stored ON public.attachments USING btree (organization_id, contact_id, conversation_id) INCLUDE (file_size) WHERE ((stored_at IS NOT NULL) AND (removed_at IS NULL));
CREATE INDEX attachments_to_remove ON public.attachments USING btree (COALESCE(removed_at, created_at)) WHERE ((removed_at IS NOT NULL) OR ((storage_key IS NOT NULL) AND (stored_at IS NULL)));
CREATE INDEX attachments_unattached ON public.attachments USING btree (organization_id, contact_id, "position") WHERE ((message_id IS NULL) AND (removed_at IS NULL));

-- Backups that npm run backup has written, so that operators see their age
create table backups (
  -- Instant whose rows it has
  at timestamp(3) with time zone not null,
  -- Size of the file
  bytes bigint not null,
  -- Number of files of attachments in it
  attachments integer not null,
  -- Attachments that the storage lacked
  missing integer not null,
  constraint backups_pkey PRIMARY KEY (at)
);

-- What people say about proposed changes
create table change_request_comments (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Change request that it belongs to
  change_request_id uuid not null,
  -- UUIDv7
  id uuid not null,
  -- Author
  principal text not null,
  -- Markdown
  text text not null,
  -- When it was written
  at timestamp(3) with time zone not null,
  constraint change_request_comments_pkey PRIMARY KEY (organization_id, change_request_id, id),
  constraint change_request_comments_request FOREIGN KEY (organization_id, change_request_id) REFERENCES change_requests(organization_id, id) ON DELETE CASCADE
);

-- Proposed changes of data contracts and data products, with what became of them
create table change_requests (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- UUIDv7
  id uuid not null,
  -- Kind of the document, e.g. data-contract
  kind text not null,
  -- Document that would change
  document_id text collate "C" not null,
  -- Revision that the proposer has edited
  base_revision integer not null,
  -- Edition of that revision when the change was proposed
  base_edition integer not null,
  -- The proposed document, as it was sent
  source text not null,
  -- Format of the source
  format text not null,
  -- What the change is about; one line
  title text not null,
  -- Why the document should change; Markdown
  note text,
  -- Only an open one can still change
  status text not null,
  -- Raised by each edit and decision
  revision integer not null,
  -- Reader that proposed it: person:<e-mail address>, or the name of a key
  proposer text collate "C" not null,
  -- Principal that proposed it
  proposed_by text not null,
  -- When it was proposed
  created_at timestamp(3) with time zone not null,
  -- When it was last edited or decided
  updated_at timestamp(3) with time zone not null,
  -- When it was accepted, declined or withdrawn
  decided_at timestamp(3) with time zone,
  -- Principal that decided it
  decided_by text,
  -- Note of the decision; Markdown
  decision_note text,
  -- Revision of the document that it became
  accepted_revision integer,
  -- Name of the branch; null for a change without a name
  branch text,
  -- Revision of the contract that the last merge or rebase disagreed with; else null
  conflict_revision integer,
  constraint change_requests_pkey PRIMARY KEY (organization_id, id),
  constraint change_requests_document FOREIGN KEY (organization_id, kind, document_id) REFERENCES documents(organization_id, kind, id) ON DELETE CASCADE,
  constraint change_requests_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint change_requests_format CHECK ((format = ANY (ARRAY['json'::text, 'yaml'::text]))),
  constraint change_requests_status CHECK ((status = ANY (ARRAY['open'::text, 'accepted'::text, 'declined'::text, 'withdrawn'::text])))
);
CREATE UNIQUE INDEX change_requests_branch ON public.change_requests USING btree (organization_id, kind, document_id, branch) WHERE ((status = 'open'::text) AND (branch IS NOT NULL));
CREATE INDEX change_requests_of_document ON public.change_requests USING btree (organization_id, kind, document_id, id);
CREATE INDEX change_requests_of_proposer ON public.change_requests USING btree (organization_id, proposer, id);
CREATE INDEX change_requests_open ON public.change_requests USING btree (organization_id, kind, document_id) WHERE (status = 'open'::text);

-- Who belongs to which group
create table contact_group_members (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- The group
  group_id text collate "C" not null,
  -- The contact
  contact_id text collate "C" not null,
  -- Order in which they joined
  position bigint not null,
  constraint contact_group_members_pkey PRIMARY KEY (organization_id, group_id, contact_id),
  constraint contact_group_members_organization_id_contact_id_foreign FOREIGN KEY (organization_id, contact_id) REFERENCES contacts(organization_id, id),
  constraint contact_group_members_organization_id_group_id_foreign FOREIGN KEY (organization_id, group_id) REFERENCES contact_groups(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX contact_group_members_by_contact ON public.contact_group_members USING btree (organization_id, contact_id);

-- Groups of contacts
create table contact_groups (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- 16 base62 characters
  id text collate "C" not null,
  -- Its place among everything of the organization that was made, given under messaging_heads
  position bigint not null,
  -- When it was made
  created_at timestamp(3) with time zone not null,
  -- Name for people
  name text not null,
  -- What it is for
  description text,
  -- Address of a picture
  avatar_url text,
  -- Contact that made it, and may change it
  created_by text collate "C" not null,
  -- When it was archived
  archived_at timestamp(3) with time zone,
  constraint contact_groups_pkey PRIMARY KEY (organization_id, id),
  constraint contact_groups_organization_id_created_by_foreign FOREIGN KEY (organization_id, created_by) REFERENCES contacts(organization_id, id)
);

-- Bearer tokens of contacts for /v1
create table contact_tokens (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- UUIDv7
  id uuid not null,
  -- Contact that it speaks for
  contact_id text collate "C" not null,
  -- Public part, by which it is found
  public_id text not null,
  -- SHA-256 of the secret part
  secret_hash bytea not null,
  -- When it stops working by itself; null: never
  expires_at timestamp(3) with time zone,
  -- When somebody ended it
  revoked_at timestamp(3) with time zone,
  -- Last use, to the minute
  last_used_at timestamp(3) with time zone,
  -- Who made it: api-key:<id>, system
  created_by text not null,
  -- When it was made
  created_at timestamp(3) with time zone not null,
  -- Session of the web UI with which it ends; null: none
  session_id uuid,
  constraint contact_tokens_public_id UNIQUE (public_id),
  constraint contact_tokens_pkey PRIMARY KEY (organization_id, id),
  constraint contact_tokens_organization_id_contact_id_foreign FOREIGN KEY (organization_id, contact_id) REFERENCES contacts(organization_id, id) ON DELETE CASCADE,
  constraint contact_tokens_session FOREIGN KEY (organization_id, session_id) REFERENCES ui_sessions(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX contact_tokens_by_contact ON public.contact_tokens USING btree (organization_id, contact_id);
CREATE INDEX contact_tokens_by_session ON public.contact_tokens USING btree (organization_id, session_id) WHERE (session_id IS NOT NULL);

-- Who takes part in conversations
create table contacts (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- 16 base62 characters
  id text collate "C" not null,
  -- Its place among everything of the organization that was made, given under messaging_heads
  position bigint not null,
  -- When it was made
  created_at timestamp(3) with time zone not null,
  -- Name by which reactions are given
  username text collate "C" not null,
  -- The same in lower case and NFKC: what no two contacts share
  username_key text collate "C" not null,
  -- Null of a deleted contact
  phone_number text,
  -- Address of a picture
  avatar_url text,
  -- What people call the contact; null: the username
  display_name text,
  -- Contact that made it; null: a key of the organization
  created_by text collate "C",
  -- Last use of a token, to the minute
  last_active_at timestamp(3) with time zone not null,
  -- Kept for what it wrote to groups; null while it lives
  deleted_at timestamp(3) with time zone,
  -- Events up to this position may hold the phone number and picture of this deleted contact; null: none does
  told_up_to bigint,
  -- Person who writes as this contact; null for programs
  person_id uuid,
  constraint contacts_pkey PRIMARY KEY (organization_id, id),
  constraint contacts_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint contacts_person FOREIGN KEY (organization_id, person_id) REFERENCES people(organization_id, id)
);
CREATE UNIQUE INDEX contacts_by_person ON public.contacts USING btree (organization_id, person_id) WHERE ((person_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX contacts_by_position ON public.contacts USING btree (organization_id, "position") WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX contacts_by_username_key ON public.contacts USING btree (organization_id, username_key) WHERE (deleted_at IS NULL);
CREATE INDEX contacts_deleted ON public.contacts USING btree (organization_id, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX contacts_told ON public.contacts USING btree (organization_id, told_up_to) WHERE (told_up_to IS NOT NULL);

-- What each revision of a data contract changed against the one before; shown as long as the revision is kept
create table contract_changes (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Identifier of the contract
  id text collate "C" not null,
  -- Revision that made the change
  revision integer not null,
  -- The gravest impact of its differences
  impact text not null,
  -- Versions and differences, the gravest first
  verdict json not null,
  -- Who was concerned then: the output ports that offered the contract; nobody by a patch
  hits json not null,
  constraint contract_changes_pkey PRIMARY KEY (organization_id, id, revision),
  constraint contract_changes_impact CHECK ((impact = ANY (ARRAY['patch'::text, 'minor'::text, 'major'::text])))
);

-- The newest test on each server of each contract, by its start
create table contract_quality (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Contract that was tested
  data_contract_id text collate "C" not null,
  -- By server (empty without one): id, result, start (ms), checks and failed checks
  servers jsonb not null,
  -- Worst result of these tests
  result text not null,
  -- Start of the newest of them
  timestamp_start timestamp(3) with time zone not null,
  -- How many checks they have
  check_count integer not null,
  -- How many of them are failed or error
  failed_checks integer not null,
  -- Whether one of them is for one output port only: its server has a slash
  of_ports boolean not null,
  -- On how many servers the newest test failed or had an error
  failing_servers integer not null generated always as (jsonb_array_length(jsonb_path_query_array(servers, '$.*."result"?(@ == "failed" || @ == "error")'::jsonpath))) stored,
  constraint contract_quality_pkey PRIMARY KEY (organization_id, data_contract_id),
  constraint contract_quality_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX contract_quality_failing ON public.contract_quality USING btree (organization_id, data_contract_id) INCLUDE (failed_checks, timestamp_start, failing_servers) WHERE (result = ANY (ARRAY['failed'::text, 'error'::text]));

-- Who takes part in a conversation, and how it looks to them
create table conversation_members (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- The conversation
  conversation_id text collate "C" not null,
  -- The contact
  contact_id text collate "C" not null,
  -- That of the conversation
  position bigint not null,
  -- What was written up to here counts as read
  joined_position bigint not null,
  -- Messages it has read, written, or found: unread are message_count minus these
  read_count bigint not null default '0'::bigint,
  -- Kept on top
  is_pinned boolean not null default false,
  -- No notices wanted
  is_muted boolean not null default false,
  -- When it last looked
  last_opened_at timestamp(3) with time zone,
  -- When it put the conversation away
  archived_at timestamp(3) with time zone,
  constraint conversation_members_pkey PRIMARY KEY (organization_id, conversation_id, contact_id),
  constraint conversation_members_organization_id_contact_id_foreign FOREIGN KEY (organization_id, contact_id) REFERENCES contacts(organization_id, id),
  constraint conversation_members_organization_id_conversation_id_foreign FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX conversation_members_by_contact ON public.conversation_members USING btree (organization_id, contact_id, "position", conversation_id);

-- Conversations: of a group, or of two contacts
create table conversations (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- 16 base62 characters
  id text collate "C" not null,
  -- Its place among everything of the organization that was made, given under messaging_heads
  position bigint not null,
  -- When it was made
  created_at timestamp(3) with time zone not null,
  -- Group that talks; null between two contacts
  group_id text collate "C",
  -- The lower id of two contacts
  first_contact_id text collate "C",
  -- The higher id of two contacts
  second_contact_id text collate "C",
  -- Contact that began it
  created_by text collate "C" not null,
  -- Message that is pinned for all members
  pinned_message_id text collate "C",
  -- Messages that it holds
  message_count bigint not null default '0'::bigint,
  -- Position of its newest message; 0: none
  last_position bigint not null default '0'::bigint,
  -- Last message, or its making
  last_active_at timestamp(3) with time zone not null,
  -- Its messages are being removed; null while it lives
  deleted_at timestamp(3) with time zone,
  constraint conversations_pkey PRIMARY KEY (organization_id, id),
  constraint conversations_organization_id_created_by_foreign FOREIGN KEY (organization_id, created_by) REFERENCES contacts(organization_id, id),
  constraint conversations_parties CHECK (((group_id IS NULL) = ((first_contact_id IS NOT NULL) AND (second_contact_id IS NOT NULL))))
);
CREATE UNIQUE INDEX conversations_by_contacts ON public.conversations USING btree (organization_id, first_contact_id, second_contact_id) WHERE ((deleted_at IS NULL) AND (group_id IS NULL));
CREATE UNIQUE INDEX conversations_by_group ON public.conversations USING btree (organization_id, group_id) WHERE ((deleted_at IS NULL) AND (group_id IS NOT NULL));
CREATE INDEX conversations_deleted ON public.conversations USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);

-- What data products cost, as it was reported
create table costs (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- UUIDv7
  id uuid not null,
  -- Constant; makes the foreign key to documents possible
  product_kind text generated always as ('data-product'::text) stored,
  -- Data product that costs it
  data_product_id text collate "C" not null,
  -- The cost as it was sent, with its id; amounts keep every digit
  body json not null,
  -- When it was reported
  created_at timestamp(3) with time zone not null,
  constraint costs_pkey PRIMARY KEY (organization_id, id),
  constraint costs_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint costs_product FOREIGN KEY (organization_id, product_kind, data_product_id) REFERENCES documents(organization_id, kind, id) ON DELETE CASCADE
);
CREATE INDEX costs_of_product ON public.costs USING btree (organization_id, data_product_id, id);

-- Which person likes which data product
create table data_product_stars (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Constant; makes the foreign key of data_product_id possible
  product_kind text generated always as ('data-product'::text) stored,
  -- Data product that got the star
  data_product_id text collate "C" not null,
  -- E-mail address of the person, in lower case
  email text collate "C" not null,
  -- When the star was given
  starred_at timestamp(3) with time zone not null,
  constraint data_product_stars_pkey PRIMARY KEY (organization_id, data_product_id, email),
  constraint data_product_stars_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint data_product_stars_product FOREIGN KEY (organization_id, product_kind, data_product_id) REFERENCES documents(organization_id, kind, id) ON DELETE CASCADE
);
CREATE INDEX data_product_stars_by_time ON public.data_product_stars USING btree (organization_id, data_product_id, starred_at, email);

-- Changes of contracts that a change of a linked definition made
create table definition_changes (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Identifier of the contract
  id text collate "C" not null,
  -- Identifier of the definition
  definition_id text collate "C" not null,
  -- Revision of the definition that made the change
  definition_revision integer not null,
  -- Revision of the contract at that time
  revision integer not null,
  -- When the definition was changed
  at timestamp(3) with time zone not null,
  -- Who changed the definition
  principal text not null,
  -- The gravest impact of its differences
  impact text not null,
  -- As in contract_changes
  verdict json not null,
  -- As in contract_changes
  hits json not null,
  constraint definition_changes_pkey PRIMARY KEY (organization_id, id, definition_id, definition_revision),
  constraint definition_changes_impact CHECK ((impact = ANY (ARRAY['patch'::text, 'minor'::text, 'major'::text])))
);

-- What was deleted, for components that hear of it late; kept for 30 days
create table deleted_access (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Identifier of the access
  id text collate "C" not null,
  -- The access as it was shown last
  last json not null,
  -- Its last revision, so that ETags never repeat
  revision integer not null,
  -- When it was deleted
  deleted_at timestamp(3) with time zone not null,
  constraint deleted_access_pkey PRIMARY KEY (organization_id, id),
  constraint deleted_access_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX deleted_access_deleted_at_index ON public.deleted_access USING btree (deleted_at);

-- How far the numbers of deleted namespaces went; one of the same id continues them
create table deleted_namespaces (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Identifier of the namespace
  id text collate "C" not null,
  -- Last revision of its ontology
  revision integer not null,
  -- Last revision of its metadata
  metadata_revision integer not null,
  -- When it was deleted last
  deleted_at timestamp(3) with time zone not null,
  constraint deleted_namespaces_pkey PRIMARY KEY (organization_id, id)
);

-- Which documents name which others now; what is named need not exist
create table document_references (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Kind of the document that names the other
  kind text not null,
  -- Identifier of the document that names the other
  id text collate "C" not null,
  -- What the other is to it, e.g. output-port: contract of an output port
  role text not null,
  -- Kind of the document that is named
  target_kind text not null,
  -- Identifier of the document that is named
  target_id text collate "C" not null,
  constraint document_references_pkey PRIMARY KEY (organization_id, kind, id, role, target_kind, target_id),
  constraint document_references_document FOREIGN KEY (organization_id, kind, id) REFERENCES documents(organization_id, kind, id) ON DELETE CASCADE
);
CREATE INDEX document_references_by_target ON public.document_references USING btree (organization_id, target_kind, target_id, role);

-- Every revision of every document, as it was sent; the newest is the document, or says that it was deleted
create table document_revisions (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Document kind
  kind text not null,
  -- Identifier of the document
  id text collate "C" not null,
  -- Revision, from 1
  revision integer not null,
  -- Changes of the text of this revision that left its content equal
  edition integer not null,
  -- The document as JSON, byte for byte as sent when it was JSON; null marks its deletion
  body json,
  -- The YAML text as sent; null when it came as JSON
  source text,
  -- When it was written
  at timestamp(3) with time zone not null,
  -- Who wrote it, e.g. api-key:<id>
  principal text not null,
  constraint document_revisions_pkey PRIMARY KEY (organization_id, kind, id, revision)
);

-- Narrow head of every document that exists now; the text is in document_revisions
create table documents (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Document kind, e.g. team, data-contract
  kind text not null,
  -- Identifier chosen by the caller
  id text collate "C" not null,
  -- Current revision, from 1; goes on after a deletion
  revision integer not null,
  -- Changes of the text of this revision that left its content equal
  edition integer not null,
  -- Constant; makes the foreign key of owner_id possible
  owner_kind text generated always as ('team'::text) stored,
  -- Owning team; of a team, its parent
  owner_id text collate "C",
  -- Display name
  name text not null,
  -- Status as the document says it
  status text,
  -- Tags of the document
  tags text[] not null,
  -- Words of id and name (A), tags (B), names of fields and ports (C), description (D), and what lists filter by, as tag=…
  search tsvector not null,
  -- SHA-256 of the canonical JSON: equal content, equal hash
  content_hash bytea not null,
  -- When this id was (last) created
  created_at timestamp(3) with time zone not null,
  -- When the current revision was written
  updated_at timestamp(3) with time zone not null,
  -- Beginning of the description, for answers of the search
  description text not null default ''::text,
  -- What sort of its kind it is: the archetype of a data product, the type of a team
  archetype text,
  -- Version that the document declares
  version text,
  -- Types of the output ports; null without any
  port_types text[],
  -- Classifications of the fields; null without any
  classifications text[],
  -- Concepts that it may link: <namespace>/<concept>, or an IRI; null without any
  concepts text[],
  -- Rules of policies that the document does not keep; null if it keeps all
  findings jsonb,
  -- What scores of products need of a contract, a product, or a team; null for others
  score_facts jsonb,
  constraint documents_pkey PRIMARY KEY (organization_id, kind, id),
  constraint documents_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint documents_owner FOREIGN KEY (organization_id, owner_kind, owner_id) REFERENCES documents(organization_id, kind, id)
);
CREATE INDEX documents_by_creation ON public.documents USING btree (organization_id, kind, created_at, id) WHERE (id <> ''::text);
CREATE INDEX documents_by_name ON public.documents USING btree (organization_id, kind, "left"(lower(name), 100) COLLATE "C", id) WHERE (id <> ''::text);
CREATE INDEX documents_by_owner ON public.documents USING btree (organization_id, owner_id, kind, id) WHERE (owner_id IS NOT NULL);
CREATE INDEX documents_by_similar_name ON public.documents USING gin (((("left"(name, 200) || ' '::text) || id)) gin_trgm_ops) WITH (gin_pending_list_limit='256');
CREATE INDEX documents_by_words ON public.documents USING gin (search) WITH (gin_pending_list_limit='256');
CREATE INDEX documents_classified ON public.documents USING btree (organization_id, id) INCLUDE (kind, classifications) WHERE ((kind = 'data-contract'::text) AND (classifications IS NOT NULL));
CREATE INDEX documents_findings ON public.documents USING btree (organization_id, kind, id) WHERE (findings IS NOT NULL);
CREATE INDEX documents_findings_by_owner ON public.documents USING btree (organization_id, owner_id, kind, id) WHERE (findings IS NOT NULL);
CREATE UNIQUE INDEX documents_tag_any_case ON public.documents USING btree (organization_id, lower(id)) WHERE (kind = 'tag'::text);

-- What happened: the audit trail; its public part is the feed
create table events (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- UUIDv7; the id of the CloudEvent
  id uuid not null,
  -- Insert number; says nothing about commits
  n bigint not null generated always as identity,
  -- Position in the feed, stamped after the commit; gapless over all public events
  seq bigint,
  -- Type without prefix, e.g. TeamCreatedEvent
  type text not null,
  -- Kind of what changed
  subject_kind text not null,
  -- Identifier of what changed
  subject_id text collate "C" not null,
  -- Revision of a document that the change made
  revision integer,
  -- Who did it: api-key:<id>, user:<id>, system
  principal text not null,
  -- Request that did it
  request_id text,
  -- Whether it is in the feed
  public boolean not null,
  -- Payload of the CloudEvent
  data json not null,
  -- When it happened
  at timestamp(3) with time zone not null,
  -- Name of the agent that acted for the principal; null for none
  agent text,
  constraint events_pkey PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX events_by_position ON public.events USING btree (organization_id, seq) WHERE (seq IS NOT NULL);
CREATE INDEX events_by_subject ON public.events USING btree (organization_id, subject_id, n);
CREATE INDEX events_by_subject_position ON public.events USING btree (organization_id, subject_id, seq) WHERE (seq IS NOT NULL);
CREATE INDEX events_by_time ON public.events USING brin (at);
CREATE INDEX events_by_type ON public.events USING btree (organization_id, type, seq) WHERE (seq IS NOT NULL);
CREATE INDEX events_newest ON public.events USING btree (organization_id, at, id);
CREATE INDEX events_newest_by_principal ON public.events USING btree (organization_id, principal, at, id);
CREATE INDEX events_newest_by_type ON public.events USING btree (organization_id, subject_kind, type, at, id);
CREATE INDEX events_unsequenced ON public.events USING btree (n) WHERE ((seq IS NULL) AND public);

-- One row: the last position given in the feed; its lock makes one sequencer at a time
create table feed_head (
  -- Always true
  only boolean not null,
  -- Last position given
  seq bigint not null,
  constraint feed_head_pkey PRIMARY KEY ("only"),
  constraint feed_head_one_row CHECK (("only" = true))
);

-- How far retention has emptied the feed of an organization, from its start
create table feed_horizons (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Last position whose event is gone
  seq bigint not null,
  -- The latest id among the events that are gone
  latest_id uuid not null,
  constraint feed_horizons_pkey PRIMARY KEY (organization_id),
  constraint feed_horizons_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

-- Clients that read the feed by polling or as a stream, and how far they are
create table feed_readers (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Identifies the reader: digest of the columns below
  id text collate "C" not null,
  -- poll: separate requests; stream: server-sent events
  form text not null,
  -- Whose key or session reads
  principal text not null,
  -- User-Agent of its last request
  agent text,
  -- Types of events that it asks for; null for all of them
  types text[],
  -- Position of the last event that it was sent
  seq bigint not null,
  -- When it first read
  first_seen_at timestamp(3) with time zone not null,
  -- When it last read, at most 10 s late
  seen_at timestamp(3) with time zone not null,
  constraint feed_readers_pkey PRIMARY KEY (organization_id, id),
  constraint feed_readers_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint feed_readers_form CHECK ((form = ANY (ARRAY['poll'::text, 'stream'::text])))
);
CREATE INDEX feed_readers_by_time ON public.feed_readers USING btree (seen_at);

-- Documents and concepts that people follow
create table follows (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Person or key: person:<e-mail address in lower case>, or the name of the principal
  reader text collate "C" not null,
  -- Document kind, e.g. data-product
  kind text not null,
  -- Document; it may be deleted since
  id text collate "C" not null,
  -- When the reader began to follow
  created_at timestamp(3) with time zone not null,
  constraint follows_pkey PRIMARY KEY (organization_id, reader, kind, id),
  constraint follows_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX follows_of_document ON public.follows USING btree (organization_id, kind, id);

-- Code that was generated from contracts, by what it was made of
create table generations (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- SHA-256 of the text of the contract
  contract_hash bytea not null,
  -- SHA-256 of format, dialect, server, variant and edition of the generators
  request_hash bytea not null,
  -- What was asked for, e.g. sql-ddl
  format text not null,
  -- Work that generates, or has generated
  work_id uuid not null,
  -- The files as JSON; null while they are not there
  answer text,
  -- Size of the answer
  bytes integer not null default 0,
  -- When it was first asked for
  requested_at timestamp(3) with time zone not null,
  -- Last use, written at most once a day
  used_at timestamp(3) with time zone not null,
  constraint generations_pkey PRIMARY KEY (organization_id, contract_hash, request_hash),
  constraint generations_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX generations_by_use ON public.generations USING btree (used_at);
CREATE INDEX generations_by_work ON public.generations USING btree (organization_id, work_id);

-- Files in Git repositories that documents are pulled from and pushed to
create table git_connections (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- UUIDv7
  id uuid not null,
  -- Kind of the document, or semantic-namespace for an ontology
  kind text collate "C" not null,
  -- Document or namespace; it has one connection at most
  document_id text collate "C" not null,
  -- Named credential; null to choose one by type and host
  credential_id uuid,
  -- Git host: github, gitlab, gitea, …
  type text not null,
  -- Host of the repository, in lower case
  host text not null,
  -- Address without user name and password
  repository_url text collate "C" not null,
  -- Branch that is pulled from and pushed to
  branch text collate "C" not null,
  -- Path of the file
  path text collate "C" not null,
  -- Git hash of the file when both sides were last equal
  synced_blob text,
  -- Hash of the content of the document then
  synced_hash text,
  -- Git hash of the file that a push is about to write
  pushed_blob text,
  -- Hash of its content; the next look finds out if it arrived
  pushed_hash text,
  -- Git hash of the file when it was last read; null: no file
  remote_blob text,
  -- Hash of its content; null if it is no valid document
  remote_hash text,
  -- Its text, while it differs from what was last synced
  remote_text text,
  -- Why the repository could not be read at the last attempt
  problem text,
  -- When the repository was last read
  checked_at timestamp(3) with time zone,
  -- When it was created
  created_at timestamp(3) with time zone not null,
  -- Principal
  created_by text not null,
  -- When it was last written
  updated_at timestamp(3) with time zone not null,
  -- Principal
  updated_by text not null,
  -- The document, for its foreign key; null for ontologies
  connected_document_id text collate "C" generated always as (
CASE
    WHEN (kind = 'semantic-namespace'::text) THEN NULL::text
    ELSE document_id
END) stored,
  -- The namespace of the ontology, for its foreign key; null for documents
  namespace_id text collate "C" generated always as (
CASE
    WHEN (kind = 'semantic-namespace'::text) THEN document_id
    ELSE NULL::text
END) stored,
  constraint git_connections_document_once UNIQUE (organization_id, kind, document_id),
  constraint git_connections_file_once UNIQUE (organization_id, repository_url, branch, path),
  constraint git_connections_pkey PRIMARY KEY (organization_id, id),
  constraint git_connections_credential FOREIGN KEY (organization_id, credential_id) REFERENCES git_credentials(organization_id, id) ON DELETE SET NULL (credential_id),
  constraint git_connections_document FOREIGN KEY (organization_id, kind, connected_document_id) REFERENCES documents(organization_id, kind, id) ON DELETE CASCADE,
  constraint git_connections_namespace FOREIGN KEY (organization_id, namespace_id) REFERENCES namespaces(organization_id, id) ON DELETE CASCADE,
  constraint git_connections_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX git_connections_by_credential ON public.git_connections USING btree (organization_id, credential_id) WHERE (credential_id IS NOT NULL);
CREATE INDEX git_connections_by_document ON public.git_connections USING btree (organization_id, kind, connected_document_id);
CREATE INDEX git_connections_by_namespace ON public.git_connections USING btree (organization_id, namespace_id) WHERE (namespace_id IS NOT NULL);

-- How documents are read from and pushed to Git repositories
create table git_credentials (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- UUIDv7; older credentials are used first
  id uuid not null,
  -- Team that uses it; null for the whole organization
  team_id text collate "C",
  -- Constant; makes the foreign key of team_id possible
  team_kind text generated always as ('team'::text) stored,
  -- Chosen by the caller, or the id
  external_id text collate "C" not null,
  -- Git host: github, gitlab, gitea, …
  type text not null,
  -- The only host that gets the secret, in lower case, with a port if it is not the default
  host text not null,
  -- authenticationToken, apiToken, sshKey, githubApp
  token_type text not null,
  -- Name for people
  token_name text,
  -- Name of the account; null for the default of the Git host
  username text,
  -- Id of a GitHub App
  app_id text,
  -- Installation of that app
  installation_id text,
  -- Public keys of the SSH server, as in a known_hosts file
  known_hosts text,
  -- Token or private key; sealed under SECRET_KEY
  secret text not null,
  -- When it was created
  created_at timestamp(3) with time zone not null,
  -- Principal
  created_by text not null,
  -- When it was last written
  updated_at timestamp(3) with time zone not null,
  -- Principal
  updated_by text not null,
  constraint git_credentials_external_id UNIQUE (organization_id, external_id),
  constraint git_credentials_pkey PRIMARY KEY (organization_id, id),
  constraint git_credentials_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint git_credentials_team FOREIGN KEY (organization_id, team_kind, team_id) REFERENCES documents(organization_id, kind, id) ON DELETE CASCADE
);
CREATE INDEX git_credentials_by_team ON public.git_credentials USING btree (organization_id, team_id, id);

-- Files of an import with their verdicts
create table git_import_files (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Import
  import_id uuid not null,
  -- Path of the file
  path text collate "C" not null,
  -- IMPORTED, NEW, CHANGED, UNCHANGED, EXISTS, REFUSED
  verdict text not null,
  -- Id that the file names; null if it could not be read
  document_id text collate "C",
  -- Code of the refusal of the file
  code text,
  -- Why it was refused
  message text,
  constraint git_import_files_pkey PRIMARY KEY (organization_id, import_id, path),
  constraint git_import_files_import FOREIGN KEY (organization_id, import_id) REFERENCES git_imports(organization_id, id) ON DELETE CASCADE,
  constraint git_import_files_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

-- Imports of files in Git repositories as new documents
create table git_imports (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- UUIDv7
  id uuid not null,
  -- Its work
  work_id uuid not null,
  -- Kind of the documents
  kind text collate "C" not null,
  -- True if path is one file, and no pattern
  single boolean not null,
  -- True if nothing is to be stored
  preview boolean not null,
  -- Credential that reads the repository
  credential_id uuid not null,
  -- True if the connections name the credential
  named boolean not null,
  -- Git host: github, gitlab, gitea, …
  type text not null,
  -- Host of the repository, in lower case
  host text not null,
  -- Address without user name and password
  repository_url text collate "C" not null,
  -- Branch that is read
  branch text collate "C" not null,
  -- Path of a file, or a pattern of paths
  path text collate "C" not null,
  -- Who requested it
  principal text not null,
  -- Request that requested it
  request_id text,
  -- queued, fetching, storing, ended
  phase text not null,
  -- Lines with time, level and message; at most 100
  log jsonb not null default '[]'::jsonb,
  -- When it was requested
  requested_at timestamp(3) with time zone not null,
  -- When it ended
  ended_at timestamp(3) with time zone,
  -- SUCCESS, FAILED, CANCELLED; null while it is going on
  outcome text,
  -- Code of the refusal of a failed import
  code text,
  -- What came of it, in one sentence
  message text,
  -- Commit that was read
  commit text,
  constraint git_imports_organization_id_work_id_unique UNIQUE (organization_id, work_id),
  constraint git_imports_pkey PRIMARY KEY (organization_id, id),
  constraint git_imports_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX git_imports_ended ON public.git_imports USING btree (ended_at) WHERE (ended_at IS NOT NULL);

-- Pulls, pushes and checks of connected files
create table git_runs (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- UUIDv7
  id uuid not null,
  -- Connected file
  connection_id uuid not null,
  -- Its work
  work_id uuid not null,
  -- check, pull, push
  action text not null,
  -- Message of the commit of a push
  commit_message text,
  -- Hash of the side that the caller has seen and lets be replaced
  replaces text,
  -- Who requested it
  principal text not null,
  -- Request that requested it
  request_id text,
  -- queued, fetching, storing, pushing, ended
  phase text not null,
  -- Lines with time, level and message; a few for each attempt
  log jsonb not null default '[]'::jsonb,
  -- When it was requested
  requested_at timestamp(3) with time zone not null,
  -- When it ended
  ended_at timestamp(3) with time zone,
  -- SUCCESS, FAILED, CANCELLED; null while it is going on
  outcome text,
  -- Code of the refusal of a failed run
  code text,
  -- What came of it, in one sentence
  message text,
  -- Commit that was read or pushed
  commit text,
  -- Text, branch, title and comment of a pull request to open
  proposal jsonb,
  -- Number, title and address of the pull request
  pull_request jsonb,
  constraint git_runs_organization_id_work_id_unique UNIQUE (organization_id, work_id),
  constraint git_runs_pkey PRIMARY KEY (organization_id, id),
  constraint git_runs_connection FOREIGN KEY (organization_id, connection_id) REFERENCES git_connections(organization_id, id) ON DELETE CASCADE,
  constraint git_runs_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX git_runs_by_connection ON public.git_runs USING btree (organization_id, connection_id, id);
CREATE INDEX git_runs_ended ON public.git_runs USING btree (ended_at) WHERE (ended_at IS NOT NULL);

-- Webhooks of Git hosts, whose pushes start pulls
create table git_webhooks (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- UUIDv7; part of the address
  id uuid not null,
  -- Git host: github, gitlab, gitea, …
  type text not null,
  -- Repository whose pushes it tells
  repository_url text collate "C" not null,
  -- Verifies deliveries; sealed under SECRET_KEY
  secret text not null,
  -- Who created it, with whose rights it pulls
  principal text not null,
  -- When it was created
  created_at timestamp(3) with time zone not null,
  constraint git_webhooks_id UNIQUE (id),
  constraint git_webhooks_pkey PRIMARY KEY (organization_id, id),
  constraint git_webhooks_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

-- Answers to POSTs with an Idempotency-Key, kept for 24 hours
create table idempotency_keys (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Who sent it; keys of different principals never meet
  principal text not null,
  -- Value of the header
  key text not null,
  -- SHA-256 of method, address and body
  request_hash bytea not null,
  -- Work that the request waits for; a repetition joins it
  work_id uuid,
  -- HTTP status of the answer; null while the request waits for its work, or its import is not complete
  status integer,
  -- Headers of the answer
  headers json,
  -- Body of the answer; of an import only the summary
  body text,
  -- When the request was stored, in the transaction of its effects
  claimed_at timestamp(3) with time zone not null,
  -- Documents of an import that are committed, request_hash being of its address and of them; null for other requests
  position bigint,
  constraint idempotency_keys_pkey PRIMARY KEY (organization_id, principal, key),
  constraint idempotency_keys_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (claimed_at);

-- Answers of imports with an Idempotency-Key, one row per committed batch
create table import_results (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- As in idempotency_keys
  principal text not null,
  -- As in idempotency_keys
  key text not null,
  -- Documents of the import up to this batch
  position bigint not null,
  -- Lines of the answer, one per document
  results text not null,
  constraint import_results_pkey PRIMARY KEY (organization_id, principal, key, "position"),
  constraint import_results_import FOREIGN KEY (organization_id, principal, key) REFERENCES idempotency_keys(organization_id, principal, key) ON DELETE CASCADE
);

-- Which integration an asset is of, and what its last scan said
create table ingested_assets (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Integration that it belongs to
  integration_id text collate "C" not null,
  -- Constant; makes the foreign key to documents possible
  asset_kind text generated always as ('asset'::text) stored,
  -- Asset
  asset_id text collate "C" not null,
  -- Number by which a run notes that it has seen the asset
  n integer not null generated always as identity,
  -- Its names on the platform
  path text[] not null,
  -- SHA-256 of what the last scan said
  content_hash bytea not null,
  -- Run that wrote it last
  run_id uuid not null,
  constraint ingested_assets_pkey PRIMARY KEY (organization_id, asset_id),
  constraint ingested_assets_asset FOREIGN KEY (organization_id, asset_kind, asset_id) REFERENCES documents(organization_id, kind, id) ON DELETE CASCADE,
  constraint ingested_assets_integration FOREIGN KEY (organization_id, integration_id) REFERENCES integrations(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX ingested_assets_by_integration ON public.ingested_assets USING btree (organization_id, integration_id, n);

-- What runs tell people; the last 1,000 lines of each
create table ingestion_log_lines (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Run that told it
  run_id uuid not null,
  -- Number of the line in the run, from 1
  n integer not null,
  -- When
  at timestamp(3) with time zone not null,
  -- info, warn or error
  level text not null,
  -- The line; never a secret
  message text not null,
  constraint ingestion_log_lines_pkey PRIMARY KEY (organization_id, run_id, n),
  constraint ingestion_log_lines_run FOREIGN KEY (organization_id, run_id) REFERENCES ingestion_runs(organization_id, id) ON DELETE CASCADE,
  constraint ingestion_log_lines_level CHECK ((level = ANY (ARRAY['info'::text, 'warn'::text, 'error'::text])))
);

-- What runs did to assets, and which assets they left alone
create table ingestion_run_assets (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Run
  run_id uuid not null,
  -- Asset
  asset_id text collate "C" not null,
  -- created, updated or removed; of an asset that was left alone, what was intended
  change text not null,
  -- Revision before the run; null if the asset did not exist
  before_revision integer,
  -- Revision that the run wrote, or its mark of the deletion; null if left alone
  revision integer,
  -- Names on the platform of a removed asset
  path text[],
  -- What the scan before had said; null if the asset was of no integration
  content_hash bytea,
  -- Assigned tags of a removed asset
  tags text[],
  -- Why it was left alone; null if the run changed it
  left_alone text,
  constraint ingestion_run_assets_pkey PRIMARY KEY (organization_id, run_id, asset_id),
  constraint ingestion_run_assets_run FOREIGN KEY (organization_id, run_id) REFERENCES ingestion_runs(organization_id, id) ON DELETE CASCADE,
  constraint ingestion_run_assets_change CHECK ((change = ANY (ARRAY['created'::text, 'updated'::text, 'removed'::text]))),
  constraint ingestion_run_assets_left_alone CHECK ((left_alone = ANY (ARRAY['fuse'::text, 'in_use'::text, 'changed'::text, 'gone'::text, 'back'::text, 'team_gone'::text])))
);

-- Runs of integrations, from the trigger on
create table ingestion_runs (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Integration that it belongs to
  integration_id text collate "C" not null,
  -- UUIDv7
  id uuid not null,
  -- Work that does it
  work_id uuid not null,
  -- request or schedule
  trigger text not null,
  -- Who asked, e.g. api-key:<id> or system
  requested_by text not null,
  -- Most assets that this run may remove although the fuse says no
  accepted_removals integer,
  -- queued, connecting, scanning, removing, undoing or ended
  phase text not null,
  -- How it ended, for people
  message text,
  -- Assets that the scan has found so far
  processed integer not null default 0,
  -- Assets that it created
  created integer not null default 0,
  -- Assets that it changed
  updated integer not null default 0,
  -- Assets that it removed, because the complete scan did not find them
  deleted integer not null default 0,
  -- Assets that were as before
  unchanged integer not null default 0,
  -- Assets of others with the same id, which it left alone
  skipped integer not null default 0,
  -- What would have been removed when the fuse said no: {count, owned, assets}
  removal_plan json,
  -- When it was triggered
  started_at timestamp(3) with time zone not null,
  -- When it ended; null while it is open
  ended_at timestamp(3) with time zone,
  -- SUCCESS, FAILED or CANCELLED; null while it is open
  outcome text,
  -- Run whose missing assets it may remove although the fuse says no, and no others
  accepted_run uuid,
  -- Run that it undoes; null if it scans
  undoes uuid,
  -- When its cancellation was first requested
  cancel_requested_at timestamp(3) with time zone,
  -- Who requested its cancellation first
  cancel_requested_by text,
  -- Assets that it will probably process; null if nothing is known
  expected integer,
  -- When its counters were saved last
  progressed_at timestamp(3) with time zone,
  -- Its phases in order: [{phase, at}]; a second attempt adds its own
  phase_times jsonb not null default '[]'::jsonb,
  constraint ingestion_runs_pkey PRIMARY KEY (organization_id, id),
  constraint ingestion_runs_integration FOREIGN KEY (organization_id, integration_id) REFERENCES integrations(organization_id, id) ON DELETE CASCADE,
  constraint ingestion_runs_outcome CHECK ((outcome = ANY (ARRAY['SUCCESS'::text, 'FAILED'::text, 'CANCELLED'::text]))),
  constraint ingestion_runs_phase CHECK ((phase = ANY (ARRAY['queued'::text, 'connecting'::text, 'scanning'::text, 'removing'::text, 'undoing'::text, 'ended'::text]))),
  constraint ingestion_runs_trigger CHECK ((trigger = ANY (ARRAY['request'::text, 'schedule'::text])))
);
CREATE INDEX ingestion_runs_by_undone ON public.ingestion_runs USING btree (organization_id, undoes) WHERE (undoes IS NOT NULL);
CREATE INDEX ingestion_runs_newest ON public.ingestion_runs USING btree (organization_id, integration_id, started_at DESC, id DESC);
CREATE UNIQUE INDEX ingestion_runs_open ON public.ingestion_runs USING btree (organization_id, integration_id) WHERE (ended_at IS NULL);

-- Numbers of the installation, one row a minute; a minute without a clock has none
create table installation_minutes (
  -- End of the minute
  at timestamp(3) with time zone not null,
  -- Age of the oldest event without a position
  feed_lag_seconds real not null,
  -- Deliveries whose last attempt failed in this minute
  webhook_failures integer not null,
  -- Events waiting for delivery at its end
  webhook_waiting integer not null,
  -- Mails and chat messages that failed for good in this minute
  mail_failures integer not null,
  -- Size of the database at its end
  database_bytes bigint not null,
  constraint installation_minutes_pkey PRIMARY KEY (at)
);

-- What a run would do to assets, as a plan of an integration found
create table integration_check_assets (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Plan
  check_id uuid not null,
  -- Asset
  asset_id text collate "C" not null,
  -- created, updated, removed, skipped (of another owner) or in_use (missing, but used)
  change text not null,
  -- Last name of its path
  name text not null,
  constraint integration_check_assets_pkey PRIMARY KEY (organization_id, check_id, asset_id),
  constraint integration_check_assets_check FOREIGN KEY (organization_id, check_id) REFERENCES integration_checks(organization_id, id) ON DELETE CASCADE,
  constraint integration_check_assets_change CHECK ((change = ANY (ARRAY['created'::text, 'updated'::text, 'removed'::text, 'skipped'::text, 'in_use'::text])))
);

-- Tests of connections, and plans of what a run would do
create table integration_checks (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Integration that it belongs to
  integration_id text collate "C" not null,
  -- UUIDv7
  id uuid not null,
  -- connection or plan
  kind text not null,
  -- Work that does it
  work_id uuid not null,
  -- Who asked
  requested_by text not null,
  -- When it was asked for
  started_at timestamp(3) with time zone not null,
  -- When it ended; null while it is open
  ended_at timestamp(3) with time zone,
  -- SUCCESS, FAILED or CANCELLED; null while it is open
  outcome text,
  -- What was found, for people
  message text,
  -- What a run would do
  plan json,
  constraint integration_checks_pkey PRIMARY KEY (organization_id, id),
  constraint integration_checks_integration FOREIGN KEY (organization_id, integration_id) REFERENCES integrations(organization_id, id) ON DELETE CASCADE,
  constraint integration_checks_kind CHECK ((kind = ANY (ARRAY['connection'::text, 'plan'::text]))),
  constraint integration_checks_outcome CHECK ((outcome = ANY (ARRAY['SUCCESS'::text, 'FAILED'::text, 'CANCELLED'::text])))
);
CREATE INDEX integration_checks_newest ON public.integration_checks USING btree (organization_id, integration_id, started_at DESC);

-- Platforms whose assets are ingested, and when
create table integrations (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- externalId, chosen by the caller
  id text collate "C" not null,
  -- Name for people
  name text not null,
  -- Which platform: a name of connectors/index.ts
  source text not null,
  -- Whether its schedule fires
  enabled boolean not null,
  -- Constant; makes the foreign key of owner_id possible
  owner_kind text generated always as ('team'::text) stored,
  -- Owning team, also of its assets
  owner_id text collate "C",
  -- Configuration and filters as JSON; sealed under SECRET_KEY
  settings text not null,
  -- Credentials as JSON; sealed under SECRET_KEY
  credentials text,
  -- CRON expression with five fields; null without a schedule
  cron text,
  -- IANA time zone of the expression
  timezone text not null,
  -- Counts every change, from 1
  revision integer not null,
  -- When it was created
  created_at timestamp(3) with time zone not null,
  -- When it was last written
  updated_at timestamp(3) with time zone not null,
  constraint integrations_pkey PRIMARY KEY (organization_id, id),
  constraint integrations_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint integrations_owner FOREIGN KEY (organization_id, owner_kind, owner_id) REFERENCES documents(organization_id, kind, id)
);
CREATE INDEX integrations_by_owner ON public.integrations USING btree (organization_id, owner_id, id) WHERE (owner_id IS NOT NULL);

-- Columns that are made of columns, as the facet columnLineage says
create table lineage_columns (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Digest of the job, both datasets and both columns
  id uuid not null,
  -- Job that makes the column
  job_id uuid not null,
  -- Dataset of the read column
  from_id uuid not null,
  -- Read column
  from_column text not null,
  -- Dataset of the made column
  to_id uuid not null,
  -- Made column; null if all columns depend on the read one
  to_column text,
  -- How, e.g. DIRECT/AGGREGATION; null if the event does not say
  transformation text,
  -- Last day (UTC) of an event with it
  last_seen_on date not null,
  constraint lineage_columns_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX lineage_columns_by_day ON public.lineage_columns USING btree (last_seen_on);
CREATE INDEX lineage_columns_by_from ON public.lineage_columns USING btree (organization_id, from_id, id);
CREATE INDEX lineage_columns_by_job ON public.lineage_columns USING btree (organization_id, job_id, id);
CREATE INDEX lineage_columns_by_to ON public.lineage_columns USING btree (organization_id, to_id, id);

-- Data flows: from a dataset to the job that reads it, and from a job to the dataset that it writes
create table lineage_edges (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Node from which data flows
  from_id uuid not null,
  -- Node to which data flows
  to_id uuid not null,
  -- Last day (UTC) of an event with it
  last_seen_on date not null,
  constraint lineage_edges_pkey PRIMARY KEY (organization_id, from_id, to_id)
);
CREATE INDEX lineage_edges_by_day ON public.lineage_edges USING btree (last_seen_on);
CREATE INDEX lineage_edges_by_to ON public.lineage_edges USING btree (organization_id, to_id, from_id);

-- Events of OpenLineage as they were sent, partitioned by months
create table lineage_events (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- When it arrived
  received_at timestamp(3) with time zone not null,
  -- UUIDv7
  id uuid not null,
  -- run, job or dataset
  kind text not null,
  -- START, RUNNING, COMPLETE, ABORT, FAIL or OTHER; of runs
  event_type text,
  -- When it happened, as the event says; null if it does not
  event_time timestamp(3) with time zone,
  -- Run, as the event names it; null of jobs and datasets
  run_id text,
  -- Node of its job; of a dataset event, of its dataset
  subject_id uuid not null,
  -- Data product for which it was sent
  data_product_id text collate "C" not null,
  -- Output port of the product; null without one
  output_port text,
  -- Nodes of the read datasets
  inputs uuid[] not null,
  -- Nodes of the written datasets
  outputs uuid[] not null,
  -- The event as it was sent
  body json not null,
  -- Digest of content, product and port, unique in a month; null of old events
  digest uuid,
  constraint lineage_events_pkey PRIMARY KEY (organization_id, received_at, id)
);
CREATE INDEX lineage_events_by_data_product_id ON ONLY public.lineage_events USING btree (organization_id, data_product_id, received_at, id);
CREATE INDEX lineage_events_by_run_id ON ONLY public.lineage_events USING btree (organization_id, run_id, received_at, id);
CREATE INDEX lineage_events_by_subject_id ON ONLY public.lineage_events USING btree (organization_id, subject_id, received_at, id);

-- Datasets and jobs that events name
create table lineage_nodes (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Digest of type, namespace and name
  id uuid not null,
  -- dataset or job
  type text not null,
  -- Namespace, e.g. postgres://db.example.com:5432
  namespace text not null,
  -- Name within the namespace, e.g. shop.public.orders
  name text not null,
  -- Asset that an event names for it; null if none does
  asset_id text,
  -- Last day (UTC) of an event with it
  last_seen_on date not null,
  constraint lineage_nodes_pkey PRIMARY KEY (organization_id, id)
);
CREATE INDEX lineage_nodes_by_asset ON public.lineage_nodes USING btree (organization_id, asset_id) WHERE (asset_id IS NOT NULL);
CREATE INDEX lineage_nodes_by_day ON public.lineage_nodes USING btree (last_seen_on);
CREATE INDEX lineage_nodes_by_name ON public.lineage_nodes USING btree (organization_id, type, "left"(name, 200) COLLATE "C");
CREATE INDEX lineage_nodes_by_namespace ON public.lineage_nodes USING btree (organization_id, type, "left"(namespace, 200) COLLATE "C", "left"(name, 200) COLLATE "C");

-- Jobs and written datasets of data products and their output ports
create table lineage_ports (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- The job or dataset
  node_id uuid not null,
  -- The data product
  data_product_id text collate "C" not null,
  -- The output port; empty for events without one
  output_port text collate "C" not null,
  -- Last day (UTC) of an event with it
  last_seen_on date not null,
  constraint lineage_ports_pkey PRIMARY KEY (organization_id, data_product_id, output_port, node_id)
);
CREATE INDEX lineage_ports_by_day ON public.lineage_ports USING btree (last_seen_on);
CREATE INDEX lineage_ports_by_node ON public.lineage_ports USING btree (organization_id, node_id);

-- How contacts reacted to messages
create table message_reactions (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- The message
  message_id text collate "C" not null,
  -- Name of the reaction, e.g. red_angry_face
  name text collate "C" not null,
  -- Who reacted
  contact_id text collate "C" not null,
  -- Order
  n bigint not null generated always as identity,
  constraint message_reactions_pkey PRIMARY KEY (organization_id, message_id, name, contact_id),
  constraint message_reactions_organization_id_contact_id_foreign FOREIGN KEY (organization_id, contact_id) REFERENCES contacts(organization_id, id),
  constraint message_reactions_organization_id_message_id_foreign FOREIGN KEY (organization_id, message_id) REFERENCES messages(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX message_reactions_by_contact ON public.message_reactions USING btree (organization_id, contact_id);

-- Who has read which message of others
create table message_reads (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- The message
  message_id text collate "C" not null,
  -- Who read it
  contact_id text collate "C" not null,
  -- When
  read_at timestamp(3) with time zone not null,
  constraint message_reads_pkey PRIMARY KEY (organization_id, message_id, contact_id),
  constraint message_reads_organization_id_message_id_foreign FOREIGN KEY (organization_id, message_id) REFERENCES messages(organization_id, id) ON DELETE CASCADE
);

-- Messages of conversations
create table messages (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- 16 base62 characters
  id text collate "C" not null,
  -- Its place among everything of the organization that was made, given under messaging_heads
  position bigint not null,
  -- When it was made
  created_at timestamp(3) with time zone not null,
  -- Conversation that it belongs to
  conversation_id text collate "C" not null,
  -- Who wrote it
  contact_id text collate "C" not null,
  -- Its text, at most 64 kB
  message text not null,
  -- When another member first read it
  read_at timestamp(3) with time zone,
  -- When it was last changed
  updated_at timestamp(3) with time zone,
  constraint messages_pkey PRIMARY KEY (organization_id, id),
  constraint messages_organization_id_conversation_id_foreign FOREIGN KEY (organization_id, conversation_id) REFERENCES conversations(organization_id, id)
);
CREATE UNIQUE INDEX messages_by_position ON public.messages USING btree (organization_id, conversation_id, "position");

-- What happened to messages, conversations, contacts, groups and attachments
create table messaging_events (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Its place among everything of the organization that was made, given under messaging_heads
  position bigint not null,
  -- UUIDv7
  id uuid not null,
  -- E.g. message.created
  type text not null,
  -- Kind of what changed
  subject_kind text not null,
  -- What changed
  subject_id text collate "C" not null,
  -- Whose members may hear of it; null: webhooks only
  conversation_id text collate "C",
  -- Who did it: contact:<id>, api-key:<id>, system
  principal text not null,
  -- Request that did it
  request_id text,
  -- The object as it then was
  data json not null,
  -- When it happened
  at timestamp(3) with time zone not null,
  constraint messaging_events_pkey PRIMARY KEY (organization_id, "position")
);
CREATE UNIQUE INDEX messaging_events_by_id ON public.messaging_events USING btree (organization_id, id);
CREATE INDEX messaging_events_by_subject ON public.messaging_events USING btree (organization_id, subject_id);

-- One row for each organization: its lock makes one writer of messaging at a time
create table messaging_heads (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Last position given
  position bigint not null,
  -- Events up to this position are no longer kept
  horizon bigint not null default '0'::bigint,
  constraint messaging_heads_pkey PRIMARY KEY (organization_id),
  constraint messaging_heads_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

-- What the ontologies say now, one row for each concept
create table namespace_concepts (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Namespace that it belongs to
  namespace_id text collate "C" not null,
  -- Identity: its id, else its name
  id text collate "C" not null,
  -- Name, unique in the namespace
  name text collate "C" not null,
  -- EntityType or ValueType
  type text not null,
  -- Its IRI, without prefix; null when it is longer than 1000 characters
  iri text collate "C",
  -- Place in the document, from 0
  position integer not null,
  -- Revision that changed it last
  revision integer not null,
  -- Its relationships by the ids under which they are read
  relationship_ids text[] not null,
  -- Its fields and relationships, as domain/ontology/ontology.ts has them
  body json not null,
  -- SHA-256 of what it says
  content_hash bytea not null,
  -- Concepts that its relationships name, so that nobody who looks for one reads all bodies
  held text[] not null default '{}'::text[],
  -- Concepts that it extends, so that a search for children reads no bodies
  parents text[] not null default '{}'::text[],
  constraint namespace_concepts_pkey PRIMARY KEY (organization_id, namespace_id, id),
  constraint namespace_concepts_namespace FOREIGN KEY (organization_id, namespace_id) REFERENCES namespaces(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX namespace_concepts_by_iri ON public.namespace_concepts USING btree (organization_id, iri) WHERE (iri IS NOT NULL);
CREATE INDEX namespace_concepts_by_name ON public.namespace_concepts USING btree (organization_id, namespace_id, name) WHERE (name <> id);

-- Every revision of every ontology, as it was sent or merged
create table namespace_revisions (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Namespace that it belongs to
  namespace_id text collate "C" not null,
  -- Revision, from 1
  revision integer not null,
  -- Changes of the text of this revision that left its content equal
  edition integer not null,
  -- The YAML text
  source text not null,
  -- How many concepts it has
  concepts integer not null,
  -- Branch that was merged, if that made it
  merged_branch text collate "C",
  -- When it was written
  at timestamp(3) with time zone not null,
  -- Who wrote it, e.g. api-key:<id>
  principal text not null,
  constraint namespace_revisions_pkey PRIMARY KEY (organization_id, namespace_id, revision),
  constraint namespace_revisions_namespace FOREIGN KEY (organization_id, namespace_id) REFERENCES namespaces(organization_id, id) ON DELETE CASCADE
);

-- Namespaces of the semantics; each holds one ontology
create table namespaces (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Identifier chosen by the caller
  id text collate "C" not null,
  -- Revision of the ontology; 0 while there is none
  revision integer not null,
  -- Changes of the text of this revision that left its content equal
  edition integer not null,
  -- Counts every change of the columns below, from 1
  metadata_revision integer not null,
  -- Display name
  name text not null,
  -- What it is about
  description text,
  -- Constant; makes the foreign key of owner_id possible
  owner_kind text generated always as ('team'::text) stored,
  -- Owning team
  owner_id text collate "C",
  -- Shown to people only; requests may still write
  read_only boolean not null,
  -- What its ontology requires
  requires text[] not null,
  -- Prefixes of its ontology, by which addresses are shortened
  prefixes json not null,
  -- Members of the namespace that we do not know
  body json not null,
  -- SHA-256 of what the ontology says; null without one
  content_hash bytea,
  -- When it was created
  created_at timestamp(3) with time zone not null,
  -- When it was last written
  updated_at timestamp(3) with time zone not null,
  constraint namespaces_pkey PRIMARY KEY (organization_id, id),
  constraint namespaces_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint namespaces_owner FOREIGN KEY (organization_id, owner_kind, owner_id) REFERENCES documents(organization_id, kind, id)
);
CREATE INDEX namespaces_by_owner ON public.namespaces USING btree (organization_id, owner_id, id) WHERE (owner_id IS NOT NULL);

-- How far notices were made of the feed; its lock makes one writer at a time
create table notice_heads (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Last position of the feed that was read
  cursor_seq bigint not null,
  -- Last position of a notice
  position bigint not null,
  constraint notice_heads_pkey PRIMARY KEY (organization_id),
  constraint notice_heads_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

-- How far readers have read all their notices
create table notice_readers (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Person or key: person:<e-mail address in lower case>, or the name of the principal
  reader text collate "C" not null,
  -- Notices up to this position are read
  read_to bigint not null,
  constraint notice_readers_pkey PRIMARY KEY (organization_id, reader)
);

-- Single notices that a reader has read
create table notice_reads (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Person or key: person:<e-mail address in lower case>, or the name of the principal
  reader text collate "C" not null,
  -- Position of the notice
  position bigint not null,
  -- When it was marked as read
  read_at timestamp(3) with time zone not null,
  constraint notice_reads_pkey PRIMARY KEY (organization_id, reader, "position")
);

-- Notices in the web UI, a row for each recipient
create table notices (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- A reader, team:<id> for keys of a team, or organization for its keys
  recipient text collate "C" not null,
  -- Order of the notices of the organization, given under notice_heads
  position bigint not null,
  -- Event that caused it, or made of its cause
  id uuid not null,
  -- What happened, e.g. access-approved
  kind text not null,
  -- Why the recipient gets it, e.g. follow
  reason text not null,
  -- Kind of what it is about
  subject_kind text not null,
  -- What it is about; it may be deleted since
  subject_id text collate "C" not null,
  -- Who did it
  principal text not null,
  -- Names and facts for the text
  details json not null,
  -- When it happened
  at timestamp(3) with time zone not null,
  constraint notices_once UNIQUE (organization_id, recipient, id),
  constraint notices_pkey PRIMARY KEY (organization_id, recipient, "position")
);
CREATE INDEX notices_of_proposals ON public.notices USING btree (organization_id, subject_id) WHERE (kind = 'change-proposed'::text);
CREATE INDEX notices_of_requests ON public.notices USING btree (organization_id, subject_id) WHERE (kind = ANY (ARRAY['access-requested'::text, 'access-request-changed'::text]));
CREATE INDEX notices_old ON public.notices USING brin (at);

-- Chats of a team that want to hear of changes
create table notification_channels (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Constant; makes the foreign key of team_id possible
  team_kind text generated always as ('team'::text) stored,
  -- Team that it belongs to
  team_id text collate "C" not null,
  -- Identifier chosen by the caller, unique in the team
  id text collate "C" not null,
  -- The channel as sent, as JSON; sealed under SECRET_KEY
  body text not null,
  -- When it was last written
  updated_at timestamp(3) with time zone not null,
  -- Which chat: slack, teams or googlechat
  type text not null,
  -- Whether it is told of changes
  enabled boolean not null,
  constraint notification_channels_pkey PRIMARY KEY (organization_id, team_id, id),
  constraint notification_channels_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint notification_channels_team FOREIGN KEY (organization_id, team_kind, team_id) REFERENCES documents(organization_id, kind, id) ON DELETE CASCADE
);

-- Mails and chat messages to teams: what was to be sent, and what became of it
create table notifications (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- UUIDv7; the Message-ID of a mail is made of it
  id uuid not null,
  -- How it is sent
  medium text not null,
  -- E-mail address in lower case, or <team>/<channel>; empty when nobody was found
  recipient text collate "C" not null,
  -- Team that is told; it may be deleted since
  team_id text collate "C" not null,
  -- Which message
  template text not null,
  -- What made it necessary, e.g. the report
  cause_id text not null,
  -- Kind of what it is about, e.g. access
  subject_kind text not null,
  -- What it is about
  subject_id text collate "C" not null,
  -- What the template needs
  data json not null,
  -- sending: since before the connection was opened, until the answer was noted
  status text not null,
  -- Why it failed, or has not been sent yet
  reason text,
  -- Message-ID of a mail, from its first attempt on
  message_id text,
  -- How often sending was begun
  attempts integer not null default 0,
  -- How many attempts followed one that may have arrived
  repeats integer not null default 0,
  -- Work that sends it, or sent it last
  work_id uuid,
  -- When it was requested
  created_at timestamp(3) with time zone not null,
  -- When the last attempt began
  sending_at timestamp(3) with time zone,
  -- When it was last accepted
  sent_at timestamp(3) with time zone,
  -- When it failed for good
  failed_at timestamp(3) with time zone,
  -- What the mail server or the chat answered last
  answer text,
  constraint notifications_once UNIQUE (organization_id, cause_id, recipient, template),
  constraint notifications_pkey PRIMARY KEY (organization_id, id),
  constraint notifications_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint notifications_medium CHECK ((medium = ANY (ARRAY['mail'::text, 'slack'::text, 'teams'::text, 'googlechat'::text]))),
  constraint notifications_status CHECK ((status = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text])))
);
CREATE INDEX notifications_failed ON public.notifications USING btree (failed_at) WHERE (status = 'failed'::text);
CREATE INDEX notifications_of_medium ON public.notifications USING btree (organization_id, medium, id);
CREATE INDEX notifications_of_status ON public.notifications USING btree (organization_id, status, id);
CREATE INDEX notifications_of_subject ON public.notifications USING btree (organization_id, subject_id, id);
CREATE INDEX notifications_of_team ON public.notifications USING btree (organization_id, team_id, id);
CREATE INDEX notifications_old ON public.notifications USING btree (created_at);

-- Branches of ontologies: changes that are not yet in their namespace
create table ontology_branches (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Namespace that it belongs to
  namespace_id text collate "C" not null,
  -- Name chosen by the caller
  name text collate "C" not null,
  -- Revision of the namespace that it was cut from, or that its author has seen since
  base_revision integer not null,
  -- Edition of the text of that revision then; a later one was not seen by its author
  base_edition integer not null,
  -- Counts every change of the branch, from 1
  revision integer not null,
  -- Its YAML text; null while it is that of the base revision
  source text,
  -- What its ontology requires
  requires text[] not null,
  -- Team that its ontology names as owner of the namespace
  owner_id text collate "C",
  -- open, conflicted or merged
  status text not null,
  -- What the last merge disagreed about
  conflicts json,
  -- Revision of the namespace that it disagreed with
  conflict_revision integer,
  -- Revision of the namespace that it was merged into
  merged_revision integer,
  -- When it was cut
  created_at timestamp(3) with time zone not null,
  -- When it was last written
  updated_at timestamp(3) with time zone not null,
  -- How many conflicts there are; the first ones are kept
  conflict_count integer,
  -- Title for people; null if the author gave none
  title text,
  -- Who cut it, e.g. api-key:<id>; null before this was recorded
  author text,
  -- Who changed its text last; null while it equals its base
  changed_by text,
  -- When its text was changed last
  changed_at timestamp(3) with time zone,
  -- Saved choices for its conflicts, until they are applied
  choices json,
  -- Who saved the choices
  choices_by text,
  -- When the choices were saved
  choices_at timestamp(3) with time zone,
  constraint ontology_branches_pkey PRIMARY KEY (organization_id, namespace_id, name),
  constraint ontology_branches_namespace FOREIGN KEY (organization_id, namespace_id) REFERENCES namespaces(organization_id, id) ON DELETE CASCADE,
  constraint ontology_branches_status CHECK ((status = ANY (ARRAY['open'::text, 'conflicted'::text, 'merged'::text])))
);

-- Requested merges of branches, and what came of them
create table ontology_merges (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- UUIDv7
  id uuid not null,
  -- Namespace that it goes into
  namespace_id text collate "C" not null,
  -- Branch that is merged
  branch text collate "C" not null,
  -- Work that does it
  work_id uuid not null,
  -- Who asked for it
  principal text not null,
  -- Request that asked for it
  request_id text,
  -- What came of it; null while it is under way
  outcome text,
  -- Revision that it made, or that it disagreed with
  revision integer,
  -- What it disagreed about
  conflicts json,
  -- Why it failed
  error text,
  -- When it was asked for
  created_at timestamp(3) with time zone not null,
  -- When it ended
  ended_at timestamp(3) with time zone,
  -- How many conflicts there are; the first ones are kept
  conflict_count integer,
  constraint ontology_merges_pkey PRIMARY KEY (organization_id, id),
  constraint ontology_merges_branch FOREIGN KEY (organization_id, namespace_id, branch) REFERENCES ontology_branches(organization_id, namespace_id, name) ON DELETE CASCADE,
  constraint ontology_merges_outcome CHECK ((outcome = ANY (ARRAY['landed'::text, 'conflicted'::text, 'nothing'::text, 'failed'::text])))
);
CREATE INDEX ontology_merges_by_branch ON public.ontology_merges USING btree (organization_id, namespace_id, branch, id) WHERE (namespace_id <> ''::text);
CREATE UNIQUE INDEX ontology_merges_open ON public.ontology_merges USING btree (organization_id, namespace_id, branch) WHERE (outcome IS NULL);

-- People about whom more is known than that they are in a team; whoever is in a team is a member too
create table organization_members (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- E-mail address in lower case; names the person
  email text collate "C" not null,
  -- Owner: may do everything in the organization
  role text not null,
  -- Members of the callers own making: texts by name
  custom json not null,
  -- When it was last written
  updated_at timestamp(3) with time zone not null,
  -- Principal who wrote it
  updated_by text not null,
  constraint organization_members_pkey PRIMARY KEY (organization_id, email),
  constraint organization_members_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint organization_members_role CHECK ((role = ANY (ARRAY['Member'::text, 'Owner'::text])))
);

-- Tenants; nothing is ever visible across them
create table organizations (
  -- UUIDv7
  id uuid not null,
  -- Display name
  name text not null,
  -- Short name in web addresses
  vanity text not null,
  -- Features and settings
  settings json not null default '{}'::json,
  -- When it was created
  created_at timestamp(3) with time zone not null,
  -- Raised whenever the rules of the policies in force change; 0 without any rule so far
  rules_version integer not null default 0,
  -- Version of the rules by which all documents were judged last
  rules_judged integer not null default 0,
  constraint organizations_vanity_unique UNIQUE (vanity),
  constraint organizations_pkey PRIMARY KEY (id)
);

-- Kinds of work that no clock dispatches and no worker claims
create table paused_kinds (
  -- Kind of work
  kind text not null,
  -- Why, in the words of the operator
  reason text not null,
  -- Who paused it, e.g. api-key:<id>
  paused_by text not null,
  -- Since when
  paused_at timestamp(3) with time zone not null,
  constraint paused_kinds_pkey PRIMARY KEY (kind)
);

-- People who have signed in to the web UI, and members who got a message before
create table people (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- UUIDv7; user:<id> is their principal
  id uuid not null,
  -- E-mail address in lower case; verified by each sign-in
  email text collate "C" not null,
  -- Name for people, as the sign-in provider knows it
  name text,
  -- Signed in with a link that an operator printed; has the rights of an Owner
  is_local_administrator boolean not null,
  -- First sign-in, or when somebody first wrote to them
  created_at timestamp(3) with time zone not null,
  -- Last sign-in; null before the first one
  signed_in_at timestamp(3) with time zone,
  constraint people_email UNIQUE (organization_id, email),
  constraint people_pkey PRIMARY KEY (organization_id, id),
  constraint people_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX people_by_email ON public.people USING btree (email);

-- Processes of the installation that run, or vanished without a farewell
create table processes (
  -- UUIDv7, made at the start of the process
  id uuid not null,
  -- api, worker or clock
  role text not null,
  -- Name of its machine or container
  host text not null,
  -- Process number on that machine
  pid integer not null,
  -- Kinds of work that it does; empty unless it is a worker
  kinds text[] not null,
  -- Its own measurements, as prom-client writes them
  metrics json not null,
  -- When it started
  started_at timestamp(3) with time zone not null,
  -- When it last said that it lives
  seen_at timestamp(3) with time zone not null,
  -- By how much the clock of its machine is ahead of Postgres, negative when behind
  skew_ms bigint,
  -- Version of Concordat that it runs; null of earlier ones
  version text,
  -- Commit of its build; null if it is not known
  commit text,
  constraint processes_pkey PRIMARY KEY (id),
  constraint processes_role CHECK ((role = ANY (ARRAY['api'::text, 'worker'::text, 'clock'::text])))
);

-- Every report of a provisioning component, as it came; they end with their access
create table provisioning_reports (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Access that it is about
  access_id text collate "C" not null,
  -- UUIDv7
  id uuid not null,
  -- What it says has happened
  status text not null,
  -- The report as sent
  body json not null,
  -- Who sent it
  principal text not null,
  -- When it came
  at timestamp(3) with time zone not null,
  constraint provisioning_reports_pkey PRIMARY KEY (organization_id, access_id, id),
  constraint provisioning_reports_access FOREIGN KEY (organization_id, access_id) REFERENCES access(organization_id, id) ON DELETE CASCADE
);

-- What happened in a sandbox: its events, and requests of the component
create table sandbox_entries (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- The sandbox
  sandbox_id uuid not null,
  -- Order
  n bigint not null generated always as identity,
  -- UUIDv7; of an event, its id in the feed
  id uuid not null,
  -- event, report or read
  kind text not null,
  -- Type of the event, name of the report or route
  type text not null,
  -- Who did it
  principal text not null,
  -- Its data
  body json not null,
  -- Time of the clock of the sandbox
  sandbox_at timestamp(3) with time zone not null,
  -- When it happened
  at timestamp(3) with time zone not null,
  constraint sandbox_entries_pkey PRIMARY KEY (organization_id, sandbox_id, n),
  constraint sandbox_entries_organization_id_sandbox_id_foreign FOREIGN KEY (organization_id, sandbox_id) REFERENCES sandboxes(organization_id, id) ON DELETE CASCADE
);

-- Fake accesses on which provisioning components are tried
create table sandboxes (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- UUIDv7
  id uuid not null,
  -- Person or key: person:<e-mail address in lower case>, or the name of the principal
  owner text collate "C" not null,
  -- Name for people
  name text not null,
  -- Who made it, e.g. user:<id>
  created_by text not null,
  -- Platform, roles and dates
  setup json not null,
  -- State of the fake access
  state json not null,
  -- By how much its clock is ahead
  ahead_ms bigint not null,
  -- When it was made
  created_at timestamp(3) with time zone not null,
  -- When it ends by itself
  expires_at timestamp(3) with time zone not null,
  constraint sandboxes_pkey PRIMARY KEY (organization_id, id),
  constraint sandboxes_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX sandboxes_by_end ON public.sandboxes USING btree (expires_at);
CREATE INDEX sandboxes_by_owner ON public.sandboxes USING btree (organization_id, owner, id);

-- Searches that people have saved in the web UI
create table saved_searches (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Person or key: person:<e-mail address in lower case>, or the name of the principal
  reader text collate "C" not null,
  -- Identifier chosen by the caller
  id text collate "C" not null,
  -- Name for the reader
  name text not null,
  -- Words of the search; may be empty
  query text not null,
  -- Filters by name, each a list
  filters json not null,
  -- When it was first saved
  created_at timestamp(3) with time zone not null,
  -- When it was last saved
  updated_at timestamp(3) with time zone not null,
  -- Later documents count as new
  seen_at timestamp(3) with time zone not null,
  constraint saved_searches_pkey PRIMARY KEY (organization_id, reader, id),
  constraint saved_searches_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

-- What the scheduled tests of a contract on a server last said, and what teams were told
create table scheduled_test_states (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Contract that is tested
  data_contract_id text collate "C" not null,
  -- Key of the server; empty for the contract as a whole
  server text collate "C" not null,
  -- Whether the last verdict was failed or error; null before the first
  failing boolean,
  -- When that began
  since timestamp(3) with time zone,
  -- Run with which it began
  test_run_id uuid,
  -- Due time that was passed over last
  skipped_at timestamp(3) with time zone,
  -- Why
  skipped_reason text,
  constraint scheduled_test_states_pkey PRIMARY KEY (organization_id, data_contract_id, server),
  constraint scheduled_test_states_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

-- What the clock fires: each due time gives one work row, however many clocks run
create table schedules (
  -- UUIDv7
  id uuid not null,
  -- Organization; null for the installation
  organization_id uuid,
  -- Kind of the work that is requested
  kind text not null,
  -- Job within the kind
  job text not null,
  -- Key of the work that is requested
  key text not null,
  -- CRON expression with five fields
  cron text not null,
  -- IANA time zone of the expression
  timezone text not null default 'UTC'::text,
  -- Whether it fires
  enabled boolean not null default true,
  -- Next time it fires
  next_due_at timestamp(3) with time zone not null,
  -- Due time that fired last
  last_fired_at timestamp(3) with time zone,
  -- Due time that was skipped last
  last_skipped_at timestamp(3) with time zone,
  constraint schedules_pkey PRIMARY KEY (id),
  constraint schedules_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id)
);
CREATE INDEX schedules_due ON public.schedules USING btree (next_due_at) WHERE enabled;
CREATE UNIQUE INDEX schedules_once ON public.schedules USING btree (organization_id, kind, key) NULLS NOT DISTINCT;

-- Roles that were given to users by SCIM and the mapping of groups
create table scim_grants (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- User in scim_resources
  user_id uuid not null,
  -- Team; empty for the role in the organization
  team_id text collate "C" not null,
  -- Address under which the role was given
  email text collate "C" not null,
  -- Role in the team or in the organization
  role text not null,
  constraint scim_grants_pkey PRIMARY KEY (organization_id, user_id, team_id),
  constraint scim_grants_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint scim_grants_user FOREIGN KEY (organization_id, user_id) REFERENCES scim_resources(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX scim_grants_by_team ON public.scim_grants USING btree (organization_id, team_id);

-- Users of SCIM groups
create table scim_group_members (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- The group
  group_id uuid not null,
  -- The user
  user_id uuid not null,
  constraint scim_group_members_pkey PRIMARY KEY (organization_id, group_id, user_id),
  constraint scim_group_members_group FOREIGN KEY (organization_id, group_id) REFERENCES scim_resources(organization_id, id) ON DELETE CASCADE,
  constraint scim_group_members_user FOREIGN KEY (organization_id, user_id) REFERENCES scim_resources(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX scim_group_members_by_user ON public.scim_group_members USING btree (organization_id, user_id);

-- Users and groups of identity providers, written over SCIM
create table scim_resources (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- UUIDv7; the id in the SCIM interface
  id uuid not null,
  -- User or Group
  kind text not null,
  -- userName or displayName in lower case
  name_key text collate "C" not null,
  -- Id that the client gave
  external_id text collate "C",
  -- Address of the user in lower case; null if the user has none
  email text collate "C",
  -- False for a user without any right
  is_active boolean not null,
  -- Attributes that clients write, except the members of groups
  body jsonb not null,
  -- Counts changes; the entity tag
  revision integer not null,
  -- Creation
  created_at timestamp(3) with time zone not null,
  -- Last change
  updated_at timestamp(3) with time zone not null,
  constraint scim_resources_name UNIQUE (organization_id, kind, name_key),
  constraint scim_resources_pkey PRIMARY KEY (organization_id, id),
  constraint scim_resources_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint scim_resources_kind CHECK ((kind = ANY (ARRAY['User'::text, 'Group'::text])))
);
CREATE UNIQUE INDEX scim_resources_email ON public.scim_resources USING btree (organization_id, email) WHERE (email IS NOT NULL);
CREATE INDEX scim_resources_external ON public.scim_resources USING btree (organization_id, external_id) WHERE (external_id IS NOT NULL);

-- Settings of an organization that come as a document; no row: the default
create table settings_documents (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Which settings
  name text collate "C" not null,
  -- The document as JSON
  body json not null,
  -- The YAML text as sent; null when it came as JSON
  source text,
  -- When it was last written
  updated_at timestamp(3) with time zone not null,
  -- Principal who wrote it
  updated_by text not null,
  constraint settings_documents_pkey PRIMARY KEY (organization_id, name),
  constraint settings_documents_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint settings_documents_name CHECK ((name = ANY (ARRAY['features'::text, 'team-roles'::text, 'customization'::text, 'lineage-rules'::text, 'scim-mapping'::text, 'dataproduct-score'::text, 'dataproduct-types'::text, 'email-templates'::text])))
);

-- Links for one sign-in, from their request until they are used or expire
create table sign_in_codes (
  -- Organization of a printed link; null in mails, which may reach people of several
  organization_id uuid,
  -- UUIDv7
  id uuid not null,
  -- Address of the person, in lower case
  email text collate "C" not null,
  -- SHA-256 of the code, which is stored nowhere; null until the mail is sent
  code_hash bytea,
  -- SHA-256 of the cookie of the browser that asked; null for printed links
  browser_hash bytea,
  -- SHA-256 of id and six digits, which other browsers need; null for printed links
  digits_hash bytea,
  -- How often the digits were wrong
  wrong_digits integer not null,
  -- Path of the page that needed the sign-in
  return_to text,
  -- End of the link, by the clock of Postgres
  expires_at timestamp(3) with time zone not null,
  -- When it was requested
  created_at timestamp(3) with time zone not null,
  constraint sign_in_codes_code UNIQUE (code_hash),
  constraint sign_in_codes_pkey PRIMARY KEY (id)
);
CREATE INDEX sign_in_codes_by_end ON public.sign_in_codes USING btree (expires_at);

-- Sign-ins of the last hour, counted for each address and each host
create table sign_in_limits (
  -- SHA-256 of the address or the host
  subject_hash bytea not null,
  -- Times of the attempts of the last hour, oldest first
  attempts timestamp with time zone[] not null,
  -- Time of the last attempt
  updated_at timestamp(3) with time zone not null,
  constraint sign_in_limits_pkey PRIMARY KEY (subject_hash)
);
CREATE INDEX sign_in_limits_by_end ON public.sign_in_limits USING btree (updated_at);

-- How contract tests sign in where data of a team lies
create table team_connections (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Team whose contracts may be tested with it
  team_id text collate "C" not null,
  -- Constant; makes the foreign key of team_id possible
  team_kind text generated always as ('team'::text) stored,
  -- Chosen by the caller
  id text collate "C" not null,
  -- Type of the servers, as it was written
  server_type text not null,
  -- What reads such servers: a name of connectors
  connector text not null,
  -- Host, account, project or bucket, in lower case
  place text not null,
  -- Names of the credentials that are set
  names text[] not null,
  -- Credentials as JSON; sealed under SECRET_KEY
  credentials text not null,
  -- When it was last written
  updated_at timestamp(3) with time zone not null,
  -- Principal
  updated_by text not null,
  constraint team_connections_once_per_place UNIQUE (organization_id, team_id, connector, place),
  constraint team_connections_pkey PRIMARY KEY (organization_id, team_id, id),
  constraint team_connections_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint team_connections_team FOREIGN KEY (organization_id, team_kind, team_id) REFERENCES documents(organization_id, kind, id) ON DELETE CASCADE
);

-- Checks of a result, in the order of the contract
create table test_checks (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Result it belongs to
  test_result_id text collate "C" not null,
  -- Order, from 0
  position integer not null,
  -- Type, e.g. field_required
  type text not null,
  -- passed, warning, failed, error or unknown
  result text not null,
  -- Table, file or topic
  model text,
  -- Column
  field text,
  -- The check as the API shows it
  body json not null,
  constraint test_checks_pkey PRIMARY KEY (organization_id, test_result_id, "position"),
  constraint test_checks_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint test_checks_result FOREIGN KEY (organization_id, test_result_id) REFERENCES test_results(organization_id, id) ON DELETE CASCADE
);

-- Data Contract CLI APIs that test instead of us; at most one per organization
create table test_engines (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Address in front of /test
  endpoint text not null,
  -- Sent as x-api-key; sealed under SECRET_KEY
  api_key text,
  -- When it was last written
  updated_at timestamp(3) with time zone not null,
  -- Principal
  updated_by text not null,
  constraint test_engines_pkey PRIMARY KEY (organization_id),
  constraint test_engines_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id)
);

-- Results of contract tests: one per run of ours, and those that were published
create table test_results (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- UUIDv7, or the id of the one who published it
  id text collate "C" not null,
  -- Run that gave it
  test_run_id uuid,
  -- Contract that was tested
  data_contract_id text collate "C" not null,
  -- Version that was tested
  data_contract_version text not null,
  -- Key of the server in the contract, or <data product>/<output port>
  server text,
  -- Start of the test
  timestamp_start timestamp(3) with time zone not null,
  -- End of the test
  timestamp_end timestamp(3) with time zone not null,
  -- Worst result of the checks
  result text not null,
  -- Log lines of the test
  logs json not null,
  -- When it was stored
  created_at timestamp(3) with time zone not null,
  -- The results as they were published, with their id; null for our own
  body json,
  -- How many checks it has
  check_count integer not null,
  -- How many of them are failed or error
  failed_checks integer not null,
  -- Whether its checks keep rows that failed; retention takes them out
  has_samples boolean not null default false,
  constraint test_results_once_per_run UNIQUE (organization_id, test_run_id),
  constraint test_results_pkey PRIMARY KEY (organization_id, id),
  constraint test_results_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint test_results_run FOREIGN KEY (organization_id, test_run_id) REFERENCES test_runs(organization_id, id),
  constraint test_results_result CHECK ((result = ANY (ARRAY['passed'::text, 'warning'::text, 'failed'::text, 'error'::text, 'unknown'::text])))
);
CREATE INDEX test_results_newest ON public.test_results USING btree (organization_id, created_at DESC, id DESC);
CREATE INDEX test_results_of_contract ON public.test_results USING btree (organization_id, data_contract_id, created_at DESC, id DESC);
CREATE INDEX test_results_trend ON public.test_results USING btree (organization_id, data_contract_id, timestamp_start) INCLUDE (server, timestamp_end, result, check_count, failed_checks);
CREATE INDEX test_results_with_samples ON public.test_results USING btree (created_at) WHERE has_samples;

-- Requested contract tests; leases and attempts are in work
create table test_runs (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- UUIDv7
  id uuid not null,
  -- Work row that does it
  work_id uuid not null,
  -- Contract that is tested
  data_contract_id text collate "C" not null,
  -- Revision at the time of the request
  data_contract_revision integer not null,
  -- Version that this revision declares
  data_contract_version text not null,
  -- Key of the server in the contract
  server text not null,
  -- Principal
  requested_by text not null,
  -- When it was requested
  requested_at timestamp(3) with time zone not null,
  -- When it ended; null while it is open
  ended_at timestamp(3) with time zone,
  -- How it ended: COMPLETED has a verdict on the data, FAILED says why there is none
  outcome text,
  -- Why it failed
  error text,
  -- Its result
  test_result_id uuid,
  -- Whether somebody asked for it, or the clock
  trigger text not null default 'request'::text,
  -- Due time of the schedule that started it
  scheduled_for timestamp(3) with time zone,
  constraint test_runs_pkey PRIMARY KEY (organization_id, id),
  constraint test_runs_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint test_runs_ended CHECK (((ended_at IS NULL) = (outcome IS NULL))),
  constraint test_runs_outcome CHECK ((outcome = ANY (ARRAY['COMPLETED'::text, 'FAILED'::text, 'CANCELLED'::text]))),
  constraint test_runs_trigger CHECK ((trigger = ANY (ARRAY['request'::text, 'schedule'::text])))
);
CREATE INDEX test_runs_by_contract ON public.test_runs USING btree (organization_id, data_contract_id, requested_at);
CREATE UNIQUE INDEX test_runs_by_work ON public.test_runs USING btree (organization_id, work_id);
CREATE UNIQUE INDEX test_runs_scheduled_once ON public.test_runs USING btree (organization_id, data_contract_id, server, scheduled_for) WHERE (scheduled_for IS NOT NULL);
CREATE UNIQUE INDEX test_runs_scheduled_open ON public.test_runs USING btree (organization_id, data_contract_id, server) WHERE ((trigger = 'schedule'::text) AND (ended_at IS NULL));

-- Sessions of the web UI, each of an API key or of a person
create table ui_sessions (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- SHA-256 of the token in the cookie, which is stored nowhere
  token_hash bytea not null,
  -- Key that signed in; the session acts as it
  api_key_id uuid,
  -- When it ends at the latest
  expires_at timestamp(3) with time zone not null,
  -- When somebody signed in
  created_at timestamp(3) with time zone not null,
  -- Names the session to the person who has it
  id uuid not null,
  -- Person who signed in; null if an API key did
  person_id uuid,
  -- Kind of the sign-in: api-key, link, mail or oidc
  method text not null,
  -- Browser that signed in, as it calls itself
  user_agent text,
  -- ID token of the sign-in provider, sealed; it signs out there, too
  provider_token text,
  constraint ui_sessions_id UNIQUE (organization_id, id),
  constraint ui_sessions_token UNIQUE (token_hash),
  constraint ui_sessions_pkey PRIMARY KEY (organization_id, token_hash),
  constraint ui_sessions_api_key FOREIGN KEY (organization_id, api_key_id) REFERENCES api_keys(organization_id, id) ON DELETE CASCADE,
  constraint ui_sessions_person FOREIGN KEY (organization_id, person_id) REFERENCES people(organization_id, id) ON DELETE CASCADE,
  constraint ui_sessions_who CHECK (((api_key_id IS NOT NULL) OR (person_id IS NOT NULL)))
);
CREATE INDEX ui_sessions_by_end ON public.ui_sessions USING btree (expires_at);
CREATE INDEX ui_sessions_by_key ON public.ui_sessions USING btree (organization_id, api_key_id);
CREATE INDEX ui_sessions_by_person ON public.ui_sessions USING btree (organization_id, person_id);

-- How often data products were used: sums of spans, one row for each day and user
create table usage_days (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- UTC day on which the spans started
  day date not null,
  -- Data product
  product_id text collate "C" not null,
  -- Output port as the span names it, or empty
  port text collate "C" not null,
  -- User as the span names them, or empty
  user_name text collate "C" not null,
  -- Access that was used, or empty
  access_id text collate "C" not null,
  -- Team that holds this access, or empty
  team_id text collate "C" not null,
  -- Number of spans
  count bigint not null,
  -- Sum of their rows
  rows bigint not null,
  constraint usage_days_pkey PRIMARY KEY (organization_id, product_id, day, port, user_name, access_id, team_id)
);
CREATE INDEX usage_days_by_day ON public.usage_days USING btree (day);

-- Spans of OpenTelemetry that say who used a data product
create table usage_spans (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Id of the span, 16 hexadecimal digits
  span_id text collate "C" not null,
  -- Start of the span
  started_at timestamp(3) with time zone not null,
  -- Data product
  product_id text collate "C" not null,
  -- Output port as the span names it, or empty
  port text collate "C" not null,
  -- User as the span names them, or empty
  user_name text collate "C" not null,
  -- Access that was used, or empty
  access_id text collate "C" not null,
  -- Team that holds this access, or empty
  team_id text collate "C" not null,
  -- Data contract; empty if the span names none
  contract_id text collate "C" not null,
  -- Name of the instrumentation scope, or empty
  scope_name text collate "C" not null,
  -- Rows that the user got
  rows bigint not null,
  -- Resource of the span as JSON
  resource text not null,
  -- Instrumentation scope as JSON
  scope text not null,
  -- The span as JSON
  span text not null,
  -- When it was received last
  received_at timestamp(3) with time zone not null,
  constraint usage_spans_pkey PRIMARY KEY (organization_id, span_id, started_at)
);
CREATE INDEX usage_spans_by_product ON ONLY public.usage_spans USING btree (organization_id, product_id, started_at, span_id);
CREATE INDEX usage_spans_by_time ON ONLY public.usage_spans USING btree (organization_id, started_at, span_id);

-- What was, or is to be, sent to a webhook, one row for each event
create table webhook_deliveries (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Webhook that it is for
  webhook_id text collate "C" not null,
  -- UUIDv7
  id uuid not null,
  -- Event; the webhook-id of every attempt
  event_id uuid not null,
  -- Its position in the feed; null for a test
  event_seq bigint,
  -- Its type, without prefix
  event_type text not null,
  -- Kind of what changed
  subject_kind text not null,
  -- What changed; its events are sent in order
  subject_id text collate "C" not null,
  -- pending, delivered or failed
  status text not null default 'pending'::text,
  -- How often it was sent in all
  attempts integer not null default 0,
  -- Failures since first_failed_at
  failures integer not null default 0,
  -- Since when it fails
  first_failed_at timestamp(3) with time zone,
  -- Not before (business time)
  next_attempt_at timestamp(3) with time zone not null,
  -- HTTP status of the last answer
  last_status integer,
  -- Why the last attempt failed
  last_error text,
  -- Beginning of the last answer
  last_answer text,
  -- When it was first sent
  first_attempt_at timestamp(3) with time zone,
  -- When it was last sent
  last_attempt_at timestamp(3) with time zone,
  -- When the receiver took it
  delivered_at timestamp(3) with time zone,
  -- Work that sends it, as long as that runs
  sending_by uuid,
  -- When that work began to
  sending_since timestamp(3) with time zone,
  -- Raised when it is made due anew: what was sent before decides nothing any more
  generation integer not null default 0,
  -- When the event became a delivery
  created_at timestamp(3) with time zone not null,
  -- Headers of the last request without secrets, and the digest of its body
  last_request json,
  -- Headers of the last answer, and whether its body is cut
  last_response json,
  -- Time from the last request to its answer
  last_duration_ms integer,
  -- Replay that made it; null for events as they came
  replay_id uuid,
  constraint webhook_deliveries_pkey PRIMARY KEY (organization_id, webhook_id, id),
  constraint webhook_deliveries_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint webhook_deliveries_webhook FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks(organization_id, id) ON DELETE CASCADE,
  constraint webhook_deliveries_status CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX webhook_deliveries_by_status ON public.webhook_deliveries USING btree (organization_id, webhook_id, status, id);
CREATE INDEX webhook_deliveries_by_time ON public.webhook_deliveries USING brin (created_at);
CREATE INDEX webhook_deliveries_failing ON public.webhook_deliveries USING btree (organization_id, webhook_id, first_failed_at) WHERE ((status = 'pending'::text) AND (first_failed_at IS NOT NULL));
CREATE INDEX webhook_deliveries_of_event ON public.webhook_deliveries USING btree (organization_id, event_id);
CREATE INDEX webhook_deliveries_of_replay ON public.webhook_deliveries USING btree (organization_id, webhook_id, replay_id, status) WHERE (replay_id IS NOT NULL);
CREATE INDEX webhook_deliveries_pending ON public.webhook_deliveries USING btree (organization_id, webhook_id, subject_kind, subject_id, event_seq NULLS FIRST, id) WHERE (status = 'pending'::text);
CREATE INDEX webhook_deliveries_sending ON public.webhook_deliveries USING btree (organization_id, webhook_id) WHERE (sending_by IS NOT NULL);

-- Subjects of which something waits for a webhook; each is sent in order
create table webhook_lines (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Webhook that it waits for
  webhook_id text collate "C" not null,
  -- Kind of what changed
  subject_kind text not null,
  -- What changed
  subject_id text collate "C" not null,
  -- When the first of what waits may be sent
  due_at timestamp(3) with time zone not null,
  -- Work that sends it, as long as that runs
  sender uuid,
  constraint webhook_lines_pkey PRIMARY KEY (organization_id, webhook_id, subject_kind, subject_id),
  constraint webhook_lines_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint webhook_lines_webhook FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks(organization_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_lines_due ON public.webhook_lines USING btree (organization_id, webhook_id, due_at);

-- Requests to send events of the feed again to a webhook
create table webhook_replays (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Webhook that receives them
  webhook_id text collate "C" not null,
  -- UUIDv7
  id uuid not null,
  -- Position of the first event
  from_seq bigint not null,
  -- Position of the last event
  to_seq bigint not null,
  -- Position up to which deliveries exist
  cursor_seq bigint not null,
  -- Types of events without prefix; * at the end stands for any letters
  events text[] not null,
  -- Number of events when it was requested
  planned integer not null,
  -- Number of deliveries made
  queued integer not null default 0,
  -- done: all deliveries exist
  state text not null,
  -- Who requested it
  principal text not null,
  -- When it was requested
  created_at timestamp(3) with time zone not null,
  -- When its last delivery was made, or it was cancelled
  ended_at timestamp(3) with time zone,
  constraint webhook_replays_pkey PRIMARY KEY (organization_id, webhook_id, id),
  constraint webhook_replays_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint webhook_replays_webhook FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks(organization_id, id) ON DELETE CASCADE,
  constraint webhook_replays_state CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'cancelled'::text])))
);
CREATE UNIQUE INDEX webhook_replays_running ON public.webhook_replays USING btree (organization_id, webhook_id) WHERE (state = 'running'::text);

-- Addresses that events are sent to
create table webhooks (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- Identifier chosen by the caller
  id text collate "C" not null,
  -- The webhook as sent, as JSON without its secret; sealed under SECRET_KEY
  body text not null,
  -- Types of events without prefix; * stands for any letters at the end
  events text[] not null,
  -- False: events wait behind the cursor
  enabled boolean not null,
  -- Signs what is sent; sealed under SECRET_KEY
  secret text not null,
  -- The one before, sealed; signs too for a while
  previous_secret text,
  -- Until when it does
  previous_secret_until timestamp(3) with time zone,
  -- Position in the feed up to which events became deliveries
  cursor_seq bigint not null,
  -- Why nothing is sent
  paused_reason text,
  -- Since when nothing is sent; null while all is well
  paused_at timestamp(3) with time zone,
  -- Raised when somebody changes or resumes it: what was sent before does not pause it
  generation integer not null default 0,
  -- When it was first written
  created_at timestamp(3) with time zone not null,
  -- When it was last written
  updated_at timestamp(3) with time zone not null,
  -- Whose events it gets; cursor_seq is a position of that feed
  feed text not null default 'catalog'::text,
  constraint webhooks_pkey PRIMARY KEY (organization_id, id),
  constraint webhooks_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint webhooks_feed CHECK ((feed = ANY (ARRAY['catalog'::text, 'messaging'::text])))
);

-- Something to do, now or later: the truth that queues are filled from
create table work (
  -- UUIDv7
  id uuid not null,
  -- Organization; null for work of the installation
  organization_id uuid,
  -- Kind of work = name of its queue
  kind text not null,
  -- Job within the kind
  job text not null,
  -- At most one QUEUED row per organization, kind and key
  key text not null,
  -- What the work is about, for people who look
  subject_id text,
  -- Typed input of the job: ids, never secrets
  payload json not null,
  -- QUEUED, RUNNING, DONE, FAILED or CANCELLED
  state text not null default 'QUEUED'::text,
  -- Number of the current or next attempt
  attempt integer not null default 1,
  -- Set at the claim from the kind of work
  max_attempts integer,
  -- Raised by each claim; writes must name the current one
  fence bigint not null default '0'::bigint,
  -- Not before (business time)
  available_at timestamp(3) with time zone not null,
  -- When a queue was last told of this attempt
  dispatched_at timestamp(3) with time zone,
  -- Until when the worker is believed alive
  lease_until timestamp(3) with time zone,
  -- When this attempt is given up even if the worker lives
  deadline_at timestamp(3) with time zone,
  -- Since when it should stop
  cancel_requested_at timestamp(3) with time zone,
  -- What the job last said about itself
  progress json,
  -- Why the last attempt ended without success
  last_error text,
  -- When it was requested
  created_at timestamp(3) with time zone not null,
  -- When the current attempt began
  started_at timestamp(3) with time zone,
  -- When it ended for good
  finished_at timestamp(3) with time zone,
  -- Span that requested it, as in W3C Trace Context; null without one
  traceparent text,
  constraint work_pkey PRIMARY KEY (id),
  constraint work_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint work_state CHECK ((state = ANY (ARRAY['QUEUED'::text, 'RUNNING'::text, 'DONE'::text, 'FAILED'::text, 'CANCELLED'::text])))
);
CREATE INDEX work_dispatched ON public.work USING btree (dispatched_at) WHERE ((state = 'QUEUED'::text) AND (dispatched_at IS NOT NULL));
CREATE INDEX work_finished ON public.work USING brin (finished_at);
CREATE UNIQUE INDEX work_queued_once ON public.work USING btree (organization_id, kind, key) NULLS NOT DISTINCT WHERE (state = 'QUEUED'::text);
CREATE INDEX work_running ON public.work USING btree (lease_until) WHERE (lease_until IS NOT NULL);
CREATE INDEX work_to_dispatch ON public.work USING btree (kind, available_at) WHERE ((state = 'QUEUED'::text) AND (dispatched_at IS NULL));
CREATE INDEX work_unsuccessful ON public.work USING btree (state, kind, finished_at) WHERE (state = ANY (ARRAY['FAILED'::text, 'CANCELLED'::text]));
CREATE INDEX work_with_error ON public.work USING btree (id) WHERE (last_error IS NOT NULL);

-- Attempts of work that ended without success; the others leave no row
create table work_attempts (
  -- Work that was attempted
  work_id uuid not null,
  -- Claim under which it was attempted
  fence bigint not null,
  -- Number of the attempt
  attempt integer not null,
  -- RETRIED: put back in the queue; FAILED and CANCELLED: the end of the work
  outcome text not null,
  -- Why it ended
  error text,
  -- When it was claimed
  started_at timestamp(3) with time zone,
  -- When it ended
  ended_at timestamp(3) with time zone not null,
  constraint work_attempts_pkey PRIMARY KEY (work_id, fence),
  constraint work_attempts_work_id_foreign FOREIGN KEY (work_id) REFERENCES work(id) ON DELETE CASCADE,
  constraint work_attempts_outcome CHECK ((outcome = ANY (ARRAY['RETRIED'::text, 'FAILED'::text, 'CANCELLED'::text])))
);
CREATE INDEX work_attempts_by_end ON public.work_attempts USING btree (ended_at);

-- Each piece of work of a batch, with what became of it
create table work_batch_rows (
  -- Organization of the batch
  organization_id uuid not null,
  -- The batch
  batch_id uuid not null,
  -- The work, which retention may have deleted
  work_id uuid not null,
  -- waiting, done, refused or failed
  outcome text not null default 'waiting'::text,
  -- Why it was refused or failed
  reason text,
  -- When it was handled
  handled_at timestamp(3) with time zone,
  constraint work_batch_rows_pkey PRIMARY KEY (organization_id, batch_id, work_id),
  constraint work_batch_rows_batch FOREIGN KEY (organization_id, batch_id) REFERENCES work_batches(organization_id, id) ON DELETE CASCADE,
  constraint work_batch_rows_outcome CHECK ((outcome = ANY (ARRAY['waiting'::text, 'done'::text, 'refused'::text, 'failed'::text])))
);
CREATE INDEX work_batch_rows_waiting ON public.work_batch_rows USING btree (organization_id, batch_id, work_id) WHERE (outcome = 'waiting'::text);

-- One retry or cancellation of many pieces of work, done in waves
create table work_batches (
  -- Organization the row belongs to
  organization_id uuid not null,
  -- UUIDv7
  id uuid not null,
  -- retry or cancel
  action text not null,
  -- Filter that chose the work
  filter json not null,
  -- Number of its pieces of work
  total integer not null,
  -- Pieces that were retried or cancelled
  done integer not null default 0,
  -- Pieces whose state did not allow it
  refused integer not null default 0,
  -- Pieces that met an unexpected error
  failed integer not null default 0,
  -- Who requested it, e.g. api-key:<id>
  requested_by text not null,
  -- Request that began it
  request_id text,
  -- When it was requested
  created_at timestamp(3) with time zone not null,
  -- When it was stopped; the rest stays as it is
  stopped_at timestamp(3) with time zone,
  -- When it was stopped, or its last piece was handled
  ended_at timestamp(3) with time zone,
  constraint work_batches_pkey PRIMARY KEY (organization_id, id),
  constraint work_batches_organization_id_foreign FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint work_batches_action CHECK ((action = ANY (ARRAY['retry'::text, 'cancel'::text])))
);
CREATE INDEX work_batches_open ON public.work_batches USING btree (created_at) WHERE (ended_at IS NULL);

-- Numbers of the work of each kind, written together with those of the installation
create table work_minutes (
  -- End of the minute
  at timestamp(3) with time zone not null,
  -- Kind of work
  kind text not null,
  -- Due and waiting at its end
  waiting integer not null,
  -- Running at its end
  running integer not null,
  -- Age of the oldest due work at its end
  oldest_seconds real not null,
  -- Attempts that started in this minute, of work that runs or has ended
  started integer not null,
  -- Sum of their times from due to start
  start_lag_seconds real not null,
  -- Done in this minute
  done integer not null,
  -- Failed for good in this minute
  failed integer not null,
  constraint work_minutes_pkey PRIMARY KEY (at, kind)
);
