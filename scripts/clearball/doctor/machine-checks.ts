import { existsSync } from 'node:fs'
import { access, constants, mkdir, readFile, stat, statfs } from 'node:fs/promises'
import { isIP } from 'node:net'
import { dirname } from 'node:path'
import { alteredFiles } from '#server/services/release/watch'
import { releaseRoot } from '#server/services/release/manifest'
import { newestDated } from '../backup/dated.ts'
import { readManifest } from '../backup/manifest.ts'
import { lackOf } from '../backup/pictures.ts'
import { type Check, type Finding, fail, messageOf, ok, sizeText, warn } from './check.ts'

const node: Check = {
  name: 'node',
  run: async () => {
    const { version } = process
    return Number.parseInt(version.slice(1), 10) >= 24
      ? ok(version)
      : fail(version, 'Run it with npm start or npx, which use the Node 24 of the packages.')
  },
}

const envFile: Check = {
  name: 'environment file',
  run: async ({ envFile: file }) => {
    if (!file) return ok('none named; the settings are those of the environment')
    const { mode } = await stat(file)
    return mode & 0o077
      ? warn(`${file} can be read by others (mode ${(mode & 0o777).toString(8)})`, `chmod 600 ${file}`)
      : ok(`${file}, for its owner only`)
  },
}

const release: Check = {
  name: 'release',
  run: async ({ config }) => {
    if (!config.selfCheck) return warn('SELF_CHECK is off', 'Set it on: a release that was altered must move no money.')
    const altered = await alteredFiles(releaseRoot)
    return altered.length === 0
      ? ok('the files are those that were built')
      : fail(
          altered.slice(0, 3).join(', '),
          'Deploy the whole folder again, or npm run build where it is a build machine.',
        )
  },
}

/** Less is soon full; betting stops when it is. */
const [leastBytes, lowBytes] = [200 * 2 ** 20, 5 * 2 ** 30]

export async function diskFinding(folder: string): Promise<Finding> {
  const { bavail, bsize, blocks } = await statfs(folder)
  const [free, all] = [bavail * bsize, blocks * bsize]
  const found = `${sizeText(free)} of ${sizeText(all)} free at ${folder}`
  if (free < leastBytes) return fail(found, 'Make room at once: bets stop when it is full.')
  return free < lowBytes || free < all / 20 ? warn(found, 'Make room, or give it a larger disk.') : ok(found)
}

const dataFolder: Check = {
  name: 'data folder',
  run: async ({ config: { dataFolder: folder } }) => {
    const wasThere = existsSync(folder)
    if (!wasThere) await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
    const { uid } = await stat(folder)
    const me = process.getuid?.() ?? uid
    if (uid !== me)
      return warn(
        `${folder} belongs to user ${uid}, and this is user ${me}`,
        'Run doctor as the user that the server runs as.',
      )
    return diskFinding(folder)
  },
}

/** A node with a thousand listeners, its connections to the database and its files. */
const filesWanted = 10_000

const openFiles: Check = {
  name: 'open files',
  run: async () => {
    const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
    const soft = /^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1]
    if (!soft) return warn('cannot be seen on this system', 'See that ulimit -n is 10,000 or more.')
    return soft === 'unlimited' || Number(soft) >= filesWanted
      ? ok(`${soft} (ulimit -n)`)
      : warn(`${soft} (ulimit -n)`, 'Raise it, for example with LimitNOFILE=65536: live streams take a file each.')
  },
}

const proxies: Check = {
  name: 'proxies',
  run: async ({ config: { publicUrl, trustedProxies, host } }) => {
    const wrong = trustedProxies.filter((each) => !isIP(each.replace(/\/\d{1,3}$/, '')))
    if (wrong.length > 0)
      return fail(`TRUSTED_PROXIES has ${wrong.join(', ')}`, 'Name addresses, such as 10.0.0.1 or 10.0.0.0/8.')
    const isSecure = publicUrl?.startsWith('https:')
    if (isSecure && trustedProxies.length === 0)
      return warn(
        'PUBLIC_URL is https, and no proxy is trusted',
        'Name the proxy in TRUSTED_PROXIES: otherwise all players share one address’s limits.',
      )
    if (trustedProxies.some((each) => each.endsWith('/0')))
      return fail(
        'TRUSTED_PROXIES trusts everybody',
        'Name the proxies alone: anybody could choose the address they are counted by.',
      )
    if (!isSecure && trustedProxies.length > 0 && publicUrl)
      return warn(`${publicUrl} is not https, though a proxy is trusted`, 'Let the proxy speak TLS.')
    return ok(
      trustedProxies.length > 0 ? `${trustedProxies.join(', ')} trusted` : `none; players come to ${host} directly`,
    )
  },
}

const timeZone: Check = {
  name: 'time zone',
  run: async ({ owner }) => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    const { rows } = await (
      await owner()
    ).query<{ zone: string; at: Date }>(
      `select reset_val as zone, clock_timestamp() as at from pg_settings where name = 'TimeZone'`,
    )
    const offMs = Math.abs(rows[0]!.at.getTime() - Date.now())
    const found = `process ${zone}, database ${rows[0]!.zone}; Clearball counts in UTC whatever they are`
    return offMs < 2_000
      ? ok(found)
      : warn(`the database’s clock is ${Math.round(offMs / 1000)} s away from this machine’s`, 'Let NTP keep both.')
  },
}

const auditCopy: Check = {
  name: 'audit copy',
  run: async ({ config: { auditCopy: file, mode } }) => {
    if (!file)
      return mode === 'demo'
        ? ok('none')
        : warn(
            'AUDIT_COPY is not set',
            'Name a file on another machine’s disk: rows cut off the log of actions are found with it.',
          )
    await access(existsSync(file) ? file : dirname(file), constants.W_OK)
    return ok(file)
  },
}

/** A night may be missed; two nights in a row are not chance. */
const backupMostMs = 2 * 24 * 60 * 60_000

const backups: Check = {
  name: 'backups',
  run: async ({ config: { backupFolder: folder, mode } }) => {
    if (!folder)
      return mode === 'demo'
        ? ok('none')
        : warn('BACKUP_DIR is not set', 'Set it to the folder that clearball backup --in is given every night.')
    const newest = await newestDated(folder).catch((error: unknown) => messageOf(error))
    if (typeof newest === 'string') return warn(newest, 'Run doctor as the user that makes the backups.')
    if (!newest) return warn(`none in ${folder}`, `Make one: clearball backup --in ${folder}, every night.`)
    const isOld = Date.now() - newest.at.getTime() > backupMostMs
    if (isOld)
      return warn(`the newest is ${newest.folder}`, 'See why no newer one is made: systemctl status clearball-backup.')
    const lack = lackOf(await readManifest(newest.folder))
    return lack ? warn(`${newest.folder}: ${lack}`, 'Make backups with the DATA_DIR of a node.') : ok(newest.folder)
  },
}

const alarmWebhook: Check = {
  name: 'alarms',
  run: async ({ config: { alarmWebhook: url, mode } }) =>
    url || mode === 'demo'
      ? ok(url ? `posted to ${new URL(url).host}` : 'shown on the desk')
      : warn(
          'ALARM_WEBHOOK is not set',
          'Set it, or let Prometheus watch the metrics: alarms are shown on the desk alone.',
        ),
}

export const machineChecks = [
  node,
  envFile,
  release,
  dataFolder,
  openFiles,
  proxies,
  timeZone,
  auditCopy,
  backups,
  alarmWebhook,
]
