import { randomBytes } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import type { Config } from '#server/world/config'
import { newPushKey, publicKeyOf } from '#server/world/push-settings'
import { Problem } from '../command.ts'
import { changeEnvFile, readEnvFile } from '../env-file.ts'
import { letsIn } from '../init/roles.ts'
import { scramVerifier } from '../init/scram.ts'
import { spotOf, today } from './key-spot.ts'
import { asOwner, withStopped } from './with-stopped.ts'

/** A browser accepts notifications of the key it subscribed with alone, so the subscriptions end, and browsers ask again. */
export async function rotatePush(config: Config, envFile: string | null): Promise<string> {
  const key = {
    setting: 'PUSH_PRIVATE_KEY',
    file: config.mode === 'demo' ? 'push-key' : null,
    set: config.push?.privateKey ?? null,
  }
  const spot = await spotOf(config, envFile, key)
  const next = await spot.next(newPushKey)
  const publicKey = publicKeyOf(next.reveal())
  if (!publicKey) throw new Problem('The new key is not a private key of P-256 in base64url.')
  const ended = await withStopped(config, ({ ownerUrl }) =>
    asOwner(ownerUrl, async (client) => (await client.query('delete from push_subscription')).rowCount ?? 0),
  )
  const also = key.set ? { PUSH_PUBLIC_KEY: publicKey } : {}
  return `The public key is ${publicKey}; ${ended} subscriptions ended. ${await spot.swap(today(), also)}`
}

const addresses = ['DATABASE_URL', 'DATABASE_OWNER_URL'] as const

/** Each role changes its own password, so no administrator is needed. */
export async function rotateDatabase(config: Config, envFile: string | null): Promise<string> {
  const settings = envFile ? await readEnvFile(envFile) : null
  if (!envFile || !settings?.DATABASE_URL || !settings.DATABASE_OWNER_URL)
    throw new Problem('Name the environment file with --env: DATABASE_URL and DATABASE_OWNER_URL are changed there.')
  return withStopped(config, async () => {
    const former = `${envFile}.until-${today()}`
    if (!existsSync(former)) await copyFile(envFile, former)
    for (const name of addresses) await rotateLogIn(envFile, name, settings)
    return `Both log-ins have new passwords. They are in ${envFile}; the file as it was is ${former}.`
  })
}

type Settings = Readonly<Record<string, string>>

async function rotateLogIn(file: string, name: string, settings: Settings): Promise<void> {
  const old = settings[name]!
  const staged = settings[`NEW_${name}`]
  const next =
    staged ?? old.replace(/^(postgres(?:ql)?:\/\/[^:@/]+)(:[^@/]*)?@/, `$1:${randomBytes(24).toString('base64url')}@`)
  if (next === old) throw new Problem(`${name} names no role.`)
  if (!staged) await changeEnvFile(file, { [`NEW_${name}`]: next })
  // An interrupted change may have come as far as the role already.
  if (!staged || !(await letsIn(next.replace(/,[^/]*/, '')))) {
    await asOwner(old, async (client) => {
      const password = /^postgres(?:ql)?:\/\/[^:]+:([^@]*)@/.exec(next)![1]!
      await client.query(`alter role current_user password ${client.escapeLiteral(scramVerifier(password))}`)
    })
  }
  await changeEnvFile(file, { [name]: next, [`NEW_${name}`]: null })
}
