import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'

/** The Debian packages, each by a program of it. */
const packages: Readonly<Record<string, string>> = {
  patroni: '/usr/bin/patroni',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd/__init__.py',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  iproute2: '/sbin/ip',
}

/** Why the machines cannot be made here; null where they can. */
export async function missingHere({ install }: { install: boolean }): Promise<string | null> {
  if (process.platform !== 'linux' || process.getuid!() !== 0)
    return 'failover makes network namespaces: run it as root on Linux.'
  if (install && missing().length > 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await once(spawn('apt-get', ['install', '--yes', ...missing()], { env, stdio: 'inherit' }), 'exit')
  }
  const names = missing()
  if (names.length === 0) return null
  return `failover needs Debian’s ${names.join(', ')}: run it with --install, or apt-get install ${names.join(' ')}`
}

function missing(): string[] {
  return Object.entries(packages).flatMap(([name, program]) => (existsSync(program) ? [] : [name]))
}
