import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Imports, arrows, circles, readImports } from './imports.ts'
import { type Layers, folderOf, serverLayers, upwardArrows, zones } from './layers.ts'

/** Prints what imports what: layers, arrows between folders, circles, arrows upwards and the sizes of files. */

const print = (text = '') => process.stdout.write(`${text}\n`)

/** Folders come in the order of their files, which are read sorted. */
function printArrows(imports: Imports): void {
  for (const [from, to] of arrows(imports, dirname)) {
    const targets = [...to].map(([folder, count]) => `${folder} ${count}`)
    if (targets.length > 0) print(`  ${from} → ${targets.join(', ')}`)
  }
}

function printLayers(title: string, imports: Imports, layers: Layers): void {
  print(`${title}, the lowest first`)
  for (const folders of layers.layers) print(`  ${folders.map((each) => each || `${layers.below}/*.ts`).join(', ')}`)
  const inside = new Map([...imports].filter(([file]) => folderOf(file, layers) !== null))
  const upward = upwardArrows(inside, layers)
  print(`  arrows upwards: ${upward.length}`)
  for (const each of upward) print(`    ${each}`)
  print()
}

async function printSizes(files: readonly string[]): Promise<void> {
  const written = files.filter((path) => !path.endsWith('.generated.ts'))
  const sizes = await Promise.all(
    written.map(async (path) => ({ path, lines: (await readFile(path, 'utf8')).split('\n').length - 1 })),
  )
  sizes.sort((a, b) => a.lines - b.lines)
  const at = (share: number) => sizes[Math.floor((sizes.length - 1) * share)]!.lines
  const largest = sizes.at(-1)!
  print(
    `Lines in ${sizes.length} files: median ${at(0.5)}, p95 ${at(0.95)}, largest ${largest.lines} (${largest.path})`,
  )
}

const imports = await readImports(zones.layers.flat())

printLayers('Zones', imports, zones)
printLayers('Layers of the server', imports, serverLayers)
print('Arrows between folders, with the number of imports')
printArrows(imports)
print()
const found = circles(imports)
print(`Circles: ${found.length}`)
for (const files of found)
  print(`  ${files.length} files: ${files.slice(0, 8).join(', ')}${files.length > 8 ? ', …' : ''}`)
print()
await printSizes([...imports.keys()])
