import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type ESTree, type Plugin, defineConfig, parseAst } from 'vite'

/** Two static apps from one configuration: `vite build --mode web`, `vite build --mode ops`. */
export default defineConfig(({ mode }) => {
  const app = mode === 'ops' ? 'ops' : 'web'
  const root = fileURLToPath(new URL(`./src/${app}`, import.meta.url))
  return {
    root,
    plugins: [react(), tailwindcss(), fetchTogether],
    define: { 'process.env.NODE_ENV': JSON.stringify(process.env.NODE_ENV ?? 'production') },
    worker: { format: 'es', plugins: () => [withoutMessages] },
    build: {
      outDir: fileURLToPath(new URL(`./dist/${app}`, import.meta.url)),
      emptyOutDir: true,
      target: 'es2023',
      manifest: true,
      // Nothing is inlined: the content policy lets only files of our own in.
      assetsInlineLimit: 0,
      // A page that brought styles of its own would have to wait for them.
      cssCodeSplit: false,
      modulePreload: {
        polyfill: false,
        // The frame is there before any page is asked for.
        resolveDependencies: (_, files) => files.filter((file) => !/(frame|rolldown-runtime)-/.test(file)),
      },
      rolldownOptions: {
        output: {
          // A dozen small files compress worse than one and ask more often; and each is named in the frame, whoever needs it.
          codeSplitting: {
            groups: [
              // What stands around every screen. The entry itself stays out, since the build's manifest is read by its name.
              { name: 'frame', tags: ['$initial'], test: /node_modules|src.(?!(web|ops).(main|index))/, priority: 9 },
              // What many screens share: the games' rules, the widgets, and what forms are made with.
              {
                name: 'games',
                test: /core.(games|rules.(exposure|payout|stake))|i18n.(plays|bet-text)/,
                minShareCount: 2,
              },
              { name: 'widgets', test: /lucide|src.(ui|web.(shell|state|i18n)).(?!form)/, minShareCount: 4 },
              { name: 'forms', test: /react-hook-form|shell.form|ui.Field/, minShareCount: 2 },
            ],
          },
        },
      },
    },
  }
})

/** Stands in for Vite's own way to fetch a page together with what it imports, which is ten times as long. */
const fetchTogether: Plugin = {
  name: 'fetch-together',
  apply: 'build',
  enforce: 'pre',
  load: {
    order: 'pre',
    handler: (id) =>
      id.includes('vite/preload-helper')
        ? `export const __vitePreload = (load, files) => {
             for (const file of files)
               document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file }))
             return load()
           }`
        : null,
  },
}

/** What errors say is read by nobody in a worker, and costs a phone two kilobytes of the checker. */
const withoutMessages: Plugin = {
  name: 'without-messages',
  apply: 'build',
  transform: {
    order: 'post',
    handler: (code) => {
      const thrown: ESTree.Span[] = []
      const look = (node: unknown): void => {
        if (typeof node !== 'object' || node === null) return
        const { type, argument } = node as ESTree.ThrowStatement
        if (type === 'ThrowStatement' && argument.type === 'NewExpression') thrown.push(argument)
        else Object.values(node).forEach(look)
      }
      look(parseAst(code))
      return thrown.reduceRight((so, { start, end }) => `${so.slice(0, start)}Error()${so.slice(end)}`, code)
    },
  },
}
