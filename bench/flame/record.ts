import { mkdir, writeFile } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import { dirname } from 'node:path'
import { drawFlame } from './draw.ts'

/** Twice a millisecond: few enough samples that the profiler itself hardly shows. */
const everyUs = 500

/** Records where this process spends its time during `work`, and writes it as a flame graph. */
export async function recordFlame(
  { path, title }: { path: string; title: string },
  work: () => Promise<unknown>,
): Promise<void> {
  const inspector = new Session()
  inspector.connect()
  await inspector.post('Profiler.enable')
  await inspector.post('Profiler.setSamplingInterval', { interval: everyUs })
  await inspector.post('Profiler.start')
  await work()
  const { profile } = await inspector.post('Profiler.stop')
  inspector.disconnect()
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, drawFlame(profile, title))
}
