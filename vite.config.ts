import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type Plugin, defineConfig } from 'vite'

/** Two static apps from one configuration: `vite build --mode web`, `vite build --mode ops`. */
export default defineConfig(({ mode }) => {
  const app = mode === 'ops' ? 'ops' : 'web'
  const root = fileURLToPath(new URL(`./src/${app}`, import.meta.url))
  return {
    root,
    plugins: [react(), tailwindcss(), fetchTogether],
    define: { 'process.env.NODE_ENV': JSON.stringify(process.env.NODE_ENV ?? 'production') },
    worker: { format: 'es' },
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
