import Koa from 'koa';
import { Pool } from 'pg';
import getRawBody from 'raw-body';

/** The limit for the API: only Koa and pg with prepared statements. */
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query('create table if not exists bare (id text primary key, body json not null)');

const upsert =
  'insert into bare (id, body) values ($1, $2) on conflict (id) do update set body = excluded.body';
const select = 'select body::text as body from bare where id = $1';

const app = new Koa();
app.use(async (ctx) => {
  const id = ctx.path.slice(ctx.path.lastIndexOf('/') + 1);
  if (ctx.method === 'PUT') {
    const text = (await getRawBody(ctx.req, { length: ctx.length ?? null, limit: '5mb' })).toString(
      'utf8',
    );
    JSON.parse(text);
    await pool.query({ name: 'upsert', text: upsert, values: [id, text] });
    ctx.body = '';
    return;
  }
  const { rows } = await pool.query<{ body: string }>({
    name: 'select',
    text: select,
    values: [id],
  });
  ctx.type = 'application/json';
  ctx.body = rows[0]?.body;
});

const server = app.listen(0, '127.0.0.1', () => process.send?.(server.address()));
