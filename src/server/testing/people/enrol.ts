import { createHash, randomUUID } from 'node:crypto'
import type { LiveEvent } from '#contract/live'
import type { Endpoint, Input, Output } from '#contract/endpoint'
import { transaction } from '../../db/database.ts'
import { registerHandler } from '../../features/accounts/register.ts'
import { signInHandler } from '../../features/accounts/sign-in.ts'
import { applyForCertificationHandler } from '../../features/certifications/apply-for-certification.ts'
import { passCertificationHandler } from '../../features/certifications/decide-certification.ts'
import { takeCertificationHandler } from '../../features/certifications/take-certification.ts'
import { letIn } from '../../features/factors/answer-second-factor.ts'
import { uploadPictureHandler } from '../../features/uploads/upload-picture.ts'
import type { From } from '../../services/calls/caller.ts'
import type { Handler } from '../../services/calls/handle.ts'
import { readPhone } from '../../services/people/find-player.ts'
import { checkPicture } from '../../services/uploads/check-picture.ts'
import type { App } from '../../world/app.ts'
import type { Tx } from '../../world/members/database.ts'
import { Refusal } from '../../world/refusal.ts'
import { identityForm, registration } from '../person.ts'
import { photo } from '../pictures.ts'

type Enrolled = { readonly id: string; readonly token: string; readonly device: string }

/**
 * Registers a player and logs them in by the same handlers as over HTTP, in one transaction. The captcha, the hash of the password
 * and four requests would take most of the time of tests that only need somebody to act; `join` goes through them.
 */
export async function enrol(
  app: App,
  given: { account: string; language: string; loginHash: string },
): Promise<Enrolled> {
  const { account, language, loginHash } = given
  return transaction(app.db, app.random, async (tx) => {
    const call = caller(app, { tx, language })
    const input = { ...registration(account), captcha: '' }
    await call(registerHandler, input, {
      prepared: { phone: readPhone(input.country, input.phone), loginHash, paymentHash: null },
    })
    const player = await tx.selectFrom('player').selectAll().where('account', '=', account).executeTakeFirstOrThrow()
    const kept = { token: '', device: '' }
    await call(
      signInHandler,
      { account, password: input.password },
      {
        prepared: player,
        keepToken: (token: string) => void (kept.token = token),
        keepDevice: (token: string) => void (kept.device = token),
      },
    )
    return { id: player.id, ...kept }
  })
}

/** Lets in an operator who proved a second factor, by the function that does so over HTTP. */
export async function admit(app: App, account: string): Promise<Pick<Enrolled, 'token' | 'device'>> {
  const kept = { token: '', device: '' }
  await transaction(app.db, app.random, async (tx) => {
    const { id } = await tx.selectFrom('operator').select('id').where('account', '=', account).executeTakeFirstOrThrow()
    const context = {
      tx,
      nowMs: app.clock.nowMs(),
      random: app.random,
      from: fromHere('en'),
      keepToken: (token: string | null) => void (kept.token = token!),
      keepDevice: (token: string) => void (kept.device = token),
    }
    if ((await letIn(context, { kind: 'operator', id })) === null) throw new Error(`${account} is not let in`)
  })
  return kept
}

/** The picture that every application shows, checked as at an upload; decoding it anew for each player would take 10 ms. */
let checked: ReturnType<typeof checkPhoto> | undefined

async function checkPhoto() {
  const bytes = await photo()
  const check = await checkPicture(bytes)
  if (!('picture' in check)) throw new Error(check.refusal)
  return { file: { bytes, sha256: createHash('sha256').update(bytes).digest() }, picture: check.picture }
}

/** Certifies a player by the handlers that players and reviewers call. */
export async function certify(app: App, playerId: string): Promise<void> {
  const { file, picture } = await (checked ??= checkPhoto())
  const prepared = { ...picture, pixels: null }
  const nowMs = app.clock.nowMs()
  const { id: operatorId } = await app.db.query
    .selectFrom('operator')
    .select('id')
    .where('account', '=', 'reviewer')
    .executeTakeFirstOrThrow()
  const player = { file, prepared, caller: { kind: 'player', playerId } }
  const within = <T>(work: (call: ReturnType<typeof caller>) => Promise<T>) =>
    transaction(app.db, app.random, (tx) => work(caller(app, { tx, language: 'en' })))
  const uploaded = await within((call) => call(uploadPictureHandler, { purpose: 'identity' } as never, player))
  await uploadPictureHandler.after!({ db: app.db, config: app.config, nowMs, prepared } as never, uploaded)
  await within(async (call) => {
    const form = { ...identityForm(), photoId: uploaded.id }
    const { id } = await call(applyForCertificationHandler, form, player)
    const reviewer = { caller: { kind: 'operator', operatorId, role: 'reviewer' } }
    await call(takeCertificationHandler, { id }, reviewer)
    await call(passCertificationHandler, { id }, reviewer)
  })
}

const fromHere = (language: string): From => ({
  address: '127.0.0.1',
  agent: 'node',
  language,
  device: null,
  visitor: null,
  origin: '',
})

type Given = { readonly prepared?: unknown; readonly [more: string]: unknown }

/** Runs handlers in a transaction, with what they would be given by a request from this computer. */
function caller(app: App, { tx, language }: { tx: Tx; language: string }) {
  return async <E extends Endpoint>(handler: Handler<E>, input: Input<E>, given: Given): Promise<Output<E>> => {
    const events: LiveEvent[] = []
    const context = {
      ...app,
      input,
      tx,
      nowMs: app.clock.nowMs(),
      key: randomUUID(),
      from: fromHere(language),
      refuse: (code: never, facts?: Record<string, string>): never => {
        throw new Refusal(code, facts)
      },
      publish: (event: LiveEvent) => void events.push(event),
      ...given,
    }
    const answer = (await handler.run(context as never)) as Output<E>
    await app.hub.record(tx, events)
    return answer
  }
}
