import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { locales } from './locales.ts'
import { Instant } from './wire.ts'

export const site = endpoint({
  method: 'GET',
  path: '/site',
  summary: 'What this site is: play money or real, under which licence, in which languages, and its version',
  who: 'anyone',
  input: z.strictObject({}),
  output: z.strictObject({
    mode: z.enum(['demo', 'real']),
    /** Where the randomness of draws comes from: a public beacon, or one of the house that only play money allows. */
    beacon: z.enum(['house', 'public']),
    licence: z.nullable(z.string()),
    version: z.string(),
    /** What the picker offers, in its order; every other language is spoken to whoever asks for it by `?lang=`. */
    languages: z.array(z.enum(locales)),
    passwordLengthMin: z.int(),
    /** A demonstration that sends no mail shows codes itself, by `demoMail`. */
    showsMails: z.boolean(),
    /** The key under which browsers ask for notifications; null where there are none. */
    pushKey: z.nullable(z.string()),
  }),
  refuses: [],
  limit: 'read',
})

export const announcements = endpoint({
  method: 'GET',
  path: '/announcements',
  summary: 'What the house has to say to everybody now, newest first',
  who: 'anyone',
  input: z.strictObject({ locale: z.enum(locales) }),
  output: z.strictObject({ items: z.array(z.strictObject({ from: Instant, text: z.string() })) }),
  refuses: [],
  limit: 'read',
})

export const houseTexts = endpoint({
  method: 'GET',
  path: '/site/texts',
  summary: 'What the house says about itself and its licence in a language; null where the product’s own words stand',
  who: 'anyone',
  input: z.strictObject({ locale: z.enum(locales) }),
  output: z.strictObject({
    about: z.nullable(z.string()),
    licence: z.nullable(z.string()),
    terms: z.nullable(z.string()),
    /** Which version of the terms holds in this language: who registers now agrees to it. */
    termsVersion: z.string(),
  }),
  refuses: [],
  limit: 'read',
})

export const servedCountries = endpoint({
  method: 'GET',
  path: '/site/countries',
  summary: 'Countries whose people cannot register or be certified now; all others are served',
  who: 'anyone',
  input: z.strictObject({}),
  output: z.strictObject({ notServed: z.array(z.string()) }),
  refuses: [],
  limit: 'read',
})
