import { readFileSync } from 'node:fs'
import { site } from '#contract/site'
import { handleShared } from '../../services/calls/handle.ts'
import { showsMails } from '../recovery/demo-mail.ts'

const manifest = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')
const { version } = JSON.parse(manifest) as { version: string }

export const siteHandler = handleShared(site, {
  source: null,
  run: async ({ config }) => ({
    mode: config.mode,
    beacon: config.beacon,
    licence: config.licence,
    version,
    languages: [...config.languagesOffered],
    passwordLengthMin: config.passwordLengthMin,
    showsMails: showsMails(config),
    pushKey: config.push?.publicKey ?? null,
  }),
})
