import Koa from 'koa';
import { Pool } from 'pg';
import getRawBody from 'raw-body';

/** The limit for sending messages: Koa and pg, a form, and a transaction that inserts one row. */
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query(`create table if not exists bare_messages (
  organization_id uuid not null, id text not null, position bigint generated always as identity,
  conversation_id text not null, contact_id text not null, message text not null,
  created_at timestamptz(3) not null, primary key (organization_id, id),
  unique (organization_id, conversation_id, position))`);

const insert = `insert into bare_messages (organization_id, id, conversation_id, contact_id, message, created_at)
  values ($1, $2, $3, $4, $5, $6)`;
const organizationId = '00000000-0000-7000-8000-000000000000';

async function store(message: { id: string; conversation_id: string; message: string }, now: Date) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const values = [
      organizationId,
      message.id,
      message.conversation_id,
      'contact',
      message.message,
      now,
    ];
    await client.query({ name: 'insert', text: insert, values });
    await client.query('commit');
  } finally {
    client.release();
  }
}

const app = new Koa();
app.use(async (ctx) => {
  const text = (await getRawBody(ctx.req, { length: ctx.length ?? null, limit: '5mb' })).toString(
    'utf8',
  );
  const form = new URLSearchParams(text);
  const message = {
    id: crypto.randomUUID(),
    conversation_id: form.get('conversation_id') ?? '',
    message: form.get('message') ?? '',
  };
  const now = new Date();
  await store(message, now);
  ctx.type = 'application/json';
  ctx.body = JSON.stringify({ ...message, created_at: Math.floor(now.getTime() / 1000) });
});

const server = app.listen(0, '127.0.0.1', () => process.send?.(server.address()));
