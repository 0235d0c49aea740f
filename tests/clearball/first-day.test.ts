import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseEnv, promisify } from 'node:util'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyForCertification } from '#contract/people/certifications'
import { passCertification, takeCertification } from '#contract/console/certifications'
import { passDeposit, takeDeposit } from '#contract/console/deposits'
import { createInvitation } from '#contract/console/desk'
import { inviteOperator, joinOperators } from '#contract/console/operators'
import { approveProposal } from '#contract/console/settings'
import { operatorFactors } from '#contract/factors'
import { requestDeposit } from '#contract/money/deposits'
import { signInOperator } from '#contract/ops'
import { me } from '#contract/people/me'
import { quicknet, roundTimeMs } from '#core/fairness/beacon'
import vectors from '../../src/core/fairness/testing/drand-quicknet.json' with { type: 'json' }
import { freePort } from '#server/db/embedded'
import { bet, periodNow } from '#server/testing/draws/betting'
import { openRelay } from '#server/testing/draws/stand-in-relay'
import { openMailSink } from '#server/testing/servers/mail-sink'
import { depositForm, money, publishAddress } from '#server/testing/money'
import { type Visitor, application, asPlayer, openVisitor, registration, testPassword } from '#server/testing/person'
import { openPrograms } from '../program.ts'
import { asked, clearball, linksIn, openMachine } from './terminal.ts'

/** Recorded rounds of the public beacon, 87 minutes apart: a draw must be public for an hour before it opens. */
const rounds = [255, 2000] as const
let round: number = rounds[0]
const recorded = (number: number) => vectors.positive.find((each) => each.round === number)!
const clockAt = (number: number) => roundTimeMs(quicknet, number) + 500

let machine: Awaited<ReturnType<typeof openMachine>>
let mail: Awaited<ReturnType<typeof openMailSink>>
let relay: Awaited<ReturnType<typeof openRelay>>
const { run, stopAll } = openPrograms(() => join(machine.folder, 'data'))
beforeAll(async () => {
  ;[machine, mail] = [await openMachine(), await openMailSink()]
  relay = await openRelay((what) => {
    const found = what === 'latest' ? recorded(round) : recorded(Number(what))
    return found && found.round <= round ? { body: JSON.stringify(found) } : { status: 404 }
  })
  // What the operator downloads is a build.
  await promisify(execFile)(process.execPath, ['scripts/build.ts', '--if-changed'])
}, 600_000)
afterAll(async () => {
  await stopAll()
  await relay.close()
  await mail.close()
  await machine.close()
})

const clock = () => ({
  CLOCK_FROM_MS: String(clockAt(round)),
  NODE_OPTIONS: `--import ${pathToFileURL(resolve('tests/clearball/set-clock.ts')).href}`,
})

/** Opens the link, chooses a password, logs in and sets up an authenticator app. */
async function enter(consoleUrl: string, token: string): Promise<Visitor> {
  const visitor = openVisitor(consoleUrl)
  const { account } = await visitor.call(joinOperators, { token, password: testPassword, repeat: testPassword })
  const again = openVisitor(consoleUrl).call(joinOperators, { token, password: testPassword, repeat: testPassword })
  await expect(again).rejects.toMatchObject({ code: 'invitation_invalid' })
  expect(await visitor.call(signInOperator, { account, password: testPassword })).toMatchObject({ next: 'enrol' })
  const { ticket } = await visitor.call(operatorFactors.ask, { password: testPassword })
  const { id, secret } = await visitor.call(operatorFactors.beginTotp, { ticket, name: 'Phone' })
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clockAt(round) })
  await visitor.call(operatorFactors.confirmTotp, { id, code })
  return visitor
}

async function invited(admin: Visitor, finance: Visitor, address: string): Promise<string> {
  const form = {
    account: 'chi.tran',
    name: 'Chi',
    email: address,
    role: 'reviewer',
    reason: 'papers to review',
  } as const
  const { proposalId } = await admin.call(inviteOperator, form)
  await finance.call(approveProposal, { id: proposalId })
  await expect.poll(() => mail.received.find(({ to }) => to === address), { timeout: 30_000 }).toBeDefined()
  return /\/join#([\w-]{43})/.exec(mail.received.find(({ to }) => to === address)!.text)![1]!
}

