// Development: the server restarts when its files change, the apps are replaced in the browser as you type.
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'vite'

const root = new URL('..', import.meta.url).pathname
process.env.NODE_ENV = 'development'

const server: ChildProcess = spawn(
  process.execPath,
  [
    '--watch',
    '--watch-path=src/server',
    '--watch-path=src/core',
    '--watch-path=src/contract',
    '--watch-preserve-output',
    'src/server/main.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    // Sources are edited here all the time; what is released is not.
    env: { CHECK_OUTPUTS: 'on', SELF_CHECK: 'off', LOG_LEVEL: 'info', WORKERS: '1', ...process.env },
  },
)

const apps = [
  { mode: 'web', port: 5173, api: 'http://127.0.0.1:3000' },
  { mode: 'ops', port: 5174, api: 'http://127.0.0.1:3001' },
]
for (const { mode, port, api } of apps) {
  const app = await createServer({
    mode,
    configFile: `${root}vite.config.ts`,
    server: { port, strictPort: true, proxy: { '/api': api } },
  })
  await app.listen()
  console.log(`${mode === 'web' ? 'Player app' : 'Console'} with hot reload: http://localhost:${port}`)
}

// The terminal sends Ctrl-C to the server too; wait until it has put its database away.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => server.kill('SIGTERM'))
server.on('exit', (code) => process.exit(code ?? 0))
