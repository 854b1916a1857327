import type { Sql } from 'postgres'

/** The schema as text, the same on every supported Postgres: columns, constraints, indexes, functions, triggers. */
export async function describeSchema(sql: Sql): Promise<string> {
  const columns = await sql<Array<{ line: string }>>`
    select format(
      'column %s.%s %s%s%s',
      c.relname,
      a.attname,
      format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then ' not null' else '' end,
      case
        when a.attgenerated <> '' then format(' generated as (%s)', pg_get_expr(d.adbin, d.adrelid))
        when d.adbin is not null then format(' default %s', pg_get_expr(d.adbin, d.adrelid))
        else ''
      end
    ) as line
    from pg_class as c
    join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef as d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
    order by c.relname, a.attnum
  `
  // Postgres 18 also lists each "not null" as a constraint; the columns above cover those on every version.
  const constraints = await sql<Array<{ line: string }>>`
    select format('constraint %s.%s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line
    from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n'
    order by conrelid::regclass::text, conname
  `
  const indexes = await sql<Array<{ line: string }>>`
    select format('index %s', indexdef) as line
    from pg_indexes
    where schemaname = 'public'
    order by indexname
  `
  // Without functions of extensions, which differ between their versions.
  const functions = await sql<Array<{ line: string }>>`
    select pg_get_functiondef(oid) as line
    from pg_proc
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    order by proname
  `
  const triggers = await sql<Array<{ line: string }>>`
    select pg_get_triggerdef(oid) as line
    from pg_trigger
    where not tgisinternal
    order by tgname
  `
  return [...columns, ...constraints, ...indexes, ...functions, ...triggers]
    .map(({ line }) => `${line.trim()}\n`)
    .join('')
}
