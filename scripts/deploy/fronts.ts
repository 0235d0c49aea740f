import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Where a front listens, and the two nodes behind it, as `host:port`. */
export type Places = {
  readonly port: number
  readonly plainPort: number
  readonly players: readonly [string, string]
  readonly operators: readonly [string, string]
}

/** A web server in front of the nodes, with the configuration from `deploy/`. */
export type Front = {
  readonly name: string
  /** Writes the configuration with other addresses, ports and folders, and nothing else changed. */
  write(folder: string, places: Places): Promise<string>
  command(file: string): [program: string, ...args: string[]]
}

export const hosts = { players: 'play.example', operators: 'console.example' } as const

/** One certificate of our own for both names. */
export async function makeCertificate(folder: string): Promise<void> {
  const names = Object.values(hosts)
  const subject = [
    '-subj',
    `/CN=${names[0]}`,
    '-addext',
    `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`,
  ]
  const key = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    join(folder, 'key.pem'),
  ]
  const out = ['-days', '2', '-out', join(folder, 'cert.pem')]
  await promisify(execFile)('openssl', ['req', '-x509', ...key, ...subject, ...out])
}

/** Replaces each text, which must be there: what is tried must stay what is in `deploy/`. */
function replaced(text: string, pairs: readonly (readonly [string | RegExp, string])[]): string {
  return pairs.reduce((now, [from, to]) => {
    const next = now.replaceAll(from, to)
    if (next === now) throw new Error(`the configuration has no ${String(from)} any more`)
    return next
  }, text)
}

const nodesOf = ({ players, operators }: Places) =>
  [
    ['10.0.0.11:3000', players[0]],
    ['10.0.0.12:3000', players[1]],
    ['10.0.0.11:3001', operators[0]],
    ['10.0.0.12:3001', operators[1]],
  ] as const

const template = (path: string) => readFile(join(import.meta.dirname, '../../deploy', path), 'utf8')

export const nginx: Front = {
  name: 'nginx',
  write: async (folder, places) => {
    const file = join(folder, 'nginx.conf')
    const text = replaced(await template('nginx/nginx.conf'), [
      ...nodesOf(places),
      ['listen 80 ', `listen 127.0.0.1:${places.plainPort} `],
      ['listen 443 ', `listen 127.0.0.1:${places.port} `],
      ['/run/nginx.pid', join(folder, 'nginx.pid')],
      ['/var/log/nginx/', `${folder}/`],
      [/\/etc\/ssl\/clearball\/[a-z.]+\.pem/g, join(folder, 'cert.pem')],
      [/\/etc\/ssl\/clearball\/[a-z.]+\.key/g, join(folder, 'key.pem')],
    ])
    await writeFile(file, text)
    return file
  },
  command: (file) => ['nginx', '-c', file, '-g', 'daemon off;'],
}

export const caddy: Front = {
  name: 'Caddy',
  write: async (folder, places) => {
    const file = join(folder, 'Caddyfile')
    const own = `bind 127.0.0.1\n\ttls ${join(folder, 'cert.pem')} ${join(folder, 'key.pem')}`
    const site = (name: string) => [`\n${name} {`, `\nhttps://${name}:${places.port} {\n\t${own}`] as const
    const text = replaced(await template('caddy/Caddyfile'), [
      ...nodesOf(places),
      ...Object.values(hosts).map(site),
      ['\tadmin off\n', `\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system ${folder}\n`],
    ])
    await writeFile(file, text)
    return file
  },
  command: (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
}
