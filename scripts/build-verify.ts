import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'vite'

// One file with everything in it, not minified: whoever relies on it should be able to read it.
const name = 'clearball-verify.mjs'
const { values } = parseArgs({ options: { to: { type: 'string', default: 'dist/verify' } } })

await build({
  configFile: false,
  logLevel: 'warn',
  root: join(import.meta.dirname, '..'),
  ssr: { noExternal: true },
  build: {
    ssr: 'verify/main.ts',
    outDir: values.to,
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rolldownOptions: { output: { entryFileNames: name, codeSplitting: false } },
  },
})

const file = join(values.to, name)
const hash = createHash('sha256')
  .update(await readFile(file))
  .digest('hex')
await writeFile(`${file}.sha256`, `${hash}  ${name}\n`)
console.log(`${hash}  ${file}`)
