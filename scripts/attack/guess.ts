import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finding } from './finding.ts'
import { openGate } from './gate.ts'
import { run } from './tools.ts'

/** A log-in that is guessed at. */
type Door = {
  readonly name: string
  readonly url: string
  readonly path: string
  readonly account: string
  readonly password: string
  /** How the owner was here before. */
  readonly entrance: { readonly path: string; readonly body: object }
  /** Decisions 011 and 040: an account gets at most so many tries an hour, however many come from wherever. */
  readonly triesAnHour: number
}

const ownersAddress = '192.0.2.7'

/** Guesses an account's password with hydra, from as many addresses as there are guesses, then lets its owner in, who has a browser that the house knows. */
export async function guessPasswords(door: Door, { out, guesses }: { out: string; guesses: number }) {
  const findings: Finding[] = []
  const note = (what: string) => findings.push({ tool: 'hydra', severity: 'high', where: door.name, what })
  // The owner was here before: a browser that the house knows.
  const owner = await send(door.url + door.entrance.path, door.entrance.body, '')
  const gate = await openGate('hydra', door.url, null)
  const list = join(out, 'guesses.txt')
  const words = Array.from({ length: guesses }, () => randomUUID())
  await writeFile(list, `${words.join('\n')}\n`)
  const { hostname, port } = new URL(gate.url)
  const body = JSON.stringify({ account: '^USER^', password: '^PASS^' }).replaceAll(':', String.raw`\:`)
  // The condition comes last, whatever hydra's help says.
  const form = `${door.path}:${body}:H=Content-Type\\: application/json:S="next"`
  const { output } = await run(
    'hydra',
    ['-l', door.account, '-P', list, '-s', port, '-t', '16', '-I', '-f', hostname, 'http-post-form', form],
    1_800_000,
  )
  await gate.close()
  await rm(list)
  // Hydra asks for the page before each guess.
  const sent = gate.passed.filter(({ call }) => call.startsWith('POST')).length
  const evaluated = gate.passed.filter(({ code }) => code === 'login_password_wrong').length
  if (sent < guesses / 2) note(`hydra sent ${sent} of ${guesses} guesses: ${output.trim().split('\n').at(-1)}`)
  if (/\[http-post-form\] host:/.test(output)) note('hydra found the password')
  if (evaluated > door.triesAnHour) note(`${evaluated} guesses were evaluated`)
  const { account, password } = door
  if ((await send(door.url + door.path, { account, password }, owner)) === null)
    note('the owner was not let in afterwards')
  return { findings: [...findings, ...gate.findings()], sent, evaluated }
}

/** The cookies that came with the answer; null where it was refused. */
async function send(url: string, body: object, cookie: string | null): Promise<string | null> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ownersAddress, ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  })
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  return answer.ok ? cookies.join('; ') : null
}
