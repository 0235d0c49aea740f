import { existsSync } from 'node:fs'
import { schemaFiles } from '#server/db/schema-files'
import { type SchemaState, newerSchema, schemaStateQuery } from '#server/db/schema-state'
import { serverProblem } from '#server/db/migrate'
import type { Config } from '#server/world/config'
import { connectionsOfNode } from '#server/worker-share'
import { type Check, fail, ok, row, sizeText, warn } from './check.ts'
import { diskFinding } from './machine-checks.ts'

/** Without the log-in, which stands before the @. */
const hostsOf = ({ databaseUrl }: Config) => {
  const hosts = databaseUrl && /@([^/?]*)/.exec(databaseUrl.reveal())?.[1]
  return hosts ? ` at ${decodeURIComponent(hosts)}` : ', embedded'
}

const database: Check = {
  name: 'database',
  run: async ({ config, owner, app }) => {
    const client = await owner()
    const { version, name } = await row<{ version: string; name: string }>(
      client,
      `select current_setting('server_version') as version, current_database() as name`,
    )
    await (await app()).query('select')
    const problem = serverProblem(version)
    const found = `PostgreSQL ${version}, ${name}${hostsOf(config)}`
    return problem ? fail(found, problem) : ok(found)
  },
}

type Rights = {
  name: string
  is_super: boolean
  may_make: boolean
  may_create: boolean
  is_app: boolean
  is_owner: boolean
}

const rightsOf = `select current_user as name, rolsuper as is_super, rolcreaterole or rolcreatedb as may_make,
    has_schema_privilege('public', 'create') as may_create,
    coalesce((select pg_has_role(oid, 'member') from pg_roles where rolname = 'clearball_app'), false) as is_app,
    pg_has_role((select datdba from pg_database where datname = current_database()), 'member') as is_owner
  from pg_roles where rolname = current_user`

const roles: Check = {
  name: 'roles',
  run: async ({ owner, app }) => {
    const [its, apps] = [await row<Rights>(await owner(), rightsOf), await row<Rights>(await app(), rightsOf)]
    if (!its.may_create)
      return fail(`${its.name} may not change the schema`, 'Let DATABASE_OWNER_URL be the database’s owner.')
    if (!apps.is_app)
      return fail(`${apps.name} is not in clearball_app`, `Start once with a new version, or run clearball init.`)
    if (its.name === apps.name)
      return warn(
        `${its.name} is owner and app at once`,
        'Give the app a log-in of its own; clearball init makes both.',
      )
    const power = [
      apps.is_super && 'is a superuser',
      apps.may_make && 'may create roles or databases',
      apps.may_create && 'may change the schema',
      apps.is_owner && 'acts as the owner',
    ].filter(Boolean)
    return power.length > 0
      ? fail(
          `${apps.name} ${power.join(', ')}`,
          'Take that from the app’s log-in: it must not alter what proves its work.',
        )
      : ok(`${its.name} owns the schema, ${apps.name} cannot change it`)
  },
}

const schema: Check = {
  name: 'schema',
  run: async ({ owner, config }) => {
    const client = await owner()
    const { is_there: isThere } = await row<{ is_there: boolean }>(
      client,
      `select to_regclass('public.schema_migration') is not null as is_there`,
    )
    if (!isThere) return warn('empty', 'The first start builds it.')
    const state = await row<SchemaState>(client, schemaStateQuery)
    const { is_demo: isDemo } = await row<{ is_demo: boolean }>(client, 'select is_demo from public.house')
    if (isDemo !== (config.mode === 'demo'))
      return fail(
        `made for ${isDemo ? 'play' : 'real'} money, and MODE is ${config.mode}`,
        'Set MODE or DATABASE_URL right.',
      )
    const newer = newerSchema(state, schemaFiles)
    if (newer) return (newer.mayServe ? warn : fail)(newer.words, 'Start the newer release.')
    const due = schemaFiles.migrations.length - state.version
    return due > 0 ? warn(`${due} migrations behind`, 'The next start applies them.') : ok(`version ${state.version}`)
  },
}

const durability: Check = {
  name: 'durability',
  run: async ({ owner }) => {
    const now = await row<Record<string, string>>(
      await owner(),
      `select current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
        current_setting('synchronous_commit') as synchronous_commit, current_setting('data_checksums') as data_checksums`,
    )
    const off = ['fsync', 'full_page_writes', 'synchronous_commit'].filter((name) => now[name] === 'off')
    if (off.length > 0)
      return fail(`${off.join(' and ')} off`, 'Set them on: a crash would lose bets that have receipts.')
    if (now.data_checksums !== 'on')
      return warn(
        'data_checksums off',
        'Stop the server and run pg_checksums --enable: a disk that returns other bytes is noticed.',
      )
    return ok(`fsync, full_page_writes and data_checksums on, synchronous_commit ${now.synchronous_commit}`)
  },
}

type Standby = { name: string; sync_state: string; state: string; lag_s: string | null }

