import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { preloadFirst } from './scripts/web/preload-first.ts'

/** Two static apps from one configuration: `vite build --mode web`, `vite build --mode ops`. */
export default defineConfig(({ mode }) => {
  const app = mode === 'ops' ? 'ops' : 'web'
  const root = fileURLToPath(new URL(`./src/${app}`, import.meta.url))
  return {
    root,
    plugins: [react(), tailwindcss(), ...(app === 'web' ? [preloadFirst()] : [])],
    define: { 'process.env.NODE_ENV': JSON.stringify(process.env.NODE_ENV ?? 'production') },
    worker: { format: 'es' },
    build: {
      outDir: fileURLToPath(new URL(`./dist/${app}`, import.meta.url)),
      emptyOutDir: true,
      target: 'es2023',
      manifest: true,
      // Nothing is inlined: the content policy lets only files of our own in.
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: {
          // What stands around every screen is one file: a dozen small ones compress worse and ask more often. The entry
          // itself stays out, since the build's manifest is read by its name.
          codeSplitting: {
            groups: [
              { name: 'frame', tags: ['$initial'], test: /node_modules|src.(?!(web|ops).(main|index))/ },
              // What home shares with other screens, for the same reason.
              {
                name: 'shared',
                test: /src.(ui.(Button|Amount|DrawResult|GameMark)|web.(queries.(site|draws)|shell.draws.[\w-]+|state.clock)|core.periods.[\w-]+|core.games.catalogue|contract.play.(draws|games))\.tsx?$/,
              },
            ],
          },
        },
      },
    },
  }
})
