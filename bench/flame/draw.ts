// node bench/flame/draw.ts PROFILE.cpuprofile GRAPH.svg: draws what `node --cpu-prof` recorded.
import { readFile, writeFile } from 'node:fs/promises'
import type { Profiler } from 'node:inspector'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

type Profile = Profiler.Profile
type Frame = { readonly name: string; readonly kind: Kind; us: number; readonly below: Map<string, Frame> }
type Kind = keyof typeof colours

const colours = { ours: '#f2a65a', package: '#8fb8de', node: '#b9c6ae', engine: '#d3c4d9' }
const legend: Record<Kind, string> = {
  ours: 'ours',
  package: 'packages',
  node: 'Node.js',
  engine: 'engine, collector and system calls',
}
/** Frames with less of the time than this are not drawn; their time shows as that of whoever called them. */
const leastShare = 0.005
const [width, rowHeight, top, charWidth] = [1200, 17, 58, 6.1]
const root = fileURLToPath(new URL('../..', import.meta.url))

/** A flame graph as one SVG file: the widths are shares of the processor time, callers are above what they call, and idle time is left out. */
export function drawFlame(profile: Profile, title: string): string {
  const all = gather(profile)
  const boxes: string[] = []
  let deepest = 0
  const draw = (frame: Frame, place: { x: number; depth: number }) => {
    deepest = Math.max(deepest, place.depth)
    boxes.push(boxOf(frame, { ...place, total: all.us }))
    let x = place.x
    for (const each of [...frame.below.values()].sort((a, b) => b.us - a.us)) {
      if (each.us / all.us < leastShare) continue
      draw(each, { x, depth: place.depth + 1 })
      x += each.us
    }
  }
  draw(all, { x: 0, depth: 0 })
  const height = top + (deepest + 1) * rowHeight + 8
  const samples = Math.round(all.us / 1000).toLocaleString('en')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="monospace" font-size="10">
<style>rect{stroke:#fff;stroke-width:.5}${Object.entries(colours)
    .map(([kind, colour]) => `.${kind}{fill:${colour}}`)
    .join('')}</style>
<rect width="100%" height="100%" fill="#fff" stroke="none"/>
<text x="8" y="20" font-size="15">${escaped(title)}</text>
<text x="8" y="38">${samples} ms of processor time, callers on top; frames below ${leastShare * 100} % are left out</text>
${keyBoxes()}
${boxes.join('\n')}
</svg>
`
}

/** Adds up the samples by call path. What is called by the same name from the same place is one frame. */
function gather({ nodes, samples = [], timeDeltas = [] }: Profile): Frame {
  const own = new Map<number, number>()
  samples.forEach((id, at) => own.set(id, (own.get(id) ?? 0) + Math.max(0, timeDeltas[at]!)))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const all: Frame = { name: 'everything', kind: 'engine', us: 0, below: new Map() }
  const walk = (id: number, into: Frame): number => {
    const node = byId.get(id)!
    const { name, kind } = named(node.callFrame)
    // Idle time, and the work of the recording itself.
    if (node.callFrame.functionName === '(idle)' || node.callFrame.url.endsWith('/flame/record.ts')) return 0
    const frame = into.below.get(name) ?? { name, kind, us: 0, below: new Map() }
    into.below.set(name, frame)
    let us = own.get(id) ?? 0
    for (const child of node.children ?? []) us += walk(child, frame)
    frame.us += us
    return us
  }
  for (const child of nodes[0]!.children ?? []) all.us += walk(child, all)
  return all
}

/** A function with the file of ours, the package or the part of Node.js that it is in. */
function named({ functionName, url }: Profile['nodes'][number]['callFrame']): { name: string; kind: Kind } {
  const name = functionName || 'anonymous'
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)
  if (inPackage) return { name: `${name} ${inPackage[1]}`, kind: 'package' }
  if (url.startsWith('node:')) return { name: `${name} ${url}`, kind: 'node' }
  if (!url.startsWith('file:')) return { name, kind: 'engine' }
  return { name: `${name} ${relative(root, fileURLToPath(url)).replace(/^src\//, '')}`, kind: 'ours' }
}

function boxOf(frame: Frame, { x, depth, total }: { x: number; depth: number; total: number }): string {
  const [left, wide] = [(x / total) * width, (frame.us / total) * width]
  const y = top + depth * rowHeight
  const share = `${((frame.us / total) * 100).toFixed(1)} %`
  const fits = Math.floor((wide - 4) / charWidth)
  const label = frame.name.length <= fits ? frame.name : frame.name.slice(0, Math.max(0, fits - 1)) + '…'
  const text = fits < 3 ? '' : `<text x="${(left + 2).toFixed(1)}" y="${y + 12}">${escaped(label)}</text>`
  const size = `x="${left.toFixed(1)}" y="${y}" width="${wide.toFixed(1)}" height="${rowHeight}"`
  return `<g><title>${escaped(frame.name)}, ${share}</title><rect class="${frame.kind}" ${size}/>${text}</g>`
}

function keyBoxes(): string {
  return (Object.keys(colours) as Kind[])
    .map((kind, at) => {
      const x = width / 2 + at * 110
      return `<rect class="${kind}" x="${x}" y="10" width="12" height="12"/><text x="${x + 16}" y="20">${legend[kind]}</text>`
    })
    .join('')
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

if (import.meta.main) {
  const [from, to] = process.argv.slice(2)
  if (!from || !to) throw new Error('name a .cpuprofile and where to write the graph')
  await writeFile(to, drawFlame(JSON.parse(await readFile(from, 'utf8')) as Profile, from))
}