const replication: Check = {
  name: 'replication',
  run: async ({ owner, config }) => {
    const client = await owner()
    const { names, is_standby: isStandby } = await row<{ names: string; is_standby: boolean }>(
      client,
      `select current_setting('synchronous_standby_names') as names, pg_is_in_recovery() as is_standby`,
    )
    if (isStandby) return fail('this server is a standby', 'Let DATABASE_URL name the primary, or all hosts.')
    const { rows } = await client.query<Standby>(
      `select coalesce(application_name, '?') as name, coalesce(sync_state, '?') as sync_state, coalesce(state, '?') as state,
        extract(epoch from replay_lag)::integer as lag_s from pg_stat_replication`,
    )
    const { rows: slots } = await client.query<{ slot_name: string; kept: string | null }>(
      `select slot_name, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::text as kept
      from pg_replication_slots where not active`,
    )
    const lost = slots.filter(({ kept }) => Number(kept ?? 0) > 2 ** 30)
    if (lost.length > 0)
      return fail(
        `the unused slot ${lost[0]!.slot_name} keeps ${sizeText(Number(lost[0]!.kept))} of WAL`,
        'Bring its standby back, or drop the slot: the disk fills up.',
      )
    const list = rows
      .map((each) => `${each.name} ${each.sync_state} ${each.state}, ${each.lag_s ?? 0} s behind`)
      .join('; ')
    if (names && !rows.some(({ sync_state }) => ['sync', 'quorum'].includes(sync_state)))
      return fail(
        `synchronous_standby_names = ${names}, and none is connected${list ? `: ${list}` : ''}`,
        'Bring a standby back: commits wait for it.',
      )
    if (rows.some(({ lag_s }) => Number(lag_s ?? 0) > 60)) return warn(list, 'See why the standby is slow.')
    if (rows.length === 0)
      return config.mode === 'demo'
        ? ok('no standby')
        : warn('no standby', 'With this machine its newest bets are lost; see docs/operating.md, “A standby”.')
    return names
      ? ok(list)
      : warn(
          `${list}; none is synchronous`,
          'Set synchronous_standby_names: a promoted standby may lack the newest bets.',
        )
  },
}

const archiving: Check = {
  name: 'WAL archive',
  run: async ({ owner, config }) => {
    const now = await row<{ mode: string; last: Date | null; failed: Date | null; wal: string | null }>(
      await owner(),
      `select current_setting('archive_mode') as mode, last_archived_time as last, last_failed_time as failed,
        last_failed_wal as wal from pg_stat_archiver`,
    )
    if (now.mode === 'off')
      return config.mode === 'demo'
        ? ok('off')
        : warn('archive_mode off', 'Archive the WAL: a backup alone loses what came after it.')
    if (now.failed && (!now.last || now.failed > now.last))
      return fail(
        `archiving ${now.wal} failed at ${now.failed.toISOString()}`,
        'Mend archive_command: WAL piles up and fills the disk.',
      )
    return ok(now.last ? `last segment at ${now.last.toISOString()}` : 'on; nothing archived yet')
  },
}

const collation: Check = {
  name: 'collation',
  run: async ({ owner }) => {
    const { was, is } = await row<{ was: string | null; is: string | null }>(
      await owner(),
      `select datcollversion as was, pg_database_collation_actual_version(oid) as is from pg_database
      where datname = current_database()`,
    )
    return was === is
      ? ok(was ? `version ${was}` : 'bytewise')
      : fail(
          `the database was made with version ${was}, and the system has ${is}`,
          'Rebuild its indexes (REINDEX DATABASE), then ALTER DATABASE … REFRESH COLLATION VERSION, by the administrator.',
        )
  },
}

const connections: Check = {
  name: 'connections',
  run: async ({ owner, config }) => {
    const client = await owner()
    const { most, taken } = await row<{ most: number; taken: number }>(
      client,
      `select current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer as most,
        (select count(*)::integer from pg_stat_activity where backend_type = 'client backend' and usename <> $1) as taken`,
      [
        config.databaseUrl
          ? decodeURIComponent(new URL(config.databaseUrl.reveal().replace(/,[^/]*/, '')).username)
          : '',
      ],
    )
    const { nodes } = await row<{ nodes: number }>(
      client,
      `select count(*)::integer as nodes from node where seen_at > now() - interval '10 seconds'`,
    ).catch(() => ({ nodes: 0 }))
    const each = connectionsOfNode(config)
    const found = `${each} for a node like this, ${Math.max(1, nodes)} running, ${most} allowed, ${taken} taken by others`
    return each * Math.max(1, nodes) + taken > most
      ? fail(found, 'Raise max_connections, or lower DATABASE_POOL.')
      : each * (Math.max(1, nodes) + 1) + taken > most
        ? warn(found, 'One more node would not fit: raise max_connections.')
        : ok(found)
  },
}

/** Half and three quarters of what PostgreSQL can count before it stops taking writes. */
const [agedXids, oldXids] = [1_000_000_000, 1_500_000_000]

const space: Check = {
  name: 'database size',
  run: async ({ owner }) => {
    const now = await row<{ size: string; age: number; folder: string | null }>(
      await owner(),
      `select pg_database_size(current_database())::text as size, age(datfrozenxid) as age,
        (select setting from pg_settings where name = 'data_directory') as folder
      from pg_database where datname = current_database()`,
    )
    const size = sizeText(Number(now.size))
    if (now.age > oldXids)
      return fail(`${size}; transaction numbers run out`, 'Let autovacuum freeze: see what holds it up.')
    if (now.age > agedXids) return warn(`${size}; autovacuum is far behind`, 'See what holds it up.')
    if (!now.folder || !existsSync(now.folder)) return ok(`${size}; its disk is on another machine`)
    const disk = await diskFinding(now.folder)
    return { ...disk, found: `${size}; ${disk.found}` }
  },
}

export const databaseChecks = [
  database,
  roles,
  schema,
  durability,
  replication,
  archiving,
  collation,
  connections,
  space,
]
