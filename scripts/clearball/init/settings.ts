import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { newHouseKey } from '#server/services/beacon/open-beacon'
import { readConfig } from '#server/world/config'
import { newPushKey, publicKeyOf } from '#server/world/push-settings'
import type { Ask } from '../ask.ts'
import { Problem } from '../command.ts'
import type { Settings } from '../env-file.ts'
import type { Place } from './roles.ts'

type Given = Readonly<Record<string, string | undefined>>
type Question = { readonly name: string; readonly asks: string; unless?(settings: Given): string }

/** What only the operator knows. Each is an option, too: PUBLIC_URL is --public-url. */
export const questions: readonly Question[] = [
  { name: 'PUBLIC_URL', asks: 'Address of the player app, https://…' },
  { name: 'CONSOLE_URL', asks: 'Address of the operators’ console, https://…' },
  { name: 'LICENCE_TEXT', asks: 'Licence that players are shown' },
  { name: 'SMTP_URL', asks: 'Mail server, smtp://user:password@host:port' },
  {
    name: 'MAIL_FROM',
    asks: 'Sender of mails',
    unless: ({ PUBLIC_URL }) =>
      `Clearball <no-reply@${URL.canParse(PUBLIC_URL ?? '') ? new URL(PUBLIC_URL!).hostname : ''}>`,
  },
  { name: 'TRUSTED_PROXIES', asks: 'Addresses of the proxies in front', unless: () => '127.0.0.1' },
  { name: 'DATA_DIR', asks: 'Folder for what this node keeps', unless: () => resolve('.data') },
]

/** The keys that are made here. The owner of a database must not find them in it. */
export const keyNames = ['PASSWORD_PEPPER', 'OPERATOR_KEY', 'DRAW_KEY', 'PUSH_PRIVATE_KEY', 'HOUSE_BEACON_KEY'] as const

/** Everything that the operator says, asked for where there is somebody to ask. */
export async function collect(given: Given, ask: Ask | null): Promise<Settings> {
  const isReal = given.MODE !== 'demo'
  const settings: Record<string, string> = { MODE: 'real', BEACON: isReal ? 'public' : 'house' }
  for (const [name, value] of Object.entries(given)) if (value) settings[name] = value
  const due = questions.filter(({ name }) => !settings[name])
  for (const { name, asks, unless } of due) {
    const said = ask ? await ask(asks, unless?.(settings)) : unless?.(settings)
    if (said) settings[name] = said
  }
  if (settings.DATA_DIR) settings.DATA_DIR = resolve(settings.DATA_DIR)
  return settings
}

const password = () => randomBytes(24).toString('base64url')

/** The settings with new keys and new log-ins; throws where the server would refuse them. */
export function withKeys(settings: Settings, place: Place, address: string): Settings {
  const push = newPushKey()
  const isReal = settings.MODE === 'real'
  const url = (role: string) => `postgres://${role}:${password()}@${address}/${place.database}`
  const all: Settings = {
    ...settings,
    DATABASE_URL: url(encodeURIComponent(place.server)),
    DATABASE_OWNER_URL: url(encodeURIComponent(place.owner)),
    PASSWORD_PEPPER: randomBytes(32).toString('hex'),
    OPERATOR_KEY: randomBytes(32).toString('hex'),
    DRAW_KEY: randomBytes(32).toString('hex'),
    ...(isReal ? {} : { HOUSE_BEACON_KEY: newHouseKey() }),
    ...(settings.PUBLIC_URL && {
      PUSH_PUBLIC_KEY: publicKeyOf(push)!,
      PUSH_PRIVATE_KEY: push,
      PUSH_SUBJECT: settings.PUSH_SUBJECT ?? settings.PUBLIC_URL,
    }),
  }
  const read = readConfig(all, [])
  if ('problems' in read) throw new Problem(['These settings are not enough:', ...read.problems].join('\n  - '))
  return all
}