test(
  'a new operator installs it, both open their links, and a player tops up and bets with real money',
  { timeout: 600_000 },
  async () => {
    const typed: string[] = []
    const env = join(machine.folder, 'clearball.env')
    const [port, consolePort] = [await freePort(), await freePort()]
    const type = (args: string[], more: Record<string, string> = {}) => {
      typed.push(`npx clearball ${args.map((each) => (/[\s<>]/.test(each) ? `'${each}'` : each)).join(' ')}`)
      return clearball(args, { env: { ...clock(), ...more } })
    }
    const licence = `Licence 7 "A" #3, it’s $5`
    const init = await type(
      ['--env', env, 'init', '--yes', '--public-url', 'https://play.example', '--console-url', 'https://desk.example']
        .concat(['--licence-text', licence, '--smtp-url', mail.url, '--data-dir', join(machine.folder, 'data')])
        .concat(['--first', 'An <an.nguyen@house.example>', '--second', 'Binh <binh.le@house.example>'])
        .concat([
          '--set',
          `BEACON_RELAYS=${relay.url}`,
          '--set',
          `PORT=${port}`,
          '--set',
          `CONSOLE_PORT=${consolePort}`,
        ])
        .concat(['--set', 'METRICS_PORT=0']),
      { ADMINISTRATOR_URL: machine.administrator },
    )
    expect(init.said).toContain('schema:')
    expect(init.code).toBe(0)
    const settings = parseEnv(await readFile(env, 'utf8')) as Record<string, string>
    expect(settings.LICENCE_TEXT).toBe(licence)

    let doctor = await type(['--env', env, 'doctor'])
    // Its patience is that of an idle machine.
    for (let more = 2; more > 0 && doctor.code !== 0; more--)
      doctor = await clearball(['--env', env, 'doctor'], { env: clock() })
    expect(doctor.said).not.toContain('FAIL')
    expect(doctor.code).toBe(0)

    typed.push(`npm start -- --env ${env}`)
    const start = () => run({ ...clock(), CAPTCHA_COST: '1', DATA_DIR: settings.DATA_DIR! }, ['--env', env])
    const first = start()
    await first.ready()
    const [consoleUrl, playerUrl] = [`http://127.0.0.1:${consolePort}`, `http://127.0.0.1:${port}`]
    const links = linksIn(init.said)
    const admin = await enter(consoleUrl, links.admin!)
    const finance = await enter(consoleUrl, links.finance!)
    const reviewer = await enter(consoleUrl, await invited(admin, finance, 'chi@house.example'))
    await publishAddress(finance, admin)
    const { code } = await admin.call(createInvitation, { uses: 10, expiresAt: null }, randomUUID())

    const visitor = openVisitor(playerUrl)
    await visitor.register({ ...registration('first_player'), invitationCode: code })
    await visitor.signIn('first_player', testPassword)
    const player = asPlayer(visitor, await visitor.call(me, {}))
    const papers = await player.call(applyForCertification, await application(player), randomUUID())
    await reviewer.call(takeCertification, { id: papers.id })
    await reviewer.call(passCertification, { id: papers.id })
    const { id } = await player.call(requestDeposit, await depositForm(player), randomUUID())
    await finance.call(takeDeposit, { id })
    await finance.call(passDeposit, { id, received: money('50.00') })
    expect(await player.balance()).toBe('50.00')
    const published = `select count(*)::integer as draws from period where opens_at < to_timestamp(${clockAt(rounds[1])} / 1000)`
    await expect
      .poll(async () => (await asked<{ draws: number }>(settings.DATABASE_OWNER_URL!, published))[0]!.draws, {
        timeout: 120_000,
      })
      .toBeGreaterThan(0)
    first.app.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    // 87 minutes later the first draws are open.
    round = rounds[1]
    const second = start()
    await second.ready()
    await visitor.signIn('first_player', testPassword)
    await expect
      .poll(async () => ((await (await fetch(`${playerUrl}/api/health`)).json()) as { betting: string }).betting, {
        timeout: 60_000,
      })
      .toBe('open')
    const { receipts } = await bet(player, await periodNow(player, 'lucky_au_5'), {
      bets: ['ssc.sum_odd_even odd 2.00'],
    })
    expect(receipts).toHaveLength(1)
    expect(await player.balance()).toBe('48.00')
    expect(await type(['--env', env, 'audit'])).toMatchObject({ code: 0 })
    process.stdout.write(`\n${[`${typed.length} commands, no SQL:`, ...typed].join('\n  ')}\n`)
  },
)
