import { execFile } from 'node:child_process'
import type { Log } from './world/log.ts'

/**
 * Tells systemd, where it started this process with `Type=notify`, that the node serves; and with `WatchdogSec=` from then on that its
 * event loop turns, three times as often as systemd asks for. Node cannot write to a datagram socket, so systemd's own program does.
 */
export function tellSupervisor({ NOTIFY_SOCKET: socket, WATCHDOG_USEC: watchdog }: NodeJS.ProcessEnv, log: Log): void {
  if (!socket) return
  const tell = (word: string) =>
    execFile('systemd-notify', [word], (error) => {
      if (error) log.error({ err: error, word }, 'systemd could not be told')
    })
  tell('--ready')
  const everyMs = Number(watchdog) / 1_000 / 3
  if (everyMs > 0) setInterval(() => tell('WATCHDOG=1'), everyMs).unref()
}
