import { readFile, readdir } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'

/** Which files each file imports, types included; paths start at the project's root. */
export type Imports = ReadonlyMap<string, readonly string[]>

const isSource = (path: string) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path)

/**
 * Matches `import … from 'x'`, `export … from 'x'`, `import 'x'` and `import('x')`, but not one that a comment shows.
 */
const importPattern =
  /^\s*(?:import|export)\b[^'"`;]*?['"]([^'"]+)['"]|^(?!\s*(?:\*|\/\/)).*?\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

async function sourcesBelow(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found.flatMap((each) => (each.isFile() ? [join(each.parentPath, each.name)] : [])).filter(isSource)
}

/** Reads every source below the folders, without tests. Imports of anything outside these folders are left out. */
export async function readImports(folders: readonly string[]): Promise<Imports> {
  const files = (await Promise.all(folders.map(sourcesBelow))).flat().sort()
  const known = new Set(files)
  const imports = new Map<string, string[]>()
  for (const file of files) {
    const text = await readFile(file, 'utf8')
    const names = [...text.matchAll(importPattern)].map(([, from, lazy]) => (from ?? lazy)!)
    const found = names.map((name) => resolve(name, file, known)).filter((path) => path !== null)
    imports.set(file, [...new Set(found)].sort())
  }
  return imports
}

function resolve(name: string, file: string, known: ReadonlySet<string>): string | null {
  if (!/^[#.]/.test(name)) return null
  const path = name.startsWith('#') ? `src/${name.slice(1)}` : normalize(join(dirname(file), name))
  return [path, `${path}.ts`, `${path}.tsx`].find((each) => known.has(each)) ?? null
}

/** Groups of files that reach one another: every circle lies inside one of them (Tarjan's algorithm). Largest first. */
export function circles(imports: Imports): string[][] {
  const found: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const visit = (node: string): void => {
    order.set(node, order.size)
    lowest.set(node, order.get(node)!)
    open.push(node)
    for (const next of imports.get(node) ?? []) {
      if (!order.has(next)) visit(next)
      if (open.includes(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!))
    }
    if (lowest.get(node) !== order.get(node)) return
    const group = open.splice(open.indexOf(node))
    if (group.length > 1 || imports.get(node)?.includes(node)) found.push(group.sort())
  }
  for (const node of imports.keys()) if (!order.has(node)) visit(node)
  return found.sort((a, b) => b.length - a.length)
}

/** How many imports lead from each group of files to each other group. */
export function arrows(imports: Imports, groupOf: (file: string) => string): Map<string, Map<string, number>> {
  const between = new Map<string, Map<string, number>>()
  for (const [file, targets] of imports) {
    const from = groupOf(file)
    const to = between.get(from) ?? new Map<string, number>()
    between.set(from, to)
    for (const group of targets.map(groupOf)) if (group !== from) to.set(group, (to.get(group) ?? 0) + 1)
  }
  return between
}
